/**
 * The graph room: the patients' records as a graph in SQLite, written as nodes and edges, read with Cypher.
 *
 * Every instance and every edge belongs to one patient (the tenant); a query is parsed and checked (`cypher/`), held to the
 * rules of GRAPH.md (`rules/`), compiled to SQL in which each table is already filtered to that patient, and what SQL cannot
 * say is evaluated on its rows (`engine/`, `functions/`, `temporal/`). `tck/` runs openCypher's scenarios on scratch graphs;
 * `neo4j/` is a second backend, imported only where NEO4J_URI is set, and tested on the wire, not against a server.
 * Touches only the `graph_` tables of the handle it is given.
 */

export { copyPatient, type PatientRows, withCopy } from './aside/copy.ts';
export { queryAside } from './aside/query.ts';
export { patientContent } from './content.ts';
export { describeSchema } from './describe.ts';
export {
  copyInto,
  type Draft,
  forgetPatient,
  openDraft,
  publishDraft,
  sweepDraft,
  sweepDrafts,
  sweepForgotten,
} from './draft.ts';
export type { Json } from './json.ts';
export { type Graph, openGraph } from './open.ts';
export { piecesOf, weightOf } from './pieces.ts';
export { type GraphQuery, type GraphResult, type Limits, queryGraph } from './query.ts';
export type { Warning } from './rules/warning.ts';
export * from './schema.ts';
export * from './write.ts';
