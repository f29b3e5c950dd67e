/** What the signs of code weigh, learned from the cases that no check settles. */

import { paraphrase } from '../validation/code/paraphrases.ts';
import type { CodeArtifact } from '../validation/deeds/scope.ts';
import { gather } from '../validation/facts/index.ts';
import { SIGNS } from '../validation/facts/signs.ts';
import { CLASSES, type Class } from '../validation/facts/weights.ts';
import { type Bench, judgeByChecks, lookAhead, makeBench } from '../validation/judgement.ts';
import { type Example, regress } from './regression.ts';
import type { Case } from './sets.ts';

const SHRINK = 0.1;
/** The checks and sheets were written with the older sets before one's eyes: what came after them counts so often. */
const FRESH = 3;
/** So many of the criteria that are put to a source are beyond reading, whatever a set happens to hold. */
const OPEN = 0.2;

export type OpenOf = (one: Case<'verdicts'>) => number;

export async function learnCode(
  cases: readonly Case<'verdicts'>[],
  isFresh: (one: Case<'verdicts'>) => boolean,
  open: OpenOf,
) {
  const examples: Example<(typeof SIGNS)[number], Class>[] = [];
  const together = Map.groupBy(cases, keyOf);
  const benches = new Map<string, Bench>();
  for (const one of cases) {
    if (one.kind === 'form') continue;
    const key = keyOf(one);
    const same = together.get(key)!;
    const bench =
      benches.get(key) ??
      (await makeBench(
        one,
        same.map(({ criterion }) => criterion),
      ));
    benches.set(key, bench);
    if (bench.artifact.code === undefined || (await judgeByChecks(bench, one.criterion)) !== undefined) continue;
    const text = paraphrase(one.criterion);
    const before = lookAhead(bench, text, open(one));
    const { values } = gather(bench.facts, bench.artifact as CodeArtifact, text, bench.readable.alike, before);
    const holds = (one.gold === 'met') !== (values.negative === 1);
    const gold: Class = one.gold === 'undecidable' ? 'open' : holds ? 'holds' : 'fails';
    examples.push({ gold, values, times: isFresh(one) ? FRESH : 1 });
  }
  const sum = (of: readonly (typeof examples)[number][]) => of.reduce((all, { times = 1 }) => all + times, 0);
  const left = examples.filter(({ gold }) => gold === 'open');
  const scale = (OPEN * (sum(examples) - sum(left))) / ((1 - OPEN) * sum(left));
  const scaled = examples.map((one) => (one.gold === 'open' ? { ...one, times: (one.times ?? 1) * scale } : one));
  return { size: examples.length, weights: regress(scaled, SIGNS, CLASSES, { shrink: SHRINK }) };
}

/** Several criteria may share an artifact: it is read once. */
export function keyOf({ artifact, path, language }: Case<'verdicts'>): string {
  return JSON.stringify([artifact, path, language]);
}
