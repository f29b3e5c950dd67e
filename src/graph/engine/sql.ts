import type { Context, SqlValue } from '../context.ts';
import type { Layout } from './layout.ts';
import { mostRows } from './store.ts';

/** A value that a statement is given besides its rows: known when it is compiled, or read from the parameters of a run. */
export type Constant = (context: Context) => SqlValue;

/** Where a column of the result goes. */
export interface Output {
  kind: 'node' | 'relationship';
  slot: number;
  column: number;
  /** A node's label, where the pattern fixes it and it need not be read. */
  label?: string;
}

/** A compiled join. With inputs, `batch` takes many rows' ids as JSON and gives each result its row's number first. */
export interface Statement {
  inputs: number[];
  constants: Constant[];
  outputs: Output[];
  single: string;
  batch: string;
}

/** Builds one join. `?1` is the tenant in every table it mentions; nothing here can read a table without it. */
export interface Join {
  layout: Layout;
  tables: string[];
  conditions: string[];
  columns: string[];
  constants: Constant[];
  inputs: number[];
  outputs: Output[];
  /** The SQL for the id of each node or relationship placed so far, by slot. */
  ids: Map<number, string>;
  aliases: Map<number, string>;
}

export function beginJoin(layout: Layout): Join {
  return {
    layout,
    tables: [],
    conditions: [],
    columns: [],
    constants: [],
    inputs: [],
    outputs: [],
    ids: new Map(),
    aliases: new Map(),
  };
}

/** The id of a node or relationship that the incoming rows bind. */
export function inputId(join: Join, slot: number): string {
  let at = join.inputs.indexOf(slot);
  if (at < 0) at = join.inputs.push(slot) - 1;
  return `@${at}@`;
}

export function bindConstant(join: Join, constant: Constant): string {
  join.constants.push(constant);
  return `?${join.constants.length + 1}`;
}

export function bindText(join: Join, text: string): string {
  return bindConstant(join, () => text);
}

/** Adds a node's row. With `at` (a condition on its id) it is looked up; else the tenant's nodes are scanned, by label where there is one. */
export function joinNode(join: Join, slot: number, labels: string[], at?: string): string {
  const alias = `n${join.tables.length}`;
  const { layout } = join;
  const conditions = labels.map((label) => layout.hasLabel(`${alias}.label`, bindText(join, layout.labelText(label))));
  if (at !== undefined) {
    join.tables.push(`graph_node AS ${alias}`);
    conditions.unshift(`${alias}.id ${at}`, `${alias}.tenant ${layout.mayBeShared(labels) ? 'IN (0, ?1)' : '= ?1'}`);
  } else if (layout.mayBeShared(labels)) {
    join.tables.push(`(SELECT id, label, uuid, props FROM graph_node WHERE tenant = ?1 UNION ALL
      SELECT id, label, uuid, props FROM graph_node WHERE +tenant = 0 AND id IN
        (SELECT dst FROM graph_edge WHERE tenant = ?1 AND dst < 0)) AS ${alias}`);
  } else {
    join.tables.push(`graph_node AS ${alias}`);
    conditions.unshift(`${alias}.tenant = ?1`);
  }
  if (at === undefined) conditions.push(watched(join, alias));
  join.conditions.push(...conditions);
  join.aliases.set(slot, alias);
  join.ids.set(slot, `${alias}.id`);
  return alias;
}

/**
 * Adds a relationship's row, in the tenant. The caller says what it connects. Where either end may be the one that is
 * known, `+` keeps SQLite from walking the whole tenant by this condition instead of both indexes by the ends.
 */
export function joinEdge(join: Join, slot: number, types: string[], undirected: boolean): string {
  const alias = `e${join.tables.length}`;
  join.tables.push(`graph_edge AS ${alias}`);
  join.conditions.push(`${undirected ? '+' : ''}${alias}.tenant = ?1`);
  if (types.length > 0) {
    const names = types.map((type) => bindText(join, type));
    join.conditions.push(names.length === 1 ? `${alias}.type = ${names[0]}` : `${alias}.type IN (${names.join(', ')})`);
  }
  join.conditions.push(watched(join, alias));
  join.aliases.set(slot, alias);
  join.ids.set(slot, `${alias}.id`);
  return alias;
}

/** From the third table on, each loop that multiplies looks at the clock once in 128 rows. Naming the table's id keeps the test inside its loop. */
function watched(join: Join, alias: string): string {
  return join.tables.length < 3 ? '1' : `((random() & 127) <> (${alias}.id & 0) OR graph_tick())`;
}

/** One of two ways that an edge may lie. SQLite searches each by its index only if the two do not look alike. */
export function eitherWay(edge: string, one: [string, string][], other: [string, string][]): string {
  const say = (pairs: [string, string][]) => pairs.map(([column, id]) => ` AND ${edge}.${column} = ${id}`).join('');
  return `((${edge}.tenant = ?1${say(one)}) OR (${edge}.tenant = ?1 + 0${say(other)}))`;
}

export function emitNode(join: Join, slot: number, labels: string[]): void {
  const alias = join.aliases.get(slot)!;
  const label = join.layout.oneLabel ? labels[0] : undefined;
  join.outputs.push({ kind: 'node', slot, column: join.columns.length, ...(label === undefined ? {} : { label }) });
  join.columns.push(`${alias}.id`, `${alias}.props`, ...(label === undefined ? [`${alias}.label`] : []));
}

export function emitEdge(join: Join, slot: number): void {
  const alias = join.aliases.get(slot)!;
  join.outputs.push({ kind: 'relationship', slot, column: join.columns.length });
  join.columns.push(`${alias}.id`, `${alias}.type`, `${alias}.src`, `${alias}.dst`, `${alias}.props`);
}

export function finishJoin(join: Join): Statement {
  const next = join.constants.length + 2;
  const text = (tables: string[], columns: string[], input: (at: number) => string) => {
    const where = join.conditions.filter((condition) => condition !== '1').join('\n AND ');
    const sql = `SELECT ${columns.join(', ')} FROM ${tables.join('\n CROSS JOIN ') || '(SELECT 1)'}${where ? `\n WHERE ${where}` : ''} LIMIT ${mostRows + 1}`;
    return sql.replace(/@(\d+)@/g, (_, at: string) => input(Number(at)));
  };
  const columns = join.columns.length > 0 ? join.columns : ['1'];
  const single = text(join.tables, columns, (at) => `?${next + at}`);
  const one = join.inputs.length === 1;
  const batch = text([`json_each(?${next}) AS r`, ...join.tables], ['r.key', ...columns], (at) =>
    one ? 'r.value' : `json_extract(r.value, '$[${at}]')`,
  );
  return { inputs: join.inputs, constants: join.constants, outputs: join.outputs, single, batch };
}
