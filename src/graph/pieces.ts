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
  // Edges say little and are many: to look at each would take longer than it saves.
  const size = table === 'graph_node' ? 'octet_length(props)' : '0';
  const sql = `SELECT json_group_array(id) AS ids, json_group_array(size) AS sizes
     FROM (SELECT id, ${size} AS size FROM ${table} WHERE tenant = ? ORDER BY id)`;
  const row = db.prepare(sql).get(tenant)!;
  const ids = JSON.parse(row['ids'] as string) as number[];
  const sizes = JSON.parse(row['sizes'] as string) as number[];
  for (const piece of piecesOf(ids, (_, at) => sizes[at]!)) yield JSON.stringify(piece);
}

/** About as many characters as somebody's properties take. */
export function weightOf(properties: Readonly<Record<string, unknown>>): number {
  let weight = 0;
  for (const value of Object.values(properties))
    for (const one of Array.isArray(value) ? value : [value]) weight += typeof one === 'string' ? one.length : 8;
  return weight;
}
