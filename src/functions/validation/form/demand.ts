/**
 * A criterion about the form of a text, read piece by piece: of which part it speaks, what is counted or looked for in it,
 * within which bounds, and whether it is denied. Whatever word is left over was not understood, and then nothing is said.
 */
import { z } from 'zod';
import { sheet } from '../../analysis/sheet.ts';
import { readSaying } from '../content/wording.ts';
import { readNumber } from '../seen.ts';

const list = z.array(z.string());

export const readFormWords = sheet(
  './words.yml',
  import.meta.url,
  z.strictObject({
    fillers: list.transform((words) => new Set(words)),
    artifacts: list.transform((words) => new Set(words)),
    places: list.transform((words) => new Set(words)),
    ...{ most: list, under: list, least: list, over: list },
    units: z.record(z.string(), list),
    signs: z.record(z.string(), z.string()),
    tongues: list,
    formats: list,
  }),
);

export interface Bound {
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

export interface Demand {
  readonly negative: boolean;
  /** Each of these parts, or the first or last of them, or (undefined) the whole. */
  readonly scope?: { readonly unit: string; readonly which: 'each' | 'first' | 'last' | 'some' } | undefined;
  readonly unit?: string | undefined;
  readonly bound?: Bound | undefined;
  /** A second count: "a list of four items". */
  readonly inner?: { readonly unit: string; readonly bound: Bound } | undefined;
  readonly relation?: 'begins' | 'ends' | 'holds' | 'is' | undefined;
  readonly literals: readonly string[];
  readonly tongue?: string | undefined;
  readonly format?: string | undefined;
  readonly case?: string | undefined;
  readonly same?: boolean | undefined;
}

/** Parts that words, characters or sentences are counted in. */
const PLAIN = new Set(['line', 'paragraph', 'sentence', 'heading', 'bullet point', 'item', 'numbered item']);

/** The criterion as it is worked off: what is understood is taken out. */
class Rest {
  text: string;
  readonly literals: string[] = [];
  constructor(given: string) {
    const plain = given
      .replace(/[“”]/g, '"')
      .replace(/[‘’]/g, "'")
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[.!]+$/, '');
    const bare = plain.replace(/"([^"]{1,200})"|`([^`]{1,200})`|(?<=\s|^)'([^']{2,200})'(?=\W|$)/g, (_all, a, b, c) => {
      this.literals.push((a ?? b ?? c) as string);
      return ' § ';
    });
    const open = bare.replace(/(?<=\b(?:reads|header(?: row)? is):? )(\S+,\S+)$/, (value: string) => {
      this.literals.push(value);
      return '§';
    });
    this.text = ` ${open.toLowerCase().replace(/[,:;()]/g, ' ')} `.replace(/\s+/g, ' ');
  }
  take(pattern: RegExp): RegExpExecArray | undefined {
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.text = `${this.text.slice(0, match.index)} ${this.text.slice(match.index + match[0].length)}`.replace(
      /\s+/g,
      ' ',
    );
    return match;
  }
  takePhrase(phrases: readonly string[]): string | undefined {
    const longest = [...phrases].sort((a, b) => b.length - a.length);
    return longest.find(
      (phrase) => this.take(new RegExp(` ${phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?= )`)) !== undefined,
    );
  }
}

const NUMBER =
  '(?:an? single|single|[\\d,]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|zero)';

export function readDemand(given: string): Demand | undefined {
  const rest = new Rest(
    withPlainSubject(given).replace(
      /^the (?:steps|instructions|points|tasks|ingredients|rules|items) (?:are|form|make up|come as) (?=an? )/i,
      'Has ',
    ),
  );
  rest.take(/ (?:the )?(?:exact )?(?:words?|phrases?|text|term|string|sentence|expression|name|line)(?= §)/);
  rest.take(/ (?:markdown|separate|distinct|plain)(?= (?:heading|table|list|link|paragraph|section|line))/);
  rest.take(/ (?:mentions?|says?|names?)(?= (?:no |neither )?§)/);
  const same = rest.take(/ same (?:number|amount) of(?= )/) !== undefined;
  const format = takeFormat(rest);
  const part = takeScope(rest);
  const bounds = takeBounds(rest);
  const negative = takeDenial(rest);
  const relation = takeRelation(rest);
  const sign = takeSign(rest, relation);
  const letters = rest.take(
    / (?:in |all )*(lower ?-?case|upper ?-?case|capital letters|capitals|title case|sentence case)(?= )/,
  )?.[1];
  const counted = takeCounted(rest);
  const inner = counted === undefined ? undefined : takeCounted(rest);
  const tongue = rest.takePhrase(readFormWords().tongues);
  if (!isWorkedOff(rest) || (bounds !== undefined && counted === undefined)) return undefined;
  // A bound whose number was not understood would be no bound.
  if (bounds !== undefined && bounds.kind !== 'between' && counted?.n === undefined && inner?.n === undefined)
    return undefined;
  const literals = sign === undefined ? rest.literals : [...rest.literals, sign];
  const shared = { negative, relation, literals, tongue, format, case: letters, same };
  // "Sentences are no longer than 20 words": the first is the part, the second is counted in each.
  if (inner !== undefined && counted!.n === undefined && (bounds !== undefined || PLAIN.has(counted!.unit)))
    return part === undefined && PLAIN.has(counted!.unit)
      ? { ...shared, scope: { unit: counted!.unit, which: 'each' }, unit: inner.unit, bound: boundsOf(bounds, inner.n) }
      : undefined;
  const second =
    inner === undefined ? {} : { inner: { unit: inner.unit, bound: boundsOf(undefined, inner.n) ?? { least: 1 } } };
  return { ...shared, scope: part, unit: counted?.unit, bound: boundsOf(bounds, counted?.n), ...second };
}

/** "The settings file parses as JSON": whatever stands before the noun that means the artifact says nothing of its form. */
function withPlainSubject(given: string): string {
  const { artifacts, units, places } = readFormWords();
  const { documents } = readSaying();
  const counted = new Set(Object.values(units).flat());
  const match =
    /^the ((?:[\w'-]+ ){1,2})(?<noun>[\w-]+) (?=(?:is|are|has|have|must|should|parses?|loads?|contains?|begins?|starts?|ends?|reads?)\b)/i.exec(
      given,
    );
  const noun = match?.groups?.['noun']?.toLowerCase() ?? '';
  if (match === null || !(artifacts.has(noun) || documents.has(noun)) || counted.has(noun)) return given;
  // "The first entry", "the subject line": which part of it, not which artifact.
  const before = match[1]!.trim().toLowerCase().split(' ');
  if (before.some((word) => counted.has(word) || places.has(word))) return given;
  return `The ${noun} ${given.slice(match[0].length)}`;
}

interface Limits {
  readonly kind: 'most' | 'under' | 'least' | 'over' | 'between';
  readonly n?: number | undefined;
  readonly m?: number | undefined;
}

function takeBounds(rest: Rest): Limits | undefined {
  const between = rest.take(new RegExp(` (?:between )?(${NUMBER}) (?:and|to|-|–) (${NUMBER})(?= )`));
  if (between !== undefined) return { kind: 'between', n: numberOf(between[1]), m: numberOf(between[2]) };
  const words = readFormWords();
  const found = (['most', 'least', 'under', 'over'] as const)
    .map((kind) => ({
      kind,
      phrase: [...words[kind]].sort((a, b) => b.length - a.length).find((one) => rest.text.includes(` ${one} `)),
    }))
    .filter((one) => one.phrase !== undefined)
    .sort((a, b) => b.phrase!.length - a.phrase!.length)[0];
  if (found === undefined) return undefined;
  rest.takePhrase([found.phrase!]);
  return { kind: found.kind };
}

function numberOf(said: string | undefined): number | undefined {
  return /single/.test(said ?? '') ? 1 : readNumber(said);
}

function boundsOf(limits: Limits | undefined, n: number | undefined): Bound | undefined {
  if (limits?.kind === 'between') return { least: limits.n, most: limits.m };
  if (n === undefined) return undefined;
  if (limits === undefined) return { least: n, most: n };
  if (limits.kind === 'most') return { most: n };
  if (limits.kind === 'under') return { most: n - 1 };
  return { least: limits.kind === 'over' ? n + 1 : n };
}

/** "Four items", "second-level headings": the number may be missing. */
function takeCounted(rest: Rest): { unit: string; n: number | undefined } | undefined {
  const { units } = readFormWords();
  const names = Object.entries(units).flatMap(([unit, aliases]) => aliases.map((alias) => ({ unit, alias })));
  names.sort((a, b) => b.alias.length - a.alias.length);
  const first = names
    .map((one) => ({ ...one, at: rest.text.search(new RegExp(` ${one.alias}(?= )`)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.alias.length - a.alias.length)[0];
  if (first === undefined) return undefined;
  const match = rest.take(new RegExp(` (?:(${NUMBER}) )?(?:of )?${first.alias}(?= )`));
  return match && { unit: first.unit, n: numberOf(match[1]) };
}

const PART = 'line|paragraph|sentence|heading|bullet point|bullet|item|row|word|list item|step';
const PART_UNITS: Readonly<Record<string, string>> = {
  bullet: 'bullet point',
  'list item': 'item',
  step: 'numbered item',
};

function takeScope(rest: Rest): Demand['scope'] {
  const unitOf = (name: string) => PART_UNITS[name] ?? name;
  const some = rest.take(
    new RegExp(
      ` (?:there (?:is|must be|should be) )?(?:an?|one) (${PART}) (?=(?:that )?(?:begin|start|end|read|contain|say))`,
    ),
  );
  if (some !== undefined) return { unit: unitOf(some[1]!), which: 'some' };
  const each = rest.take(
    new RegExp(
      ` (?:(?:each|every|all)(?: of the| the)? (${PART})s?|no (${PART}) (?=is |has |may |exceeds |ends |begins |starts |contains |should |can ))(?= ?)`,
    ),
  );
  if (each !== undefined) {
    if (/^ no/.test(each[0])) rest.text = ` no${rest.text}`;
    return { unit: unitOf((each[1] ?? each[2])!), which: 'each' };
  }
  const one = rest.take(new RegExp(` (?:the )?(first|last|opening|closing|final|header|subject) (${PART})(?= )`));
  if (one !== undefined && /header|subject/.test(one[1]!)) return { unit: 'line', which: 'first' };
  if (one !== undefined) return { unit: unitOf(one[2]!), which: /last|closing|final/.test(one[1]!) ? 'last' : 'first' };
  if (
    rest.take(/ (?:the )?(?:title|main heading)(?= (?:is|reads|has|begins|starts|ends|of|no|in|contains|at|under))/) !==
    undefined
  )
    return { unit: 'title', which: 'first' };
  return undefined;
}

const RELATIONS: readonly (readonly [RegExp, NonNullable<Demand['relation']>])[] = [
  [/ (?:begins?|starts?|opens?|beginning|starting|opening)(?: with)?(?= )/, 'begins'],
  [/ (?:ends?|closes?|ending|closing|signed off|signs? off|finish(?:es)?)(?: with| in)?(?= )/, 'ends'],
  [/ (?:reads|says|is called|is titled|titled|called|named|headed)(?= )/, 'is'],
];

function takeRelation(rest: Rest): Demand['relation'] {
  for (const [pattern, relation] of RELATIONS) if (rest.take(pattern) !== undefined) return relation;
  return rest.literals.length > 0 ? 'holds' : undefined;
}

const CLEANLY = '(?: cleanly| without (?:an? |any )?(?:errors?|problems?|complaints?))?';

function takeFormat(rest: Rest): string | undefined {
  const names = readFormWords().formats.join('|');
  const lead = '(?:valid|well-formed|syntactically (?:valid|correct)|correct|parsable|parseable|proper|legal|strict)';
  const match =
    rest.take(
      new RegExp(
        ` (?:parses?|can be parsed|can be read|compiles?|loads?|reads?)${CLEANLY} as (?:valid |strict )?(${names})${CLEANLY}(?= )`,
      ),
    ) ?? rest.take(new RegExp(` ${lead}(?: piece of)? (${names})(?: (?:code|syntax|document|file|format))?(?= )`));
  return match?.[1];
}

function takeSign(rest: Rest, relation: Demand['relation']): string | undefined {
  if (relation !== 'begins' && relation !== 'ends') return undefined;
  const { signs } = readFormWords();
  const name = rest.takePhrase(Object.keys(signs));
  return name === undefined ? undefined : signs[name];
}

function takeDenial(rest: Rest): boolean {
  let denials = 0;
  while (
    rest.take(
      / (?:no|not|never|without|avoids?|free of|free from|lacks?|absent|nowhere|omits?|don't|doesn't|cannot)(?= )/,
    ) !== undefined
  )
    denials++;
  return denials % 2 === 1;
}

function isWorkedOff({ text }: Rest): boolean {
  const { fillers, artifacts } = readFormWords();
  const { documents } = readSaying();
  return text
    .split(' ')
    .every(
      (word) =>
        word === '' ||
        word === '§' ||
        fillers.has(word) ||
        artifacts.has(word) ||
        documents.has(word) ||
        artifacts.has(word.replace(/'s$/, '')),
    );
}
