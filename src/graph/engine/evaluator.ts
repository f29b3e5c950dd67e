import type { Context, Row } from '../context.ts';
import type { Expression } from '../cypher/ast.ts';
import { failRun } from '../cypher/reject.ts';
import { typeOf, type Value } from '../values.ts';

/** An expression made ready to run: a row in, a value out. */
export type Evaluator = (row: Row, context: Context) => Value;

export type Compile = (expression: Expression) => Evaluator;

export function truth(value: Value): boolean | null {
  if (value === null || typeof value === 'boolean') return value;
  throw failRun('InvalidArgumentType', `Expected a boolean, found a ${typeOf(value)}.`);
}
