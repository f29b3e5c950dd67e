import type { Expression, PathPattern } from './ast.ts';

/** The expressions directly inside one; subqueries are not entered. */
export function childrenOf(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'parameter':
    case 'variable':
    case 'subquery':
      return [];
    case 'property':
    case 'hasLabels':
    case 'unary':
    case 'isNull':
      return [expression.of];
    case 'index':
      return [expression.of, expression.index];
    case 'slice':
      return some(expression.of, expression.from, expression.to);
    case 'list':
      return expression.items;
    case 'map':
      return expression.entries.map(([, value]) => value);
    case 'projection':
      return [expression.of, ...expression.entries.flatMap((entry) => (entry.kind === 'entry' ? [entry.value] : []))];
    case 'binary':
      return [expression.left, expression.right];
    case 'chain':
      return expression.operands;
    case 'case':
      return some(
        expression.subject,
        ...expression.branches.flatMap(({ when, result }) => [when, result]),
        expression.otherwise,
      );
    case 'call':
      return expression.args;
    case 'comprehension':
      return some(expression.list, expression.where, expression.map);
    case 'quantifier':
      return [expression.list, expression.where];
    case 'reduce':
      return [expression.initial, expression.list, expression.body];
    case 'pattern':
      return patternExpressions(expression.pattern);
    case 'patternComprehension':
      return some(...patternExpressions(expression.pattern), expression.where, expression.map);
  }
}

/** The property maps of a pattern. */
export function patternExpressions(pattern: PathPattern): Expression[] {
  return some(...pattern.nodes.map((n) => n.properties), ...pattern.relationships.map((r) => r.properties));
}

/** True when the expression or one inside it passes the test. */
export function contains(expression: Expression, test: (expression: Expression) => boolean): boolean {
  return test(expression) || childrenOf(expression).some((child) => contains(child, test));
}

/** The same expression with every part for which `change` gives something replaced by it, outermost first. */
export function rewrite(
  expression: Expression,
  change: (expression: Expression) => Expression | undefined,
): Expression {
  const changed = change(expression);
  if (changed) return changed;
  const r = (inner: Expression) => rewrite(inner, change);
  const maybe = (inner: Expression | undefined) => (inner ? r(inner) : undefined);
  const copy = { ...expression };
  switch (copy.kind) {
    case 'property':
    case 'hasLabels':
    case 'unary':
    case 'isNull':
      return { ...copy, of: r(copy.of) };
    case 'index':
      return { ...copy, of: r(copy.of), index: r(copy.index) };
    case 'slice':
      return clean({ ...copy, of: r(copy.of), from: maybe(copy.from), to: maybe(copy.to) });
    case 'list':
      return { ...copy, items: copy.items.map(r) };
    case 'map':
      return { ...copy, entries: copy.entries.map(([key, value]) => [key, r(value)]) };
    case 'projection':
      return {
        ...copy,
        entries: copy.entries.map((entry) => (entry.kind === 'entry' ? { ...entry, value: r(entry.value) } : entry)),
      };
    case 'binary':
      return { ...copy, left: r(copy.left), right: r(copy.right) };
    case 'chain':
      return { ...copy, operands: copy.operands.map(r) };
    case 'case':
      return clean({
        ...copy,
        subject: maybe(copy.subject),
        branches: copy.branches.map(({ when, result }) => ({ when: r(when), result: r(result) })),
        otherwise: maybe(copy.otherwise),
      });
    case 'call':
      return { ...copy, args: copy.args.map(r) };
    case 'comprehension':
      return clean({ ...copy, list: r(copy.list), where: maybe(copy.where), map: maybe(copy.map) });
    case 'quantifier':
      return { ...copy, list: r(copy.list), where: r(copy.where) };
    case 'reduce':
      return { ...copy, initial: r(copy.initial), list: r(copy.list), body: r(copy.body) };
    case 'patternComprehension':
      return clean({ ...copy, where: maybe(copy.where), map: r(copy.map) });
    default:
      return copy;
  }
}

function clean<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T;
}

function some(...expressions: (Expression | undefined)[]): Expression[] {
  return expressions.filter((expression) => expression !== undefined);
}
