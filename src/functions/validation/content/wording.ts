/** The words by which a criterion asks that a document say something (wording.yml). */
import { z } from 'zod';
import { sheet } from '../../analysis/sheet.ts';

const list = z.array(z.string());
const verbs = list.transform((words) => new Set(words));

export const ANSWERS = ['time', 'amount', 'person', 'reason', 'manner', 'place', 'contact', 'whether'] as const;
export type Answer = (typeof ANSWERS)[number];

export const readSaying = sheet(
  './wording.yml',
  import.meta.url,
  z.strictObject({
    plain: verbs,
    acts: verbs,
    denies: verbs,
    documents: list.transform((words) => new Set(words)),
    hearers: list.transform((words) => new Set(words)),
    passives: list,
    presence: list,
    answers: z.record(z.enum(ANSWERS), list),
  }),
);

/** "says", "carries", "discusses", "denied": what the verb is without its ending. */
export function basesOf(lower: string): string[] {
  const endings: readonly (readonly [RegExp, string])[] = [
    [/ies$/, 'y'],
    [/ied$/, 'y'],
    [/es$/, ''],
    [/s$/, ''],
    [/ed$/, ''],
    [/ed$/, 'e'],
    [/has$/, 'have'],
  ];
  return [lower, ...endings.flatMap(([ending, then]) => (ending.test(lower) ? [lower.replace(ending, then)] : []))];
}
