/** Learns what criteria are about that reading cannot settle: logistic regression on their meaning, code and text apart by a second row. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Openness, scaled } from '../validation/openness.ts';

export interface Labelled {
  readonly criterion: string;
  readonly code: boolean;
  readonly open: boolean;
}

const group = z.strictObject({ open: z.array(z.string()), settled: z.array(z.string()) });
const shape = z.strictObject({ code: group, text: group });

/** Criteria that were written for this alone (train/open.yml). */
export function readOwn(): Labelled[] {
  const sheet = shape.parse(parse(readFileSync(new URL('./train/open.yml', import.meta.url), 'utf8')));
  return (['code', 'text'] as const).flatMap((kind) =>
    (['open', 'settled'] as const).flatMap((side) =>
      sheet[kind][side].map((criterion) => ({ criterion, code: kind === 'code', open: side === 'open' })),
    ),
  );
}

const ROUNDS = 200;
const RATE = 0.3;
const KEEP = 0.9;
const SHRINK = 0.002;
/** One that is open counts for more: there are fewer. */
const OPEN_WEIGHT = 1.5;

export function learnOpenness(examples: readonly Labelled[], vectors: ReadonlyMap<string, Int8Array>): Openness {
  const inputs = examples.map(({ criterion }) => scaled(vectors.get(criterion)!));
  const size = inputs[0]!.length;
  // All of them, and what code has over and above that; the last two are the biases.
  const row = new Float64Array(2 * size + 2);
  const pace = new Float64Array(row.length);
  const whole = examples.reduce((sum, { open }) => sum + (open ? OPEN_WEIGHT : 1), 0);
  for (let round = 0; round < ROUNDS; round++) {
    const slope = new Float64Array(row.length);
    for (const [index, { open, code }] of examples.entries()) {
      const input = inputs[index]!;
      let sum = row[2 * size]! + (code ? row[2 * size + 1]! : 0);
      for (let at = 0; at < size; at++) sum += input[at]! * (row[at]! + (code ? row[size + at]! : 0));
      const miss = ((1 / (1 + Math.exp(-sum)) - (open ? 1 : 0)) * (open ? OPEN_WEIGHT : 1)) / whole;
      for (let at = 0; at < size; at++) {
        slope[at]! += miss * input[at]!;
        if (code) slope[size + at]! += miss * input[at]!;
      }
      slope[2 * size]! += miss;
      if (code) slope[2 * size + 1]! += miss;
    }
    for (let at = 0; at < row.length; at++) {
      pace[at] = KEEP * pace[at]! - RATE * (slope[at]! + (at < 2 * size ? SHRINK * row[at]! : 0));
      row[at]! += pace[at]!;
    }
  }
  const round = (value: number) => Math.round(value * 10_000) / 10_000;
  const text = [...row.slice(0, size)];
  return {
    text: { bias: round(row[2 * size]!), weights: text.map(round) },
    code: {
      bias: round(row[2 * size]! + row[2 * size + 1]!),
      weights: text.map((value, at) => round(value + row[size + at]!)),
    },
  };
}
