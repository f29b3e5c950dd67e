/** Rows some at a time: no more than a number of them, and no more text than is read or written in a moment. */
import type { DatabaseSync } from 'node:sqlite';

/** Rows at one go. */
const MOST_ROWS = 500;
/** Characters at one go: a document may have as many as a hundred other entries. */
const MOST_TEXT = 200_000;

/** In order; one that is heavier than a piece may be is a piece of its own. */
export function* piecesOf<T>(
  all: readonly T[],
  weigh: (one: T, at: number) => number,
  most = MOST_ROWS,
): Generator<T[], void> {
  let piece: T[] = [];
  let weight = 0;
  for (const [at, one] of all.entries()) {
    const own = weigh(one, at);
    if (piece.length >= most || (piece.length > 0 && weight + own > MOST_TEXT)) {
      yield piece;
      [piece, weight] = [[], 0];
    }
    piece.push(one);
    weight += own;
  }
  if (piece.length > 0) yield piece;
}

/**
 * The numbers of a tenant's rows, in order, as JSON lists: each row is found by its number, however many there are before it
 * or of others.
 */
export function* idsOf(db: DatabaseSync, table: 'graph_node' | 'graph_edge', tenant: number): Generator<string, void> {
  // The numbers alone stand in an index; to look at the rows themselves, or to have them sorted there, takes five times as long.
  const all = numbers(db.prepare(`SELECT json_group_array(id) AS list FROM ${table} WHERE tenant = ?`).get(tenant));
  all.sort((one, other) => one - other);
  // Edges say little and are many: to look at each would take longer than it saves.
  const sized = db.prepare(`SELECT json_group_array(octet_length(props)) AS list
     FROM (SELECT props FROM graph_node WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id)`);
  for (let from = 0; from < all.length; from += MOST_SIZED) {
    const some = all.slice(from, from + MOST_SIZED);
    const sizes = table === 'graph_node' ? numbers(sized.get(JSON.stringify(some))) : [];
    for (const piece of piecesOf(some, (_, at) => sizes[at] ?? 0)) yield JSON.stringify(piece);
  }
}

/** Rows that are looked at for their size at one go. */
const MOST_SIZED = 2_000;

function numbers(row: Record<string, unknown> | undefined): number[] {
  return JSON.parse(row!['list'] as string) as number[];
}

/** About as many characters as somebody's properties take. */
export function weightOf(properties: Readonly<Record<string, unknown>>): number {
  let weight = 0;
  for (const value of Object.values(properties))
    for (const one of Array.isArray(value) ? value : [value]) weight += typeof one === 'string' ? one.length : 8;
  return weight;
}
