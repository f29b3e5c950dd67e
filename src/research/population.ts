/** For whom: groups by age, as a text names them or gives their years. "Aged 12 years and older" speaks of adolescents. */

import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../text/rows.ts';
import { foldText, hasAny } from './evidence/words.ts';
import { names, readText, topicOf } from './topic.ts';

const schema = z.strictObject({
  groups: z.record(z.string(), z.strictObject({ from: z.number(), to: z.number(), words: z.array(z.string()) })),
  states: z.record(z.string(), z.array(z.string())),
  kinds: z.array(z.record(z.string(), z.array(z.string()))),
  sexes: z.record(z.string(), z.array(z.string())),
  diseases: z.array(z.string()),
  left_out: z.array(z.string()),
  denied: z.array(z.string()),
  only: z.array(z.string()),
});
let known: z.infer<typeof schema> | undefined;

export function populations(): z.infer<typeof schema> {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'populations.yml')));
  return known;
}

const groups = () => populations().groups;

export interface Ages {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

const OLDEST = 130;
const YEARS = '(?:years?|yrs?)';
/** Years are an age only where something says so: a follow-up has years too. */
const AGED = '(?:aged?|ages|children|adolescents|boys|girls|patients|participants|people|adults|women|men),? ';
const OLD = ' (?:of age|olds?)';

/** The years that a text gives: "aged 12 to 17 years", "≥ 65 years of age", "under 18", "6-11-year-olds". */
export function agesIn(text: string): Ages[] {
  const plain = foldText(text)
    .replace(/-year(?:s?)-?/g, ' years ')
    .replace(/\s+/g, ' ');
  const found: Ages[] = [];
  const take = (pattern: string, read: (a: number, b: number) => Ages) => {
    for (const [, a, b] of plain.matchAll(new RegExp(pattern, 'g'))) found.push(read(Number(a), Number(b)));
  };
  const takeAged = (pattern: string, read: (a: number, b: number) => Ages) => {
    take(`${AGED}(?:between )?${pattern}(?: ${YEARS})?`, read);
    take(`${pattern} ${YEARS}${OLD}`, read);
  };
  takeAged(`\\b(\\d{1,2})(?: ${YEARS})?\\s?(?:to|-|and|through)\\s?(\\d{1,3})\\b`, (a, b) => ({ from: a, to: b + 1 }));
  takeAged('(?:≥|>=|at least|over|older than|above) ?(\\d{1,2})\\b', (a) => ({ from: a, to: OLDEST }));
  takeAged('(?:<|under|below|younger than) ?(\\d{1,2})\\b', (a) => ({ from: 0, to: a }));
  take(`\\b(\\d{1,2})(?: ${YEARS})?(?: of age)? (?:and|or) (?:older|above|over)\\b`, (a) => ({ from: a, to: OLDEST }));
  take(`\\b(\\d{1,2})(?: ${YEARS})?(?: of age)? (?:and|or) (?:younger|below|under)\\b`, (a) => ({
    from: 0,
    to: a + 1,
  }));
  take(`\\b(\\d{1,2}) ${YEARS}${OLD}`, (a) => ({ from: a, to: a + 1 }));
  take('\\b(\\d{1,2})[ -]months?[ -]olds?\\b', (a) => ({ from: a / 12, to: a / 12 + 0.1 }));
  take('(?:older than|over the age of) (\\d{1,2})\\b', (a) => ({ from: a, to: OLDEST }));
  take('(?:younger than|under the age of) (\\d{1,2})\\b', (a) => ({ from: 0, to: a }));
  return found.filter(({ from, to }) => from < to && to <= OLDEST + 1);
}

/** The groups of which a text speaks, by name or by years. One that it leaves out it speaks of too: to say so. */
export function groupsIn(text: string): string[] {
  const plain = foldText(text);
  const ages = agesIn(text);
  return Object.entries(groups())
    .filter(([, { from, to, words }]) => hasAny(plain, words) || ages.some((span) => span.from < to && span.to > from))
    .map(([name]) => name);
}

/** The source speaks of this group: by its words, its years, or what the group has. */
export function isFor(
  { title, excerpt, groups: named = [] }: { title: string; excerpt: string; groups?: readonly string[] | undefined },
  population: string,
): boolean {
  const wanted = groupsIn(population);
  if (wanted.some((group) => named.includes(group))) return true;
  const text = `${title}. ${excerpt}`;
  const { subjects } = topicOf(population);
  if (subjects.length === 0) return text.toLowerCase().includes(population.toLowerCase());
  const reading = readText(text);
  return subjects.some((subject) => names(reading, subject));
}

interface Grouped {
  readonly groups?: readonly string[] | undefined;
}

/** Two sources may speak of the same people: they name a group in common, or one of them names none. */
export function isSamePeople({ groups: some = [] }: Grouped, { groups: others = [] }: Grouped): boolean {
  return some.length === 0 || others.length === 0 || some.some((group) => others.includes(group));
}

/** The narrowest groups of which all of these speak. */
export function sharedGroups(rows: readonly Grouped[]): string[] {
  const [first, ...rest] = rows;
  const shared = (first?.groups ?? []).filter((group) => rest.every(({ groups: named = [] }) => named.includes(group)));
  const known = groups();
  const holds = (wide: string, narrow: string) =>
    wide !== narrow && known[wide]!.from <= known[narrow]!.from && known[wide]!.to >= known[narrow]!.to;
  return shared.filter((group) => !shared.some((other) => holds(group, other)));
}
