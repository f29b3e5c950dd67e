/** A message about a relative, read as if it were of whom the record is, where sex and age let it be. */

import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import type { PatientView } from '../patient.ts';
import { settleVerbs } from './person.ts';

const schema = z.strictObject({
  kin: z.array(
    z.strictObject({
      words: z.array(z.string()).min(1),
      sex: z.enum(['female', 'male']).optional(),
      from: z.number().optional(),
      to: z.number().optional(),
      likely: z.tuple([z.number(), z.number()]).optional(),
      bond: z.enum(['forebear', 'spouse', 'child']).optional(),
    }),
  ),
  bystander: z.strictObject({ does: z.array(z.string()).min(1), before: z.array(z.string()).min(1) }),
  cares: z.array(z.string()).min(1),
  asks: z.array(z.string()).min(1),
  example: z.string(),
  counter: z.string(),
});
export const kinData = schema.parse(readRows(new URL('./kin.yml', import.meta.url)));

const KIN_WORDS = new Set(kinData.kin.flatMap(({ words }) => words));

export function isKinWord(word: string): boolean {
  return KIN_WORDS.has(word);
}

type Person = Pick<PatientView, 'sex' | 'age'>;

/** The message in the first person, or undefined where it names no relative that this record can be of. */
export function asPatient(message: string, { sex, age }: Person): string | undefined {
  const words = kinData.kin
    .filter(
      (row) =>
        (row.sex === undefined || sex === null || row.sex === sex) &&
        (age === null || (age >= (row.from ?? 0) && age <= (row.to ?? Number.POSITIVE_INFINITY))),
    )
    .flatMap((row) => row.words)
    .toSorted((a, b) => b.length - a.length);
  return words.length === 0 ? undefined : inFirstPerson(message, words);
}

/** Whoever is called by one of these words speaks themselves; undefined where nobody is. */
export function inFirstPerson(message: string, words: readonly string[]): string | undefined {
  const named = new RegExp(
    `\\b(?:(?:my|our|the|his|her) )?(?:${words.join('|')})(?<own>['’]s)?(?= (?<next>[\\w'’]+)|\\b)`,
    'gi',
  );
  if (!named.test(message)) return undefined;
  const said = message.replace(named, (...found) => {
    const { own, next = '' } = found.at(-1) as { own?: string; next?: string };
    return own === undefined ? 'I' : speaksFor(next);
  });
  return settleVerbs(said);
}

/** "Dad's got", "mum's been", "gran's not eating", "his wife's foot": has, is, or whose. */
function speaksFor(next: string): string {
  if (/^(?:got|been|had|gone|lost|started|stopped|taken|come|fallen|\w+ed)$/i.test(next)) return 'I have';
  return /^(?:a|an|not|very|so|in|on|just|really|still|too|all|more|suddenly|\w+ing)$/i.test(next) ? 'I am' : 'my';
}
