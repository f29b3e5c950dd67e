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
      watched: z.literal(true).optional(),
      facets: words.default([]),
      words,
    }),
  ),
  scales: z.strictObject({ fewer: words, more: words }),
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
  asking: words,
  comparing: z.strictObject({
    ...{ links: words, weak: words, marks: words, better: words, equal: words, worse: words },
  }),
  standing: words,
});

let known: z.infer<typeof schema> | undefined;

export function outcomeWords(): z.infer<typeof schema> {
  known ??= withScales(schema.parse(readRows(join(import.meta.dirname, 'outcomes.yml'))));
  return known;
}

type Outcome = z.infer<typeof schema>['outcomes'][string];

/** A score is an outcome by its own name. */
function withScales(read: z.infer<typeof schema>): z.infer<typeof schema> {
  const scales = (['fewer', 'more'] as const).flatMap((good) =>
    read.scales[good].map((name): [string, Outcome] => [name, { good, facets: [], words: [name] }]),
  );
  return { ...read, outcomes: { ...Object.fromEntries(scales), ...read.outcomes } };
}
