import type { Binding, Clause, Expression, NodePattern, PathPattern, Projection, Query } from '../cypher/ast.ts';
import { type Checked, checkQuery } from '../cypher/check.ts';
import { parseQuery } from '../cypher/parse.ts';
import { printQuery } from '../cypher/print.ts';
import { rewrite } from '../cypher/walk.ts';
import { type Anchor, checkSafety } from '../rules/safety.ts';
import { repairStyle } from '../rules/style.ts';
import { visitQuery } from '../rules/visit.ts';
import type { Warning } from '../rules/warning.ts';

/** Every instance and every relationship in Neo4j says whose it is; shared Types have no such property. */
export const tenantProperty = '_tenant';

export interface ScopedQuery {
  /** Cypher that can see one patient's graph only: `$patient_uuid`. */
  text: string;
  columns: string[];
  anchors: Anchor[];
  warnings: Warning[];
}

/**
 * Neo4j has no tables to filter, so the query itself is rewritten: after the same check as for SQLite, each relationship
 * of each pattern must be the patient's, each node the patient's or a Type that one of the patient's relationships leads
 * to. What is printed is made from the tree; no text of the caller's reaches the database as it was.
 */
export function scopeQuery(source: string): ScopedQuery {
  const checked = checkQuery(parseQuery(source), source);
  nameElements(checked, source);
  const anchors = checkSafety(checked.query, source);
  const warnings = repairStyle(checked, source);
  scopeParts(checked.query);
  return { text: printQuery(checked.query), columns: checked.columns, anchors, warnings };
}

/** Conditions need names to speak of: the elements without one get names that the query does not use. */
function nameElements(checked: Checked, source: string): void {
  let prefix = 'own_';
  while (source.includes(prefix)) prefix += '_';
  visitQuery(checked.query, {
    pattern(pattern) {
      for (const node of pattern.nodes) {
        if (node.variable) continue;
        node.symbol!.name = `${prefix}${node.symbol!.slot}`;
        node.variable = toVariable(node.symbol!, node);
      }
    },
  });
}

function toVariable(
  symbol: Binding,
  { start, end }: { start: number; end: number },
): Extract<Expression, { kind: 'variable' }> {
  return { kind: 'variable', name: symbol.name, symbol, start, end };
}

function scopeParts(query: Query): void {
  for (const part of query.parts) for (const clause of part.clauses) scopeClause(clause);
}

function scopeClause(clause: Clause): void {
  switch (clause.kind) {
    case 'match': {
      const where = clause.where ? scopeExpression(clause.where) : undefined;
      clause.where = allOf([...(where ? [where] : []), ...clause.patterns.flatMap(scopePattern)]);
      return;
    }
    case 'unwind':
      clause.list = scopeExpression(clause.list);
      return;
    case 'with':
    case 'return':
      scopeProjection(clause.projection);
      if (clause.kind === 'with' && clause.where) clause.where = scopeExpression(clause.where);
      return;
    default:
      throw new Error(`${clause.kind} cannot be scoped`);
  }
}

/** The check took aggregations out of their expressions; here they go back. */
function scopeProjection(projection: Projection): void {
  const calls = new Map((projection.aggregates ?? []).map(({ symbol, call }) => [symbol, call]));
  const restore = (expression: Expression) =>
    rewrite(expression, (part) => (part.kind === 'variable' ? calls.get(part.symbol!) : undefined));
  for (const item of projection.items) item.expression = scopeExpression(restore(item.expression));
  for (const sort of projection.order) sort.expression = scopeExpression(restore(sort.expression));
}

/** Marks the relationships of a pattern and gives the conditions on its nodes. */
function scopePattern(pattern: PathPattern): Expression[] {
  for (const relationship of pattern.relationships) {
    const { start, end } = relationship;
    const entries = relationship.properties?.kind === 'map' ? relationship.properties.entries : [];
    const scoped = entries.map(([key, value]): [string, Expression] => [key, scopeExpression(value)]);
    relationship.properties = { kind: 'map', entries: [...scoped, [tenantProperty, patientParameter]], start, end };
  }
  for (const node of pattern.nodes) if (node.properties) node.properties = scopeExpression(node.properties);
  return pattern.nodes.map(ownedNode);
}

const place = { start: 0, end: 0 };
const patientParameter: Expression = { kind: 'parameter', name: 'patient_uuid', ...place };

/** `n._tenant = $patient_uuid OR (n._tenant IS NULL AND EXISTS { ()-[{_tenant: $patient_uuid}]->(n) })`. */
function ownedNode(node: NodePattern): Expression {
  const variable = toVariable(node.symbol!, node);
  const tenant: Expression = { kind: 'property', of: variable, key: tenantProperty, ...place };
  const own: Expression = { kind: 'binary', operator: '=', left: tenant, right: patientParameter, ...place };
  const shared: Expression = { kind: 'isNull', of: tenant, negated: false, ...place };
  const properties: Expression = { kind: 'map', entries: [[tenantProperty, patientParameter]], ...place };
  const pattern: PathPattern = {
    nodes: [
      { labels: [], ...place },
      { labels: [], variable, ...place },
    ],
    relationships: [{ types: [], direction: 'out', properties, ...place }],
    ...place,
  };
  const reached = exists([pattern]);
  const type: Expression = { kind: 'binary', operator: 'AND', left: shared, right: reached, ...place };
  return { kind: 'binary', operator: 'OR', left: own, right: type, ...place };
}

function exists(patterns: PathPattern[], where?: Expression): Expression {
  const match: Clause = { kind: 'match', optional: false, patterns, ...(where ? { where } : {}), ...place };
  return { kind: 'subquery', mode: 'exists', query: { parts: [{ clauses: [match] }], all: false, ...place }, ...place };
}

function allOf(conditions: Expression[]): Expression {
  return conditions.reduce((left, right) => ({ kind: 'binary', operator: 'AND', left, right, ...place }));
}

/** Patterns inside expressions are scoped too; elementId is the uuid, as everywhere. */
function scopeExpression(expression: Expression): Expression {
  return rewrite(expression, (part) => {
    switch (part.kind) {
      case 'pattern': {
        const conditions = scopePattern(part.pattern);
        return exists([part.pattern], allOf(conditions));
      }
      case 'patternComprehension': {
        const where = part.where ? [scopeExpression(part.where)] : [];
        const conditions = scopePattern(part.pattern);
        return { ...part, where: allOf([...where, ...conditions]), map: scopeExpression(part.map) };
      }
      case 'subquery':
        scopeParts(part.query);
        return part;
      case 'call':
        if (part.name.toLowerCase() === 'elementid') return uuidOf(scopeExpression(part.args[0]!));
        if (part.name.toLowerCase() === 'exists' && part.args[0]!.kind === 'pattern')
          return scopeExpression(part.args[0]!);
        return undefined;
      default:
        return undefined;
    }
  });
}

function uuidOf(entity: Expression): Expression {
  const uuid = (of: Expression): Expression => ({ kind: 'property', of, key: 'uuid', ...place });
  if (entity.kind !== 'variable' || entity.symbol?.type !== 'relationship') return uuid(entity);
  const call = (name: string): Expression => ({
    kind: 'call',
    name,
    args: [entity],
    distinct: false,
    star: false,
    ...place,
  });
  const colon: Expression = { kind: 'literal', value: ':', ...place };
  const parts = [uuid(call('startNode')), colon, call('type'), colon, uuid(call('endNode'))];
  return parts.reduce((left, right) => ({ kind: 'binary', operator: '+', left, right, ...place }));
}
