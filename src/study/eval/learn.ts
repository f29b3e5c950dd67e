/** `node src/study/eval/learn.ts`: what the signs of a definition are worth, learned from train/ into grading/definitions.yml. */
import { writeFileSync } from 'node:fs';
import { cleanAnswer } from '../grading/cleaning.ts';
import { PAIRS, SIGNS, signsOf } from '../grading/definitions.ts';
import type { Verdict } from '../types.ts';
import { kindOfKey } from './score.ts';
import { readSet } from './sets.ts';

const VERDICTS: readonly Verdict[] = ['wrong', 'partly', 'right'];
const STEPS = 1500;
const RATE = 0.3;
/** Large weights are held down: there are few answers. */
const HELD = 0.05;

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
  const weights = VERDICTS.map(() => Array.from({ length: SIGNS.length + PAIRS.length + 1 }, () => 0));
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

interface Scale {
  readonly mean: number;
  readonly deviation: number;
}

/** Mean and deviation of each column, and the columns evened by them. */
function even(columns: readonly (readonly number[])[]): { scales: Scale[]; columns: number[][] } {
  const scales = columns.map((column) => {
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    const deviation = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length) || 1;
    return { mean, deviation };
  });
  return {
    scales,
    columns: columns.map((column, at) => column.map((value) => (value - scales[at]!.mean) / scales[at]!.deviation)),
  };
}

const found = examples();
const single = even(SIGNS.map((_, at) => found.map(({ signs }) => signs[at]!)));
const products = PAIRS.map(([one, other]) => {
  const [a, b] = [single.columns[SIGNS.indexOf(one)]!, single.columns[SIGNS.indexOf(other)]!];
  return a.map((value, at) => value * b[at]!);
});
const joined = even(products);
const evened = found.map(({ verdict }, row) => ({
  verdict,
  signs: [1, ...single.columns.map((column) => column[row]!), ...joined.columns.map((column) => column[row]!)],
}));
const weights = learn(evened);
const figure = (value: number) => String(Math.round(value * 1000) / 1000);
const three = (at: number) => VERDICTS.map((verdict, of) => `${verdict}: ${figure(weights[of]![at]!)}`).join(', ');
const scale = ({ mean, deviation }: Scale) => `mean: ${figure(mean)}, deviation: ${figure(deviation)}`;
const lines = [
  '# What each sign of a definition says for each verdict, made by eval/learn.ts from the labelled answers. Not edited by hand.',
  `base: { ${three(0)} }`,
  'signs:',
  ...SIGNS.map((sign, at) => `  - { sign: ${sign}, ${scale(single.scales[at]!)}, ${three(at + 1)} }`),
  '# Two signs side by side, each evened, multiplied.',
  'pairs:',
  ...PAIRS.map(
    ([one, other], at) =>
      `  - { of: [${one}, ${other}], ${scale(joined.scales[at]!)}, ${three(at + SIGNS.length + 1)} }`,
  ),
];
writeFileSync(new URL('../grading/definitions.yml', import.meta.url), `${lines.join('\n')}\n`);
const right = evened.filter(({ signs, verdict }) => {
  const given = shares(weights, signs);
  return given.indexOf(Math.max(...given)) === verdict;
});
process.stdout.write(`${found.length} definitions, ${figure(right.length / found.length)} fitted\n`);
