/**
 * How likely it is that reading cannot settle a criterion, by what it is about: how something runs, what people think or do,
 * what is to come, what the world is like. Learned from criteria by their meaning (openness.json, `npm run learn:verdicts`).
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const row = z.strictObject({ bias: z.number(), weights: z.array(z.number()) });
const shape = z.strictObject({ code: row, text: row });
export type Openness = z.infer<typeof shape>;

let kept: Openness | undefined;

export function openness(vector: Int8Array | undefined, kind: keyof Openness, own?: Openness): number {
  if (vector === undefined) return 0;
  const { bias, weights } = (own ?? read())[kind];
  const unit = scaled(vector);
  return 1 / (1 + Math.exp(-weights.reduce((sum, weight, at) => sum + weight * unit[at]!, bias)));
}

function read(): Openness {
  kept ??= shape.parse(JSON.parse(readFileSync(new URL('./openness.json', import.meta.url), 'utf8')));
  return kept;
}

/** A vector of length one, times what makes its parts about as large as a sign. */
export function scaled(vector: Int8Array): Float64Array {
  const length = Math.hypot(...vector) || 1;
  return Float64Array.from(vector, (one) => (6 * one) / length);
}
