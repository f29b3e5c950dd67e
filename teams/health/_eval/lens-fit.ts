/** Fits the lens: the chance of the right paragraph among a person's paragraphs is made as large as it gets, by Adam. */
import { type Lens, RANK, type Side, WIDTH } from '../../../src/reasoning/evidence/lens.ts';
import type { Signs } from '../../../src/reasoning/evidence/nearest.ts';

export interface Asked {
  vector: Float32Array;
  signs: readonly (Signs | undefined)[];
  right: readonly number[];
  /** Written for its paragraph, not asked by an author of cases: it counts for less, and its paragraphs are shorter. */
  isWritten: boolean;
}

export interface Learner {
  name: string;
  /** The vectors of the sentences, paragraph by paragraph. */
  said: readonly (readonly Float32Array[])[];
  asked: readonly Asked[];
}

const TERMS = ['whole', 'single', 'words', 'length', 'concepts'] as const;
type Worth = Record<(typeof TERMS)[number], number>;
export interface Fitted {
  lenses: Record<Side, Lens>;
  worth: Worth;
}

const START: Worth = { whole: 3, single: 8.5, words: 0.2, length: 0.9, concepts: 0.45 };
const ROUNDS = 6;
const RATE = { lens: 5e-4, worth: 0.01 };
const DROPPED = 0.2;
const WRITTEN_WORTH = 0.5;
const DECAY = 0.1;

export function fitLens(learners: readonly Learner[]): Fitted {
  const random = randomFrom(7);
  const small = () => Float32Array.from({ length: WIDTH * RANK }, () => gauss(random) / 20);
  const none = () => new Float32Array(WIDTH * RANK);
  const lenses = { asked: { down: small(), up: none() }, said: { down: small(), up: none() } };
  const worths = [Float32Array.from(TERMS, (term) => START[term]), Float32Array.from(TERMS, (term) => START[term])];
  const matrices = [lenses.asked.down, lenses.asked.up, lenses.said.down, lenses.said.up];
  const steps = [
    ...matrices.map((each) => adam(each, RATE.lens, DECAY)),
    ...worths.map((each) => adam(each, RATE.worth, 0)),
  ];
  for (let round = 0; round < ROUNDS; round++)
    for (const learner of shuffled(learners, random)) {
      const slopes = slopesOf(learner, lenses, worths, random);
      for (const [at, step] of steps.entries()) step(slopes[at]!);
    }
  return {
    lenses,
    worth: Object.fromEntries(TERMS.map((term, at) => [term, Number(worths[0]![at]!.toFixed(3))])) as Worth,
  };
}

/** Where the right paragraph comes for each case; without a lens by the vectors as they are. */
export function ranksOf(learners: readonly Learner[], fitted: Fitted | undefined): number[] {
  const worth = Float32Array.from(TERMS, (term) => (fitted?.worth ?? START)[term]);
  return learners.flatMap(({ said, asked }) => {
    const seen = said.map((group) => group.map((each) => see(each, fitted?.lenses.said)));
    const flat = seen.map((group) => group.map(({ unit }) => unit));
    const middles = flat.map((group) => unitOf(sumOf(group)).unit);
    return asked
      .filter(({ isWritten }) => !isWritten)
      .map((one) => {
        const { unit } = see(one.vector, fitted?.lenses.asked);
        const scores = scoresOf(one, unit, flat, middles, worth).map(({ score }) => score);
        const best = Math.max(...one.right.map((at) => scores[at]!));
        return scores.filter((score) => score > best).length;
      });
  });
}

interface Seen {
  vector: Float32Array;
  /** The few numbers, with those dropped that this round goes without. */
  few: Float32Array;
  unit: Float32Array;
  length: number;
  kept?: Float32Array;
}

function see(vector: Float32Array, lens: Lens | undefined, kept?: Float32Array): Seen {
  const few = new Float32Array(RANK);
  if (lens === undefined) return { vector, few, unit: vector, length: 1 };
  const moved = Float32Array.from(vector);
  for (let r = 0; r < RANK; r++) {
    const factor = kept === undefined ? 1 : kept[r]!;
    if (factor === 0) continue;
    let part = 0;
    for (let i = 0; i < WIDTH; i++) part += vector[i]! * lens.down[r * WIDTH + i]!;
    few[r] = part * factor;
    for (let i = 0; i < WIDTH; i++) moved[i]! += few[r]! * lens.up[r * WIDTH + i]!;
  }
  return { vector, few, ...unitOf(moved), ...(kept && { kept }) };
}

function scoresOf(
  { signs }: Asked,
  asked: Float32Array,
  said: readonly (readonly Float32Array[])[],
  middles: readonly Float32Array[],
  worth: Float32Array,
) {
  return signs.map((sign, at) => {
    if (sign === undefined) return { score: Number.NEGATIVE_INFINITY, terms: [], best: 0 };
    const single = said[at]!.map((each) => dot(asked, each));
    const best = single.indexOf(Math.max(...single));
    const terms = [dot(asked, middles[at]!), single[best]!, sign.words, sign.length, sign.concepts];
    return { score: terms.reduce((sum, term, t) => sum + term * worth[t]!, 0), terms, best };
  });
}

/** The slope of the loss for one person: of the four matrices, then of the two kinds of worth. */
function slopesOf(
  { said, asked }: Learner,
  lenses: Record<Side, Lens>,
  worths: readonly Float32Array[],
  random: () => number,
): Float32Array[] {
  const matrix = () => new Float32Array(WIDTH * RANK);
  const slopes = [matrix(), matrix(), matrix(), matrix(), new Float32Array(5), new Float32Array(5)];
  const seen = said.map((group) => group.map((each) => see(each, lenses.said, keptBy(random))));
  const flat = seen.map((group) => group.map(({ unit }) => unit));
  const middles = flat.map((group) => unitOf(sumOf(group)));
  const ofSaid = flat.map((group) => group.map(() => new Float32Array(WIDTH)));
  const ofMiddle = flat.map(() => new Float32Array(WIDTH));
  for (const one of asked) {
    const kind = one.isWritten ? 1 : 0;
    const worth = worths[kind]!;
    const own = see(one.vector, lenses.asked, keptBy(random));
    const scored = scoresOf(
      one,
      own.unit,
      flat,
      middles.map(({ unit }) => unit),
      worth,
    );
    const chances = softmax(scored.map(({ score }) => score));
    const right = one.right.reduce((sum, at) => sum + chances[at]!, 0) || 1;
    const ofAsked = new Float32Array(WIDTH);
    for (const [at, { terms, best }] of scored.entries()) {
      if (terms.length === 0) continue;
      const wanted = one.right.includes(at) ? chances[at]! / right : 0;
      const slope = ((chances[at]! - wanted) * (one.isWritten ? WRITTEN_WORTH : 1)) / PER;
      if (Math.abs(slope) < 1e-7) continue;
      for (const [t, term] of terms.entries()) slopes[4 + kind]![t]! += slope * term;
      add(ofAsked, middles[at]!.unit, slope * worth[0]!);
      add(ofAsked, flat[at]![best]!, slope * worth[1]!);
      add(ofMiddle[at]!, own.unit, slope * worth[0]!);
      add(ofSaid[at]![best]!, own.unit, slope * worth[1]!);
    }
    spread(own, ofAsked, lenses.asked, slopes[0]!, slopes[1]!);
  }
  for (const [at, group] of seen.entries()) {
    const back = throughUnit(middles[at]!, ofMiddle[at]!);
    for (const [s, each] of group.entries()) {
      add(ofSaid[at]![s]!, back, 1);
      spread(each, ofSaid[at]![s]!, lenses.said, slopes[2]!, slopes[3]!);
    }
  }
  return slopes;
}

/** A slope is of about so many questions. */
const PER = 20;

function spread(seen: Seen, slope: Float32Array, lens: Lens, ofDown: Float32Array, ofUp: Float32Array): void {
  const back = throughUnit(seen, slope);
  for (let r = 0; r < RANK; r++) {
    const factor = seen.kept?.[r] ?? 1;
    if (factor === 0) continue;
    let part = 0;
    for (let i = 0; i < WIDTH; i++) {
      ofUp[r * WIDTH + i]! += seen.few[r]! * back[i]!;
      part += back[i]! * lens.up[r * WIDTH + i]!;
    }
    part *= factor;
    for (let i = 0; i < WIDTH; i++) ofDown[r * WIDTH + i]! += part * seen.vector[i]!;
  }
}

/** Back through the making of length one. */
function throughUnit({ unit, length }: { unit: Float32Array; length: number }, slope: Float32Array): Float32Array {
  const along = dot(slope, unit);
  return slope.map((value, i) => (value - along * unit[i]!) / length);
}

function keptBy(random: () => number): Float32Array {
  return Float32Array.from({ length: RANK }, () => (random() < DROPPED ? 0 : 1 / (1 - DROPPED)));
}

function adam(values: Float32Array, rate: number, decay: number): (slope: Float32Array) => void {
  const [first, second] = [new Float32Array(values.length), new Float32Array(values.length)];
  let steps = 0;
  return (slope) => {
    steps++;
    for (let i = 0; i < values.length; i++) {
      first[i] = 0.9 * first[i]! + 0.1 * slope[i]!;
      second[i] = 0.999 * second[i]! + 0.001 * slope[i]! ** 2;
      const step = first[i]! / (1 - 0.9 ** steps) / (Math.sqrt(second[i]! / (1 - 0.999 ** steps)) + 1e-8);
      values[i]! -= rate * (step + decay * values[i]!);
    }
  };
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const raised = scores.map((score) => Math.exp(score - most));
  const all = raised.reduce((sum, each) => sum + each, 0);
  return raised.map((each) => each / all);
}

function unitOf(vector: Float32Array): { unit: Float32Array; length: number } {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return { unit: vector.map((value) => value / length), length };
}

function sumOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(WIDTH);
  for (const vector of vectors) add(sum, vector, 1);
  return sum;
}

function add(to: Float32Array, vector: Float32Array, factor: number): void {
  for (let i = 0; i < to.length; i++) to[i]! += factor * vector[i]!;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((each) => ({ each, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

function gauss(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** The same numbers each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
