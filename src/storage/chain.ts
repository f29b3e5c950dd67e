/**
 * Rows that vouch for each other: each carries a hash of itself and of the row before. What is changed, removed or put in
 * between later does not fit any more; what is cut off at the end shows in how many there have been.
 */
import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export interface Link {
  readonly id: number;
  /** In a fixed order, so that the same row has the same hash. */
  readonly fields: readonly unknown[];
  readonly hash: string;
}

export interface ChainEnd {
  readonly rows: number;
  /** The hash of the last row; empty where there is none. */
  readonly head: string;
}

export interface Chain {
  /** The newest row as it stands there, unchecked. */
  end(): ChainEnd;
  /** How many rows there have ever been. */
  seen(): number;
  /** What the next row begins with: its id, and the hash of the one before. */
  next(): { readonly id: number; readonly before: string };
  /** The rows after this id, in order, so many at most. */
  links(after: number, most: number): Link[];
}

export type Fit =
  | ({ readonly ok: true } & ChainEnd)
  | { readonly ok: false; readonly rows: number; readonly row: number; readonly why: string };

export function hashLink(before: string, fields: readonly unknown[]): string {
  return hash('sha256', JSON.stringify([before, ...fields]));
}

/** Walks the chain page by page, yielding after each; `see` is shown every row that fits. */
export function* followChain(chain: Chain, see: (row: number, head: string) => void): Generator<void, Fit> {
  let head = '';
  let rows = 0;
  const wrong = (row: number, why: string): Fit => ({ ok: false, rows, row, why });
  for (let page = chain.links(0, PAGE); page.length > 0; page = chain.links(rows, PAGE)) {
    for (const { id, fields, hash: found } of page) {
      rows++;
      if (id !== rows) return wrong(id, `Row ${rows} is missing.`);
      head = hashLink(head, fields);
      if (head !== found) return wrong(id, `Row ${id} is not as it was written.`);
      see(id, head);
    }
    yield;
  }
  // Counted last: rows may come while it is looked through in pieces.
  return rows === chain.seen() ? { ok: true, rows, head } : wrong(rows + 1, `Row ${rows + 1} is missing.`);
}

const PAGE = 1000;

/** Of a table whose rows are numbered in order and never given a number twice. */
export function openEnds(db: DatabaseSync, table: string, id: string): Pick<Chain, 'end' | 'seen' | 'next'> {
  const seen = `SELECT seq FROM sqlite_sequence WHERE name = '${table}'`;
  const last = db.prepare(`SELECT ${id} AS id, hash FROM ${table} ORDER BY ${id} DESC LIMIT 1`);
  const count = db.prepare(seen);
  const next = db.prepare(`SELECT (${seen}) AS seen, (SELECT hash FROM ${table} ORDER BY ${id} DESC LIMIT 1) AS hash`);
  return {
    end: () => {
      const row = last.get();
      return { rows: Number(row?.['id'] ?? 0), head: String(row?.['hash'] ?? '') };
    },
    seen: () => Number(count.get()?.['seq'] ?? 0),
    next: () => {
      const row = next.get();
      return { id: Number(row?.['seen'] ?? 0) + 1, before: String(row?.['hash'] ?? '') };
    },
  };
}
