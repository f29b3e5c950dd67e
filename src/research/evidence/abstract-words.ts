/** Words of how a text about a study is built: abstract.yml. */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';

export const ROLES = ['background', 'method', 'result', 'conclusion'] as const;
export type Role = (typeof ROLES)[number];

const words = z.array(z.string());
const schema = z.strictObject({
  sections: z.record(z.enum(ROLES), words),
  ...{ aside: words, own: words, others: words, parts: words, run_in: words, imperatives: words },
  ...{ done: words, kinds: words, grounds: words, places: words, compared: words, common: words, agents: words },
  ...{ openings: words, ends: words, verbs: words, losses: words, caused: words },
  ...{ none: words, giving: words, subgroups: words, power: words, secondary: words, doubts: words },
  stopping: z.strictObject({ verbs: words, asked: words, nouns: words, assigned: words, designs: words }),
  lengths: z.strictObject({ units: words, numbers: words, asked: words }),
});

let known: z.infer<typeof schema> | undefined;

export function abstractWords(): z.infer<typeof schema> {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'abstract.yml')));
  return known;
}
