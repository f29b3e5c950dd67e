import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { GraphReader, SqlValue } from '../context.ts';
import { reject } from '../cypher/reject.ts';
import { type NodeValue, Properties, type RelationshipValue } from '../values.ts';
import type { Layout } from './layout.ts';

/** Rows one statement may give. The statement itself asks for one more, to notice. */
export const mostRows = 200_000;

/** Opens the graph of one tenant for one run. Every statement below names the tenant in every table it reads. */
export function openStore(db: DatabaseSync, tenant: number, layout: Layout, tick: () => void): GraphReader {
  const nodes = new Map<number, NodeValue>();
  const edges = new Map<number, RelationshipValue>();
  const watch = watchOf(db);

  const select = (sql: string, values: SqlValue[], onRow: (columns: SqlValue[]) => void) => {
    watch.tick = tick;
    const rows = prepare(db, sql).all(tenant, ...values) as unknown as SqlValue[][];
    if (rows.length > mostRows) throw reject('limit', `A step of the query found more than ${mostRows} rows.`);
    for (const row of rows) onRow(row);
  };

  const makeNode = (id: number, label: string, properties: string): NodeValue => {
    const known = nodes.get(id);
    if (known) return known;
    const made: NodeValue = {
      kind: 'node',
      id,
      labels: layout.readLabels(label),
      properties: new Properties(properties, layout.properties),
    };
    nodes.set(id, made);
    return made;
  };

  const makeRelationship = (id: number, type: string, from: number, to: number, properties: string) => {
    const known = edges.get(id);
    if (known) return known;
    const made: RelationshipValue = {
      kind: 'relationship',
      id,
      type,
      from,
      to,
      properties: new Properties(properties, layout.properties),
    };
    edges.set(id, made);
    return made;
  };

  const node = (id: number): NodeValue => {
    const known = nodes.get(id);
    if (known) return known;
    const row = prepare(db, nodeSql).get(tenant, id) as unknown as [number, string, string] | undefined;
    if (!row) throw reject('syntax', 'A node is no longer there.', { detail: 'EntityNotFound' });
    return makeNode(row[0], row[1], row[2]);
  };

  const neighbours: GraphReader['neighbours'] = (id, direction, types) => {
    const found: RelationshipValue[] = [];
    const read = (row: SqlValue[]) => {
      const [edge, type, from, to, properties] = row as [number, string, number, number, string];
      if (types.length === 0 || types.includes(type)) found.push(makeRelationship(edge, type, from, to, properties));
    };
    if (direction !== 'in') select(outSql, [id], read);
    if (direction !== 'out') select(direction === 'in' ? inSql : inOtherSql, [id], read);
    return found;
  };

  const uuidOf = (id: number) => String(node(id).properties.get('uuid') ?? id);
  const elementId: GraphReader['elementId'] = (entity) => {
    if (entity.kind === 'node') return uuidOf(entity.id);
    return layout.uuids ? `${uuidOf(entity.from)}:${entity.type}:${uuidOf(entity.to)}` : String(entity.id);
  };
  return { node, elementId, neighbours, select, makeNode, makeRelationship };
}

const nodeSql = 'SELECT id, label, props FROM graph_node WHERE tenant IN (0, ?1) AND id = ?2';
const edgeColumns = 'SELECT id, type, src, dst, props FROM graph_edge WHERE tenant = ?1';
const outSql = `${edgeColumns} AND src = ?2 ORDER BY id`;
const inSql = `${edgeColumns} AND dst = ?2 ORDER BY id`;
const inOtherSql = `${edgeColumns} AND dst = ?2 AND src <> dst ORDER BY id`;

interface Prepared {
  statements: Map<string, StatementSync>;
}

const preparedOf = new WeakMap<DatabaseSync, Prepared>();

/** A statement of this database, prepared once; rows come as arrays. */
export function prepare(db: DatabaseSync, sql: string): StatementSync {
  let prepared = preparedOf.get(db);
  if (!prepared) {
    prepared = { statements: new Map() };
    preparedOf.set(db, prepared);
  }
  const known = prepared.statements.get(sql);
  if (known) return known;
  const made = db.prepare(sql);
  made.setReturnArrays(true);
  if (prepared.statements.size > 1000) prepared.statements.clear();
  prepared.statements.set(sql, made);
  return made;
}

interface Watch {
  tick: () => void;
}

const watches = new WeakMap<DatabaseSync, Watch>();

/**
 * SQLite runs a statement to its end; the only way in is a function that the statement calls. Compiled statements call
 * graph_tick() now and then, and it throws when the query's time is over.
 */
function watchOf(db: DatabaseSync): Watch {
  const known = watches.get(db);
  if (known) return known;
  const watch: Watch = { tick: () => {} };
  db.function('graph_tick', { varargs: false }, () => {
    watch.tick();
    return 1;
  });
  watches.set(db, watch);
  return watch;
}
