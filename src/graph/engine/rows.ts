import type { Context, Row, SqlValue } from '../context.ts';
import { isNode, isRelationship, type Value } from '../values.ts';
import type { Evaluator } from './evaluator.ts';
import type { Statement } from './sql.ts';

export function runJoin(
  statement: Statement,
  filters: Evaluator[],
  rows: Row[],
  context: Context,
  firstOnly: boolean,
): Row[] {
  if (rows.length === 0) return [];
  const constants = statement.constants.map((constant) => constant(context));
  const results: Row[] = [];
  const accept = (row: Row, columns: SqlValue[], offset: number): boolean => {
    const next = row.slice();
    for (const output of statement.outputs) next[output.slot] = readEntity(output, columns, offset, context);
    if (!filters.every((filter) => filter(next, context) === true)) return false;
    results.push(next);
    if ((results.length & 1023) === 0) context.hold(results.length);
    return true;
  };
  if (statement.inputs.length === 0) {
    const found: SqlValue[][] = [];
    context.graph.select(statement.single, constants, (columns) => found.push(columns));
    for (const row of rows)
      for (const columns of found) {
        context.tick();
        if (accept(row, columns, 0) && firstOnly) return results;
      }
    return results;
  }
  if (rows.length === 1) {
    const ids = inputIds(statement, rows[0]!);
    if (!ids) return [];
    const found: SqlValue[][] = [];
    context.graph.select(statement.single, [...constants, ...ids], (columns) => found.push(columns));
    for (const columns of found) if (accept(rows[0]!, columns, 0) && firstOnly) return results;
    return results;
  }
  runBatch(statement, rows, constants, context, accept);
  return results;
}

/** All rows at once: one statement over the distinct ids, its results given back to the rows in their order. */
function runBatch(
  statement: Statement,
  rows: Row[],
  constants: SqlValue[],
  context: Context,
  accept: (row: Row, columns: SqlValue[], offset: number) => boolean,
): void {
  const distinct = new Map<string, number>();
  const inputs: (number | number[])[] = [];
  const numbers = rows.map((row) => {
    const ids = inputIds(statement, row);
    if (!ids) return -1;
    const key = ids.join(' ');
    let number = distinct.get(key);
    if (number === undefined) {
      number = inputs.push(ids.length === 1 ? ids[0]! : ids) - 1;
      distinct.set(key, number);
    }
    return number;
  });
  const found: SqlValue[][][] = inputs.map(() => []);
  context.graph.select(statement.batch, [...constants, JSON.stringify(inputs)], (columns) =>
    found[columns[0] as number]!.push(columns),
  );
  rows.forEach((row, i) => {
    for (const columns of found[numbers[i]!] ?? []) {
      context.tick();
      accept(row, columns, 1);
    }
  });
}

function inputIds(statement: Statement, row: Row): number[] | undefined {
  const ids: number[] = [];
  for (const slot of statement.inputs) {
    const value: Value = row[slot] ?? null;
    if (!isNode(value) && !isRelationship(value)) return undefined;
    ids.push(value.id);
  }
  return ids;
}

function readEntity(
  output: Statement['outputs'][number],
  columns: SqlValue[],
  offset: number,
  { graph }: Context,
): Value {
  const at = output.column + offset;
  if (output.kind === 'node') {
    const label = output.label ?? (columns[at + 2] as string);
    return graph.makeNode(columns[at] as number, label, columns[at + 1] as string);
  }
  return graph.makeRelationship(
    columns[at] as number,
    columns[at + 1] as string,
    columns[at + 2] as number,
    columns[at + 3] as number,
    columns[at + 4] as string,
  );
}
