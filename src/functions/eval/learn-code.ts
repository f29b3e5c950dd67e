/** What the signs of code weigh, learned from the cases that no check settles. */

import { paraphrase } from '../validation/code/paraphrases.ts';
import type { CodeArtifact } from '../validation/deeds/scope.ts';
import { gather } from '../validation/facts/index.ts';
import { SIGNS, type Values } from '../validation/facts/signs.ts';
import { CLASSES, type Class, type Weights } from '../validation/facts/weights.ts';
import { type Bench, judgeByChecks, lookAhead } from '../validation/judgement.ts';
import type { Verdict } from './learning.ts';
import { type Example, regress } from './regression.ts';

const SHRINK = 0.1;
/** The checks and sheets were written with the older sets before one's eyes: what came after them counts so often. */
const FRESH = 3;
/** So many of the criteria that are put to a source are beyond reading, whatever a set happens to hold. */
const OPEN = 0.2;

/** Undefined where a check settles it. */
export async function codeSigns(one: Verdict, bench: Bench): Promise<Values | undefined> {
  if (one.kind === 'form' || (await judgeByChecks(bench, one.criterion)) !== undefined) return undefined;
  const text = paraphrase(one.criterion);
  const before = lookAhead(bench, text, 0);
  return gather(bench.facts, bench.artifact as CodeArtifact, text, bench.readable.alike, before).values;
}

export function learnCode(cases: readonly { one: Verdict; values: Values; fresh: boolean }[]): Weights {
  const examples = cases.map(({ one, values, fresh }): Example<(typeof SIGNS)[number], Class> => {
    const holds = (one.gold === 'met') !== (values.negative === 1);
    return {
      gold: one.gold === 'undecidable' ? 'open' : holds ? 'holds' : 'fails',
      values,
      times: fresh ? FRESH : 1,
    };
  });
  const sum = (of: readonly (typeof examples)[number][]) => of.reduce((all, { times = 1 }) => all + times, 0);
  const left = examples.filter(({ gold }) => gold === 'open');
  const scale = (OPEN * (sum(examples) - sum(left))) / ((1 - OPEN) * sum(left));
  const scaled = examples.map((one) => (one.gold === 'open' ? { ...one, times: (one.times ?? 1) * scale } : one));
  return regress(scaled, SIGNS, CLASSES, { shrink: SHRINK });
}
