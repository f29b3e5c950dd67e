/** Names of the common outcomes, and the words that say what became of one: data, from outcomes.yml. */

import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';

const words = z.array(z.string());
const schema = z.strictObject({
  outcomes: z.record(
    z.string(),
    z.strictObject({
      good: z.enum(['more', 'fewer']),
      harm: z.literal(true).optional(),
      facets: words.default([]),
      words,
    }),
  ),
  kinds: words,
  heads: z.strictObject({ wanted: words, turning: words, lacking: words }),
  events: words,
  measures: words,
  wanted: words,
  unwanted: words,
  unwanted_endings: words,
  changes: z.strictObject({ same: words, better: words, worse: words, up: words, down: words }),
  effect: words,
  acts: words,
  gives: words,
  openings: words,
  comparing: z.strictObject({
    ...{ links: words, weak: words, marks: words, better: words, equal: words, worse: words },
  }),
  standing: words,
});

let known: z.infer<typeof schema> | undefined;

export function outcomeWords(): z.infer<typeof schema> {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'outcomes.yml')));
  return known;
}
