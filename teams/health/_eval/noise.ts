/** Quotations that no criterion of a case needs: taken out one by one, the verdict stays as it was. */
import type { Case } from './cases.ts';
import { judgeCase, type Played } from './judge.ts';

export interface Noise {
  quotes: number;
  unneeded: number;
}

const QUOTES = /\bsays(?: for this)?: "|^The remark on /;

export function noiseOf(one: Case, played: readonly Played[]): Noise {
  const { points } = judgeCase(one, played);
  const noise = { quotes: 0, unneeded: 0 };
  for (const [turn, each] of played.entries()) {
    const parts = each.text.split('\n\n');
    for (const [at, part] of parts.entries()) {
      if (!QUOTES.test(part.replace(/\[\^\w+\]/g, ''))) continue;
      noise.quotes++;
      const text = parts.filter((_, place) => place !== at).join('\n\n');
      if (judgeCase(one, played.with(turn, { ...each, text })).points >= points) noise.unneeded++;
    }
  }
  return noise;
}
