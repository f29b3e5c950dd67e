/**
 * How a person's question and the sentence of a letter that answers it are made to meet: the sentence model was learned from
 * texts that are alike, and an answer is not like its question. Two small maps, one for each side, move its vectors; what
 * they are was learned from questions whose paragraph is known (`npm run learn:papers`, which writes `lens.bin`).
 */
import { readFileSync } from 'node:fs';
import { ConsiliumError } from '../../kernel/errors.ts';

export const WIDTH = 384;
export const RANK = 64;
export type Side = 'asked' | 'said';
export const lensFile = new URL('./lens.bin', import.meta.url);

/** Down to the few numbers that are moved, row by row, and up again. */
export interface Lens {
  readonly down: Float32Array;
  readonly up: Float32Array;
}

let lenses: Record<Side, Lens> | undefined;

function openLenses(): Record<Side, Lens> {
  lenses ??= readLenses(readFileSync(lensFile));
  return lenses;
}

const MATRIX = WIDTH * RANK;
const MATRICES = 4;
/** A matrix is its largest number, then its numbers as parts of that in eight bits. */
const BYTES = 4 + MATRIX;

export function readLenses(bytes: Uint8Array): Record<Side, Lens> {
  if (bytes.length !== MATRICES * BYTES)
    throw new ConsiliumError('MODEL_INVALID', 'lens.bin has another size than its maps: run npm run learn:papers.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [askedDown, askedUp, saidDown, saidUp] = Array.from({ length: MATRICES }, (_, at) => {
    const step = view.getFloat32(at * BYTES, true) / 127;
    return Float32Array.from({ length: MATRIX }, (_, i) => view.getInt8(at * BYTES + 4 + i) * step);
  });
  return { asked: { down: askedDown!, up: askedUp! }, said: { down: saidDown!, up: saidUp! } };
}

export function writeLenses({ asked, said }: Record<Side, Lens>): Uint8Array {
  const bytes = new Uint8Array(MATRICES * BYTES);
  const view = new DataView(bytes.buffer);
  for (const [at, matrix] of [asked.down, asked.up, said.down, said.up].entries()) {
    const most = matrix.reduce((found, value) => Math.max(found, Math.abs(value)), 0) || 1;
    view.setFloat32(at * BYTES, most, true);
    for (const [i, value] of matrix.entries()) view.setInt8(at * BYTES + 4 + i, Math.round((value / most) * 127));
  }
  return bytes;
}

const seen: Record<Side, WeakMap<Float32Array, Float32Array>> = { asked: new WeakMap(), said: new WeakMap() };

/** The vector as its side sees it, of length one. */
export function throughLens(vector: Float32Array, side: Side): Float32Array {
  let moved = seen[side].get(vector);
  if (moved === undefined) {
    moved = move(vector, openLenses()[side]);
    seen[side].set(vector, moved);
  }
  return moved;
}

function move(vector: Float32Array, { down, up }: Lens): Float32Array {
  const moved = Float32Array.from(vector);
  for (let r = 0; r < RANK; r++) {
    let part = 0;
    for (let i = 0; i < WIDTH; i++) part += vector[i]! * down[r * WIDTH + i]!;
    for (let i = 0; i < WIDTH; i++) moved[i]! += part * up[r * WIDTH + i]!;
  }
  const length = Math.sqrt(moved.reduce((sum, value) => sum + value * value, 0)) || 1;
  return moved.map((value) => value / length);
}
