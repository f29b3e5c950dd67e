import { describe, expect, test } from 'vitest';
import { blockSize, HEAD, openKernels, packWeights, RESERVED, scratchSize, WIDTH, wholeRows } from './index.ts';

/** A memory that is handed out from the bottom, and numbers from -1 to 1 that are always the same. */
function openRoom() {
  const memory = new WebAssembly.Memory({ initial: 64 });
  let next = RESERVED;
  let state = 7;
  const dice = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const take = (bytes: number) => {
    next += Math.ceil(bytes / 64) * 64;
    return next - Math.ceil(bytes / 64) * 64;
  };
  return {
    kernels: openKernels(memory),
    take,
    floats: (at: number, count: number) => new Float32Array(memory.buffer, at, count),
    put(bytes: Uint8Array): number {
      const at = take(bytes.length);
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      return at;
    },
    make(count: number, scale = 1): [number, Float32Array] {
      const at = take(4 * count);
      const values = new Float32Array(memory.buffer, at, count);
      for (let i = 0; i < count; i++) values[i] = scale * dice();
      return [at, values];
    },
  };
}

const sum = (count: number, of: (i: number) => number) => {
  let total = 0;
  for (let i = 0; i < count; i++) total += of(i);
  return total;
};
const largest = (values: ArrayLike<number>) =>
  Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);

describe('a product', () => {
  test.each([1, 4, 5, 6, 7, 12])('of %i rows is the exact one of the rounded numbers', (m) => {
    const [n, k] = [48, 64];
    const room = openRoom();
    const [from, a] = room.make(m * k, 3);
    const [weight, bias] = [room.make(n * k)[1].slice(), room.make(n)[1].slice()];
    const to = room.take(4 * wholeRows(m) * n);
    room.kernels.multiply(from, room.put(packWeights(weight, bias, n, k)), to, room.take(blockSize(k)), m, n, k);
    const c = room.floats(to, m * n);
    const rounded = (values: Float32Array, row: number, most: number) => {
      const own = values.subarray(row * k, (row + 1) * k);
      const step = largest(own) / most;
      return Array.from(own, (value) => Math.round(value / step) * step);
    };
    for (let row = 0; row < m; row++)
      for (let column = 0; column < n; column++) {
        const [left, right] = [rounded(a, row, 127), rounded(weight, column, 63)];
        const exact = sum(k, (i) => (left[i] as number) * (right[i] as number)) + (bias[column] as number);
        expect(Math.abs((c[row * n + column] as number) - exact)).toBeLessThan(0.05);
      }
  });

  test('of noughts is the bias', () => {
    const room = openRoom();
    const [n, k] = [16, 32];
    const [from] = room.make(k, 0);
    const bias = Float32Array.from({ length: n }, (_, i) => i);
    const to = room.take(4 * wholeRows(1) * n);
    const weights = room.put(packWeights(new Float32Array(n * k), bias, n, k));
    room.kernels.multiply(from, weights, to, room.take(blockSize(k)), 1, n, k);
    expect([...room.floats(to, n)]).toEqual([...bias]);
  });
});

test('gelu is x·Φ(x), small and large', () => {
  const room = openRoom();
  const [at, values] = room.make(1600, 12);
  const before = values.slice();
  room.kernels.gelu(at, 1600);
  // Φ as the area under the bell, by Simpson's rule.
  const phi = (x: number) => {
    const bell = (t: number) => Math.exp((-t * t) / 2) / Math.sqrt(2 * Math.PI);
    const step = x / 400;
    return 0.5 + (step / 3) * sum(401, (i) => bell(i * step) * (i === 0 || i === 400 ? 1 : i % 2 === 1 ? 4 : 2));
  };
  for (const [i, x] of before.entries()) expect(Math.abs((values[i] as number) - x * phi(x))).toBeLessThan(3e-4);
});

test('rows are added and normalised', () => {
  const room = openRoom();
  const [rows, columns] = [3, 48];
  const [x, left] = room.make(rows * columns, 5);
  const [y, right] = room.make(rows * columns, 5);
  const [[gamma, scale], [beta, shift]] = [room.make(columns), room.make(columns)];
  const sums = left.map((value, i) => value + (right[i] as number));
  room.kernels.normalise(x, y, gamma, beta, rows, columns);
  for (let row = 0; row < rows; row++) {
    const own = sums.subarray(row * columns, (row + 1) * columns);
    const mean = sum(columns, (i) => own[i] as number) / columns;
    const spread = Math.sqrt(sum(columns, (i) => ((own[i] as number) - mean) ** 2) / columns);
    for (let i = 0; i < columns; i++)
      expect(left[row * columns + i]).toBeCloseTo(
        (((own[i] as number) - mean) / spread) * (scale[i] as number) + (shift[i] as number),
        4,
      );
  }
});

describe('attention', () => {
  test.each([1, 3, 4, 5, 16, 17, 31, 100, WIDTH])('of %i tokens is what plain arithmetic gives', (tokens) => {
    const room = openRoom();
    const stride = 3 * HEAD;
    const [at, values] = room.make(tokens * stride, 2);
    const out = room.take(4 * tokens * HEAD);
    room.kernels.attend(at, at + 4 * HEAD, at + 8 * HEAD, out, tokens, 4 * stride, 4 * HEAD, room.take(scratchSize));
    const found = room.floats(out, tokens * HEAD);
    const part = (token: number, which: number, d: number) => values[token * stride + which * HEAD + d] as number;
    for (let token = 0; token < tokens; token += 7) {
      const scores = Array.from({ length: tokens }, (_, j) => sum(HEAD, (d) => part(token, 0, d) * part(j, 1, d)));
      const peak = scores.reduce((most, score) => Math.max(most, score));
      const shares = scores.map((score) => Math.exp(score - peak));
      const total = sum(tokens, (j) => shares[j] as number);
      for (let d = 0; d < HEAD; d++)
        expect(found[token * HEAD + d]).toBeCloseTo(
          sum(tokens, (j) => ((shares[j] as number) / total) * part(j, 2, d)),
          3,
        );
    }
  });
});
