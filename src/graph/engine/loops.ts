import type { Expression } from '../cypher/ast.ts';
import { failRun } from '../cypher/reject.ts';
import { typeOf, type Value } from '../values.ts';
import { type Compile, type Evaluator, truth } from './evaluator.ts';

export function compileComprehension(
  expression: Extract<Expression, { kind: 'comprehension' }>,
  compile: Compile,
): Evaluator {
  const source = compile(expression.list);
  const where = expression.where ? compile(expression.where) : undefined;
  const map = expression.map ? compile(expression.map) : undefined;
  const { slot } = expression.local.symbol!;
  return (row, context) => {
    const list = needList(source(row, context));
    if (list === null) return null;
    const result: Value[] = [];
    for (const item of list) {
      context.tick();
      row[slot] = item;
      if (where && where(row, context) !== true) continue;
      result.push(map ? map(row, context) : item);
    }
    return result;
  };
}

export function compileQuantifier(
  expression: Extract<Expression, { kind: 'quantifier' }>,
  compile: Compile,
): Evaluator {
  const source = compile(expression.list);
  const where = compile(expression.where);
  const { slot } = expression.local.symbol!;
  return (row, context) => {
    const list = needList(source(row, context));
    if (list === null) return null;
    let yes = 0;
    let unknown = 0;
    for (const item of list) {
      context.tick();
      row[slot] = item;
      const result = truth(where(row, context));
      if (result === true) yes++;
      else if (result === null) unknown++;
    }
    return quantify(expression.mode, list.length, yes, unknown);
  };
}

function quantify(
  mode: 'all' | 'any' | 'none' | 'single',
  total: number,
  yes: number,
  unknown: number,
): boolean | null {
  switch (mode) {
    case 'all':
      return yes + unknown < total ? false : unknown > 0 ? null : true;
    case 'any':
      return yes > 0 ? true : unknown > 0 ? null : false;
    case 'none':
      return yes > 0 ? false : unknown > 0 ? null : true;
    case 'single':
      return yes > 1 ? false : unknown > 0 ? null : yes === 1;
  }
}

export function compileReduce(expression: Extract<Expression, { kind: 'reduce' }>, compile: Compile): Evaluator {
  const [initial, source, body] = [compile(expression.initial), compile(expression.list), compile(expression.body)];
  const [total, local] = [expression.total.symbol!.slot, expression.local.symbol!.slot];
  return (row, context) => {
    const list = needList(source(row, context));
    if (list === null) return null;
    let value = initial(row, context);
    for (const item of list) {
      context.tick();
      row[total] = value;
      row[local] = item;
      value = body(row, context);
    }
    return value;
  };
}

function needList(value: Value): Value[] | null {
  if (value === null || Array.isArray(value)) return value;
  throw failRun('InvalidArgumentType', `Expected a list, found a ${typeOf(value)}.`);
}
