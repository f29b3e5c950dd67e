/** Which way a day without a year lies: what is past, and what is arranged and told in the present. The words are data. */
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';

const list = z.array(z.string().min(2)).min(1);
const told = z.array(z.strictObject({ says: z.string(), day: z.string() })).min(1);
export const tense = z
  .strictObject({
    ...{ past: list, ahead: list, arranged: list, stands: list, between: list },
    ...{ examples: told, counters: told },
  })
  .parse(readRows(new URL('./tense.yml', import.meta.url)));

const PAST = anyOf(tense.past);
const AHEAD = anyOf(tense.ahead);
const ARRANGED = new RegExp(`(?<![\\p{L}])(?:${tense.arranged.join('|')})(?![\\p{L}])`, 'iu');
const STANDS = new RegExp(`\\s?(?:${tense.stands.join('|')})(?:\\s+(?:${tense.between.join('|')}))*\\s*$`, 'i');

function anyOf(words: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${words.join('|')})\\b`, 'i');
}

/** Whether the clause speaks of a day to come; `before` is what stands right before the day. */
export function speaksOfFuture(clause: string, before = ''): boolean {
  if (PAST.test(clause)) return false;
  return AHEAD.test(clause) || ARRANGED.test(clause) || STANDS.test(before);
}
