/**
 * The arithmetic of the model, four to sixteen numbers an instruction, assembled at the start
 * for the machine it runs on. Matrices lie row after row. It touches nothing but the memory it is given.
 *
 * Our own, though onnxruntime-node is faster on x64 (`npm run bench:embedding`): its vectors of eight bits take less
 * processor time, with instructions four times as wide as WebAssembly has. It cannot be a dependency: on Linux x64 its
 * installation fetches CUDA libraries from NuGet and fails where only the npm registry is reached, and it brings 288 MB for
 * three systems. Its build for WebAssembly has our width, not its own. Vectors here are nearer to those of 32 bits.
 */
import { attention } from './attention.ts';
import { multiplication } from './multiply.ts';
import { rows } from './rows.ts';

export { HEAD, scratchSize, WIDTH } from './attention.ts';
export { blockSize, packWeights, wholeRows } from './multiply.ts';

export interface Kernels {
  /**
   * to[m][n] = Σ from[m][k]·weights[n][k], plus bias; k in 32s, n in sixteens. `weights` as `packWeights` gives them,
   * `block` room of `blockSize(k)`, `to` room for `wholeRows(m)`.
   */
  multiply(from: number, weights: number, to: number, block: number, m: number, n: number, k: number): void;
  /** x = x·Φ(x); count in sixteens. */
  gelu(x: number, count: number): void;
  /** x = normalised(x + y), row by row; columns in sixteens. */
  normalise(x: number, y: number, gamma: number, beta: number, rows: number, columns: number): void;
  /**
   * One head of one text: queries, keys and values 32 wide with `stride` bytes between rows; `scratch` room of
   * `scratchSize`.
   */
  attend(
    q: number,
    k: number,
    v: number,
    out: number,
    tokens: number,
    stride: number,
    outStride: number,
    scratch: number,
  ): void;
}

/** What lies below in a memory belongs to the kernels: their constants. */
export const RESERVED = 1024;

const modules = [multiplication(), rows(), attention()];

export function openKernels(memory: WebAssembly.Memory): Kernels {
  const parts = modules.map((module) => new WebAssembly.Instance(module, { env: { memory } }).exports);
  return Object.assign({}, ...parts) as Kernels;
}
