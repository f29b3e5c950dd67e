import type { Context } from '../context.ts';
import type { StaticType } from '../cypher/ast.ts';
import { failRun } from '../cypher/reject.ts';
import { typeOf, type Value } from '../values.ts';

/** A function of Cypher. `null` in its first argument gives null unless `nulls` is set. */
export interface CypherFunction {
  name: string;
  min: number;
  max: number;
  /** What the first argument may be; anything else is refused, before the run where the type is known then. */
  accepts?: StaticType[];
  returns?: StaticType;
  nulls?: boolean;
  run(args: Value[], context: Context): Value;
}

export type Definition = Omit<CypherFunction, 'name'>;

export function wrongType(name: string, value: Value): Error {
  return failRun('InvalidArgumentValue', `${name}() does not take a ${typeOf(value)}.`);
}

export function needText(name: string, value: Value): string {
  if (typeof value !== 'string') throw wrongType(name, value);
  return value;
}

export function needInteger(name: string, value: Value): number {
  if (typeof value !== 'bigint')
    throw failRun('InvalidArgumentType', `${name}() takes an integer, not a ${typeOf(value)}.`);
  return Number(value);
}

export function needNumber(name: string, value: Value): number {
  if (typeof value === 'bigint' || typeof value === 'number') return Number(value);
  throw failRun('InvalidArgumentType', `${name}() takes a number, not a ${typeOf(value)}.`);
}
