/** Signs that decide how soon somebody must be seen, found in plain words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

export const URGENCIES = ['emergency', 'today', 'soon', 'routine'] as const;
export type Urgency = (typeof URGENCIES)[number];

const entry = z.strictObject({ sign: z.string(), words: z.array(z.string()).min(1) });
const schema = z.strictObject({
  emergency: z.array(entry),
  today: z.array(entry),
  soon: z.array(entry),
  routine: z.array(entry),
});

const signs = schema.parse(parse(readFileSync(join(import.meta.dirname, '../_data/signs.yml'), 'utf8')));

/** The most urgent signs in a text, if there are any. */
export function findSigns(text: string): { urgency: Urgency; signs: string[] } | undefined {
  const clauses = splitClauses(text);
  for (const urgency of URGENCIES) {
    const found = signs[urgency].filter(({ words }) =>
      words.some((word) => clauses.some((clause) => says(clause, word))),
    );
    if (found.length > 0) return { urgency, signs: found.map(({ sign }) => sign) };
  }
  return undefined;
}

/** A denial reaches no further than its clause: "no chest pain, but my arm is numb". When in doubt, the sign counts. */
function splitClauses(text: string): string[] {
  const plain = text.toLowerCase().replaceAll('’', "'");
  return plain.split(/[.,;!?\n]+|\bbut\b/);
}

const DENIAL =
  /\b(no|without|never|denies|isn't|not an?|not any|((do|did|have|had) not|don't|didn't|haven't) (have|had|any))\b/;
const PAST = /\b(last year|years? ago|in (19|20)\d\d|history of|used to|when i was)\b/;

function says(clause: string, word: string): boolean {
  const at = new RegExp(`(?<![\\p{L}])${word.replaceAll(' ', '\\s+')}(?![\\p{L}])`, 'u').exec(clause);
  if (at === null || PAST.test(clause)) return false;
  return !DENIAL.test(clause.slice(0, at.index).split(' ').slice(-5).join(' '));
}
