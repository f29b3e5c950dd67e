/**
 * Six layers of BERT, 384 wide: tokens in, a row a token out. The weights are whoever's opens it; the arithmetic is ours (kernels),
 * in eight bits where the matrices are large. Texts of one call lie one after another in the same matrices: nothing is padded.
 */
import {
  blockSize,
  HEAD,
  type Kernels,
  openKernels,
  packWeights,
  RESERVED,
  scratchSize,
  WIDTH,
  wholeRows,
} from './kernels/index.ts';
import { DIMENSIONS } from './vectors.ts';
import type { Weights } from './weights.ts';

const INNER = 1536;
const LAYERS = 6;
const HEADS = DIMENSIONS / HEAD;
/** So many tokens go through the layers at once: enough to use each weight often, few enough to stay in the cache. */
export const MOST_ROWS = WIDTH;
/** The words met so far, unpacked: 12 MB at most. */
const KEPT_WORDS = 8000;

export interface Encoder {
  /** The rows after the last layer or an earlier one, text after text; the next call overwrites them. */
  run(batch: readonly Tokens[], depth?: number): Float32Array;
}

export interface Tokens {
  readonly ids: readonly number[];
  /** Where the second of two texts begins. */
  readonly second?: number;
}

export function openEncoder(weights: Weights): Encoder {
  const room = openRoom();
  const layers = Array.from({ length: LAYERS }, (_, layer) => placeLayer(weights, layer, room));
  const first = placeNorm(weights, 'embeddings.LayerNorm', room);
  const positions = weights.tensor('embeddings.position_embeddings.weight');
  const kinds = weights.tensor('embeddings.token_type_embeddings.weight');
  const words = new Map<number, Float32Array>();
  const desk = placeDesk(room);
  const kernels = openKernels(room.memory);

  return {
    run(batch, depth = LAYERS) {
      const rows = batch.reduce((sum, { ids }) => sum + ids.length, 0);
      lookUp(batch);
      kernels.normalise(desk.x, desk.y, first.gamma, first.beta, rows, DIMENSIONS);
      for (const layer of layers.slice(0, depth)) runLayer(layer, batch, rows, desk, kernels);
      return room.floats(desk.x, rows * DIMENSIONS);
    },
  };

  /** The sum of word, kind and position, the last added by the first normalisation. */
  function lookUp(batch: readonly Tokens[]): void {
    let row = 0;
    for (const { ids, second = ids.length } of batch)
      for (const [position, token] of ids.entries()) {
        const x = room.floats(desk.x + 4 * row * DIMENSIONS, DIMENSIONS);
        x.set(wordOf(token));
        const kind = position >= second ? DIMENSIONS : 0;
        for (let i = 0; i < DIMENSIONS; i++) x[i] = (x[i] as number) + (kinds[kind + i] as number);
        const place = positions.subarray(position * DIMENSIONS, (position + 1) * DIMENSIONS);
        room.floats(desk.y + 4 * row * DIMENSIONS, DIMENSIONS).set(place);
        row++;
      }
  }

  function wordOf(token: number): Float32Array {
    let word = words.get(token);
    if (word === undefined) {
      word = weights.row('embeddings.word_embeddings.weight', token, DIMENSIONS);
      if (words.size >= KEPT_WORDS) words.clear();
      words.set(token, word);
    }
    return word;
  }
}

function runLayer(layer: Layer, batch: readonly Tokens[], rows: number, desk: Desk, kernels: Kernels): void {
  const { x, y, wide } = desk;
  multiply(layer.attention, x, wide, rows, desk, kernels);
  let row = 0;
  for (const { ids } of batch) {
    for (let head = 0; head < HEADS; head++) {
      const at = wide + 4 * (row * 3 * DIMENSIONS + head * HEAD);
      const out = y + 4 * (row * DIMENSIONS + head * HEAD);
      const [k, v] = [at + 4 * DIMENSIONS, at + 8 * DIMENSIONS];
      kernels.attend(at, k, v, out, ids.length, 12 * DIMENSIONS, 4 * DIMENSIONS, desk.scratch);
    }
    row += ids.length;
  }
  multiply(layer.output, y, wide, rows, desk, kernels);
  kernels.normalise(x, wide, layer.outputNorm.gamma, layer.outputNorm.beta, rows, DIMENSIONS);
  multiply(layer.widen, x, wide, rows, desk, kernels);
  kernels.gelu(wide, rows * INNER);
  multiply(layer.narrow, wide, y, rows, desk, kernels);
  kernels.normalise(x, y, layer.lastNorm.gamma, layer.lastNorm.beta, rows, DIMENSIONS);
}

function multiply(
  { weights, n, k }: Matrix,
  from: number,
  to: number,
  rows: number,
  desk: Desk,
  kernels: Kernels,
): void {
  kernels.multiply(from, weights, to, desk.block, rows, n, k);
}

interface Room {
  readonly memory: WebAssembly.Memory;
  take(bytes: number): number;
  put(data: Float32Array | Uint8Array): number;
  floats(at: number, count: number): Float32Array;
}

const PAGE = 65536;

/** The model's memory, handed out from the bottom. */
function openRoom(): Room {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((24 * 1024 * 1024) / PAGE) });
  let next = RESERVED;
  const take = (bytes: number): number => {
    const at = next;
    next += Math.ceil(bytes / 64) * 64;
    if (next > memory.buffer.byteLength) memory.grow(Math.ceil((next - memory.buffer.byteLength) / PAGE));
    return at;
  };
  return {
    memory,
    take,
    put(data) {
      const at = take(data.byteLength);
      new Uint8Array(memory.buffer).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
      return at;
    },
    floats: (at, count) => new Float32Array(memory.buffer, at, count),
  };
}

interface Matrix {
  readonly weights: number;
  readonly n: number;
  readonly k: number;
}

interface Norm {
  readonly gamma: number;
  readonly beta: number;
}

interface Layer {
  readonly attention: Matrix;
  readonly output: Matrix;
  readonly outputNorm: Norm;
  readonly widen: Matrix;
  readonly narrow: Matrix;
  readonly lastNorm: Norm;
}

function placeLayer(weights: Weights, index: number, room: Room): Layer {
  const name = `encoder.layer.${index}`;
  const dense = (part: string, n: number, k: number) =>
    placeMatrix(weights.tensor(`${name}.${part}.weight`), weights.tensor(`${name}.${part}.bias`), n, k, room);
  return {
    attention: placeAttention(weights, `${name}.attention.self`, room),
    output: dense('attention.output.dense', DIMENSIONS, DIMENSIONS),
    outputNorm: placeNorm(weights, `${name}.attention.output.LayerNorm`, room),
    widen: dense('intermediate.dense', INNER, DIMENSIONS),
    narrow: dense('output.dense', DIMENSIONS, INNER),
    lastNorm: placeNorm(weights, `${name}.output.LayerNorm`, room),
  };
}

/** Queries, keys and values in one matrix; the root that attention divides by is in the queries already. */
function placeAttention(weights: Weights, name: string, room: Room): Matrix {
  const parts = ['query', 'key', 'value'].map((part) => {
    const [weight, bias] = ['weight', 'bias'].map((tensor) => weights.tensor(`${name}.${part}.${tensor}`));
    if (part === 'query') for (const tensor of [weight!, bias!]) scale(tensor, 1 / Math.sqrt(HEAD));
    return { weight: weight!, bias: bias! };
  });
  const weight = joinArrays(parts.map((part) => part.weight));
  const bias = joinArrays(parts.map((part) => part.bias));
  return placeMatrix(weight, bias, 3 * DIMENSIONS, DIMENSIONS, room);
}

function scale(values: Float32Array, factor: number): void {
  for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) * factor;
}

function joinArrays(arrays: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    joined.set(array, at);
    at += array.length;
  }
  return joined;
}

function placeMatrix(weight: Float32Array, bias: Float32Array, n: number, k: number, room: Room): Matrix {
  return { weights: room.put(packWeights(weight, bias, n, k)), n, k };
}

function placeNorm(weights: Weights, name: string, room: Room): Norm {
  return { gamma: room.put(weights.tensor(`${name}.weight`)), beta: room.put(weights.tensor(`${name}.bias`)) };
}

type Desk = ReturnType<typeof placeDesk>;

function placeDesk(room: Room) {
  const rows = wholeRows(MOST_ROWS);
  return {
    x: room.take(4 * rows * DIMENSIONS),
    y: room.take(4 * rows * DIMENSIONS),
    wide: room.take(4 * rows * INNER),
    block: room.take(blockSize(INNER)),
    scratch: room.take(scratchSize),
  };
}
