/** What is done to each number, or to each row, of a matrix. */
import { acrossAdd, count, every, type Four, type Two } from './lanes.ts';
import { block, type Code, compile, constantsAt, f32, f32x4, func, i32, type Local, repeat, v128 } from './wasm.ts';

/** The error function from -3 to 3 as an odd polynomial, highest power first; beyond it is ±1. Off by 2e-5 at most. */
const ERROR_FUNCTION = [
  ...[4.074085865718977e-8, -1.94477579091593e-6, 4.105979826978532e-5, -5.110309218915045e-4, 4.2353997767372725e-3],
  ...[-2.5102788615105842e-2, 0.11107923448095053, -0.37531481247792375, 1.1282684125848692],
];
const constants = constantsAt(0, ERROR_FUNCTION);

export const rows = () => compile([gelu(), normalise()], constants);

/** Four vectors side by side, so that none waits for its own last step. */
function gelu() {
  return func('gelu', ['i32', 'i32'], (scope, params) => {
    const [x, total] = params as Two;
    const [at, end] = scope.locals('i32', 2) as Two;
    const [low, high, root, half] = scope.locals('v128', 4) as Four;
    const first = scope.local('v128');
    const four = count(4).map(() => scope.locals('v128', 4) as Four);
    const begin = four.flatMap(([value, z, square, series], i) => [
      value.set(v128.load(at.get, 16 * i)),
      z.set(f32x4.min(f32x4.max(f32x4.mul(value.get, root.get), low.get), high.get)),
      square.set(f32x4.mul(z.get, z.get)),
      series.set(first.get),
    ]);
    const add = (n: number) =>
      four.map(([, , square, series]) => series.set(f32x4.mulAdd(series.get, square.get, constants.get(n))));
    const finish = four.flatMap(([value, z, , series], i) => [
      value.set(f32x4.mul(value.get, half.get)),
      v128.store(at.get, f32x4.mulAdd(value.get, f32x4.mul(series.get, z.get), value.get), 16 * i),
    ]);
    return block(
      end.set(i32.add(x.get, i32.shl(total.get, i32.const(2)))),
      ...[low.set(every(-3)), high.set(every(3)), root.set(every(Math.SQRT1_2)), half.set(every(0.5))],
      first.set(every(ERROR_FUNCTION[0] as number)),
      repeat(
        at,
        x.get,
        end.get,
        64,
        block(...begin, ...ERROR_FUNCTION.slice(1).flatMap((_, n) => add(n + 1)), ...finish),
      ),
    );
  });
}

const EPSILON = 1e-12;

function normalise() {
  return func('normalise', Array(6).fill('i32'), (scope, params) => {
    const [x, y, gamma, beta, rows, columns] = params as [...Four, Local, Local];
    const [row, i, end] = scope.locals('i32', 3) as [Local, Local, Local];
    const [sum, value, mean, factor] = scope.locals('v128', 4) as Four;
    const size = scope.local('f32');
    const load = (base: Local, n: number) => v128.load(i32.add(base.get, i.get), 16 * n);
    const store = (code: Code, n: number) => v128.store(i32.add(x.get, i.get), code, 16 * n);
    const sixteen = (body: (n: number) => Code) => repeat(i, i32.const(0), end.get, 64, block(...count(4).map(body)));
    const share = f32.div(acrossAdd(sum), size.get);
    const add = (code: Code) => sum.set(f32x4.add(sum.get, code));
    const one = [
      sum.set(v128.zero),
      sixteen((n) => block(value.set(f32x4.add(load(x, n), load(y, n))), store(value.get, n), add(value.get))),
      mean.set(f32x4.splat(share)),
      sum.set(v128.zero),
      sixteen((n) => block(value.set(f32x4.sub(load(x, n), mean.get)), add(f32x4.mul(value.get, value.get)))),
      factor.set(f32x4.splat(f32.div(f32.const(1), f32.sqrt(f32.add(share, f32.const(EPSILON)))))),
      sixteen((n) => {
        const scaled = f32x4.mul(f32x4.sub(load(x, n), mean.get), factor.get);
        return store(f32x4.add(f32x4.mul(scaled, load(gamma, n)), load(beta, n)), n);
      }),
      x.set(i32.add(x.get, end.get)),
      y.set(i32.add(y.get, end.get)),
    ];
    return block(
      end.set(i32.shl(columns.get, i32.const(2))),
      size.set(f32.fromI32(columns.get)),
      repeat(row, i32.const(0), rows.get, 1, block(...one)),
    );
  });
}
