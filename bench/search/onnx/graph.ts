/**
 * The same weights as an ONNX file, so that onnxruntime computes what our kernels compute: with its own fused operators for
 * attention, normalisation and GELU, in 32-bit floats or with the large matrices in eight bits, column by column.
 */
import { openWeights, type Weights } from '../../../src/search/semantic/weights.ts';
import { attribute, type Bytes, model, node, tensor, valueInfo } from './proto.ts';

const WIDTH = 384;
const INNER = 1536;
const LAYERS = 6;
const HEADS = 12;
const EPSILON = 1e-12;
const FUSED = 'com.microsoft';

export type Precision = 'fp32' | 'q8';

export function makeGraph(weightsPath: string, precision: Precision): Uint8Array {
  const weights = openWeights(weightsPath);
  const nodes: Bytes[] = [];
  const initializers: Bytes[] = [];
  const keep = (name: string, values: Float32Array | Int8Array | BigInt64Array, dims: readonly number[]) => {
    initializers.push(tensor(name, values, dims));
    return name;
  };
  const add = (
    op: string,
    inputs: readonly string[],
    output: string,
    attributes: readonly Bytes[] = [],
    domain = '',
  ) => {
    nodes.push(node(op, inputs, [output], attributes, domain));
    return output;
  };
  const desk: Desk = { weights, precision, keep, add, nodes };

  add('Cast', ['attention_mask'], 'mask', [attribute('to', 6)]);
  let x = embed(desk);
  for (let layer = 0; layer < LAYERS; layer++) x = addLayer(desk, layer, x);
  add('Identity', [x], 'last_hidden_state');

  const whole = ['batch', 'tokens'];
  return model({
    nodes,
    initializers,
    inputs: ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => valueInfo(name, 7, whole)),
    outputs: [valueInfo('last_hidden_state', 1, [...whole, WIDTH])],
    opsets: { '': 17, [FUSED]: 1 },
  });
}

interface Desk {
  readonly weights: Weights;
  readonly precision: Precision;
  readonly nodes: Bytes[];
  keep(name: string, values: Float32Array | Int8Array | BigInt64Array, dims: readonly number[]): string;
  add(op: string, inputs: readonly string[], output: string, attributes?: readonly Bytes[], domain?: string): string;
}

/** Word, place and kind, added and normalised. */
function embed({ weights, keep, add }: Desk): string {
  const table = (part: string, rows: number) =>
    keep(part, weights.tensor(`embeddings.${part}_embeddings.weight`), [rows, WIDTH]);
  const words = add('Gather', [table('word', 30522), 'input_ids'], 'words');
  const kinds = add('Gather', [table('token_type', 2), 'token_type_ids'], 'kinds');
  const shape = add('Shape', ['input_ids'], 'shape', [attribute('start', 1), attribute('end', 2)]);
  const zero = keep('zero', BigInt64Array.of(0n), [1]);
  const places = add('Slice', [table('position', 512), zero, shape], 'places');
  const both = add('Add', [words, kinds], 'words_and_kinds');
  const sum = add('Add', [both, places], 'sum');
  return add('LayerNormalization', [sum, ...norm('embeddings.LayerNorm', { weights, keep })], 'x', [
    attribute('epsilon', EPSILON, 'float'),
  ]);
}

function norm(name: string, { weights, keep }: Pick<Desk, 'weights' | 'keep'>): [string, string] {
  return [
    keep(`${name}.gamma`, weights.tensor(`${name}.weight`), [WIDTH]),
    keep(`${name}.beta`, weights.tensor(`${name}.bias`), [WIDTH]),
  ];
}

function addLayer(desk: Desk, index: number, x: string): string {
  const name = `encoder.layer.${index}`;
  const { weights, nodes, add } = desk;
  const self = ['query', 'key', 'value'].map((part) => ({
    weight: weights.tensor(`${name}.attention.self.${part}.weight`),
    bias: weights.tensor(`${name}.attention.self.${part}.bias`),
  }));
  const dense = (part: string, from: string, n: number, k: number) =>
    multiply(
      desk,
      `${name}.${part}`,
      from,
      weights.tensor(`${name}.${part}.weight`),
      weights.tensor(`${name}.${part}.bias`),
      n,
      k,
    );
  const joined = multiply(
    desk,
    `${name}.self`,
    x,
    join(self.map(({ weight }) => weight)),
    join(self.map(({ bias }) => bias)),
    3 * WIDTH,
    WIDTH,
  );
  const parts = ['q', 'k', 'v'].map((part) => `${name}.${part}`);
  const sizes = desk.keep(`${name}.sizes`, BigInt64Array.of(384n, 384n, 384n), [3]);
  nodes.push(node('Split', [joined, sizes], parts, [attribute('axis', -1)]));
  const attended = add(
    'MultiHeadAttention',
    [...parts, '', 'mask'],
    `${name}.attended`,
    [attribute('num_heads', HEADS)],
    FUSED,
  );
  const output = dense('attention.output.dense', attended, WIDTH, WIDTH);
  const middle = skipNorm(desk, `${name}.attention.output.LayerNorm`, output, x);
  const wide = dense('intermediate.dense', middle, INNER, WIDTH);
  const bent = add('Gelu', [wide], `${name}.gelu`, [], FUSED);
  return skipNorm(desk, `${name}.output.LayerNorm`, dense('output.dense', bent, WIDTH, INNER), middle);
}

function skipNorm(desk: Desk, name: string, x: string, skip: string): string {
  const epsilon = attribute('epsilon', EPSILON, 'float');
  return desk.add('SkipLayerNormalization', [x, skip, ...norm(name, desk)], `${name}.out`, [epsilon], FUSED);
}

/** x · weightᵀ + bias; in eight bits the rows of x are quantised as they come. */
function multiply(
  { precision, keep, add }: Desk,
  name: string,
  x: string,
  weight: Float32Array,
  bias: Float32Array,
  n: number,
  k: number,
): string {
  const added = keep(`${name}.bias`, bias, [n]);
  if (precision === 'fp32') {
    const product = add('MatMul', [x, keep(`${name}.weight`, turn(weight, n, k), [k, n])], `${name}.product`);
    return add('Add', [product, added], `${name}.out`);
  }
  const { bytes, scales } = quantise(weight, n, k);
  const matrix = keep(`${name}.weight`, bytes, [k, n]);
  const scale = keep(`${name}.scale`, scales, [n]);
  const zero = keep(`${name}.zero`, new Int8Array(n), [n]);
  return add('DynamicQuantizeMatMul', [x, matrix, scale, zero, added], `${name}.out`, [], FUSED);
}

function turn(weight: Float32Array, n: number, k: number): Float32Array {
  const turned = new Float32Array(n * k);
  for (let row = 0; row < n; row++)
    for (let column = 0; column < k; column++) turned[column * n + row] = weight[row * k + column] as number;
  return turned;
}

function quantise(weight: Float32Array, n: number, k: number): { bytes: Int8Array; scales: Float32Array } {
  const bytes = new Int8Array(n * k);
  const scales = new Float32Array(n);
  for (let row = 0; row < n; row++) {
    const values = weight.subarray(row * k, (row + 1) * k);
    const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127 || 1;
    scales[row] = scale;
    for (let column = 0; column < k; column++) bytes[column * n + row] = Math.round((values[column] as number) / scale);
  }
  return { bytes, scales };
}

function join(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
