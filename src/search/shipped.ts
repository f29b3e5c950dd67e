/**
 * The vectors of the knowledge base as the project ships them (`knowledge/vectors.bin`), so that no machine computes
 * them again. A line of JSON says what they are; after it each passage has the digest of its words and its vector, in
 * the order of the digests. What changed since then is not in it and is embedded as any other text.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ConsiliumError } from '../kernel/errors.ts';
import { DIMENSIONS } from './semantic/vectors.ts';

export interface Shipped {
  readonly digest: Uint8Array;
  readonly vector: Uint8Array;
}

export const shippedFile = fileURLToPath(new URL('../../knowledge/vectors.bin', import.meta.url));

/** The model, and how its input and its bytes are made: changed when either is, so that old vectors are not used. */
export const SHIPPED_FORM = { model: 'minilm-l6-v2', version: 1, dimensions: DIMENSIONS } as const;

export const DIGEST = 16;
const RECORD = DIGEST + DIMENSIONS;
const LONGEST_HEAD = 1024;

export function readShipped(path: string = shippedFile): Shipped[] {
  const bytes = readFileSync(path);
  const end = bytes.subarray(0, LONGEST_HEAD).indexOf(0x0a);
  const head = headSchema.safeParse(parseJson(bytes.subarray(0, Math.max(0, end)).toString('utf8')));
  if (!head.success || bytes.length !== end + 1 + head.data.count * RECORD)
    throw new ConsiliumError('DATA_INVALID', `${path} holds no vectors of the form that this version reads.`, {
      hint: 'Make it anew: node src/search/knowledge-vectors.ts --all',
    });
  return Array.from({ length: head.data.count }, (_, index) => {
    const at = end + 1 + index * RECORD;
    return { digest: bytes.subarray(at, at + DIGEST), vector: bytes.subarray(at + DIGEST, at + RECORD) };
  });
}

export function packShipped(shipped: readonly Shipped[]): Buffer {
  const ordered = shipped.toSorted((a, b) => Buffer.compare(a.digest, b.digest));
  const head = JSON.stringify({ ...SHIPPED_FORM, count: ordered.length });
  return Buffer.concat([Buffer.from(`${head}\n`), ...ordered.flatMap(({ digest, vector }) => [digest, vector])]);
}

const headSchema = z.strictObject({
  model: z.literal(SHIPPED_FORM.model),
  version: z.literal(SHIPPED_FORM.version),
  dimensions: z.literal(SHIPPED_FORM.dimensions),
  count: z.int().min(0),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
