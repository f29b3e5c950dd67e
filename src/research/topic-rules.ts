/** For whom, without whom and how much of it a request says: rows of topic.yml, compiled. */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../text/rows.ts';

const KINDS = ['whom', 'people', 'patient', 'excluded', 'given', 'amount'] as const;
type Kind = (typeof KINDS)[number];

const words = z.array(z.string());
const schema = z.array(
  z.strictObject({
    kind: z.enum(KINDS),
    words: z.array(words),
    /** What has to follow, by how it begins. */
    ahead: words.optional(),
    ...{ example: z.string(), counter: z.string() },
  }),
);

let known: z.infer<typeof schema> | undefined;

export function topicRules(): z.infer<typeof schema> {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'topic.yml')));
  return known;
}

const patterns = new Map<Kind, RegExp>();

/** Where what is said for whom begins: the ends of all cues. */
export function whomCues(text: string): number[] {
  return cuesOf('whom', text);
}

/** "Nursing mothers", "smokers": a name of people. */
export function isOfPeople(name: string): boolean {
  return patternOf('people', (rows) => new RegExp(`(?<![\\p{L}\\p{N}-])(?:${rows})$`, 'iu')).test(name);
}

/** Where what somebody has begins: "has gout and asthma". */
export function patientCues(text: string): number[] {
  return cuesOf('patient', text);
}

function cuesOf(kind: 'whom' | 'patient', text: string): number[] {
  const cue = patternOf(kind, (rows) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${rows})`, 'giu'));
  return [...text.matchAll(cue)].map(({ index, 0: found }) => index + found.length);
}

/** What follows is not to be what it is about. */
export function isExcludedBehind(before: string): boolean {
  return patternOf('excluded', (rows) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${rows}) $`, 'iu')).test(before);
}

/** A medicine without how much of it and by which way: "high-dose biotin" is biotin, "abrelimus 20 mg" abrelimus. */
export function withoutAmount(name: string): string {
  const given = patternOf('given', (rows) => new RegExp(`^(?:(?:${rows})\\s+)+(?=\\S)`, 'iu'));
  const amount = patternOf('amount', (rows) => new RegExp(`(?<=\\S)\\s+\\d+(?:[.,]\\d+)?\\s?(?:${rows})$`, 'iu'));
  return name.replace(given, '').replace(amount, '');
}

function patternOf(kind: Kind, make: (rows: string) => RegExp): RegExp {
  const found = patterns.get(kind);
  if (found !== undefined) return found;
  const rows = topicRules().filter((row) => row.kind === kind);
  const pattern = make(rows.map(rowPattern).join('|'));
  patterns.set(kind, pattern);
  return pattern;
}

const BETWEEN = '[ -]';

function rowPattern({ words: lists, ahead }: z.infer<typeof schema>[number]): string {
  const parts = lists.map((list, at) => {
    const [isFree, some] = list[0] === '~' ? [true, list.slice(1)] : [false, list];
    const one = `(?:${some.map(escaped).join('|')})(?![\\p{L}\\p{N}])`;
    // A free word before the first brings the gap behind it, any other the gap before it.
    if (!isFree) return at === 0 || lists.slice(0, at).every(([first]) => first === '~') ? one : `${BETWEEN}${one}`;
    return at === 0 ? `(?:${one}${BETWEEN})?` : `(?:${BETWEEN}${one})?`;
  });
  return `${parts.join('')}${ahead === undefined ? '' : ` (?=${ahead.map(escaped).join('|')})`}`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/ /g, '[ -]');
}
