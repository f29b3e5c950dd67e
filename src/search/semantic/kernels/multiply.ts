/**
 * The product of activations and a weight matrix. Weights are bytes from 1 to 127 (64 is nought), activations signed
 * bytes: so the relaxed dot product gives the same sums on every machine, and they are whole numbers, so that the shape
 * of a tile does not change them.
 */
import { acrossMax, acrossSum, at, count, every, type Four, joinFour, type Two } from './lanes.ts';
import {
  block,
  type Code,
  call,
  compile,
  f32,
  f32x4,
  func,
  i8x16,
  i32,
  i32x4,
  type Local,
  repeat,
  v128,
} from './wasm.ts';

/** Rows and columns summed up at once: as many as the registers hold beside a tile's weights and an activation. */
const TILE = process.arch === 'arm64' ? { rows: 5, columns: 16 } : { rows: 4, columns: 8 };
/** So many groups of four are multiplied between two looks at the end. */
const UNROLLED = 8;
const ZERO = 64;

/**
 * A block of rows as `lay` writes it: for each row 64 times the sum of its bytes, negative; for each its scale; then
 * the bytes, four of each row in turn, every four four times over, as the dot product takes them.
 */
const SCALES = 32;
const BYTES = 64;

export const blockSize = (k: number) => BYTES + 4 * TILE.rows * k;

/** Products are written in whole tiles: so many rows where `rows` are asked for. */
export const wholeRows = (rows: number) => Math.ceil(rows / TILE.rows) * TILE.rows;

/**
 * Weights [n][k] of floats → a panel for the columns of each tile: bytes, four of each column in turn, then the scale
 * of each, then the bias of each.
 */
export function packWeights(weights: Float32Array, bias: Float32Array, n: number, k: number): Uint8Array {
  const { columns } = TILE;
  const packed = new Uint8Array((n / columns) * panelSize(k));
  for (let row = 0; row < n; row++) {
    const column = row % columns;
    const panel = ((row - column) / columns) * panelSize(k);
    const values = weights.subarray(row * k, (row + 1) * k);
    let largest = 1e-12;
    for (let i = 0; i < k; i++) {
      const size = Math.abs(values[i] as number);
      if (size > largest) largest = size;
    }
    const factor = 63 / largest;
    let at = panel + 4 * column;
    for (let i = 0; i < k; i += 4) {
      packed[at] = ZERO + Math.round((values[i] as number) * factor);
      packed[at + 1] = ZERO + Math.round((values[i + 1] as number) * factor);
      packed[at + 2] = ZERO + Math.round((values[i + 2] as number) * factor);
      packed[at + 3] = ZERO + Math.round((values[i + 3] as number) * factor);
      at += 4 * columns;
    }
    const facts = new DataView(packed.buffer, panel + columns * k);
    facts.setFloat32(4 * column, largest / 63, true);
    facts.setFloat32(4 * (columns + column), bias[row] as number, true);
  }
  return packed;
}

const panelSize = (k: number) => TILE.columns * (k + 8);

/** Where these stand in the module. */
const [LAY, TILED] = [0, 1];

export const multiplication = () => compile([lay(), tile(), multiply()]);

/** Added to a float from -128 to 127, it leaves the nearest whole number in the lowest byte. */
const ROUNDING = 1.5 * 2 ** 23;

/** One row of floats to its places in a block. */
function lay() {
  return func('lay', Array(4).fill('i32'), (scope, params) => {
    const [source, facts, target, columns] = params as Four;
    const [from, end] = scope.locals('i32', 2) as Two;
    const values = scope.locals('v128', 4) as Four;
    const [factor, sum, rounding, ones] = scope.locals('v128', 4) as Four;
    const [bytes] = values;
    const peak = scope.local('f32');
    const sixteen = (body: Code) => repeat(from, source.get, end.get, 64, body);
    const load = (i: number) => v128.load(from.get, 16 * i);
    return block(
      end.set(i32.add(source.get, i32.shl(columns.get, i32.const(2)))),
      ...values.map((value) => value.set(v128.zero)),
      sixteen(block(...values.map((value, i) => value.set(f32x4.max(value.get, f32x4.abs(load(i))))))),
      bytes.set(joinFour(f32x4.max, values)),
      peak.set(f32.max(f32.const(1e-12), acrossMax(bytes))),
      f32.store(facts.get, f32.div(peak.get, f32.const(127)), SCALES),
      factor.set(f32x4.splat(f32.div(f32.const(127), peak.get))),
      rounding.set(every(ROUNDING)),
      ones.set(i8x16.splat(i32.const(1))),
      sum.set(v128.zero),
      sixteen(
        block(
          ...values.map((value, i) => value.set(f32x4.add(f32x4.mul(load(i), factor.get), rounding.get))),
          bytes.set(i8x16.lowestBytes(values.map((value) => value.get))),
          sum.set(i32x4.dotAdd(bytes.get, ones.get, sum.get)),
          ...count(4).map((i) => v128.store(target.get, i32x4.splatLane(bytes.get, i), 16 * TILE.rows * i)),
          target.set(i32.add(target.get, i32.const(64 * TILE.rows))),
        ),
      ),
      i32.store(facts.get, i32.mul(acrossSum(sum), i32.const(-ZERO))),
    );
  });
}

/** One tile of the product: a function of its own, so that its sums stay in registers. */
function tile() {
  return func('tile', Array(5).fill('i32'), (scope, params) => {
    const [rows, weights, to, n, k] = params as [Local, ...Four];
    const [panel, bytes, end] = scope.locals('i32', 3) as [Local, Local, Local];
    const sums = count(TILE.rows).map(() => scope.locals('v128', TILE.columns / 4));
    const columns = scope.locals('v128', TILE.columns / 4);
    const value = scope.local('v128');
    const step = (u: number) => [
      ...columns.map((column, j) => column.set(v128.load(panel.get, 16 * (columns.length * u + j)))),
      ...sums.flatMap((row, r) => [
        value.set(v128.load(bytes.get, 16 * (TILE.rows * u + r))),
        ...row.map((sum, j) => sum.set(i32x4.dotAdd(value.get, (columns[j] as Local).get, sum.get))),
      ]),
    ];
    const finish = sums.flatMap((row, r) => [
      value.set(v128.load32Splat(rows.get, SCALES + 4 * r)),
      ...row.map((sum, j) => {
        const factor = f32x4.mul(value.get, v128.load(panel.get, 16 * j));
        const bias = v128.load(panel.get, 4 * TILE.columns + 16 * j);
        return v128.store(to.get, f32x4.mulAdd(f32x4.fromI32(sum.get), factor, bias), 16 * j);
      }),
      to.set(i32.add(to.get, i32.shl(n.get, i32.const(2)))),
    ]);
    return block(
      end.set(i32.add(weights.get, i32.mul(k.get, i32.const(TILE.columns)))),
      bytes.set(i32.add(rows.get, i32.const(BYTES))),
      ...sums.flatMap((row, r) => row.map((sum) => sum.set(v128.load32Splat(rows.get, 4 * r)))),
      repeat(
        panel,
        weights.get,
        end.get,
        4 * TILE.columns * UNROLLED,
        block(...count(UNROLLED).flatMap(step), bytes.set(i32.add(bytes.get, i32.const(16 * TILE.rows * UNROLLED)))),
      ),
      ...finish,
    );
  });
}

/** A block of rows at a time, which stays in the nearest cache while the weights go by. */
function multiply() {
  return func('multiply', Array(7).fill('i32'), (scope, params) => {
    const [from, weights, to, rows, m, n, k] = params as [...Four, Local, Local, Local];
    const [row, column, panel, target] = scope.locals('i32', 4) as Four;
    const next = (pointer: Local, bytes: Code) => pointer.set(i32.add(pointer.get, bytes));
    // Beyond the last row it is taken again.
    const layRow = (r: number) => {
      const index = i32.min(i32.add(row.get, i32.const(r)), i32.sub(m.get, i32.const(1)));
      const place = (offset: number) => i32.add(rows.get, i32.const(offset));
      return call(LAY, at(from, i32.mul(index, k.get), 4), place(4 * r), place(BYTES + 16 * r), k.get);
    };
    return repeat(
      row,
      i32.const(0),
      m.get,
      TILE.rows,
      block(
        ...count(TILE.rows).map(layRow),
        panel.set(weights.get),
        target.set(at(to, i32.mul(row.get, n.get), 4)),
        repeat(
          column,
          i32.const(0),
          n.get,
          TILE.columns,
          block(
            call(TILED, rows.get, panel.get, target.get, n.get, k.get),
            next(target, i32.const(4 * TILE.columns)),
            next(panel, i32.mul(i32.add(k.get, i32.const(8)), i32.const(TILE.columns))),
          ),
        ),
      ),
    );
  });
}
