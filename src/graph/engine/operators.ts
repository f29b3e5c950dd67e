import { calculate, negate, type Operator } from '../arithmetic.ts';
import type { BinaryOperator } from '../cypher/ast.ts';
import { failRun } from '../cypher/reject.ts';
import { compare, equals } from '../order.ts';
import { typeOf, type Value } from '../values.ts';
import { type Evaluator, truth } from './evaluator.ts';
import { matchesPattern } from './regex.ts';

export function compileUnary(operator: 'NOT' | '-' | '+', of: Evaluator): Evaluator {
  if (operator === '-') return (row, context) => negate(of(row, context));
  if (operator === '+') return of;
  return (row, context) => {
    const value = truth(of(row, context));
    return value === null ? null : !value;
  };
}

export function compileBinary(operator: BinaryOperator, left: Evaluator, right: Evaluator): Evaluator {
  switch (operator) {
    case 'AND':
      return (row, context) => {
        const a = truth(left(row, context));
        if (a === false) return false;
        const b = truth(right(row, context));
        return b === false ? false : a === null || b === null ? null : true;
      };
    case 'OR':
      return (row, context) => {
        const a = truth(left(row, context));
        if (a === true) return true;
        const b = truth(right(row, context));
        return b === true ? true : a === null || b === null ? null : false;
      };
    case 'XOR':
      return (row, context) => {
        const [a, b] = [truth(left(row, context)), truth(right(row, context))];
        return a === null || b === null ? null : a !== b;
      };
    case 'IN':
      return (row, context) => isIn(left(row, context), right(row, context));
    case '=':
    case '<>':
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const test = comparisons[operator];
      return (row, context) => test(left(row, context), right(row, context));
    }
    case 'STARTS WITH':
    case 'ENDS WITH':
    case 'CONTAINS':
    case '=~': {
      const test = textTests[operator];
      return (row, context) => {
        const [a, b] = [left(row, context), right(row, context)];
        return typeof a === 'string' && typeof b === 'string' ? test(a, b) : null;
      };
    }
    default: {
      const arithmetic: Operator = operator;
      return (row, context) => {
        const result = calculate(arithmetic, left(row, context), right(row, context));
        if (typeof result === 'object' || typeof result === 'string') context.spend(result);
        return result;
      };
    }
  }
}

const textTests = {
  'STARTS WITH': (a: string, b: string) => a.startsWith(b),
  'ENDS WITH': (a: string, b: string) => a.endsWith(b),
  CONTAINS: (a: string, b: string) => a.includes(b),
  '=~': matchesPattern,
};

const ordered = (test: (sign: number) => boolean) => (a: Value, b: Value) => {
  const sign = compare(a, b);
  return sign === null ? null : test(sign);
};

const comparisons: Record<'=' | '<>' | '<' | '<=' | '>' | '>=', (a: Value, b: Value) => boolean | null> = {
  '=': equals,
  '<>': (a, b) => {
    const same = equals(a, b);
    return same === null ? null : !same;
  },
  '<': ordered((sign) => sign < 0),
  '<=': ordered((sign) => sign <= 0),
  '>': ordered((sign) => sign > 0),
  '>=': ordered((sign) => sign >= 0),
};

function isIn(item: Value, list: Value): Value {
  if (list === null) return null;
  if (!Array.isArray(list)) throw failRun('InvalidArgumentType', `IN takes a list, not a ${typeOf(list)}.`);
  let unknown = false;
  for (const other of list) {
    const same = equals(item, other);
    if (same === true) return true;
    if (same === null) unknown = true;
  }
  return unknown ? null : false;
}

/** `a < b <= c` is `a < b AND b <= c`. */
export function compileChain(operands: Evaluator[], operators: BinaryOperator[]): Evaluator {
  const links = operators.map((operator, i) => compileBinary(operator, operands[i]!, operands[i + 1]!));
  return links.reduce((left, right) => compileBinary('AND', left, right));
}
