import { numberText } from '../arithmetic.ts';
import type { Value } from '../values.ts';
import type { Clause, Expression, NodePattern, PathPattern, Projection, Query, RelationshipPattern } from './ast.ts';

/** Writes a query back as Cypher. Two texts that parse to the same tree print the same. */
export function printQuery(query: Query): string {
  return query.parts.map((part) => part.clauses.map(printClause).join(' ')).join(query.all ? ' UNION ALL ' : ' UNION ');
}

function printClause(clause: Clause): string {
  switch (clause.kind) {
    case 'match':
      return `${clause.optional ? 'OPTIONAL ' : ''}MATCH ${clause.patterns.map(printPattern).join(', ')}${printWhere(clause.where)}`;
    case 'unwind':
      return `UNWIND ${printExpression(clause.list)} AS ${name(clause.variable.name)}`;
    case 'with':
      return `WITH ${printProjection(clause.projection)}${printWhere(clause.where)}`;
    case 'return':
      return `RETURN ${printProjection(clause.projection)}`;
    default:
      throw new Error(`${clause.kind} is never printed`);
  }
}

function printWhere(where: Expression | undefined): string {
  return where ? ` WHERE ${printExpression(where)}` : '';
}

function printProjection(projection: Projection): string {
  const items = projection.items.map((item) => {
    const text = printExpression(item.expression);
    return item.expression.kind === 'variable' && item.expression.name === item.name
      ? text
      : `${text} AS ${name(item.name)}`;
  });
  if (projection.star) items.unshift('*');
  const order = projection.order.map((sort) => printExpression(sort.expression) + (sort.descending ? ' DESC' : ''));
  return [
    projection.distinct ? 'DISTINCT ' : '',
    items.join(', '),
    order.length > 0 ? ` ORDER BY ${order.join(', ')}` : '',
    projection.skip ? ` SKIP ${printExpression(projection.skip)}` : '',
    projection.limit ? ` LIMIT ${printExpression(projection.limit)}` : '',
  ].join('');
}

export function printPattern(pattern: PathPattern): string {
  let text = printNode(pattern.nodes[0]!);
  pattern.relationships.forEach((relationship, i) => {
    text += printRelationship(relationship) + printNode(pattern.nodes[i + 1]!);
  });
  if (pattern.shortest) text = `${pattern.shortest === 'one' ? 'shortestPath' : 'allShortestPaths'}(${text})`;
  return pattern.variable ? `${name(pattern.variable.name)} = ${text}` : text;
}

function printNode(node: NodePattern): string {
  const choice = node.choice ? `:${node.choice.map(name).join('|')}` : '';
  const labels = node.labels.map((label) => `:${name(label)}`).join('') + choice;
  const properties = node.properties ? ` ${printExpression(node.properties)}` : '';
  return `(${node.variable ? name(node.variable.name) : ''}${labels}${properties})`;
}

function printRelationship(relationship: RelationshipPattern): string {
  const types = relationship.types.length > 0 ? `:${relationship.types.map(name).join('|')}` : '';
  const length = relationship.length ? `*${relationship.length.min}..${relationship.length.max ?? ''}` : '';
  const properties = relationship.properties ? ` ${printExpression(relationship.properties)}` : '';
  const inside = `${relationship.variable ? name(relationship.variable.name) : ''}${types}${length}${properties}`;
  const left = relationship.direction === 'in' ? '<-' : '-';
  const right = relationship.direction === 'out' ? '->' : '-';
  return `${left}[${inside}]${right}`;
}

/** Operators are always in parentheses, so that precedence never has to be thought about again. */
export function printExpression(expression: Expression): string {
  const p = printExpression;
  switch (expression.kind) {
    case 'literal':
      return printLiteral(expression.value);
    case 'parameter':
      return `$${name(expression.name)}`;
    case 'variable':
      return name(expression.name);
    case 'property':
      return `${p(expression.of)}.${name(expression.key)}`;
    case 'hasLabels':
      return `(${p(expression.of)}${expression.labels.map((label) => `:${name(label)}`).join('')})`;
    case 'index':
      return `${p(expression.of)}[${p(expression.index)}]`;
    case 'slice':
      return `${p(expression.of)}[${expression.from ? p(expression.from) : ''}..${expression.to ? p(expression.to) : ''}]`;
    case 'list':
      return `[${expression.items.map(p).join(', ')}]`;
    case 'map':
      return `{${expression.entries.map(([key, value]) => `${name(key)}: ${p(value)}`).join(', ')}}`;
    case 'unary':
      return `(${expression.operator} ${p(expression.of)})`;
    case 'binary':
      return `(${p(expression.left)} ${expression.operator} ${p(expression.right)})`;
    case 'chain':
      return `(${expression.operands.map((operand, i) => (i === 0 ? p(operand) : `${expression.operators[i - 1]} ${p(operand)}`)).join(' ')})`;
    case 'isNull':
      return `(${p(expression.of)} IS ${expression.negated ? 'NOT ' : ''}NULL)`;
    case 'call': {
      const args = expression.star ? '*' : expression.args.map(p).join(', ');
      return `${expression.name}(${expression.distinct ? 'DISTINCT ' : ''}${args})`;
    }
    default:
      return printCompound(expression);
  }
}

function printCompound(expression: Expression): string {
  const p = printExpression;
  switch (expression.kind) {
    case 'projection': {
      const entries = expression.entries.map((entry) =>
        entry.kind === 'all'
          ? '.*'
          : entry.kind === 'property'
            ? `.${name(entry.key)}`
            : `${name(entry.key)}: ${p(entry.value)}`,
      );
      return `${p(expression.of)} {${entries.join(', ')}}`;
    }
    case 'case': {
      const branches = expression.branches.map(({ when, result }) => ` WHEN ${p(when)} THEN ${p(result)}`).join('');
      const otherwise = expression.otherwise ? ` ELSE ${p(expression.otherwise)}` : '';
      return `CASE${expression.subject ? ` ${p(expression.subject)}` : ''}${branches}${otherwise} END`;
    }
    case 'comprehension': {
      const map = expression.map ? ` | ${p(expression.map)}` : '';
      return `[${name(expression.local.name)} IN ${p(expression.list)}${printWhere(expression.where)}${map}]`;
    }
    case 'quantifier':
      return `${expression.mode}(${name(expression.local.name)} IN ${p(expression.list)} WHERE ${p(expression.where)})`;
    case 'reduce':
      return `reduce(${name(expression.total.name)} = ${p(expression.initial)}, ${name(expression.local.name)} IN ${p(expression.list)} | ${p(expression.body)})`;
    case 'pattern':
      return printPattern(expression.pattern);
    case 'patternComprehension':
      return `[${printPattern(expression.pattern)}${printWhere(expression.where)} | ${p(expression.map)}]`;
    case 'subquery':
      return `${expression.mode.toUpperCase()} { ${printQuery(expression.query)} }`;
    default:
      throw new Error(`${expression.kind} is printed elsewhere`);
  }
}

function printLiteral(value: Value): string {
  if (typeof value === 'string')
    return `'${value.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r')}'`;
  if (typeof value === 'bigint' || typeof value === 'number') return numberText(value);
  return String(value);
}

function name(text: string): string {
  return /^[A-Za-z_]\w*$/.test(text) ? text : `\`${text.replaceAll('`', '``')}\``;
}
