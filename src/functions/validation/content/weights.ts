/** What each sign weighs (weights.json), learned from the labelled sets by `npm run learn:verdicts`. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SIGNS, type Signs } from './signs.ts';

export const CLASSES = ['met', 'violated', 'undecidable'] as const;
export type Class = (typeof CLASSES)[number];

const row = z.strictObject({ bias: z.number(), signs: z.record(z.enum(SIGNS), z.number()) });
/** A topic is spoken of or not; what is said of something may also be left open. */
const weights = z.strictObject({
  topic: z.record(z.enum(['met', 'violated']), row),
  fact: z.record(z.enum(CLASSES), row),
});
export type Weights = z.infer<typeof weights>;
export type Row = z.infer<typeof row>;

let kept: Weights | undefined;

function read(): Weights {
  kept ??= weights.parse(JSON.parse(readFileSync(new URL('./weights.json', import.meta.url), 'utf8')));
  return kept;
}

/** How likely each verdict is, by all signs together. */
export function chances(
  mode: keyof Weights,
  values: Signs['values'],
  own: Weights = read(),
): Partial<Record<Class, number>> {
  const rows = Object.entries(own[mode]) as [Class, Row][];
  const sums = rows.map(([, { bias, signs }]) => SIGNS.reduce((sum, sign) => sum + signs[sign] * values[sign], bias));
  const most = Math.max(...sums);
  const shares = sums.map((sum) => Math.exp(sum - most));
  const whole = shares.reduce((sum, one) => sum + one, 0);
  return Object.fromEntries(rows.map(([one], index) => [one, shares[index]! / whole]));
}
