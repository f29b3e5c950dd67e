/**
 * `node src/study/eval/learn-statements.ts`: what the signs of a reason and of a definition are worth, learned from train/ into
 * grading/statements.yml. Prints how the verdicts agree when each answer is judged by weights that saw none of its question (five
 * parts), and both kinds of error. Reading the signs takes half an hour: `--keep FILE` writes them, `--signs FILE` reads them again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { asksWhy } from '../grading/assertions.ts';
import { cleanAnswer } from '../grading/cleaning.ts';
import { type StatementSigns, statementSigns } from '../grading/statement-signs.ts';
import { EVEN, evened, type StatementKind, type StatementWeights, verdictBy } from '../grading/statements.ts';
import type { Verdict } from '../types.ts';
import { kindOfKey } from './score.ts';
import { type LabelledAnswer, readSet } from './sets.ts';

const VERDICTS = ['wrong', 'partly', 'right'] as const;
const PARTS = 5;
const STEPS = 300;
const RATE = 0.03;
/** Large weights are held down: there are few answers. */
const HELD = 0.1;
/** How much the one kind says of how the other is given. */
const BESIDE: Readonly<Record<StatementKind, number>> = { reasons: 0.6, definitions: 0.2 };

interface Example {
  readonly key: string;
  readonly isReason: boolean;
  readonly signs: StatementSigns;
  readonly verdict: Verdict;
}

function examples(): Example[] {
  const { answers, definitions, reasons } = readSet('train');
  return [...answers, ...definitions, ...reasons].flatMap((answer) => {
    const isReason = asksWhy(answer.question) || reasons.includes(answer);
    if (answer.options !== undefined || (!isReason && kindOfKey(answer) !== 'definition')) return [];
    const signs = signsOf(answer);
    return signs === undefined ? [] : [{ key: answer.key, isReason, signs, verdict: answer.verdict }];
  });
}

function signsOf({ key, question, context, answer }: LabelledAnswer): StatementSigns | undefined {
  const said = cleanAnswer(answer);
  return said === '' ? undefined : statementSigns({ key, question, sentence: context ?? key }, said);
}

/** Logistic regression over three verdicts; each step by the slope and how it went before. */
function learn(all: readonly Example[], kind: StatementKind): StatementWeights {
  const names = Object.keys(all[0]!.signs);
  const scales = names.map((name) => scaleOf(all.map(({ signs }) => signs[name]!)));
  const rows = all.map(({ signs }) => [1, ...names.map((name, at) => evened(signs[name]!, scales[at]!))]);
  const worth = all.map(({ isReason }) => (isReason === (kind === 'reasons') ? 1 : BESIDE[kind]));
  const total = worth.reduce((sum, each) => sum + each, 0);
  const wide = names.length + 1;
  const weights = VERDICTS.map(() => new Float64Array(wide));
  const [mean, spread] = [0, 1].map(() => VERDICTS.map(() => new Float64Array(wide)));
  for (let step = 1; step <= STEPS; step++) {
    const slope = weights.map((row) => row.map((weight, at) => (at === 0 ? 0 : HELD * weight)));
    for (const [at, row] of rows.entries()) {
      const given = shares(weights, row);
      for (const [of, verdict] of VERDICTS.entries()) {
        const much = ((given[of]! - (all[at]!.verdict === verdict ? 1 : 0)) * worth[at]!) / total;
        for (let sign = 0; sign < wide; sign++) slope[of]![sign]! += much * row[sign]!;
      }
    }
    for (const [of, row] of weights.entries())
      for (let sign = 0; sign < wide; sign++) {
        const down = slope[of]![sign]!;
        mean![of]![sign] = 0.9 * mean![of]![sign]! + 0.1 * down;
        spread![of]![sign] = 0.99 * spread![of]![sign]! + 0.01 * down * down;
        const [far, wild] = [mean![of]![sign]! / (1 - 0.9 ** step), spread![of]![sign]! / (1 - 0.99 ** step)];
        row[sign]! -= (RATE * far) / (Math.sqrt(wild) + 1e-6);
      }
  }
  const three = (at: number) => ({ wrong: weights[0]![at]!, partly: weights[1]![at]!, right: weights[2]![at]! });
  return { base: three(0), signs: names.map((sign, at) => ({ sign, ...scales[at]!, ...three(at + 1) })) };
}

function scaleOf(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    mean,
    deviation: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1,
  };
}

function shares(weights: readonly Float64Array[], row: readonly number[]): number[] {
  const scores = weights.map((weight) => row.reduce((sum, sign, at) => sum + weight[at]! * sign, 0));
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((all, each) => all + each, 0);
  return powers.map((power) => power / sum);
}

/** Each judged by weights that saw none of its question. */
function judgeApart(all: readonly Example[], kind: StatementKind): string {
  const keys = [...new Set(all.map(({ key }) => key))];
  const partOf = new Map(keys.map((key, at) => [key, at % PARTS]));
  const judged = Array.from({ length: PARTS }, (_, part) => {
    const weights = learn(
      all.filter(({ key }) => partOf.get(key) !== part),
      kind,
    );
    return all
      .filter(({ key, isReason }) => isReason === (kind === 'reasons') && partOf.get(key) === part)
      .map(({ signs, verdict }) => ({ verdict, got: verdictBy(signs, weights, EVEN[kind]) }));
  }).flat();
  const count = (verdict: Verdict, got: Verdict) =>
    judged.filter((each) => each.verdict === verdict && each.got === got).length;
  const agreed = judged.filter(({ verdict, got }) => verdict === got).length;
  const compared = judged.filter(({ got }) => got === 'compare').length;
  return `${judged.length} ${kind}, ${figure(agreed / judged.length)} agree, ${count('right', 'wrong')} right taken for wrong, ${count('wrong', 'right')} wrong taken for right, ${compared} to compare`;
}

function figure(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

const { values: given } = parseArgs({ options: { keep: { type: 'string' }, signs: { type: 'string' } } });
const found: Example[] =
  given.signs === undefined
    ? examples()
    : readFileSync(given.signs, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
if (given.keep !== undefined) writeFileSync(given.keep, found.map((each) => `${JSON.stringify(each)}\n`).join(''));
const three = (row: Record<(typeof VERDICTS)[number], number>) =>
  VERDICTS.map((verdict) => `${verdict}: ${figure(row[verdict])}`).join(', ');
const lines = (['reasons', 'definitions'] as const).flatMap((kind) => {
  process.stdout.write(`apart: ${judgeApart(found, kind)}\n`);
  const { base, signs } = learn(found, kind);
  return [
    `${kind}:`,
    `  base: { ${three(base)} }`,
    '  signs:',
    ...signs.map(
      (row) =>
        `    - { sign: ${row.sign}, mean: ${figure(row.mean)}, deviation: ${figure(row.deviation) === '0' ? '0.001' : figure(row.deviation)}, ${three(row)} }`,
    ),
  ];
});
const head =
  '# What each sign says for each verdict, made by eval/learn-statements.ts from the labelled answers. Not edited by hand.';
writeFileSync(new URL('../grading/statements.yml', import.meta.url), `${[head, ...lines].join('\n')}\n`);
