/**
 * The arithmetic of the model and of the vector search, four to sixteen numbers an instruction. Matrices lie row after
 * row. Weights are bytes from 1 to 127 (64 is nought), activations signed bytes: so the relaxed dot product gives the
 * same sums on every machine.
 */
import {
  assemble,
  block,
  type Code,
  call,
  f32,
  f32x4,
  func,
  i32,
  i32x4,
  type Local,
  narrow,
  repeat,
  v128,
} from './wasm.ts';

export interface Kernels {
  /**
   * c[m][n] = Σ a[m][k]·b[n][k], scaled, plus bias. m in fours, n and k in sixteens; a as `quantise` lays it, b as
   * `packWeights` does.
   */
  multiply(
    a: number,
    b: number,
    c: number,
    rowScales: number,
    rowSums: number,
    columnScales: number,
    bias: number,
    m: number,
    n: number,
    k: number,
  ): void;
  /**
   * Rows of floats to signed bytes with a scale each, every four of them four times over, as `multiply` takes them;
   * sums are 64 times the sum of the bytes.
   */
  quantise(from: number, to: number, scales: number, sums: number, rows: number, columns: number): void;
  /** x = x·Φ(x) */
  gelu(x: number, count: number): void;
  /** x = normalised(x + y), row by row. */
  normalise(x: number, y: number, gamma: number, beta: number, rows: number, columns: number): void;
  /** One head of one text: queries, keys and values 32 wide with `stride` bytes between rows. */
  attend(
    q: number,
    k: number,
    v: number,
    out: number,
    tokens: number,
    stride: number,
    outStride: number,
    keys: number,
    weights: number,
  ): void;
  /** sums[i] = Σ vectors[i][d]·query[d]; rows in fours. */
  compare(vectors: number, query: number, sums: number, rows: number, columns: number): void;
}

let compiled: WebAssembly.Module | undefined;

export function openKernels(memory: WebAssembly.Memory): Kernels {
  compiled ??= new WebAssembly.Module(
    assemble([tile(), multiply(), quantise(), gelu(), normalise(), attend(), compare()]),
  );
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as Kernels;
}

const ZERO = 64;
const ROWS = 4;
const COLUMNS = 16;
/** So many groups of four are multiplied between two looks at the counter. */
const UNROLLED = 4;

/** Weights [n][k] of floats → bytes for `multiply`, sixteen columns side by side, with the scale of each. */
export function packWeights(weights: Float32Array, n: number, k: number): { bytes: Uint8Array; scales: Float32Array } {
  const bytes = new Uint8Array(n * k);
  const scales = new Float32Array(n);
  for (let row = 0; row < n; row++) {
    let largest = 1e-12;
    for (let i = row * k; i < (row + 1) * k; i++) largest = Math.max(largest, Math.abs(weights[i] as number));
    scales[row] = largest / 63;
    const factor = 63 / largest;
    const base = (row - (row % COLUMNS)) * k + (row % COLUMNS) * 4;
    for (let i = 0; i < k; i++)
      bytes[base + (i >> 2) * (COLUMNS * 4) + (i & 3)] = ZERO + Math.round((weights[row * k + i] as number) * factor);
  }
  return { bytes, scales };
}

const count = (n: number) => Array.from({ length: n }, (_, i) => i);
const at = (base: Local, index: Code, size: number) => i32.add(base.get, i32.mul(index, i32.const(size)));

/** Where `tile` stands in the module. */
const TILE = 0;

/** Four rows by sixteen columns of a product: a function of its own, so that its sums stay in registers. */
function tile() {
  return func('tile', Array(9).fill('i32'), (scope, params) => {
    const [a, b, c, rowScales, rowSums, columnScales, bias, n, k] = params as Local[] & { length: 9 };
    const [depth, panel] = scope.locals('i32', 2) as [Local, Local];
    const rows = scope.locals('i32', ROWS);
    const sums = count(ROWS).map(() => scope.locals('v128', COLUMNS / 4));
    const weights = scope.locals('v128', COLUMNS / 4);
    const [value, scale] = scope.locals('v128', 2) as [Local, Local];
    const step = block(
      ...count(UNROLLED).flatMap((u) => [
        ...weights.map((weight, j) => weight.set(v128.load(panel.get, 16 * j + COLUMNS * 4 * u))),
        ...rows.map((pointer, r) =>
          block(
            value.set(v128.load(i32.add(pointer.get, depth.get), 16 * u)),
            ...weights.map((weight, j) => sums[r]![j]!.set(i32x4.dotAdd(value.get, weight.get, sums[r]![j]!.get))),
          ),
        ),
      ]),
      panel.set(i32.add(panel.get, i32.const(COLUMNS * 4 * UNROLLED))),
    );
    const finish = rows.map((_, r) =>
      block(
        scale.set(v128.load32Splat(rowScales!.get, 4 * r)),
        value.set(v128.load32Splat(rowSums!.get, 4 * r)),
        ...count(COLUMNS / 4).map((j) => {
          const sum = f32x4.fromI32(i32x4.sub(sums[r]![j]!.get, value.get));
          const factor = f32x4.mul(scale.get, v128.load(columnScales!.get, 16 * j));
          return v128.store(c!.get, f32x4.mulAdd(sum, factor, v128.load(bias!.get, 16 * j)), 16 * j);
        }),
        c!.set(i32.add(c!.get, i32.shl(n!.get, i32.const(2)))),
      ),
    );
    return block(
      ...rows.map((pointer, r) => pointer.set(i32.add(a!.get, i32.mul(k!.get, i32.const(4 * r))))),
      ...sums.flat().map((sum) => sum.set(v128.zero)),
      panel.set(b!.get),
      repeat(depth, i32.const(0), i32.shl(k!.get, i32.const(2)), 16 * UNROLLED, step),
      ...finish,
    );
  });
}

function multiply() {
  return func('multiply', Array(10).fill('i32'), (scope, params) => {
    const [a, b, c, rowScales, rowSums, columnScales, bias, m, n, k] = params as Local[] & { length: 10 };
    const [row, column] = scope.locals('i32', 2) as [Local, Local];
    const each = call(
      TILE,
      at(a!, i32.mul(row.get, k!.get), 4),
      i32.add(b!.get, i32.mul(column.get, k!.get)),
      at(c!, i32.add(i32.mul(row.get, n!.get), column.get), 4),
      at(rowScales!, row.get, 4),
      at(rowSums!, row.get, 4),
      at(columnScales!, column.get, 4),
      at(bias!, column.get, 4),
      n!.get,
      k!.get,
    );
    return repeat(column, i32.const(0), n!.get, COLUMNS, repeat(row, i32.const(0), m!.get, ROWS, each));
  });
}

type Four = [Local, Local, Local, Local];

function quantise() {
  return func('quantise', Array(6).fill('i32'), (scope, params) => {
    const [from, to, scales, sums, rows, columns] = params as [Local, Local, Local, Local, Local, Local];
    const [row, i, source, target] = scope.locals('i32', 4) as Four;
    const [largest, factor, sum, word] = scope.locals('v128', 4) as Four;
    const peak = scope.local('f32');
    const load = (offset: number) => v128.load(at(source, i.get, 4), offset);
    const round = (offset: number) => i32x4.fromF32(f32x4.nearest(f32x4.mul(load(offset), factor.get)));
    return repeat(
      row,
      i32.const(0),
      rows.get,
      1,
      block(
        source.set(i32.add(from.get, i32.mul(i32.mul(row.get, columns.get), i32.const(4)))),
        target.set(at(to, i32.mul(row.get, columns.get), 4)),
        largest.set(v128.zero),
        repeat(i, i32.const(0), columns.get, 4, largest.set(f32x4.max(largest.get, f32x4.abs(load(0))))),
        peak.set(f32.max(f32.const(1e-12), acrossMax(largest))),
        f32.store(at(scales, row.get, 4), f32.div(peak.get, f32.const(127))),
        factor.set(f32x4.splat(f32.div(f32.const(127), peak.get))),
        sum.set(v128.zero),
        repeat(
          i,
          i32.const(0),
          columns.get,
          4,
          block(
            word.set(round(0)),
            sum.set(i32x4.add(sum.get, word.get)),
            word.set(narrow.i32ToI16(word.get, word.get)),
            v128.store(at(target, i.get, 4), narrow.i16ToI8(word.get, word.get)),
          ),
        ),
        i32.store(at(sums, row.get, 4), i32.shl(acrossSum(sum), i32.const(6))),
      ),
    );
  });
}

function acrossMax(value: Local): Code {
  const lane = (i: number) => f32x4.lane(value.get, i);
  return f32.max(f32.max(lane(0), lane(1)), f32.max(lane(2), lane(3)));
}

function acrossAdd(value: Local): Code {
  const lane = (i: number) => f32x4.lane(value.get, i);
  return f32.add(f32.add(lane(0), lane(1)), f32.add(lane(2), lane(3)));
}

function acrossSum(value: Local): Code {
  const lane = (i: number) => i32x4.lane(value.get, i);
  return i32.add(i32.add(lane(0), lane(1)), i32.add(lane(2), lane(3)));
}

const every = (value: number) => f32x4.splat(f32.const(value));

/** e to the power of `x` (changed on the way), for x from about -87 to 88: 2 to the whole part by its bits, the rest by a series. */
function exponential(x: Local, whole: Local, result: Local): Code {
  const coefficients = [1.3333558e-3, 9.6181291e-3, 5.5504109e-2, 2.4022651e-1, 6.9314718e-1, 1];
  return block(
    x.set(f32x4.mul(f32x4.max(x.get, every(-87)), every(Math.LOG2E))),
    whole.set(f32x4.nearest(x.get)),
    x.set(f32x4.sub(x.get, whole.get)),
    result.set(every(1.540353e-4)),
    ...coefficients.map((c) => result.set(f32x4.mulAdd(result.get, x.get, every(c)))),
    result.set(
      f32x4.mul(result.get, i32x4.shl(i32x4.add(i32x4.fromF32(whole.get), i32x4.splat(i32.const(127))), i32.const(23))),
    ),
  );
}

/** The error function from -3 to 3 as an odd polynomial, highest power first; beyond it is ±1. Off by 2e-5 at most. */
const ERROR_FUNCTION = [
  ...[4.074085865718977e-8, -1.94477579091593e-6, 4.105979826978532e-5, -5.110309218915045e-4, 4.2353997767372725e-3],
  ...[-2.5102788615105842e-2, 0.11107923448095053, -0.37531481247792375, 1.1282684125848692],
];

function gelu() {
  return func('gelu', ['i32', 'i32'], (scope, params) => {
    const [x, total] = params as [Local, Local];
    const i = scope.local('i32');
    const [value, z, square, series] = scope.locals('v128', 4) as Four;
    const constants = scope.locals('v128', ERROR_FUNCTION.length + 4);
    const [low, high, root, half] = constants.slice(ERROR_FUNCTION.length) as Four;
    const [first, ...rest] = constants.slice(0, ERROR_FUNCTION.length) as [Local, ...Local[]];
    const address = i32.add(x.get, i32.mul(i.get, i32.const(4)));
    const values = [...ERROR_FUNCTION, -3, 3, Math.SQRT1_2, 0.5];
    return block(
      ...constants.map((constant, n) => constant.set(every(values[n] as number))),
      repeat(
        i,
        i32.const(0),
        total.get,
        4,
        block(
          value.set(v128.load(address)),
          z.set(f32x4.min(f32x4.max(f32x4.mul(value.get, root.get), low.get), high.get)),
          square.set(f32x4.mul(z.get, z.get)),
          series.set(first.get),
          ...rest.map((constant) => series.set(f32x4.mulAdd(series.get, square.get, constant.get))),
          series.set(f32x4.mul(series.get, z.get)),
          value.set(f32x4.mul(value.get, half.get)),
          v128.store(address, f32x4.mulAdd(value.get, series.get, value.get)),
        ),
      ),
    );
  });
}

const EPSILON = 1e-12;

function normalise() {
  return func('normalise', Array(6).fill('i32'), (scope, params) => {
    const [x, y, gamma, beta, rows, columns] = params as [Local, Local, Local, Local, Local, Local];
    const [row, i, source, other] = scope.locals('i32', 4) as Four;
    const [sum, square, value, mean] = scope.locals('v128', 4) as Four;
    const factor = scope.local('v128');
    const size = scope.local('f32');
    const offset = i32.mul(i32.mul(row.get, columns.get), i32.const(4));
    const share = (total: Local) => f32.div(acrossAdd(total), size.get);
    const added = f32x4.add(v128.load(at(source, i.get, 4)), v128.load(at(other, i.get, 4)));
    const each = (body: Code) => repeat(i, i32.const(0), columns.get, 4, body);
    return block(
      size.set(f32.fromI32(columns.get)),
      repeat(
        row,
        i32.const(0),
        rows.get,
        1,
        block(
          source.set(i32.add(x.get, offset)),
          other.set(i32.add(y.get, offset)),
          sum.set(v128.zero),
          square.set(v128.zero),
          each(
            block(
              value.set(added),
              v128.store(at(source, i.get, 4), value.get),
              sum.set(f32x4.add(sum.get, value.get)),
            ),
          ),
          mean.set(f32x4.splat(share(sum))),
          each(
            block(
              value.set(f32x4.sub(v128.load(at(source, i.get, 4)), mean.get)),
              square.set(f32x4.add(square.get, f32x4.mul(value.get, value.get))),
            ),
          ),
          factor.set(f32x4.splat(f32.div(f32.const(1), f32.sqrt(f32.add(share(square), f32.const(EPSILON)))))),
          each(
            block(
              value.set(f32x4.mul(f32x4.sub(v128.load(at(source, i.get, 4)), mean.get), factor.get)),
              v128.store(
                at(source, i.get, 4),
                f32x4.add(f32x4.mul(value.get, v128.load(at(gamma, i.get, 4))), v128.load(at(beta, i.get, 4))),
              ),
            ),
          ),
        ),
      ),
    );
  });
}

export const HEAD = 32;
/** Longest text, in tokens, and so the width of the scratch for one head's keys. */
export const WIDTH = 256;

/** Room for the shares that one query gives to the keys, and to what is looked at beyond the last. */
export const SHARES = WIDTH + 8;
/** So many queries are answered at once. */
export const ASKED = 4;

/** Beyond the last token the last is asked again, with the same answer. */
function attend() {
  return func('attend', Array(9).fill('i32'), (scope, params) => {
    const [q, k, v, out, tokens, stride, outStride, keys, weights] = params as Local[] & { length: 9 };
    const [i, j, token, target] = scope.locals('i32', 4) as Four;
    const queries = scope.locals('i32', ASKED);
    const sums = scope.locals('v128', (2 * HEAD) / 4);
    const totals = scope.locals('v128', ASKED);
    const [one, two, three, four] = scope.locals('v128', 4) as Four;
    const shares = (index: Local) => at(weights!, index.get, 4);
    const shareOf = (r: number) => 4 * SHARES * r;
    const each = (step: number, body: Code) => repeat(j, i32.const(0), tokens!.get, step, body);
    const row = (r: number) => i32.min(i32.add(i.get, i32.const(r)), i32.sub(tokens!.get, i32.const(1)));
    // Keys turned on their side: WIDTH of them a dimension, so that four are weighed at once.
    const turn = each(
      1,
      block(
        token.set(i32.add(k!.get, i32.mul(j.get, stride!.get))),
        target.set(at(keys!, j.get, 4)),
        ...count(HEAD).map((d) => f32.store(target.get, f32.load(token.get, 4 * d), 4 * WIDTH * d)),
      ),
    );
    const weigh = each(
      8,
      block(
        target.set(at(keys!, j.get, 4)),
        ...sums.slice(0, 2 * ASKED).map((sum) => sum.set(v128.zero)),
        ...count(HEAD).flatMap((d) => [
          one.set(v128.load(target.get, 4 * WIDTH * d)),
          two.set(v128.load(target.get, 4 * WIDTH * d + 16)),
          ...queries.flatMap((query, r) => [
            three.set(v128.load32Splat(query.get, 4 * d)),
            sums[2 * r]!.set(f32x4.mulAdd(three.get, one.get, sums[2 * r]!.get)),
            sums[2 * r + 1]!.set(f32x4.mulAdd(three.get, two.get, sums[2 * r + 1]!.get)),
          ]),
        ]),
        target.set(shares(j)),
        ...sums.slice(0, 2 * ASKED).map((sum, n) => v128.store(target.get, sum.get, shareOf(n >> 1) + 16 * (n & 1))),
      ),
    );
    // What stands beyond the last token must weigh nothing.
    const mask = block(
      target.set(shares(tokens!)),
      ...queries.flatMap((_, r) => count(7).map((n) => f32.store(target.get, f32.const(-1e30), shareOf(r) + 4 * n))),
    );
    const soften = totals.map((total, r) =>
      block(
        one.set(every(-1e30)),
        each(4, one.set(f32x4.max(one.get, v128.load(shares(j), shareOf(r))))),
        one.set(f32x4.splat(acrossMax(one))),
        total.set(v128.zero),
        each(
          4,
          block(
            two.set(f32x4.sub(v128.load(shares(j), shareOf(r)), one.get)),
            exponential(two, three, four),
            v128.store(shares(j), four.get, shareOf(r)),
            total.set(f32x4.add(total.get, four.get)),
          ),
        ),
        total.set(f32x4.splat(f32.div(f32.const(1), acrossAdd(total)))),
      ),
    );
    const mix = (r: number) =>
      block(
        ...sums.map((sum) => sum.set(v128.zero)),
        each(
          1,
          block(
            target.set(shares(j)),
            one.set(v128.load32Splat(target.get, shareOf(r))),
            two.set(v128.load32Splat(target.get, shareOf(r + 1))),
            token.set(i32.add(v!.get, i32.mul(j.get, stride!.get))),
            ...count(HEAD / 4).flatMap((d) => [
              three.set(v128.load(token.get, 16 * d)),
              sums[2 * d]!.set(f32x4.mulAdd(one.get, three.get, sums[2 * d]!.get)),
              sums[2 * d + 1]!.set(f32x4.mulAdd(two.get, three.get, sums[2 * d + 1]!.get)),
            ]),
          ),
        ),
        ...[0, 1].flatMap((n) => [
          target.set(i32.add(out!.get, i32.mul(row(r + n), outStride!.get))),
          ...count(HEAD / 4).map((d) =>
            v128.store(target.get, f32x4.mul(sums[2 * d + n]!.get, totals[r + n]!.get), 16 * d),
          ),
        ]),
      );
    const ask = queries.map((query, r) => query.set(i32.add(q!.get, i32.mul(row(r), stride!.get))));
    return block(
      turn,
      repeat(i, i32.const(0), tokens!.get, ASKED, block(...ask, weigh, mask, ...soften, mix(0), mix(2))),
    );
  });
}

function compare() {
  return func('compare', Array(5).fill('i32'), (scope, params) => {
    const [vectors, query, sums, rows, columns] = params as [Local, Local, Local, Local, Local];
    const [row, i, source, target] = scope.locals('i32', 4) as Four;
    const totals = scope.locals('v128', 4);
    const value = scope.local('v128');
    const pointers = scope.locals('i32', 4);
    return repeat(
      row,
      i32.const(0),
      rows.get,
      4,
      block(
        ...pointers.map((pointer, r) =>
          pointer.set(i32.add(vectors.get, i32.mul(i32.add(row.get, i32.const(r)), columns.get))),
        ),
        ...totals.map((total) => total.set(v128.zero)),
        repeat(
          i,
          i32.const(0),
          columns.get,
          16,
          block(
            value.set(v128.load(i32.add(query.get, i.get))),
            ...totals.map((total, r) =>
              block(
                source.set(i32.add(pointers[r]!.get, i.get)),
                total.set(i32x4.dotAdd(v128.load(source.get), value.get, total.get)),
              ),
            ),
          ),
        ),
        target.set(at(sums, row.get, 4)),
        ...totals.map((total, r) => i32.store(target.get, acrossSum(total), 4 * r)),
      ),
    );
  });
}
