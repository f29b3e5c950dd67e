/** Data as collections: "Every service has a healthcheck", "Defines a service called cache", "No image is tagged latest". */
import { parse } from 'yaml';
import { type Artifact, type Seen, seen } from '../seen.ts';

type Fields = Readonly<Record<string, unknown>>;

const EACH =
  /^(?:every|each) (?<noun>[\w-]+) (?:has|have|defines|declares|carries|names|sets|comes with) (?:an? |its own |the )?(?:field |key |entry )?[`"]?(?<key>[\w-]+(?: [\w-]+)?)[`"]?(?: (?:entry|key|field|property|section|setting|label))?$/i;
const NAMED =
  /^(?:defines|declares|has|contains|there is) an? (?<noun>[\w-]+) (?:called|named) [`"]?(?<name>[\w.-]+)[`"]?$/i;
const TAGGED = /^no (?<noun>[\w-]+) (?:is|are) (?:tagged|pinned to|set to|called) [`"]?(?<value>[\w.-]+)[`"]?$/i;

export function judgeCollections({ text, path, code }: Artifact, criterion: string): Seen | undefined {
  if (code !== undefined || !/\.(?:json|ya?ml)$/i.test(path ?? '')) return undefined;
  let whole: unknown;
  try {
    whole = parse(text);
  } catch {
    return undefined;
  }
  const each = EACH.exec(criterion)?.groups;
  if (each !== undefined) return judgeEach(whole, each['noun']!, each['key']!);
  const named = NAMED.exec(criterion)?.groups;
  if (named !== undefined) return judgeNamed(whole, named['noun']!, named['name']!);
  const tagged = TAGGED.exec(criterion)?.groups;
  return tagged && judgeTagged(whole, tagged['noun']!, tagged['value']!);
}

function judgeEach(whole: unknown, noun: string, key: string): Seen | undefined {
  const members = membersOf(whole, noun);
  if (members === undefined || members.length === 0) return undefined;
  const wanted = fold(key);
  const has = (value: unknown): boolean =>
    isFields(value) && Object.entries(value).some(([own, inner]) => fold(own) === wanted || has(inner));
  const odd = members.find(([, value]) => !has(value));
  return odd === undefined
    ? seen(true, `All ${members.length} have it.`)
    : seen(false, `${odd[0]} has no ${key}.`, { evidence: odd[0] });
}

function judgeNamed(whole: unknown, noun: string, name: string): Seen | undefined {
  const members = membersOf(whole, noun);
  if (members === undefined) return undefined;
  const found = members.some(
    ([own, value]) => own === name || (isFields(value) && Object.values(value).includes(name)),
  );
  return seen(found, `There are: ${members.map(([own]) => own).join(', ')}`.slice(0, 200));
}

function judgeTagged(whole: unknown, noun: string, value: string): Seen | undefined {
  const found: string[] = [];
  const walk = (one: unknown, depth: number): void => {
    if (depth > 20 || typeof one !== 'object' || one === null) return;
    for (const [key, inner] of Object.entries(one))
      if (fold(key) === fold(noun) && typeof inner === 'string') found.push(inner);
      else walk(inner, depth + 1);
  };
  walk(whole, 0);
  if (found.length === 0) return undefined;
  const odd = found.find(
    (one) => one === value || one.endsWith(`:${value}`) || (value === 'latest' && !one.includes(':')),
  );
  return seen(odd === undefined, odd === undefined ? `There are: ${found.join(', ')}`.slice(0, 200) : `${odd} is.`);
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands under the plural of a noun, by key or by place; or the elements of lists that each have the noun as a key. */
function membersOf(whole: unknown, noun: string): [string, unknown][] | undefined {
  const plural = new Set([`${noun}s`, `${noun}es`, noun.replace(/y$/, 'ies')].map(fold));
  let found: [string, unknown][] | undefined;
  const keyed: [string, unknown][] = [];
  const walk = (one: unknown, depth: number): void => {
    if (depth > 20 || typeof one !== 'object' || one === null) return;
    for (const [key, inner] of Object.entries(one)) {
      if (plural.has(fold(key)) && typeof inner === 'object' && inner !== null && found === undefined)
        found = Object.entries(inner);
      if (isFields(inner) && Array.isArray(one) && Object.keys(inner).some((own) => fold(own) === fold(noun)))
        keyed.push([String(Object.entries(inner).find(([own]) => fold(own) === fold(noun))![1]), inner]);
      walk(inner, depth + 1);
    }
  };
  walk(whole, 0);
  return found ?? (keyed.length > 0 ? keyed : undefined);
}
