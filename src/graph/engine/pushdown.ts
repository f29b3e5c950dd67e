import type { Context, SqlValue } from '../context.ts';
import type { Expression } from '../cypher/ast.ts';
import type { Layout } from './layout.ts';
import { bindConstant, bindText, type Join } from './sql.ts';

/** A condition as SQL. `exact` when it need not be tried again on the values; else it only narrows the rows. */
export interface Pushed {
  sql: string;
  exact: boolean;
}

/**
 * Says a condition on placed nodes and relationships in SQL, where that is sound: every row for which the condition is
 * true in Cypher passes. Undefined for all that is not simple.
 */
export function pushCondition(join: Join, expression: Expression): Pushed | undefined {
  switch (expression.kind) {
    case 'hasLabels':
      return pushLabels(join, expression);
    case 'isNull': {
      const column = columnOf(join, expression.of);
      return column ? { sql: `${column} IS ${expression.negated ? 'NOT ' : ''}NULL`, exact: true } : undefined;
    }
    case 'binary':
      if (expression.operator === 'AND' || expression.operator === 'OR') return pushBoth(join, expression);
      if (expression.operator === 'IN') return pushIn(join, expression);
      return pushComparison(join, expression);
    default:
      return undefined;
  }
}

function pushLabels(join: Join, expression: Extract<Expression, { kind: 'hasLabels' }>): Pushed | undefined {
  const alias = aliasOf(join, expression.of);
  if (!alias?.startsWith('n')) return undefined;
  const tests = expression.labels.map((label) =>
    join.layout.hasLabel(`${alias}.label`, bindText(join, join.layout.labelText(label))),
  );
  return { sql: `(${tests.join(' AND ')})`, exact: true };
}

function pushBoth(join: Join, expression: Extract<Expression, { kind: 'binary' }>): Pushed | undefined {
  const before = join.constants.length;
  const left = pushCondition(join, expression.left);
  const right = left && pushCondition(join, expression.right);
  if (!left || !right) {
    join.constants.length = before;
    return undefined;
  }
  return { sql: `(${left.sql} ${expression.operator} ${right.sql})`, exact: left.exact && right.exact };
}

function pushIn(join: Join, expression: Extract<Expression, { kind: 'binary' }>): Pushed | undefined {
  const column = columnOf(join, expression.left);
  const { right } = expression;
  if (!column || right.kind !== 'list' || right.items.length === 0 || right.items.length > 100) return undefined;
  const texts = right.items.map((item) =>
    item.kind === 'literal' && typeof item.value === 'string' ? item.value : undefined,
  );
  if (texts.some((text) => text === undefined)) return undefined;
  const exact = texts.every((text) => isPlain(text!));
  return { sql: `${column} IN (${texts.map((text) => bindText(join, text!)).join(', ')})`, exact };
}

const flipped: Record<string, string> = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

function pushComparison(join: Join, expression: Extract<Expression, { kind: 'binary' }>): Pushed | undefined {
  if (!(expression.operator in flipped)) return undefined;
  const left = columnOf(join, expression.left);
  const right = left ? undefined : columnOf(join, expression.right);
  const column = left ?? right;
  const other = left ? expression.right : expression.left;
  const operator = left ? expression.operator : flipped[expression.operator]!;
  if (!column) return undefined;
  if (other.kind === 'literal') return pushLiteral(join, column, operator, other.value);
  if (other.kind === 'parameter' && operator === '=') return pushParameter(join, column, other.name);
  return undefined;
}

function pushLiteral(join: Join, column: string, operator: string, value: unknown): Pushed | undefined {
  if (typeof value === 'string') {
    if (operator === '=') return { sql: `${column} = ${bindText(join, value)}`, exact: isPlain(value) };
    // SQLite orders by code point, Cypher by UTF-16 unit: beside an ASCII text both agree.
    return isAscii(value) ? { sql: `${column} ${operator} ${bindText(join, value)}`, exact: false } : undefined;
  }
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || Math.abs(number) > 2 ** 53) return undefined;
  const bound = bindConstant(join, () => number);
  return { sql: `(${column} ${operator} ${bound} OR typeof(${column}) = 'text')`, exact: false };
}

/** The parameter's type is known only when it is bound: other types than text are left to the values. */
function pushParameter(join: Join, column: string, name: string): Pushed {
  const read = ({ parameters }: Context): SqlValue => {
    const value = parameters.get(name);
    return typeof value === 'string' ? value : null;
  };
  const bound = bindConstant(join, read);
  if (column.endsWith('.uuid')) return { sql: `${column} = ${bound}`, exact: true };
  return { sql: `(${bound} IS NULL OR ${column} = ${bound})`, exact: false };
}

/** A list in a column reads as its JSON: such a text proves nothing. */
function isPlain(text: string): boolean {
  return !/^[[{]/.test(text);
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function aliasOf(join: Join, expression: Expression): string | undefined {
  return expression.kind === 'variable' ? join.aliases.get(expression.symbol!.slot) : undefined;
}

/** The SQL of `n.key` for a placed node or relationship. */
function columnOf(join: Join, expression: Expression): string | undefined {
  if (expression.kind !== 'property' || !/^[A-Za-z_]\w*$/.test(expression.key)) return undefined;
  const alias = aliasOf(join, expression.of);
  if (!alias) return undefined;
  if (isUuid(join.layout, alias, expression.key)) return `${alias}.uuid`;
  return `(${alias}.props ->> '$.${expression.key}')`;
}

function isUuid(layout: Layout, alias: string, key: string): boolean {
  return layout.uuids && key === 'uuid' && alias.startsWith('n');
}
