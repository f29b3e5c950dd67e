/**
 * The graph room: the patients' records as a graph in SQLite, written as nodes and edges, read with Cypher.
 *
 * Every instance and every edge belongs to one patient (the tenant); a query is parsed, checked, and compiled to SQL in
 * which each table reference is already filtered to that patient. Touches only the `graph_` tables of the handle it is given.
 */

export { describeSchema } from './describe.ts';
export type { Json } from './json.ts';
export { type GraphQuery, type GraphResult, type Limits, queryGraph } from './query.ts';
export type { Warning } from './rules/style.ts';
export * from './schema.ts';
export * from './write.ts';
