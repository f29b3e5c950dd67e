/**
 * A small assembler for WebAssembly: each operation is a function from code to code, a module is a list of functions
 * over one imported memory. Only what the kernels need is here. Byte values are those of the WebAssembly specification.
 */

export type Code = readonly number[];
export type Type = 'i32' | 'f32' | 'v128';

export interface Local {
  readonly get: Code;
  set(value: Code): Code;
}

export interface Scope {
  local(type: Type): Local;
  locals(type: Type, count: number): Local[];
}

export interface Func {
  readonly name: string;
  readonly params: readonly Type[];
  readonly locals: readonly Type[];
  readonly body: Code;
}

/** A function without a result. `build` gets its parameters and says what it does. */
export function func(name: string, params: readonly Type[], build: (scope: Scope, params: Local[]) => Code): Func {
  const locals: Type[] = [];
  const at = (index: number): Local => ({
    get: [0x20, ...unsigned(index)],
    set: (value) => [...value, 0x21, ...unsigned(index)],
  });
  const local = (type: Type) => at(params.length + locals.push(type) - 1);
  const scope: Scope = { local, locals: (type, count) => Array.from({ length: count }, () => local(type)) };
  const body = build(
    scope,
    params.map((_, index) => at(index)),
  );
  return { name, params, locals, body };
}

/** Counts `counter` from `from` up to but without `to`. */
export function repeat(counter: Local, from: Code, to: Code, step: number, body: Code): Code {
  return [
    ...counter.set(from),
    ...[0x02, 0x40, 0x03, 0x40],
    ...[...counter.get, ...to, 0x4e, 0x0d, 1],
    ...body,
    ...counter.set(i32.add(counter.get, i32.const(step))),
    ...[0x0c, 0, 0x0b, 0x0b],
  ];
}

/** Calls the function that stands at `index` in the module. */
export const call = (index: number, ...operands: Code[]): Code => [...operands.flat(), 0x10, ...unsigned(index)];

export const block = (...codes: Code[]): Code => codes.flat();

const operation =
  (...bytes: number[]) =>
  (...operands: Code[]): Code => [...operands.flat(), ...bytes];
const simd = (code: number) => operation(0xfd, ...unsigned(code));
const access =
  (bytes: readonly number[], align: number) =>
  (address: Code, offset = 0): Code => [...address, ...bytes, align, ...unsigned(offset)];
const storing =
  (bytes: readonly number[], align: number) =>
  (address: Code, value: Code, offset = 0): Code => [...address, ...value, ...bytes, align, ...unsigned(offset)];

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  add: operation(0x6a),
  sub: operation(0x6b),
  mul: operation(0x6c),
  and: operation(0x71),
  shl: operation(0x74),
  min: (a: Code, b: Code): Code => [...a, ...b, ...a, ...b, 0x48, 0x1b],
  store: storing([0x36], 2),
};

export const f32 = {
  const: (value: number): Code => [0x43, ...new Uint8Array(new Float32Array([value]).buffer)],
  add: operation(0x92),
  div: operation(0x95),
  max: operation(0x97),
  sqrt: operation(0x91),
  fromI32: operation(0xb2),
  store: storing([0x38], 2),
};

export const v128 = {
  load: access([0xfd, 0], 0),
  load32Splat: access([0xfd, 9], 0),
  store: storing([0xfd, 11], 0),
  zero: [0xfd, 12, ...Array<number>(16).fill(0)] as Code,
};

/** Bytes of two: 0 to 15 of the first, 16 to 31 of the second. */
const shuffle = (a: Code, b: Code, bytes: readonly number[]): Code => [...a, ...b, 0xfd, 13, ...bytes];
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
const words = (...indices: number[]) => indices.flatMap((index) => upTo(4).map((byte) => 4 * index + byte));

export const i8x16 = {
  splat: simd(15),
  /** The lowest byte of each of sixteen words. */
  lowestBytes: ([a, b, c, d]: readonly Code[]): Code => {
    const halves = upTo(8).flatMap((i) => [4 * i, 4 * i + 1]);
    const bytes = upTo(16).map((i) => 2 * i);
    return shuffle(shuffle(a as Code, b as Code, halves), shuffle(c as Code, d as Code, halves), bytes);
  },
};

export const i32x4 = {
  /** One of the four, four times. */
  splatLane: (value: Code, lane: number): Code => shuffle(value, value, words(lane, lane, lane, lane)),
  /** The lower two of each in turn. */
  zipLow: (a: Code, b: Code): Code => shuffle(a, b, words(0, 4, 1, 5)),
  /** The upper two of each in turn. */
  zipHigh: (a: Code, b: Code): Code => shuffle(a, b, words(2, 6, 3, 7)),
  /** The lower two of both. */
  joinLow: (a: Code, b: Code): Code => shuffle(a, b, words(0, 1, 4, 5)),
  /** The upper two of both. */
  joinHigh: (a: Code, b: Code): Code => shuffle(a, b, words(2, 3, 6, 7)),
  add: simd(174),
  shl: (value: Code, bits: Code): Code => [...value, ...bits, 0xfd, ...unsigned(171)],
  lane: (value: Code, lane: number): Code => [...value, 0xfd, 27, lane],
  /** Adds to the third the products of the signed bytes of the first and the bytes 0 to 127 of the second, four by four. */
  dotAdd: simd(0x113),
};

export const f32x4 = {
  splat: simd(19),
  lane: (value: Code, lane: number): Code => [...value, 0xfd, 31, lane],
  abs: simd(224),
  add: simd(228),
  sub: simd(229),
  mul: simd(230),
  min: simd(232),
  max: simd(233),
  fromI32: simd(250),
  /** The first times the second plus the third, rounded once where the machine can. */
  mulAdd: simd(0x105),
};

/** The module: its functions exported by name, its memory imported as `env.memory`. */
export const compile = (funcs: readonly Func[], constants?: Constants) =>
  new WebAssembly.Module(assemble(funcs, constants));

function assemble(funcs: readonly Func[], constants?: Constants): Uint8Array<ArrayBuffer> {
  const types = funcs.map(({ params }) => [0x60, ...vector(params.map((type) => [TYPES[type]])), 0]);
  const memory = [...text('env'), ...text('memory'), 0x02, 0x00, 1];
  const exports = funcs.map(({ name }, index) => [...text(name), 0x00, ...unsigned(index)]);
  const bodies = funcs.map(({ locals, body }) => {
    const code = [...vector(locals.map((type) => [1, TYPES[type]])), ...body, 0x0b];
    return [...unsigned(code.length), ...code];
  });
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(2, [memory]),
    ...section(
      3,
      funcs.map((_, index) => unsigned(index)),
    ),
    ...section(7, exports),
    ...section(10, bodies),
    ...(constants === undefined ? [] : section(11, [[0, ...i32.const(constants.at), 0x0b, ...constants.bytes]])),
  ]);
}

export interface Constants {
  readonly at: number;
  readonly bytes: Code;
  /** The value at `index` in every lane. */
  get(index: number): Code;
}

/**
 * Floats at a fixed place of the memory, each four times. A sum that is to be added to a constant must not overwrite it:
 * a load is cheaper than a copy.
 */
export function constantsAt(at: number, values: readonly number[]): Constants {
  const floats = Float32Array.from(values.flatMap((value) => [value, value, value, value]));
  const bytes = [...new Uint8Array(floats.buffer)];
  return { at, bytes: vector(bytes.map((byte) => [byte])), get: (index) => v128.load(i32.const(0), at + 16 * index) };
}

const TYPES: Record<Type, number> = { i32: 0x7f, f32: 0x7d, v128: 0x7b };

function section(id: number, items: readonly Code[]): number[] {
  const content = vector(items);
  return [id, ...unsigned(content.length), ...content];
}

function vector(items: readonly Code[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function text(value: string): number[] {
  const bytes = [...Buffer.from(value)];
  return [...unsigned(bytes.length), ...bytes];
}

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value >>> 0;
  do {
    const byte = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? byte : byte | 0x80);
  } while (rest !== 0);
  return bytes;
}

function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value | 0;
  for (;;) {
    const byte = rest & 0x7f;
    rest >>= 7;
    const done = (rest === 0 && (byte & 0x40) === 0) || (rest === -1 && (byte & 0x40) !== 0);
    bytes.push(done ? byte : byte | 0x80);
    if (done) return bytes;
  }
}
