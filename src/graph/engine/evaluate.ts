import type { Context, Row } from '../context.ts';
import type { Expression, PathPattern, Query } from '../cypher/ast.ts';
import { failRun } from '../cypher/reject.ts';
import { functions } from '../functions/index.ts';
import { equals } from '../order.ts';
import type { Value } from '../values.ts';
import { compileMapProjection, compileSlice, hasLabels, readIndex, readProperty } from './access.ts';
import { type Compile, type Evaluator, truth } from './evaluator.ts';
import { compileComprehension, compileQuantifier, compileReduce } from './loops.ts';
import { compileBinary, compileChain, compileUnary } from './operators.ts';

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

function compileCall(name: string, args: Evaluator[]): Evaluator {
  const found = functions.get(name.toLowerCase())!;
  return (row, context) => {
    const values = args.map((arg) => arg(row, context));
    if (!found.nulls && values[0] === null) return null;
    const result = found.run(values, context);
    if (typeof result === 'object' || typeof result === 'string') context.spend(result);
    return result;
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
