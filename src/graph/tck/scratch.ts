import { DatabaseSync } from 'node:sqlite';
import { numberText } from '../arithmetic.ts';
import type { Context, Row } from '../context.ts';
import type { Expression, NodePattern, PathPattern, RelationshipPattern, SetItem, WriteClause } from '../cypher/ast.ts';
import { checkQuery } from '../cypher/check.ts';
import { parseQuery } from '../cypher/parse.ts';
import type { Evaluator } from '../engine/evaluator.ts';
import { scratchLayout } from '../engine/layout.ts';
import { planMatch } from '../engine/match.ts';
import { buildPath } from '../engine/paths.ts';
import { type Operator, planQuery } from '../engine/pipeline.ts';
import { openStore } from '../engine/store.ts';
import { prepareGraph } from '../schema.ts';
import { formatTemporal } from '../temporal/format.ts';
import {
  isNode,
  isPath,
  isRelationship,
  isTemporal,
  type NodeValue,
  Properties,
  type RelationshipValue,
  type Value,
} from '../values.ts';

/** A graph of one's own in memory, without a patient: for the openCypher scenarios and nothing else. May be written to. */
export interface Scratch {
  db: DatabaseSync;
  /** Runs a statement; only here may it write. */
  run(source: string, parameters: ReadonlyMap<string, Value>): { columns: string[]; rows: Value[][] };
}

const tenant = 1;

export function openScratch(): Scratch {
  const db = new DatabaseSync(':memory:');
  prepareGraph(db);
  return {
    db,
    run(source, parameters) {
      const checked = checkQuery(parseQuery(source, { writes: true }), source);
      const plan = planQuery(checked, scratchLayout, (clause, compile, bound) => planWrite(db, clause, compile, bound));
      const context: Context = {
        parameters,
        graph: openStore(db, tenant, scratchLayout, () => {}),
        now: {
          kind: 'datetime',
          day: Math.floor(Date.now() / 86_400_000),
          nanos: (Date.now() % 86_400_000) * 1e6,
          offset: 0,
        },
        tick: () => {},
        hold: () => {},
        spend: () => {},
      };
      return { columns: plan.columns, rows: plan.run(context) };
    },
  };
}

type Compile = (expression: Expression) => Evaluator;

function planWrite(db: DatabaseSync, clause: WriteClause, compile: Compile, bound: ReadonlySet<number>): Operator {
  switch (clause.kind) {
    case 'create': {
      const create = planCreate(db, clause.patterns, compile, bound);
      return (rows, context) => rows.map((row) => create(row, context));
    }
    case 'merge':
      return planMerge(db, clause, compile, bound);
    case 'set': {
      const set = planSet(db, clause.items, compile);
      return eachRow(set);
    }
    case 'remove': {
      const items = clause.items.map((item): SetItem => {
        if (item.kind === 'labels') return item;
        return {
          kind: 'property',
          of: item.of,
          key: item.key,
          value: { kind: 'literal', value: null, start: 0, end: 0 },
        };
      });
      const set = planSet(db, items, compile, true);
      return eachRow(set);
    }
    case 'delete': {
      const targets = clause.targets.map(compile);
      return eachRow((row, context) => {
        for (const target of targets) remove(db, target(row, context));
      });
    }
  }
}

function eachRow(work: (row: Row, context: Context) => void): Operator {
  return (rows, context) => {
    for (const row of rows) work(row, context);
    return rows;
  };
}

function planCreate(db: DatabaseSync, patterns: PathPattern[], compile: Compile, outer: ReadonlySet<number>) {
  const bound = new Set(outer);
  const nodes: { pattern: NodePattern; properties: [string, Evaluator][] }[] = [];
  const edges: { pattern: RelationshipPattern; from: number; to: number; properties: [string, Evaluator][] }[] = [];
  for (const pattern of patterns) {
    for (const node of pattern.nodes) {
      if (bound.has(node.symbol!.slot)) continue;
      bound.add(node.symbol!.slot);
      nodes.push({ pattern: node, properties: entries(node.properties, compile) });
    }
    pattern.relationships.forEach((edge, i) => {
      edges.push({
        pattern: edge,
        from: pattern.nodes[i]!.symbol!.slot,
        to: pattern.nodes[i + 1]!.symbol!.slot,
        properties: entries(edge.properties, compile),
      });
    });
  }
  const paths = patterns.filter((pattern) => pattern.variable).map(buildPath);
  return (row: Row, context: Context): Row => {
    const next = row.slice();
    for (const { pattern, properties } of nodes) {
      const labels = pattern.labels.length > 0 ? `:${pattern.labels.join(':')}:` : '';
      const json = encode(properties, next, context);
      const sql = 'INSERT INTO graph_node (tenant, label, uuid, props) VALUES (?, ?, hex(randomblob(16)), ?)';
      const id = Number(db.prepare(sql).run(tenant, labels, json).lastInsertRowid);
      next[pattern.symbol!.slot] = context.graph.makeNode(id, labels, json);
    }
    for (const { pattern, from, to, properties } of edges) {
      const [a, b] = [next[from] as NodeValue, next[to] as NodeValue];
      const [src, dst] = pattern.direction === 'in' ? [b.id, a.id] : [a.id, b.id];
      const json = encode(properties, next, context);
      const sql = 'INSERT INTO graph_edge (tenant, type, src, dst, props) VALUES (?, ?, ?, ?, ?)';
      const id = Number(db.prepare(sql).run(tenant, pattern.types[0]!, src, dst, json).lastInsertRowid);
      next[pattern.symbol!.slot] = context.graph.makeRelationship(id, pattern.types[0]!, src, dst, json);
    }
    for (const path of paths) path(next, context);
    return next;
  };
}

function planMerge(
  db: DatabaseSync,
  clause: Extract<WriteClause, { kind: 'merge' }>,
  compile: Compile,
  bound: ReadonlySet<number>,
): Operator {
  const slots = [...clause.pattern.nodes, ...clause.pattern.relationships].map((element) => element.symbol!.slot);
  const match = planMatch({
    parts: [{ patterns: [clause.pattern] }],
    bound,
    used: new Set(slots),
    layout: scratchLayout,
    compile,
  });
  const create = planCreate(db, [clause.pattern], compile, bound);
  const onCreate = planSet(db, clause.onCreate, compile);
  const onMatch = planSet(db, clause.onMatch, compile);
  return (rows, context) =>
    rows.flatMap((row) => {
      const found = match([row], context);
      if (found.length === 0) {
        const made = create(row, context);
        onCreate(made, context);
        return [made];
      }
      for (const next of found) onMatch(next, context);
      return found;
    });
}

function planSet(
  db: DatabaseSync,
  items: SetItem[],
  compile: Compile,
  removing = false,
): (row: Row, context: Context) => void {
  const compiled = items.map((item) => ({
    item,
    of: compile(item.of),
    value: item.kind === 'labels' ? undefined : compile(item.value),
  }));
  return (row, context) => {
    for (const { item, of, value } of compiled) {
      const target = of(row, context);
      if (target === null) continue;
      if (!isNode(target) && !isRelationship(target)) throw new Error('only nodes and relationships can be set');
      if (item.kind === 'labels') setLabels(db, target as NodeValue, item.labels, removing);
      else {
        const given = value!(row, context);
        const map = item.kind === 'all' && !item.keep ? new Map<string, Value>() : target.properties.toMap();
        if (item.kind === 'property') map.set(item.key, given);
        else for (const [key, entry] of propertiesOf(given)) map.set(key, entry);
        setProperties(db, target, map);
      }
    }
  };
}

function propertiesOf(value: Value): Map<string, Value> {
  if (isNode(value) || isRelationship(value)) return value.properties.toMap();
  return value instanceof Map ? value : new Map();
}

function setLabels(db: DatabaseSync, node: NodeValue, labels: string[], removing: boolean): void {
  node.labels = removing ? node.labels.filter((l) => !labels.includes(l)) : [...new Set([...node.labels, ...labels])];
  db.prepare('UPDATE graph_node SET label = ? WHERE id = ?').run(
    node.labels.length > 0 ? `:${node.labels.join(':')}:` : '',
    node.id,
  );
}

function setProperties(db: DatabaseSync, entity: NodeValue | RelationshipValue, map: Map<string, Value>): void {
  const json = toJsonText(map);
  db.prepare(`UPDATE ${entity.kind === 'node' ? 'graph_node' : 'graph_edge'} SET props = ? WHERE id = ?`).run(
    json,
    entity.id,
  );
  entity.properties = new Properties(json, scratchLayout.properties);
}

function remove(db: DatabaseSync, target: Value): void {
  if (isNode(target)) {
    db.prepare('DELETE FROM graph_edge WHERE src = ? OR dst = ?').run(target.id, target.id);
    db.prepare('DELETE FROM graph_node WHERE id = ?').run(target.id);
  } else if (isRelationship(target)) db.prepare('DELETE FROM graph_edge WHERE id = ?').run(target.id);
  else if (isPath(target)) for (const entity of [...target.relationships, ...target.nodes]) remove(db, entity);
}

function entries(properties: Expression | undefined, compile: Compile): [string, Evaluator][] {
  return properties?.kind === 'map' ? properties.entries.map(([key, value]) => [key, compile(value)]) : [];
}

function encode(properties: [string, Evaluator][], row: Row, context: Context): string {
  return toJsonText(new Map(properties.map(([key, value]) => [key, value(row, context)])));
}

function toJsonText(map: Map<string, Value>): string {
  return JSON.stringify(
    Object.fromEntries([...map].filter(([, value]) => value !== null).map(([key, value]) => [key, toJson(value)])),
  );
}

function toJson(value: Value): unknown {
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : { type: 'integer', text: String(value) };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) || !Number.isFinite(value) ? { type: 'float', text: numberText(value) } : value;
  if (Array.isArray(value)) return value.map(toJson);
  if (value !== null && isTemporal(value)) return { type: value.kind, text: formatTemporal(value) };
  if (value !== null && typeof value === 'object') throw new Error('a property cannot hold that');
  return value;
}
