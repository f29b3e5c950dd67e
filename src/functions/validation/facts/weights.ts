/** What each sign weighs (weights.json), learned from the labelled sets by `npm run learn:verdicts`. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SIGNS, type Values } from './signs.ts';

/** What a claim says without its denial: it holds, it fails, or no reading settles it. */
export const CLASSES = ['holds', 'fails', 'open'] as const;
export type Class = (typeof CLASSES)[number];

const row = z.strictObject({ bias: z.number(), signs: z.record(z.enum(SIGNS), z.number()) });
const weights = z.record(z.enum(CLASSES), row);
export type Weights = z.infer<typeof weights>;

let kept: Weights | undefined;

function read(): Weights {
  kept ??= weights.parse(JSON.parse(readFileSync(new URL('./weights.json', import.meta.url), 'utf8')));
  return kept;
}

export function chances(values: Values, own: Weights = read()): Readonly<Record<Class, number>> {
  const sums = CLASSES.map((name) => {
    const { bias, signs } = own[name];
    return SIGNS.reduce((sum, sign) => sum + signs[sign] * values[sign], bias);
  });
  const most = Math.max(...sums);
  const shares = sums.map((sum) => Math.exp(sum - most));
  const whole = shares.reduce((sum, one) => sum + one, 0);
  return Object.fromEntries(CLASSES.map((name, at) => [name, shares[at]! / whole])) as Record<Class, number>;
}
