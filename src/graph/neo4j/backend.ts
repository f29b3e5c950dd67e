import neo4j, { type Driver, type ManagedTransaction, type Record as Neo4jRecord } from 'neo4j-driver';
import { ConsiliumError } from '../../kernel/errors.ts';
import { reject } from '../cypher/reject.ts';
import type { Json } from '../json.ts';
import type { GraphQuery, GraphResult } from '../query.ts';
import { USUAL_LIMITS } from '../query.ts';
import { checkAnchors, refuseScope } from '../rules/safety.ts';
import type { PatientContent, PropertyValue } from '../schema.ts';
import { scopeQuery, tenantProperty } from './scope.ts';

/** The second, optional backend: the same check, the same answers, the data in a Neo4j server. */
export interface Neo4jGraph {
  query(request: GraphQuery): Promise<GraphResult>;
  /** Makes the patient's part of the server equal to `content`, in one transaction. */
  replacePatient(patientUuid: string, content: PatientContent): Promise<void>;
  close(): Promise<void>;
}

export interface Neo4jSettings {
  /** NEO4J_URI, such as neo4j://host:7687. */
  uri: string;
  user?: string;
  password?: string;
  database?: string;
}

export function openNeo4j(settings: Neo4jSettings): Neo4jGraph {
  const auth = settings.user === undefined ? undefined : neo4j.auth.basic(settings.user, settings.password ?? '');
  const driver = neo4j.driver(settings.uri, auth, { disableLosslessIntegers: true, userAgent: 'consilium' });
  const database = settings.database === undefined ? {} : { database: settings.database };
  return {
    query: (request) => runQuery(driver, database, request),
    replacePatient: (patientUuid, content) => writePatient(driver, database, patientUuid, content),
    close: () => driver.close(),
  };
}

type Database = { database?: string };

async function runQuery(driver: Driver, database: Database, request: GraphQuery): Promise<GraphResult> {
  const started = performance.now();
  const limits = { ...USUAL_LIMITS, ...request.limits };
  const scoped = scopeQuery(request.query);
  const given = request.params?.patient_uuid;
  if (given !== undefined && given !== request.patientId) throw refuseScope();
  const parameters = { ...request.params, patient_uuid: request.patientId };
  checkAnchors(
    scoped.anchors,
    request.patientId,
    new Map(Object.entries(parameters).map(([k, v]) => [k, anchorValue(v)])),
  );
  const session = driver.session({ ...database, defaultAccessMode: neo4j.session.READ });
  try {
    const rows: Json[][] = [];
    const result = session.run(scoped.text, parameters, { timeout: limits.timeoutMs });
    for await (const record of result as AsyncIterable<Neo4jRecord>) {
      if (rows.length === limits.maxRows)
        throw reject('limit', `The query found more than ${limits.maxRows} rows.`, {
          hint: 'Add LIMIT, filter, or aggregate.',
        });
      rows.push(record.keys.map((key) => toJson(record.get(key))));
    }
    const ms = Math.round((performance.now() - started) * 1000) / 1000;
    return { columns: scoped.columns, rows, ms, ...(scoped.warnings.length > 0 ? { warnings: scoped.warnings } : {}) };
  } catch (error) {
    throw translate(error, limits.timeoutMs);
  } finally {
    await session.close();
  }
}

/** Only texts and lists of texts can anchor a patient. */
function anchorValue(value: unknown): string | string[] | null {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null;
}

/** The server's words may quote values; only its code is passed on. */
function translate(error: unknown, timeoutMs: number): ConsiliumError {
  if (error instanceof ConsiliumError) return error;
  const code = (error as { code?: string }).code ?? 'unknown';
  if (/TransactionTimedOut|Terminated|MemoryPool/.test(code))
    return reject('limit', `The query ran longer than ${timeoutMs} ms or needed too much memory.`);
  if (code.startsWith('Neo.ClientError.Statement'))
    return reject('syntax', `Neo4j refused the query (${code}).`, { detail: code });
  return new ConsiliumError('GRAPH_UNAVAILABLE', `Neo4j did not answer the query (${code}).`, {
    hint: 'Check NEO4J_URI and that the server runs.',
    retryable: true,
    cause: error,
  });
}

function toJson(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint' || neo4j.isInt(value as object)) return Number(value);
  if (Array.isArray(value)) return value.map(toJson);
  if (neo4j.isNode(value as object)) {
    const node = value as { labels: string[]; properties: Record<string, unknown> };
    return { labels: node.labels, properties: ownProperties(node.properties) };
  }
  if (neo4j.isRelationship(value as object))
    return edgeJson(value as { type: string; properties: Record<string, unknown> });
  if (neo4j.isPath(value as object)) return pathJson(value as PathShape);
  if (isTemporal(value)) return String(value);
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, toJson(inner)]));
}

interface PathShape {
  start: unknown;
  segments: { relationship: { type: string; properties: Record<string, unknown> }; end: unknown }[];
}

function pathJson(path: PathShape): Json {
  return {
    nodes: [toJson(path.start), ...path.segments.map((segment) => toJson(segment.end))],
    relationships: path.segments.map((segment) => edgeJson(segment.relationship)),
  };
}

function edgeJson(edge: { type: string; properties: Record<string, unknown> }): Json {
  return { type: edge.type, properties: ownProperties(edge.properties) };
}

function ownProperties(properties: Record<string, unknown>): Json {
  const entries = Object.entries(properties).filter(([key]) => key !== tenantProperty);
  return Object.fromEntries(entries.map(([key, value]) => [key, toJson(value)]));
}

function isTemporal(value: unknown): boolean {
  const tests = [
    neo4j.isDate,
    neo4j.isDateTime,
    neo4j.isLocalDateTime,
    neo4j.isLocalTime,
    neo4j.isTime,
    neo4j.isDuration,
  ];
  return tests.some((test) => test(value as object));
}

async function writePatient(
  driver: Driver,
  database: Database,
  patient: string,
  content: PatientContent,
): Promise<void> {
  const session = driver.session({ ...database, defaultAccessMode: neo4j.session.WRITE });
  try {
    await session.executeWrite(async (transaction) => {
      await transaction.run(`MATCH (n {${tenantProperty}: $patient}) DETACH DELETE n`, { patient });
      await writeNodes(transaction, patient, content);
      await writeEdges(transaction, patient, content);
    });
  } finally {
    await session.close();
  }
}

async function writeNodes(transaction: ManagedTransaction, patient: string, content: PatientContent): Promise<void> {
  for (const shared of [false, true])
    for (const [label, nodes] of groupBy(
      content.nodes.filter((node) => (node.shared ?? false) === shared),
      (node) => node.label,
    )) {
      const rows = nodes.map((node) => ({
        uuid: node.uuid,
        properties: { ...plain(node.properties), uuid: node.uuid, ...(shared ? {} : { [tenantProperty]: patient }) },
      }));
      const key = shared ? '{uuid: row.uuid}' : `{uuid: row.uuid, ${tenantProperty}: $patient}`;
      await transaction.run(`UNWIND $rows AS row MERGE (n:${quote(label)} ${key}) SET n = row.properties`, {
        rows,
        patient,
      });
    }
}

async function writeEdges(transaction: ManagedTransaction, patient: string, content: PatientContent): Promise<void> {
  const labels = new Map(content.nodes.map((node) => [node.uuid, node]));
  const end = (name: string, uuid: string) => {
    const node = labels.get(uuid);
    if (!node) throw new ConsiliumError('GRAPH_WRITE', `An edge leads to ${uuid}, which is not there.`);
    return `(${name}:${quote(node.label)} {uuid: row.${name}${node.shared ? '' : `, ${tenantProperty}: $patient`}})`;
  };
  const shape = (edge: { type: string; from: string; to: string }) =>
    `UNWIND $rows AS row MATCH ${end('from', edge.from)} MATCH ${end('to', edge.to)}
     MERGE (from)-[r:${quote(edge.type)} {${tenantProperty}: $patient}]->(to) SET r += row.properties`;
  for (const [text, edges] of groupBy(content.edges, shape)) {
    const rows = edges.map(({ from, to, properties }) => ({ from, to, properties: plain(properties ?? {}) }));
    await transaction.run(text, { rows, patient });
  }
}

function plain(properties: Record<string, PropertyValue>): Record<string, PropertyValue> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null && value !== undefined));
}

function quote(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

function groupBy<T>(items: T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item)) ?? [];
    group.push(item);
    groups.set(key(item), group);
  }
  return groups;
}
