/** A tenant's rows, some at a time: each row is found by its number, however many there are before it or of others. */
import type { DatabaseSync } from 'node:sqlite';

/** Rows at one go. */
const PIECE = 500;

/** The numbers of the rows, in order, as JSON lists. */
export function* idsOf(db: DatabaseSync, table: 'graph_node' | 'graph_edge', tenant: number): Generator<string, void> {
  const sql = `SELECT json_group_array(id) AS ids FROM (SELECT id FROM ${table} WHERE tenant = ? ORDER BY id)`;
  const all = JSON.parse(db.prepare(sql).get(tenant)!['ids'] as string) as number[];
  for (let at = 0; at < all.length; at += PIECE) yield JSON.stringify(all.slice(at, at + PIECE));
}
