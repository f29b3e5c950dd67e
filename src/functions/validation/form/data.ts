/**
 * A criterion about data (JSON, YAML): which part of it (`tls`, the top level, each element), and what that part must be or
 * have: a type, fields, a size, a value. Names stand in quotes or backticks, or are fields that are there.
 */
import { parse } from 'yaml';
import { type Artifact, readNumber, type Seen, seen } from '../seen.ts';

const TYPES: readonly (readonly [RegExp, (value: unknown) => boolean])[] = [
  [/\b(?:array|list|sequence)\b/, Array.isArray],
  [/\b(?:object|map|mapping|dictionary)\b/, isObject],
  [/\b(?:non-empty string)\b/, (value) => typeof value === 'string' && value !== ''],
  [/\bstrings?\b/, (value) => typeof value === 'string'],
  [/\bpositive (?:integer|number)s?\b/, (value) => typeof value === 'number' && value > 0],
  [/\b(?:integers?|whole numbers?)\b/, Number.isInteger],
  [/\b(?:numbers?|numeric)\b/, (value) => typeof value === 'number'],
  [/\bbooleans?\b/, (value) => typeof value === 'boolean'],
  [/\bnull\b/, (value) => value === null],
  [
    /\bempty\b/,
    (value) => value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0),
  ],
];

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function judgeData({ text, path, code }: Artifact, criterion: string): Seen | undefined {
  if (code !== undefined || !(/\.(?:json|ya?ml)$/i.test(path ?? '') || /^\s*[{[]/.test(text))) return undefined;
  let whole: unknown;
  try {
    whole = parse(text);
  } catch {
    return undefined;
  }
  if (typeof whole !== 'object' || whole === null) return undefined;
  const plain = criterion
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');
  const names: string[] = [];
  const said = plain.replace(
    /"([^"]{1,80})"|`([^`]{1,80})`/g,
    (_all, a, b) => `§${names.push((a ?? b) as string) - 1}`,
  );
  return readData(whole, said, names);
}

const EACH =
  /^(?:there is )?(?:each|every|all)(?: of the)? (?:elements?|objects?|entr(?:y|ies)|items?|records?|values?)(?: (?:in|of|under) (?:the )?(?:top-level )?(?:array|list|file|§(?<in>\d+))(?: §\d+)?)?\s+(?<rest>.*)$/i;
const SUBJECT =
  /^(?:the )?(?:(?:value|contents?) (?:of|under) )?(?:the )?(?:(?:object|array|list|field|key|property|value|setting|entry|section|map|mapping)(?: (?:under|at|called|named|of))? )?§(?<name>\d+)(?: (?:field|key|property|array|list|object|value|entry|setting|section))?\s+(?<rest>.*)$/i;
const TOP =
  /^(?:(?:the )?(?:top[ -]level|root|document|file|json|outermost value)(?: (?:value|element|structure|object|array|of the \w+))?)\s+(?<rest>(?:is|has|contains|must|should|holds|consists|be|does|do).*)$/i;
const EXISTS =
  /^(?:there (?:is|must be|should be) |(?:it |the \w+ )?(?:has|have|contains?|includes?|defines?|sets?|declares?) )?(?<no>no )?(?:an? |the )?(?:top-level )?(?:field|key|property|setting|entry|attribute)(?: called| named)? §(?<name>\d+)(?<rest>.*)$/i;

const NAMED =
  /^(?:there (?:is|must be|should be) |(?:it |the \w+ )?(?:has|have|contains?|includes?|defines?|sets?|declares?) )(?<no>no )?(?:an? |the )?(?:top-level )?§(?<name>\d+) (?:field|key|property|setting|entry|attribute)(?<rest>.*)$/i;

function readData(whole: unknown, said: string, names: readonly string[]): Seen | undefined {
  const each = EACH.exec(said)?.groups;
  if (each !== undefined) {
    const array = each['in'] === undefined ? onlyArray(whole) : lookUp(whole, names[Number(each['in'])]!)?.value;
    if (!Array.isArray(array)) return undefined;
    const seens = array.map((item) => predicate(item, each['rest']!, names));
    const odd = seens.findIndex((one) => one?.holds !== true);
    if (seens.includes(undefined) || array.length === 0) return undefined;
    return seen(odd < 0, odd < 0 ? 'Each of them does.' : `Number ${odd + 1} does not: ${seens[odd]!.message}`);
  }
  const exists = (EXISTS.exec(said) ?? NAMED.exec(said))?.groups;
  if (exists !== undefined) {
    const found = lookUp(whole, names[Number(exists['name'])]!, /top-level/i.test(said));
    const name = names[Number(exists['name'])]!;
    const rest = exists['rest']!.trim().replace(/^(?:that|which|and|with|whose value) /i, '');
    if (exists['no'] !== undefined)
      return rest === '' ? seen(found === undefined, `"${name}" is${found ? '' : ' not'} there.`) : undefined;
    if (found === undefined) return seen(false, `There is no "${name}".`);
    return rest === '' ? seen(true, `"${name}" is there.`) : predicate(found.value, rest, names);
  }
  const subject = SUBJECT.exec(said)?.groups;
  if (subject !== undefined) {
    const name = names[Number(subject['name'])]!;
    const found = lookUp(whole, name);
    const rest = subject['rest']!.trim();
    if (/^(?:exists?|(?:is|are) (?:present|there|defined|set|given|included))$/i.test(rest))
      return seen(found !== undefined, `"${name}" is${found === undefined ? ' not' : ''} there.`);
    if (/^(?:is|are) (?:missing|absent|left out|not (?:present|there|defined|set|given|included))$/i.test(rest))
      return seen(found === undefined, `"${name}" is${found === undefined ? ' not' : ''} there.`);
    if (found === undefined)
      return /^(?:is|has|must|should|contains|equals|holds)/i.test(subject['rest']!)
        ? seen(false, `There is no "${name}".`)
        : undefined;
    return predicate(found.value, subject['rest']!, names);
  }
  const top = TOP.exec(said)?.groups;
  return top === undefined ? undefined : predicate(whole, top['rest']!, names);
}

function onlyArray(whole: unknown): unknown {
  if (Array.isArray(whole)) return whole;
  const arrays = isObject(whole) ? Object.values(whole).filter(Array.isArray) : [];
  return arrays.length === 1 ? arrays[0] : undefined;
}

/** "is a boolean", "has the keys a and b", "contains a field x that is a number", "has two entries", "is 8080". */
function predicate(value: unknown, rest: string, names: readonly string[]): Seen | undefined {
  const shown = (JSON.stringify(value) ?? '').slice(0, 60);
  const turn = (found: Seen | undefined, denied: boolean) =>
    found && denied ? { ...found, holds: !found.holds } : found;
  const fields =
    /^(?:(?:must |should )?(?:has|have|contains?|includes?|carr(?:y|ies)|defines?|holds?|specif(?:y|ies)|sets?|lists?))(?<no> no)?(?: (?:at least )?(?:an?|the|both|all))?(?: (?:fields?|keys?|propert(?:y|ies)|entr(?:y|ies)|values?|attributes?))?(?: (?:called|named))? (?<list>§\d+(?:(?:,? (?:and |or )?|, ?)§\d+)*)(?<more>.*)$/i.exec(
      rest,
    )?.groups;
  if (fields !== undefined) {
    const wanted = [...fields['list']!.matchAll(/§(\d+)/g)].map(([, index]) => names[Number(index)]!);
    const missing = wanted.find((name) => !holdsName(value, name));
    const more = fields['more']!.trim()
      .replace(/^(?:fields?|keys?|propert(?:y|ies)|entr(?:y|ies)|attributes?|members?)\b\s*/i, '')
      .replace(/^(?:that|which|and|with|whose values?) /i, '');
    if (more !== '' && missing === undefined && isObject(value)) return predicate(value[wanted[0]!], more, names);
    if (more !== '' && missing === undefined) return undefined;
    return turn(
      seen(missing === undefined, missing === undefined ? 'All are there.' : `There is no "${missing}".`),
      fields['no'] !== undefined,
    );
  }
  const sized =
    /^(?:is|has|have|contains?|holds?|consists of|lists?)(?: an? (?:array|list|object)(?: with| of)?)? (?<bound>exactly |at least |at most |more than |fewer than |no more than )?(?<n>[\w]+) (?:entries|items|elements|values|members|keys|fields|objects|records|strings|numbers)$/i.exec(
      rest,
    )?.groups;
  const n = readNumber(sized?.['n']);
  if (n !== undefined && typeof value === 'object' && value !== null) {
    const has = Object.keys(value).length;
    const bound = sized?.['bound']?.trim() ?? '';
    const holds = /least/.test(bound)
      ? has >= n
      : /most|no more/.test(bound)
        ? has <= n
        : /^more/.test(bound)
          ? has > n
          : /fewer/.test(bound)
            ? has < n
            : has === n;
    return seen(holds, `It has ${has}.`);
  }
  const is =
    /^(?:(?:must|should) )?(?:is|are|be|equals?|has the value|reads)(?<no> not| never)? (?:(?:set|given|equal|written|stored) (?:as|to) )?(?:an? |the )?(?:json |yaml )?(?<what>.+)$/i.exec(
      rest,
    )?.groups;
  if (is === undefined) return undefined;
  return turn(isWhat(value, is['what']!, names, shown), is['no'] !== undefined);
}

function isWhat(value: unknown, what: string, names: readonly string[], shown: string): Seen | undefined {
  const type = TYPES.find(([pattern]) => new RegExp(`^${pattern.source}$`).test(what.toLowerCase()));
  if (type !== undefined) return seen(type[1](value), `It is ${shown}.`);
  const bound =
    /^(?<bound>at least|at most|greater than|more than|less than|below|above|under|over) (?<n>-?[\d.,]+)$/i.exec(
      what,
    )?.groups;
  if (bound !== undefined && typeof value === 'number') {
    const n = Number(bound['n']!.replace(/,/g, ''));
    const word = bound['bound']!.toLowerCase();
    const holds =
      word === 'at least'
        ? value >= n
        : word === 'at most'
          ? value <= n
          : /greater|more|above|over/.test(word)
            ? value > n
            : value < n;
    return seen(holds, `It is ${shown}.`);
  }
  const wanted = /^§(\d+)$/.exec(what)?.[1] === undefined ? what : names[Number(/^§(\d+)$/.exec(what)![1])]!;
  if (!/^(?:true|false|-?[\d.]+|[\w./:@-]+)$/i.test(wanted)) return undefined;
  if (!/^§/.test(what) && !/^(?:true|false|-?[\d.]+)$/i.test(what)) return undefined;
  return seen(String(value).toLowerCase() === wanted.toLowerCase(), `It is ${shown}.`);
}

function holdsName(value: unknown, name: string): boolean {
  if (Array.isArray(value)) return value.includes(name);
  return isObject(value) && Object.hasOwn(value, name);
}

/** The value under a key or a dotted path, wherever it stands. */
function lookUp(whole: unknown, name: string, top = false): { readonly value: unknown } | undefined {
  let at: unknown = whole;
  for (const part of name.split('.')) {
    if (!isObject(at) || !Object.hasOwn(at, part)) {
      const [first = '', ...rest] = name.split('.');
      const below = top
        ? undefined
        : findDeep(isObject(whole) && Object.hasOwn(whole, first) ? undefined : whole, first, 0);
      return rest.length === 0
        ? top
          ? undefined
          : findDeep(whole, name, 0)
        : below && lookUp(below.value, rest.join('.'), true);
    }
    at = at[part];
  }
  return { value: at };
}

function findDeep(at: unknown, name: string, depth: number): { readonly value: unknown } | undefined {
  if (typeof at !== 'object' || at === null || depth > 20) return undefined;
  for (const [key, inner] of Object.entries(at)) {
    if (key.toLowerCase() === name.toLowerCase()) return { value: inner };
    const found = findDeep(inner, name, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
