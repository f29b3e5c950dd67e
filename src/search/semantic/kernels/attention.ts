/** How much the tokens of a text heed each other, and what each takes from the others: one head at a time. */
import { acrossAdd, acrossMax, at, count, every, type Four, type Two } from './lanes.ts';
import {
  block,
  type Code,
  call,
  compile,
  constantsAt,
  f32,
  f32x4,
  func,
  i32,
  i32x4,
  type Local,
  repeat,
  v128,
} from './wasm.ts';

export const HEAD = 32;
/** Longest text, in tokens. */
export const WIDTH = 256;

/** So many queries are answered at once. */
const ASKED = 4;
/** So many keys are weighed, and so many fours of a value mixed, at once: as many as the registers hold sums for. */
const [KEYS, MIXED] = process.arch === 'arm64' ? [16, HEAD / 4] : [8, HEAD / 8];

/** The scratch: keys, turned; values; for each query its shares, with room for some beyond the last token, and a factor. */
const VALUES = 4 * HEAD * (WIDTH + KEYS);
const SHARES = VALUES + 4 * HEAD * (WIDTH + 4);
const FACTOR = 4 * (WIDTH + KEYS);
const shareOf = (r: number) => (FACTOR + 16) * r;
export const scratchSize = SHARES + shareOf(ASKED);

/**
 * 2 to the power of x from -½ to ½ as a polynomial, highest power first; the whole part of a power is added to the bits
 * of its exponent.
 */
const POWERS = [1.540353e-4, 1.3333558e-3, 9.6181291e-3, 5.5504109e-2, 2.4022651e-1, 6.9314718e-1, 1];
const constants = constantsAt(512, POWERS);
/** Added to a float, it leaves the nearest whole number in the lowest bits. */
const ROUNDING = 1.5 * 2 ** 23;

/** Where these stand in the module. */
const [GATHER, WEIGH, SOFTEN, MIX] = [0, 1, 2, 3];

export const attention = () => compile([gather(), weigh(), soften(), mix(), attend()], constants);

/** Beyond the last token the last is asked again, with the same answer. */
function attend() {
  return func('attend', Array(8).fill('i32'), (scope, params) => {
    const [q, k, v, out, tokens, stride, outStride, scratch] = params as [...Four, ...Four];
    const i = scope.local('i32');
    const row = (base: Local, step: Local, r: number) => rowOf(base, i32.add(i.get, i32.const(r)), tokens, step);
    const asked = count(ASKED).map((r) => row(q, stride, r));
    const [values, shares] = [i32.add(scratch.get, i32.const(VALUES)), i32.add(scratch.get, i32.const(SHARES))];
    const two = (r: number) => {
      const own = i32.add(scratch.get, i32.const(SHARES + shareOf(r)));
      return call(MIX, values, own, row(out, outStride, r), row(out, outStride, r + 1), tokens.get);
    };
    return block(
      call(GATHER, k.get, v.get, tokens.get, stride.get, scratch.get, values),
      repeat(
        i,
        i32.const(0),
        tokens.get,
        ASKED,
        block(call(WEIGH, ...asked, scratch.get, shares, tokens.get), call(SOFTEN, shares, tokens.get), two(0), two(2)),
      ),
    );
  });
}

/** The row at `index`, or else the last. */
const rowOf = (base: Local, index: Code, tokens: Local, stride: Local) =>
  i32.add(base.get, i32.mul(i32.min(index, i32.sub(tokens.get, i32.const(1))), stride.get));

/** Values close together, keys turned on their side, so that one load brings the same dimension of four of them. */
function gather() {
  return func('gather', Array(6).fill('i32'), (scope, params) => {
    const [k, v, tokens, stride, keys, values] = params as [...Four, Local, Local];
    const [j, from, to] = scope.locals('i32', 3) as [Local, Local, Local];
    const rows = scope.locals('i32', 4);
    const four = scope.locals('v128', 4) as Four;
    const pairs = scope.locals('v128', 4) as Four;
    const row = (base: Local, r: number) => rowOf(base, i32.add(j.get, i32.const(r)), tokens, stride);
    const group = i32.mul(i32.and(j.get, i32.const(-KEYS)), i32.const(4 * HEAD));
    const within = i32.mul(i32.and(j.get, i32.const(KEYS - 1)), i32.const(4));
    return repeat(
      j,
      i32.const(0),
      tokens.get,
      4,
      block(
        ...rows.map((pointer, r) => pointer.set(row(k, r))),
        to.set(i32.add(keys.get, i32.add(group, within))),
        ...count(HEAD / 4).flatMap((d) => [
          ...four.map((value, r) => value.set(v128.load((rows[r] as Local).get, 16 * d))),
          turn(four, pairs),
          ...four.map((value, n) => v128.store(to.get, value.get, 4 * KEYS * (4 * d + n))),
        ]),
        to.set(at(values, j.get, 4 * HEAD)),
        ...count(4).flatMap((r) => [
          from.set(row(v, r)),
          ...count(HEAD / 4).map((d) => v128.store(to.get, v128.load(from.get, 16 * d), 4 * HEAD * r + 16 * d)),
        ]),
      ),
    );
  });
}

/** Rows to columns. */
function turn([a, b, c, d]: Four, [one, two, three, four]: Four): Code {
  return block(
    one.set(i32x4.zipLow(a.get, b.get)),
    two.set(i32x4.zipLow(c.get, d.get)),
    three.set(i32x4.zipHigh(a.get, b.get)),
    four.set(i32x4.zipHigh(c.get, d.get)),
    a.set(i32x4.joinLow(one.get, two.get)),
    b.set(i32x4.joinHigh(one.get, two.get)),
    c.set(i32x4.joinLow(three.get, four.get)),
    d.set(i32x4.joinHigh(three.get, four.get)),
  );
}

/** The products of four queries with every key; what stands beyond the last token weighs nothing. */
function weigh() {
  return func('weigh', Array(ASKED + 3).fill('i32'), (scope, params) => {
    const queries = params.slice(0, ASKED);
    const [keys, shares, tokens] = params.slice(ASKED) as [Local, Local, Local];
    const [j, from, to] = scope.locals('i32', 3) as [Local, Local, Local];
    const sums = queries.map(() => scope.locals('v128', KEYS / 4));
    const four = scope.locals('v128', KEYS / 4);
    const value = scope.local('v128');
    const multiply = (d: number) => [
      ...four.map((key, n) => key.set(v128.load(from.get, 4 * KEYS * d + 16 * n))),
      ...queries.flatMap((query, r) => [
        value.set(v128.load32Splat(query.get, 4 * d)),
        ...(sums[r] as Local[]).map((sum, n) => sum.set(f32x4.mulAdd(value.get, (four[n] as Local).get, sum.get))),
      ]),
    ];
    return block(
      repeat(
        j,
        i32.const(0),
        tokens.get,
        KEYS,
        block(
          from.set(at(keys, j.get, 4 * HEAD)),
          to.set(at(shares, j.get, 4)),
          ...sums.flat().map((sum) => sum.set(v128.zero)),
          ...count(HEAD).flatMap(multiply),
          ...sums.flatMap((own, r) => own.map((sum, n) => v128.store(to.get, sum.get, shareOf(r) + 16 * n))),
        ),
      ),
      to.set(at(shares, tokens.get, 4)),
      ...queries.map((_, r) => v128.store(to.get, every(-1e30), shareOf(r))),
    );
  });
}

/** Products to shares: powers of e, and the factor that makes them one in all. */
function soften() {
  return func('soften', ['i32', 'i32'], (scope, params) => {
    const [shares, tokens] = params as Two;
    const [from, end] = scope.locals('i32', 2) as Two;
    const peaks = scope.locals('v128', ASKED);
    const totals = scope.locals('v128', ASKED);
    const powers = count(ASKED).map(() => scope.locals('v128', 3) as [Local, Local, Local]);
    const [low, base, rounding, first] = scope.locals('v128', 4) as Four;
    const each = (...body: Code[]) => repeat(from, shares.get, end.get, 16, block(...body));
    const share = (r: number) => v128.load(from.get, shareOf(r));
    const part = powers.flatMap(([x, whole, power], r) => [
      x.set(f32x4.mul(f32x4.max(f32x4.sub(share(r), (peaks[r] as Local).get), low.get), base.get)),
      whole.set(f32x4.add(x.get, rounding.get)),
      x.set(f32x4.sub(x.get, f32x4.sub(whole.get, rounding.get))),
      power.set(first.get),
    ]);
    const add = (n: number) =>
      powers.map(([x, , power]) => power.set(f32x4.mulAdd(power.get, x.get, constants.get(n))));
    const finish = powers.flatMap(([, whole, power], r) => [
      power.set(i32x4.add(power.get, i32x4.shl(whole.get, i32.const(23)))),
      (totals[r] as Local).set(f32x4.add((totals[r] as Local).get, power.get)),
      v128.store(from.get, power.get, shareOf(r)),
    ]);
    return block(
      end.set(at(shares, tokens.get, 4)),
      ...[
        low.set(every(-87)),
        base.set(every(Math.LOG2E)),
        rounding.set(every(ROUNDING)),
        first.set(every(POWERS[0] as number)),
      ],
      ...peaks.map((peak) => peak.set(every(-1e30))),
      each(...peaks.map((peak, r) => peak.set(f32x4.max(peak.get, share(r))))),
      ...peaks.map((peak) => peak.set(f32x4.splat(acrossMax(peak)))),
      ...totals.map((total) => total.set(v128.zero)),
      each(...part, ...POWERS.slice(1).flatMap((_, n) => add(n + 1)), ...finish),
      ...totals.map((total, r) => f32.store(shares.get, f32.div(f32.const(1), acrossAdd(total)), shareOf(r) + FACTOR)),
    );
  });
}

/** The values by the shares of two queries; two tokens between two looks at the end. */
function mix() {
  return func('mix', Array(5).fill('i32'), (scope, params) => {
    const [values, shares, ...rest] = params as [Local, Local, Local, Local, Local];
    const [outs, tokens] = [rest.slice(0, 2), rest[2] as Local];
    const [share, end, from] = scope.locals('i32', 3) as [Local, Local, Local];
    const sums = outs.map(() => scope.locals('v128', MIXED));
    const own = scope.locals('v128', 2) as Two;
    const value = scope.local('v128');
    const add = (token: number, first: number) => [
      ...own.map((local, n) => local.set(v128.load32Splat(share.get, shareOf(n) + 4 * token))),
      ...count(MIXED).flatMap((d) => [
        value.set(v128.load(from.get, 4 * HEAD * token + 16 * (first + d))),
        ...sums.map((row, n) => {
          const sum = row[d] as Local;
          return sum.set(f32x4.mulAdd((own[n] as Local).get, value.get, sum.get));
        }),
      ]),
    ];
    const part = (first: number) => [
      ...sums.flat().map((sum) => sum.set(v128.zero)),
      from.set(values.get),
      repeat(
        share,
        shares.get,
        end.get,
        8,
        block(...add(0, first), ...add(1, first), from.set(i32.add(from.get, i32.const(8 * HEAD)))),
      ),
      ...sums.flatMap((row, n) => [
        value.set(v128.load32Splat(shares.get, shareOf(n) + FACTOR)),
        ...row.map((sum, d) => v128.store((outs[n] as Local).get, f32x4.mul(sum.get, value.get), 16 * (first + d))),
      ]),
    ];
    return block(
      end.set(at(shares, tokens.get, 4)),
      ...count(HEAD / 4 / MIXED).flatMap((index) => part(MIXED * index)),
    );
  });
}
