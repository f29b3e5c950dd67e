/**
 * Where Cypher runs: on the embedded graph or, where NEO4J_URI is set, on a Neo4j server behind the same check. The
 * embedded graph stays the record; the server is a mirror of it, brought up to date patient by patient.
 */
import type { Env } from '../kernel/context.ts';
import { type DataFile, handleOf } from '../storage/handle.ts';
import { queryAside } from './aside/query.ts';
import { patientContent } from './content.ts';
import { type GraphQuery, type GraphResult, readLimits } from './query.ts';

export interface Graph {
  query(request: GraphQuery): Promise<GraphResult>;
  /** Brings the mirror up to date, if there is one. */
  mirror(patients: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export async function openGraph(data: DataFile, env: Env): Promise<Graph> {
  const db = handleOf(data);
  const limits = readLimits(env);
  const limited =
    (query: Graph['query']): Graph['query'] =>
    (request) =>
      query({ ...request, limits: { ...limits, ...request.limits } });
  const uri = env['NEO4J_URI'];
  if (!uri)
    return { query: limited((request) => queryAside(db, request)), mirror: async () => {}, close: async () => {} };
  const { openNeo4j } = await import('./neo4j/backend.ts');
  const [user, password, database] = [env['NEO4J_USER'], env['NEO4J_PASSWORD'], env['NEO4J_DATABASE']];
  const neo4j = openNeo4j({ uri, ...(user && { user }), ...(password && { password }), ...(database && { database }) });
  return {
    query: limited(neo4j.query),
    mirror: async (patients) => {
      for (const patient of patients) await neo4j.replacePatient(patient, patientContent(db, patient));
    },
    close: neo4j.close,
  };
}
