/**
 * npm run learn:verdicts: learns from train/ and dev/ which criteria reading cannot settle (validation/openness.json) and what
 * the signs of a document weigh (validation/content/weights.json). Regressions; what a sign can only speak for or only speak
 * against is held to that.
 */
import { writeFileSync } from 'node:fs';
import { embed } from '../statements/index.ts';
import { readArtifact } from '../validation/artifact.ts';
import { makeReadable, readClaim } from '../validation/content/index.ts';
import { SIGNS, type Signs, signsOf } from '../validation/content/signs.ts';
import { CLASSES, type Class, type Row, type Weights } from '../validation/content/weights.ts';
import { type Openness, openness } from '../validation/openness.ts';
import { type Labelled, learnOpenness, readOwn } from './learn-openness.ts';
import { type Case, readSet } from './sets.ts';

type Sign = (typeof SIGNS)[number];
interface Example {
  readonly mode: keyof Weights;
  readonly gold: Class;
  readonly values: Signs['values'];
}

const FOR: Readonly<Record<Class, readonly Sign[]>> = {
  met: [
    'alike',
    'soft',
    'least',
    'shared',
    'literal',
    'amount_agrees',
    'kept',
    'kept_alike',
    'anywhere',
    'anywhere_least',
  ],
  violated: ['clash', 'odds', 'denial_differs', 'pole_differs', 'amount_differs', 'opposed', 'answer_missing'],
  undecidable: ['beyond', 'open', 'name_missing'],
};
const AGAINST: Readonly<Record<Class, readonly Sign[]>> = {
  met: [...FOR.violated, 'amount_missing', 'name_missing', 'beyond', 'open'],
  violated: ['literal', 'kept', 'kept_alike', 'beyond', 'open', 'amount_agrees'],
  undecidable: ['soft', 'shared', 'anywhere', 'anywhere_least', 'literal'],
};
const ROUNDS = 700;
const RATE = 0.3;
const KEEP = 0.9;
const SHRINK = 0.05;
/** The sets are learned from in so many parts; each is told of the others only, as a new criterion would be. */
const PARTS = 5;

type Verdict = Case<'verdicts'>;

interface Open {
  readonly all: Openness;
  readonly byPart: readonly Openness[];
  readonly vectors: ReadonlyMap<string, Int8Array>;
}

async function learnOpen(cases: readonly Verdict[]): Promise<Open> {
  const labelled: Labelled[] = [];
  for (const one of cases) {
    const { artifact } = await readArtifact({ ...one });
    labelled.push({
      criterion: one.criterion,
      code: artifact.code !== undefined,
      open: one.gold === 'undecidable',
    });
  }
  const own = readOwn();
  const texts = [...new Set([...labelled, ...own].map(({ criterion }) => criterion))];
  const found = await embed(texts);
  const vectors = new Map(texts.map((text, index) => [text, found[index]!]));
  const without = (part: number) => labelled.filter((_, index) => index % PARTS !== part);
  return {
    all: learnOpenness([...labelled, ...own], vectors),
    byPart: Array.from({ length: PARTS }, (_, part) => learnOpenness([...without(part), ...own], vectors)),
    vectors,
  };
}

async function readExamples(cases: readonly Verdict[], { byPart, vectors }: Open): Promise<Example[]> {
  const examples: Example[] = [];
  for (const [index, one] of cases.entries()) {
    if (one.kind !== 'content' && one.kind !== 'beyond') continue;
    const { artifact, settings } = await readArtifact({ ...one });
    if (artifact.code !== undefined) continue;
    const claim = readClaim(one.criterion);
    const mode = claim.mode === 'topic' ? 'topic' : 'fact';
    if (claim.forbidden || (mode === 'topic' && one.gold === 'undecidable')) continue;
    const open = () => openness(vectors.get(one.criterion), 'text', byPart[index % PARTS]);
    const { values } = signsOf(await makeReadable(artifact, [claim.text], settings), claim, open);
    examples.push({ mode, gold: one.gold, values });
    // What is known to be beyond reading is known by a list; the other signs must carry it where the list ends.
    if (values.beyond === 1) examples.push({ mode, gold: one.gold, values: { ...values, beyond: 0 } });
  }
  return examples;
}

function learn(examples: readonly Example[], classes: readonly Class[]): Record<string, Row> {
  const rows = classes.map(() => new Float64Array(SIGNS.length + 1));
  // Each sign by how much it varies, so that each is held back alike.
  const spread = SIGNS.map((sign) => Math.max(0.05, deviation(examples.map(({ values }) => values[sign]))));
  const middle = SIGNS.map((sign) => mean(examples.map(({ values }) => values[sign])));
  const inputs = examples.map(({ values }) => [
    1,
    ...SIGNS.map((sign, at) => (values[sign] - middle[at]!) / spread[at]!),
  ]);
  const paces = classes.map(() => new Float64Array(SIGNS.length + 1));
  const sum = (row: Float64Array, input: readonly number[]) =>
    input.reduce((all, value, at) => all + value * row[at]!, 0);
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = classes.map(() => new Float64Array(SIGNS.length + 1));
    for (const [index, { gold }] of examples.entries()) {
      const input = inputs[index]!;
      const shares = rows.map((row) => Math.exp(sum(row, input)));
      const whole = shares.reduce((all, one) => all + one, 0);
      for (const [at, name] of classes.entries()) {
        const miss = shares[at]! / whole - (gold === name ? 1 : 0);
        for (const [place, value] of input.entries()) slopes[at]![place]! += miss * value;
      }
    }
    for (const [at, name] of classes.entries()) step(rows[at]!, paces[at]!, slopes[at]!, examples.length, name);
  }
  for (const row of rows)
    for (const [at, size] of spread.entries()) {
      row[at + 1]! /= size;
      row[0]! -= row[at + 1]! * middle[at]!;
    }
  return Object.fromEntries(classes.map((name, at) => [name, toRow(rows[at]!)]));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((one) => (one - middle) ** 2)));
}

function step(row: Float64Array, pace: Float64Array, slope: Float64Array, size: number, name: Class): void {
  for (const at of row.keys()) {
    pace[at] = KEEP * pace[at]! - RATE * (slope[at]! / size + (at === 0 ? 0 : SHRINK * row[at]!));
    row[at]! += pace[at]!;
    const sign = SIGNS[at - 1];
    if (sign === undefined) continue;
    if (FOR[name].includes(sign)) row[at] = Math.max(0, row[at]!);
    else if (AGAINST[name].includes(sign)) row[at] = Math.min(0, row[at]!);
  }
}

function toRow(row: Float64Array): Row {
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return {
    bias: round(row[0]!),
    signs: Object.fromEntries(SIGNS.map((sign, at) => [sign, round(row[at + 1]!)])) as Row['signs'],
  };
}

/** `-- without verdicts-6` leaves a file of the sets out, to be measured on it. */
const left = process.argv[process.argv.indexOf('without') + 1];
const cases = ['train', 'dev'].flatMap((which) =>
  readSet('verdicts', which, process.argv.includes('without') ? left : undefined),
);
const write = (path: string, value: unknown, indent?: number) =>
  writeFileSync(new URL(path, import.meta.url), `${JSON.stringify(value, null, indent)}\n`);
const open = await learnOpen(cases);
write('../validation/openness.json', open.all);
const examples = await readExamples(cases, open);
const of = (mode: keyof Weights) => examples.filter((one) => one.mode === mode);
const weights = { topic: learn(of('topic'), ['met', 'violated']), fact: learn(of('fact'), CLASSES) };
write('../validation/content/weights.json', weights, 2);
process.stdout.write(`Learned from ${of('topic').length} topics and ${of('fact').length} facts.\n`);
process.exit(0);
