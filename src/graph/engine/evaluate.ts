import { calculate, negate, type Operator } from '../arithmetic.ts';
import type { Context, Row } from '../context.ts';
import type { BinaryOperator, Expression, PathPattern, Query } from '../cypher/ast.ts';
import { failRun } from '../cypher/reject.ts';
import { functions } from '../functions/index.ts';
import { compare, equals } from '../order.ts';
import { readField } from '../temporal/fields.ts';
import { isNode, isRelationship, isTemporal, typeOf, type Value } from '../values.ts';
import { matchesPattern } from './regex.ts';

/** An expression made ready to run: a row in, a value out. */
export type Evaluator = (row: Row, context: Context) => Value;

/** What an expression needs from the planner: the parts of it that search the graph. */
export interface Searches {
  exists(pattern: PathPattern): (row: Row, context: Context) => boolean;
  comprehension(
    expression: Extract<Expression, { kind: 'patternComprehension' }>,
  ): (row: Row, context: Context) => Row[];
  /** The rows of a subquery, each as its column values. */
  subquery(query: Query, firstOnly: boolean): (row: Row, context: Context) => Value[][];
}

export function compileExpression(expression: Expression, searches: Searches): Evaluator {
  const compile = (inner: Expression) => compileExpression(inner, searches);
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression;
      return () => value;
    }
    case 'parameter': {
      const { name } = expression;
      return (_, { parameters }) => {
        const value = parameters.get(name);
        if (value === undefined) throw failRun('MissingParameter', `The parameter $${name} was not given.`);
        return value;
      };
    }
    case 'variable': {
      const { slot } = expression.symbol!;
      return (row) => row[slot] ?? null;
    }
    case 'property': {
      const of = compile(expression.of);
      const { key } = expression;
      return (row, context) => readProperty(of(row, context), key);
    }
    case 'hasLabels': {
      const of = compile(expression.of);
      return (row, context) => hasLabels(of(row, context), expression.labels);
    }
    case 'index': {
      const [of, index] = [compile(expression.of), compile(expression.index)];
      return (row, context) => readIndex(of(row, context), index(row, context));
    }
    case 'slice':
      return compileSlice(expression, compile);
    case 'list': {
      const items = expression.items.map(compile);
      return (row, context) => items.map((item) => item(row, context));
    }
    case 'map': {
      const entries = expression.entries.map(([key, value]): [string, Evaluator] => [key, compile(value)]);
      return (row, context) => new Map(entries.map(([key, value]) => [key, value(row, context)]));
    }
    case 'unary':
      return compileUnary(expression.operator, compile(expression.of));
    case 'binary':
      return compileBinary(expression.operator, compile(expression.left), compile(expression.right));
    case 'chain':
      return compileChain(expression.operands.map(compile), expression.operators);
    case 'isNull': {
      const of = compile(expression.of);
      return (row, context) => (of(row, context) === null) !== expression.negated;
    }
    case 'call':
      return compileCall(expression.name, expression.args.map(compile));
    default:
      return compileCompound(expression, searches, compile);
  }
}

type Compile = (expression: Expression) => Evaluator;

function compileCompound(expression: Expression, searches: Searches, compile: Compile): Evaluator {
  switch (expression.kind) {
    case 'case':
      return compileCase(expression, compile);
    case 'projection':
      return compileMapProjection(expression, compile);
    case 'comprehension':
      return compileComprehension(expression, compile);
    case 'quantifier':
      return compileQuantifier(expression, compile);
    case 'reduce':
      return compileReduce(expression, compile);
    case 'pattern': {
      const search = searches.exists(expression.pattern);
      return search;
    }
    case 'patternComprehension': {
      const search = searches.comprehension(expression);
      const map = compile(expression.map);
      return (row, context) => search(row, context).map((found) => map(found, context));
    }
    case 'subquery': {
      const search = searches.subquery(expression.query, expression.mode === 'exists');
      if (expression.mode === 'exists') return (row, context) => search(row, context).length > 0;
      if (expression.mode === 'count') return (row, context) => BigInt(search(row, context).length);
      return (row, context) => search(row, context).map((values) => values[0] ?? null);
    }
    default:
      throw new Error(`${expression.kind} is compiled elsewhere`);
  }
}

export function readProperty(of: Value, key: string): Value {
  if (of === null) return null;
  if (typeof of === 'object') {
    if (of instanceof Map) return of.get(key) ?? null;
    if (isNode(of) || isRelationship(of)) return of.properties.get(key);
    if (isTemporal(of)) {
      const field = readField(of, key);
      if (field === undefined) throw failRun('InvalidArgumentValue', `A ${of.kind} has no ${key}.`);
      return field;
    }
  }
  throw failRun('InvalidArgumentType', `A ${typeOf(of)} has no properties.`);
}

function hasLabels(of: Value, labels: string[]): Value {
  if (of === null) return null;
  if (isNode(of)) return labels.every((label) => of.labels.includes(label));
  if (isRelationship(of)) return labels.every((label) => of.type === label);
  throw failRun('InvalidArgumentType', `A ${typeOf(of)} has no labels.`);
}

function readIndex(of: Value, index: Value): Value {
  if (of === null || index === null) return null;
  if (Array.isArray(of)) {
    if (typeof index !== 'bigint')
      throw failRun('InvalidArgumentType', `A list is read by integers, not by a ${typeOf(index)}.`);
    return of.at(Number(index)) ?? null;
  }
  if (of instanceof Map || isNode(of) || isRelationship(of)) {
    if (typeof index !== 'string')
      throw failRun('MapElementAccessByNonString', `Properties are read by text, not by a ${typeOf(index)}.`);
    return readProperty(of, index);
  }
  throw failRun('InvalidArgumentType', `A ${typeOf(of)} cannot be read with [].`);
}

function compileSlice(expression: Extract<Expression, { kind: 'slice' }>, compile: Compile): Evaluator {
  const of = compile(expression.of);
  const from = expression.from ? compile(expression.from) : undefined;
  const to = expression.to ? compile(expression.to) : undefined;
  return (row, context) => {
    const list = of(row, context);
    const start = from ? from(row, context) : 0n;
    const end = to ? to(row, context) : undefined;
    if (list === null || start === null || end === null) return null;
    if (!Array.isArray(list) || typeof start !== 'bigint' || (end !== undefined && typeof end !== 'bigint'))
      throw failRun('InvalidArgumentType', 'A slice takes a list and integers.');
    return list.slice(Number(start), end === undefined ? undefined : Number(end));
  };
}

function compileUnary(operator: 'NOT' | '-' | '+', of: Evaluator): Evaluator {
  if (operator === '-') return (row, context) => negate(of(row, context));
  if (operator === '+') return of;
  return (row, context) => {
    const value = truth(of(row, context));
    return value === null ? null : !value;
  };
}

function truth(value: Value): boolean | null {
  if (value === null || typeof value === 'boolean') return value;
  throw failRun('InvalidArgumentType', `Expected a boolean, found a ${typeOf(value)}.`);
}

function compileBinary(operator: BinaryOperator, left: Evaluator, right: Evaluator): Evaluator {
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
      return (row, context) => calculate(arithmetic, left(row, context), right(row, context));
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
function compileChain(operands: Evaluator[], operators: BinaryOperator[]): Evaluator {
  const links = operators.map((operator, i) => compileBinary(operator, operands[i]!, operands[i + 1]!));
  return links.reduce((left, right) => compileBinary('AND', left, right));
}

function compileCall(name: string, args: Evaluator[]): Evaluator {
  const found = functions.get(name.toLowerCase())!;
  return (row, context) => {
    const values = args.map((arg) => arg(row, context));
    if (!found.nulls && values[0] === null) return null;
    return found.run(values, context);
  };
}

function compileCase(expression: Extract<Expression, { kind: 'case' }>, compile: Compile): Evaluator {
  const subject = expression.subject ? compile(expression.subject) : undefined;
  const branches = expression.branches.map(({ when, result }) => ({ when: compile(when), result: compile(result) }));
  const otherwise = expression.otherwise ? compile(expression.otherwise) : () => null;
  return (row, context) => {
    const value = subject?.(row, context);
    for (const { when, result } of branches) {
      const condition = when(row, context);
      if (value === undefined ? truth(condition) === true : equals(value, condition) === true)
        return result(row, context);
    }
    return otherwise(row, context);
  };
}

function compileMapProjection(expression: Extract<Expression, { kind: 'projection' }>, compile: Compile): Evaluator {
  const of = compile(expression.of);
  const entries = expression.entries.map((entry) =>
    entry.kind === 'entry' ? { ...entry, value: compile(entry.value) } : entry,
  );
  return (row, context) => {
    const source = of(row, context);
    if (source === null) return null;
    const result = new Map<string, Value>();
    for (const entry of entries) {
      if (entry.kind === 'entry') result.set(entry.key, entry.value(row, context));
      else if (entry.kind === 'property') result.set(entry.key, readProperty(source, entry.key));
      else {
        const all =
          source instanceof Map
            ? source
            : isNode(source) || isRelationship(source)
              ? source.properties.toMap()
              : new Map();
        for (const [key, value] of all) result.set(key, value);
      }
    }
    return result;
  };
}

function needList(value: Value): Value[] | null {
  if (value === null || Array.isArray(value)) return value;
  throw failRun('InvalidArgumentType', `Expected a list, found a ${typeOf(value)}.`);
}

function compileComprehension(expression: Extract<Expression, { kind: 'comprehension' }>, compile: Compile): Evaluator {
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

function compileQuantifier(expression: Extract<Expression, { kind: 'quantifier' }>, compile: Compile): Evaluator {
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

function compileReduce(expression: Extract<Expression, { kind: 'reduce' }>, compile: Compile): Evaluator {
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
