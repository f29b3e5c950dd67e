import { aggregations, functions } from '../functions/index.ts';
import { isTemporal, typeOf } from '../values.ts';
import type { Expression, StaticType } from './ast.ts';

/** What is known of an expression's type before the query runs. `any` when nothing is. */
export function inferType(expression: Expression): StaticType {
  switch (expression.kind) {
    case 'literal': {
      if (isTemporal(expression.value)) return 'temporal';
      const type = typeOf(expression.value);
      return type in literalTypes ? (type as StaticType) : 'any';
    }
    case 'variable':
      return expression.symbol?.type ?? 'any';
    case 'list':
    case 'comprehension':
    case 'patternComprehension':
      return 'list';
    case 'map':
    case 'projection':
      return 'map';
    case 'isNull':
    case 'quantifier':
    case 'chain':
    case 'pattern':
    case 'hasLabels':
      return 'boolean';
    case 'subquery':
      return expression.mode === 'exists' ? 'boolean' : expression.mode === 'count' ? 'integer' : 'list';
    case 'unary':
      return expression.operator === 'NOT' ? 'boolean' : numeric(inferType(expression.of));
    case 'binary':
      return inferOperator(expression.operator, inferType(expression.left), inferType(expression.right));
    case 'call':
      return inferCall(expression.name.toLowerCase());
    default:
      return 'any';
  }
}

const literalTypes: Record<string, true> = {
  null: true,
  boolean: true,
  integer: true,
  float: true,
  string: true,
  list: true,
  map: true,
};

function inferCall(name: string): StaticType {
  if (Object.hasOwn(aggregations, name)) return name === 'count' ? 'integer' : name === 'collect' ? 'list' : 'any';
  return functions.get(name)?.returns ?? 'any';
}

function inferOperator(operator: string, left: StaticType, right: StaticType): StaticType {
  if (!arithmetic.has(operator)) return 'boolean';
  if (left === 'list' || right === 'list') return operator === '+' ? 'list' : 'any';
  if (operator === '^' && isNumeric(left) && isNumeric(right)) return 'float';
  if (left === 'integer' && right === 'integer') return 'integer';
  if (isNumeric(left) && isNumeric(right)) return left === 'float' || right === 'float' ? 'float' : 'number';
  if (operator === '+' && left === 'string' && right === 'string') return 'string';
  return 'any';
}

const arithmetic = new Set(['+', '-', '*', '/', '%', '^']);

function numeric(type: StaticType): StaticType {
  return isNumeric(type) ? type : 'any';
}

function isNumeric(type: StaticType): boolean {
  return type === 'integer' || type === 'float' || type === 'number';
}

/** True when a value of type `type` may be used where one of `wanted` is needed, as far as is known. */
export function fits(type: StaticType, wanted: StaticType[]): boolean {
  if (type === 'any' || type === 'null' || wanted.includes(type)) return true;
  if (type === 'relationships') return wanted.includes('list');
  if (type === 'number') return wanted.includes('integer') || wanted.includes('float');
  return wanted.includes('number') && isNumeric(type);
}
