/**
 * The tokens of o200k as one table in memory that threads share: bytes, where each token begins, and a hash table of them.
 * The package's own form is a program of 200,000 texts, which takes a third of a second to load and to sort into maps; a thread
 * makes this of it, and whoever counts only looks into it.
 */
import { createRequire } from 'node:module';

export interface TokenTable {
  /** All tokens, one after another, in the order of their ranks. */
  readonly bytes: Uint8Array;
  /** Where the token of a rank begins; the next one's beginning is its end. */
  readonly starts: Int32Array;
  /** Rank + 1 where the hash of a token leads, or in the next free place; 0 is free. A power of two. */
  readonly slots: Int32Array;
}

export const works = { build };

const SLOTS = 2 ** 19;

function build(): TokenTable {
  const { default: ranks } = createRequire(import.meta.url)('gpt-tokenizer/cjs/bpeRanks/o200k_base') as {
    default: readonly (string | readonly number[])[];
  };
  const tokens = Array.from(ranks, (token = []) => (typeof token === 'string' ? Buffer.from(token) : token));
  const table: TokenTable = {
    bytes: new Uint8Array(new SharedArrayBuffer(tokens.reduce((sum, { length }) => sum + length, 0))),
    starts: new Int32Array(new SharedArrayBuffer((tokens.length + 1) * 4)),
    slots: new Int32Array(new SharedArrayBuffer(SLOTS * 4)),
  };
  let end = 0;
  for (const [rank, token] of tokens.entries()) {
    table.starts[rank] = end;
    table.bytes.set(token, end);
    end += token.length;
    table.starts[rank + 1] = end;
    if (token.length > 0) table.slots[slotOf(table, table.bytes, end - token.length, end)] = rank + 1;
  }
  return table;
}

/** The rank of these bytes, or -1 where they are no token. */
export function rankOf(table: TokenTable, text: Uint8Array, from: number, to: number): number {
  return table.slots[slotOf(table, text, from, to)]! - 1;
}

/** The place of these bytes, or the free one where they would be. */
function slotOf({ bytes, starts, slots }: TokenTable, text: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text[at]!, 0x01000193);
  const mask = slots.length - 1;
  for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
    const rank = slots[slot]! - 1;
    if (rank < 0) return slot;
    const start = starts[rank]!;
    if (starts[rank + 1]! - start === to - from && isSame(bytes, start, text, from, to - from)) return slot;
  }
}

function isSame(a: Uint8Array, atA: number, b: Uint8Array, atB: number, length: number): boolean {
  for (let at = 0; at < length; at++) if (a[atA + at] !== b[atB + at]) return false;
  return true;
}
