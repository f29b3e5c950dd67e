import type { Expression } from '../cypher/ast.ts';
import type { Elements, RelationshipElement } from './elements.ts';
import { type Planning, takeReady } from './planning.ts';
import { pushCondition } from './pushdown.ts';
import { runJoin } from './rows.ts';
import { beginJoin, eitherWay, emitEdge, emitNode, finishJoin, inputId, type Join, joinEdge, joinNode } from './sql.ts';

export function planJoin(planning: Planning): void {
  const join = beginJoin(planning.input.layout);
  const placed: RelationshipElement[] = [];
  startJoin(planning, join, placed);
  while (true) {
    const next = nextEdge(planning, join);
    if (!next) break;
    planning.relationships.splice(planning.relationships.indexOf(next), 1);
    placeEdge(planning, join, next);
    placed.push(next);
  }
  distinctEdges(join, placed);
  for (const slot of [...join.ids.keys()]) planning.known.add(slot);
  const tests = pushReady(planning, join);
  const placedEdges = new Set(placed.map((r) => r.slot));
  const multiple = planning.relationships.length > 0;
  for (const [slot, alias] of join.aliases) {
    const wanted = planning.needed.has(slot) || readLater(planning, slot, tests) || multiple;
    if (!wanted) continue;
    if (placedEdges.has(slot)) emitEdge(join, slot);
    else if (alias.startsWith('n')) emitNode(join, slot, planning.elements.nodes.get(slot)!.labels);
  }
  const statement = finishJoin(join);
  const filters = tests.map((condition) => planning.input.compile(condition.expression));
  planning.steps.push((rows, context, firstOnly) => runJoin(statement, filters, rows, context, firstOnly));
}

function readLater(planning: Planning, slot: number, tests: Elements['conditions']): boolean {
  return [...planning.conditions, ...tests].some((condition) => condition.reads.has(slot) || condition.searches);
}

/** Where a join begins: at something known, else at the node that promises the fewest rows. */
function startJoin(planning: Planning, join: Join, placed: RelationshipElement[]): void {
  const { known, relationships } = planning;
  const fixed = relationships.filter((r) => !r.pattern.length);
  if (fixed.some((r) => known.has(r.from) || known.has(r.to))) return;
  const boundEdge = fixed.find((r) => known.has(r.slot));
  if (boundEdge) {
    relationships.splice(relationships.indexOf(boundEdge), 1);
    placeEdge(planning, join, boundEdge);
    placed.push(boundEdge);
    return;
  }
  const start = [...planning.nodes]
    .map((slot) => ({ slot, score: scoreStart(planning, slot) }))
    .sort((a, b) => a.score - b.score)[0]!;
  placeNode(planning, join, start.slot);
}

function scoreStart(planning: Planning, slot: number): number {
  const labels = planning.elements.nodes.get(slot)!.labels;
  const { layout } = planning.input;
  const equalities = planning.conditions.filter(({ expression }) => isEquality(expression, slot));
  if (layout.uuids && equalities.some((condition) => keyOf(condition.expression) === 'uuid')) return 0;
  if (labels.some((label) => layout.rare.includes(label))) return 1;
  const bare = labels.length === 0 ? 3 : layout.mayBeShared(labels) ? 4 : 2;
  return equalities.length > 0 ? bare - 0.5 : bare;
}

function isEquality(expression: Expression, slot: number): boolean {
  if (expression.kind !== 'binary' || expression.operator !== '=') return false;
  const side = expression.left.kind === 'property' ? expression.left : expression.right;
  const other = side === expression.left ? expression.right : expression.left;
  return (
    side.kind === 'property' &&
    side.of.kind === 'variable' &&
    side.of.symbol!.slot === slot &&
    (other.kind === 'literal' || other.kind === 'parameter')
  );
}

function keyOf(expression: Expression): string | undefined {
  if (expression.kind !== 'binary') return undefined;
  const side = expression.left.kind === 'property' ? expression.left : expression.right;
  return side.kind === 'property' ? side.key : undefined;
}

function placeNode(planning: Planning, join: Join, slot: number, at?: string): void {
  joinNode(join, slot, planning.elements.nodes.get(slot)!.labels, at);
  planning.nodes.delete(slot);
}

/** The next fixed relationship at a placed or known node: both ends first, then in the order they were written. */
function nextEdge(planning: Planning, join: Join): RelationshipElement | undefined {
  const has = (slot: number) => join.ids.has(slot) || planning.known.has(slot);
  const fixed = planning.relationships.filter((r) => !r.pattern.length);
  return (
    fixed.find((r) => has(r.from) && has(r.to)) ??
    fixed.find((r) => has(r.from) || has(r.to) || planning.known.has(r.slot))
  );
}

function placeEdge(planning: Planning, join: Join, relationship: RelationshipElement): void {
  const { from, to, slot, pattern } = relationship;
  const given = planning.known.has(slot) ? inputId(join, slot) : undefined;
  const edge = joinEdge(join, slot, pattern.types, pattern.direction === 'both');
  if (given !== undefined) join.conditions.push(`${edge}.id = ${given}`);
  const start = placedId(planning, join, from);
  const end = placedId(planning, join, to);
  if (pattern.direction !== 'both') {
    const [tail, head] = pattern.direction === 'out' ? ['src', 'dst'] : ['dst', 'src'];
    attach(planning, join, from, start, `${edge}.${tail}`);
    attach(planning, join, to, end ?? (from === to ? join.ids.get(from) : undefined), `${edge}.${head}`);
    return;
  }
  if (start !== undefined && end !== undefined) {
    const one: [string, string][] = [
      ['src', start],
      ['dst', end],
    ];
    join.conditions.push(
      eitherWay(edge, one, [
        ['src', end],
        ['dst', start],
      ]),
    );
    return;
  }
  if (start === undefined && end === undefined) placeNode(planning, join, from, `IN (${edge}.src, ${edge}.dst)`);
  const anchor = start ?? end ?? join.ids.get(from)!;
  if (from === to) {
    join.conditions.push(`${edge}.src = ${anchor}`, `${edge}.dst = ${anchor}`);
    return;
  }
  join.conditions.push(eitherWay(edge, [['src', anchor]], [['dst', anchor]]));
  const other = start === undefined && end !== undefined ? from : to;
  attach(planning, join, other, undefined, `CASE WHEN ${edge}.src = ${anchor} THEN ${edge}.dst ELSE ${edge}.src END`);
}

function placedId(planning: Planning, join: Join, slot: number): string | undefined {
  return join.ids.get(slot) ?? (planning.known.has(slot) ? inputId(join, slot) : undefined);
}

/** Ties an end of an edge to its node, whose row is read only if something asks for it. */
function attach(planning: Planning, join: Join, slot: number, id: string | undefined, column: string): void {
  if (id !== undefined) join.conditions.push(`${column} = ${id}`);
  else if (wantsRow(planning, slot)) placeNode(planning, join, slot, `= ${column}`);
  else {
    join.ids.set(slot, column);
    planning.nodes.delete(slot);
  }
}

function wantsRow(planning: Planning, slot: number): boolean {
  const labels = planning.elements.nodes.get(slot)!.labels;
  const disconnected = planning.relationships.some((r) => r.pattern.length);
  return (
    labels.length > 0 ||
    planning.needed.has(slot) ||
    disconnected ||
    planning.conditions.some((condition) => condition.reads.has(slot) || condition.searches)
  );
}

/** Within one MATCH no relationship stands for two; types that differ make that certain already. */
function distinctEdges(join: Join, placed: RelationshipElement[]): void {
  placed.forEach((a, i) => {
    for (const b of placed.slice(i + 1)) {
      if (a.clause !== b.clause || a.slot === b.slot || differ(a, b)) continue;
      join.conditions.push(`${join.ids.get(a.slot)} <> ${join.ids.get(b.slot)}`);
    }
  });
}

function differ(a: RelationshipElement, b: RelationshipElement): boolean {
  const [x, y] = [a.pattern.types, b.pattern.types];
  return x.length > 0 && y.length > 0 && !x.some((type) => y.includes(type));
}

/** Says what it can in SQL; gives the conditions that must still be tried on the values. */
function pushReady(planning: Planning, join: Join): Elements['conditions'] {
  return takeReady(planning).filter((condition) => {
    const before = join.constants.length;
    const pushed = pushCondition(join, condition.expression);
    if (!pushed) {
      join.constants.length = before;
      return true;
    }
    join.conditions.push(pushed.sql);
    return !pushed.exact;
  });
}
