/** Reads a safetensors file of half-precision numbers. */
import { openSync, readSync } from 'node:fs';
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/errors.ts';

export interface Weights {
  tensor(name: string): Float32Array;
  /** Some rows of a matrix, without reading the rest. */
  row(name: string, index: number, width: number): Float32Array;
  /** How many rows a matrix has. */
  rows(name: string): number;
  has(name: string): boolean;
}

const entrySchema = z.object({
  dtype: z.literal('F16'),
  shape: z.array(z.number()),
  data_offsets: z.tuple([z.number(), z.number()]),
});

/** What is needed of the file is read when it is needed: every thread that opens the model would hold all of it. */
export function openWeights(path: string): Weights {
  const file = openSync(path, 'r');
  const read = (at: number, length: number): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(length);
    for (let got = 0; got < length; ) {
      const more = readSync(file, bytes, got, length - got, at + got);
      if (more === 0) throw new ConsiliumError('MODEL_INVALID', 'The embedding model ends too early.');
      got += more;
    }
    return bytes;
  };
  const headerLength = Number(new DataView(read(0, 8).buffer).getBigUint64(0, true));
  const header = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(Buffer.from(read(8, headerLength)).toString('utf8')));
  const base = 8 + headerLength;
  const table = halfTable();
  const entryOf = (name: string) => {
    const entry = entrySchema.safeParse(header[name]);
    if (!entry.success) throw new ConsiliumError('MODEL_INVALID', `The embedding model has no tensor ${name}.`);
    return entry.data;
  };
  const halves = (name: string, from: number, count?: number): Float32Array => {
    const [begin, end] = entryOf(name).data_offsets;
    const numbers = new Float32Array(count ?? (end - begin) / 2);
    const bits = new Uint16Array(read(base + begin + 2 * from, 2 * numbers.length).buffer);
    for (let i = 0; i < numbers.length; i++) numbers[i] = table[bits[i] as number] as number;
    return numbers;
  };
  return {
    tensor: (name) => halves(name, 0),
    row: (name, index, width) => halves(name, index * width, width),
    rows: (name) => entryOf(name).shape[0] ?? 0,
    has: (name) => name in header,
  };
}

let table: Float32Array | undefined;

/** Every half-precision number there is, by its bits. */
function halfTable(): Float32Array {
  if (table !== undefined) return table;
  table = new Float32Array(65536);
  for (let bits = 0; bits < 65536; bits++) {
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = (bits >> 10) & 0x1f;
    const fraction = (bits & 0x3ff) / 1024;
    if (exponent === 0) table[bits] = sign * fraction * 2 ** -14;
    else if (exponent === 31) table[bits] = fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
    else table[bits] = sign * (1 + fraction) * 2 ** (exponent - 15);
  }
  return table;
}
