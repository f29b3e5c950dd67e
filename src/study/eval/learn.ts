/** `node src/study/eval/learn.ts`: what the signs of a definition are worth, learned from train/ into grading/definitions.yml. */
import { writeFileSync } from 'node:fs';
import { cleanAnswer } from '../grading/cleaning.ts';
import { SIGNS, signsOf } from '../grading/definitions.ts';
import type { Verdict } from '../types.ts';
import { kindOfKey } from './score.ts';
import { readSet } from './sets.ts';

const VERDICTS: readonly Verdict[] = ['wrong', 'partly', 'right'];
const STEPS = 1500;
const RATE = 0.3;
/** Large weights are held down: there are few answers. */
const HELD = 0.02;

interface Example {
  readonly signs: readonly number[];
  readonly verdict: number;
}

function examples(): Example[] {
  const { answers, definitions } = readSet('train');
  return [...answers, ...definitions].flatMap((answer) => {
    const said = cleanAnswer(answer.answer);
    const signs =
      kindOfKey(answer) === 'definition' && said !== '' ? signsOf(answer.key, said, answer.question) : undefined;
    return signs === undefined
      ? []
      : [{ signs: SIGNS.map((sign) => signs[sign]), verdict: VERDICTS.indexOf(answer.verdict) }];
  });
}

function shares(weights: readonly (readonly number[])[], signs: readonly number[]): number[] {
  const scores = weights.map((row) => row.reduce((sum, weight, at) => sum + weight * (signs[at] as number), 0));
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, each) => total + each, 0);
  return powers.map((each) => each / sum);
}

/** Logistic regression over three verdicts, by steps down the slope. */
function learn(all: readonly Example[]): number[][] {
  const weights = VERDICTS.map(() => Array.from({ length: SIGNS.length + 1 }, () => 0));
  for (let step = 0; step < STEPS; step++) {
    const slope = weights.map((row) => row.map((weight, at) => (at === 0 ? 0 : HELD * weight)));
    for (const { signs, verdict } of all)
      for (const [of, share] of shares(weights, signs).entries())
        for (const [at, sign] of signs.entries())
          (slope[of] as number[])[at]! += ((share - (of === verdict ? 1 : 0)) * sign) / all.length;
    for (const [of, row] of weights.entries())
      for (const at of row.keys()) row[at]! -= RATE * (slope[of] as number[])[at]!;
  }
  return weights;
}

const found = examples();
const means = SIGNS.map((_, at) => found.reduce((sum, { signs }) => sum + signs[at]!, 0) / found.length);
const deviations = SIGNS.map(
  (_, at) => Math.sqrt(found.reduce((sum, { signs }) => sum + (signs[at]! - means[at]!) ** 2, 0) / found.length) || 1,
);
const evened = found.map(({ signs, verdict }) => ({
  ...{ verdict, signs: [1, ...signs.map((sign, at) => (sign - means[at]!) / deviations[at]!)] },
}));
const weights = learn(evened);
const figure = (value: number) => String(Math.round(value * 1000) / 1000);
const three = (at: number) => VERDICTS.map((verdict, of) => `${verdict}: ${figure(weights[of]![at]!)}`).join(', ');
const lines = [
  '# What each sign of a definition says for each verdict, made by eval/learn.ts from the labelled answers. Not edited by hand.',
  `base: { ${three(0)} }`,
  'signs:',
  ...SIGNS.map(
    (sign, at) =>
      `  - { sign: ${sign}, mean: ${figure(means[at]!)}, deviation: ${figure(deviations[at]!)}, ${three(at + 1)} }`,
  ),
];
writeFileSync(new URL('../grading/definitions.yml', import.meta.url), `${lines.join('\n')}\n`);
const right = evened.filter(({ signs, verdict }) => {
  const given = shares(weights, signs);
  return given.indexOf(Math.max(...given)) === verdict;
});
process.stdout.write(`${found.length} definitions, ${figure(right.length / found.length)} fitted\n`);
