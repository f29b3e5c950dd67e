import type { Context, Row, SqlValue } from '../context.ts';
import type { Expression } from '../cypher/ast.ts';
import { isNode, isRelationship, type Value } from '../values.ts';
import { type Elements, type MatchPart, type RelationshipElement, takeApart } from './elements.ts';
import type { Evaluator } from './evaluate.ts';
import { expandRow } from './expand.ts';
import type { Layout } from './layout.ts';
import { buildPath } from './paths.ts';
import { pushCondition } from './pushdown.ts';
import {
  beginJoin,
  emitEdge,
  emitNode,
  finishJoin,
  type Join,
  joinEdge,
  joinNode,
  type Statement,
  useInput,
} from './sql.ts';

/** Finds every way to fit a pattern to the graph, for each incoming row. */
export type Matcher = (rows: Row[], context: Context, firstOnly?: boolean) => Row[];

export interface MatchInput {
  parts: MatchPart[];
  /** Slots that the incoming rows already bind. */
  bound: ReadonlySet<number>;
  /** Slots whose values something outside this pattern reads. */
  used: ReadonlySet<number>;
  layout: Layout;
  compile(expression: Expression): Evaluator;
}

/**
 * A pattern becomes steps: joins in SQL for what has a fixed length, walks for what has not. Each condition is tried as
 * soon as what it reads is bound.
 */
export function planMatch(input: MatchInput): Matcher {
  const elements = takeApart(input.parts);
  const plan = planSteps(input, elements);
  return (rows, context, firstOnly = false) => {
    let current = rows;
    plan.steps.forEach((step, i) => {
      const last = firstOnly && i === plan.steps.length - 1 && plan.finish.length === 0;
      current = step(current, context, last);
      context.hold(current.length);
    });
    return plan.finish.length === 0 ? current : finishRows(plan.finish, current, context);
  };
}

type Step = (rows: Row[], context: Context, firstOnly: boolean) => Row[];
/** Completes a row in place (paths) or refuses it. */
type Finish = (row: Row, context: Context) => boolean;

function finishRows(finish: Finish[], rows: Row[], context: Context): Row[] {
  return rows.filter((row) => {
    context.tick();
    return finish.every((test) => test(row, context));
  });
}

interface Planning {
  input: MatchInput;
  elements: Elements;
  known: Set<number>;
  relationships: RelationshipElement[];
  nodes: Set<number>;
  conditions: Elements['conditions'];
  needed: Set<number>;
  steps: Step[];
}

function planSteps(input: MatchInput, elements: Elements): { steps: Step[]; finish: Finish[] } {
  const planning: Planning = {
    input,
    elements,
    known: new Set(input.bound),
    relationships: [...elements.relationships],
    nodes: new Set([...elements.nodes.keys()].filter((slot) => !input.bound.has(slot))),
    conditions: [...elements.conditions],
    needed: neededSlots(input, elements),
    steps: [],
  };
  planBoundLabels(planning);
  while (planning.nodes.size > 0 || planning.relationships.length > 0) {
    if (!planWalk(planning)) planJoin(planning);
  }
  const finish: Finish[] = [];
  const unique = planUniqueness(elements);
  if (unique) finish.push(unique);
  for (const path of elements.paths) {
    const build = buildPath(path);
    finish.push((row, context) => build(row, context));
  }
  const rest = planning.conditions.sort((a, b) => Number(a.searches) - Number(b.searches));
  for (const condition of rest) {
    const test = input.compile(condition.expression);
    finish.push((row, context) => test(row, context) === true);
  }
  return { steps: planning.steps, finish };
}

/** Nodes and relationships of which more than the id is wanted later. */
function neededSlots(input: MatchInput, elements: Elements): Set<number> {
  const needed = new Set(input.used);
  for (const path of elements.paths)
    for (const element of [...path.nodes, ...path.relationships]) needed.add(element.symbol!.slot);
  const walks = elements.relationships.some((relationship) => relationship.pattern.length);
  for (const relationship of elements.relationships) {
    if (walks) needed.add(relationship.slot).add(relationship.from).add(relationship.to);
  }
  return needed;
}

/** Labels on nodes that are bound already are looked up on their values. */
function planBoundLabels(planning: Planning): void {
  const { elements, input } = planning;
  const tests = [...elements.nodes.values()].filter(({ slot }) => input.bound.has(slot));
  if (tests.length === 0) return;
  planning.steps.push((rows) =>
    rows.filter((row) =>
      tests.every(({ slot, labels }) => {
        const value = row[slot] ?? null;
        return isNode(value) && labels.every((label) => value.labels.includes(label));
      }),
    ),
  );
}

/** Walks a variable-length relationship from an end that is known, once no fixed one can be joined before it. */
function planWalk(planning: Planning): boolean {
  const { known, relationships } = planning;
  if (relationships.some((r) => !r.pattern.length && touches(known, r))) return false;
  const at = relationships.findIndex((r) => r.pattern.length && (known.has(r.from) || known.has(r.to)));
  if (at < 0) return false;
  const [relationship] = relationships.splice(at, 1) as [RelationshipElement];
  const { compile } = planning.input;
  const others = planning.elements.relationships.filter((r) => r.clause === relationship.clause && r !== relationship);
  const end = known.has(relationship.from) ? relationship.to : relationship.from;
  const walk = expandRow({
    relationship,
    fromStart: known.has(relationship.from),
    endKnown: known.has(end),
    bound: known.has(relationship.slot),
    labels: known.has(end) ? [] : (planning.elements.nodes.get(end)?.labels ?? []),
    properties: mapEntries(relationship.pattern.properties).map(([key, value]) => [key, compile(value)]),
    others: others.filter((other) => known.has(other.slot)).map((other) => other.slot),
  });
  for (const slot of [relationship.slot, relationship.from, relationship.to]) known.add(slot);
  planning.nodes.delete(relationship.from);
  planning.nodes.delete(relationship.to);
  const tests = takeReady(planning).map((condition) => compile(condition.expression));
  planning.steps.push((rows, context) => {
    const found: Row[] = [];
    for (const row of rows)
      walk(row, context, (next) => {
        if (!tests.every((test) => test(next, context) === true)) return;
        found.push(next);
        context.hold(found.length);
      });
    return found;
  });
  return true;
}

function touches(known: ReadonlySet<number>, r: RelationshipElement): boolean {
  return known.has(r.from) || known.has(r.to) || known.has(r.slot);
}

function mapEntries(expression: Expression | undefined): [string, Expression][] {
  return expression?.kind === 'map' ? expression.entries : [];
}

/** The conditions that can be tried now, taken out of those that wait. */
function takeReady(planning: Planning): Elements['conditions'] {
  const own = new Set([...planning.elements.nodes.keys(), ...planning.elements.relationships.map((r) => r.slot)]);
  for (const path of planning.elements.paths) own.add(path.variable!.symbol!.slot);
  const ready = planning.conditions.filter(
    (condition) =>
      !condition.searches && [...condition.reads].every((slot) => !own.has(slot) || planning.known.has(slot)),
  );
  planning.conditions = planning.conditions.filter((condition) => !ready.includes(condition));
  return ready;
}

function planJoin(planning: Planning): void {
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
    else if (alias.startsWith('n')) emitNode(join, slot);
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
  const given = planning.known.has(slot) ? useInput(join, slot) : undefined;
  const edge = joinEdge(join, slot, pattern.types);
  if (given !== undefined) join.conditions.push(`${edge}.id = ${given}`);
  const start = placedId(planning, join, from);
  const end = placedId(planning, join, to);
  if (pattern.direction !== 'both') {
    const [tail, head] = pattern.direction === 'out' ? ['src', 'dst'] : ['dst', 'src'];
    attach(planning, join, from, start, `${edge}.${tail}`);
    attach(planning, join, to, from === to ? join.ids.get(from) : end, `${edge}.${head}`);
    return;
  }
  if (start !== undefined && end !== undefined) {
    join.conditions.push(
      `((${edge}.tenant = ?1 AND ${edge}.src = ${start} AND ${edge}.dst = ${end}) OR (${edge}.tenant = ?1 AND ${edge}.src = ${end} AND ${edge}.dst = ${start}))`,
    );
    return;
  }
  if (start === undefined && end === undefined) placeNode(planning, join, from, `IN (${edge}.src, ${edge}.dst)`);
  const anchor = start ?? end ?? join.ids.get(from)!;
  if (from === to) {
    join.conditions.push(`${edge}.src = ${anchor}`, `${edge}.dst = ${anchor}`);
    return;
  }
  join.conditions.push(
    `((${edge}.tenant = ?1 AND ${edge}.src = ${anchor}) OR (${edge}.tenant = ?1 AND ${edge}.dst = ${anchor}))`,
  );
  const other = start === undefined && end !== undefined ? from : to;
  attach(planning, join, other, undefined, `CASE WHEN ${edge}.src = ${anchor} THEN ${edge}.dst ELSE ${edge}.src END`);
}

function placedId(planning: Planning, join: Join, slot: number): string | undefined {
  return join.ids.get(slot) ?? (planning.known.has(slot) ? useInput(join, slot) : undefined);
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

function runJoin(statement: Statement, filters: Evaluator[], rows: Row[], context: Context, firstOnly: boolean): Row[] {
  if (rows.length === 0) return [];
  const constants = statement.constants.map((constant) => constant(context));
  const results: Row[] = [];
  const accept = (row: Row, columns: SqlValue[], offset: number): boolean => {
    const next = row.slice();
    for (const output of statement.outputs) next[output.slot] = readEntity(output, columns, offset, context);
    if (!filters.every((filter) => filter(next, context) === true)) return false;
    results.push(next);
    if ((results.length & 1023) === 0) context.hold(results.length);
    return true;
  };
  if (statement.inputs.length === 0) {
    const found: SqlValue[][] = [];
    context.graph.select(statement.single, constants, (columns) => found.push(columns));
    for (const row of rows)
      for (const columns of found) {
        context.tick();
        if (accept(row, columns, 0) && firstOnly) return results;
      }
    return results;
  }
  if (rows.length === 1) {
    const ids = inputIds(statement, rows[0]!);
    if (!ids) return [];
    const found: SqlValue[][] = [];
    context.graph.select(statement.single, [...constants, ...ids], (columns) => found.push(columns));
    for (const columns of found) if (accept(rows[0]!, columns, 0) && firstOnly) return results;
    return results;
  }
  runBatch(statement, rows, constants, context, accept);
  return results;
}

/** All rows at once: one statement over the distinct ids, its results given back to the rows in their order. */
function runBatch(
  statement: Statement,
  rows: Row[],
  constants: SqlValue[],
  context: Context,
  accept: (row: Row, columns: SqlValue[], offset: number) => boolean,
): void {
  const distinct = new Map<string, number>();
  const inputs: (number | number[])[] = [];
  const numbers = rows.map((row) => {
    const ids = inputIds(statement, row);
    if (!ids) return -1;
    const key = ids.join(' ');
    let number = distinct.get(key);
    if (number === undefined) {
      number = inputs.push(ids.length === 1 ? ids[0]! : ids) - 1;
      distinct.set(key, number);
    }
    return number;
  });
  const found: SqlValue[][][] = inputs.map(() => []);
  context.graph.select(statement.batch, [...constants, JSON.stringify(inputs)], (columns) =>
    found[columns[0] as number]!.push(columns),
  );
  rows.forEach((row, i) => {
    for (const columns of found[numbers[i]!] ?? []) {
      context.tick();
      accept(row, columns, 1);
    }
  });
}

function inputIds(statement: Statement, row: Row): number[] | undefined {
  const ids: number[] = [];
  for (const slot of statement.inputs) {
    const value: Value = row[slot] ?? null;
    if (!isNode(value) && !isRelationship(value)) return undefined;
    ids.push(value.id);
  }
  return ids;
}

function readEntity(
  output: Statement['outputs'][number],
  columns: SqlValue[],
  offset: number,
  { graph }: Context,
): Value {
  const at = output.column + offset;
  if (output.kind === 'node')
    return graph.makeNode(columns[at] as number, columns[at + 1] as string, columns[at + 2] as string);
  return graph.makeRelationship(
    columns[at] as number,
    columns[at + 1] as string,
    columns[at + 2] as number,
    columns[at + 3] as number,
    columns[at + 4] as string,
  );
}

/** Joins keep their own relationships apart; what several steps bind is compared here. */
function planUniqueness(elements: Elements): Finish | undefined {
  const clauses = new Map<number, number[]>();
  for (const relationship of elements.relationships) {
    const slots = clauses.get(relationship.clause) ?? [];
    slots.push(relationship.slot);
    clauses.set(relationship.clause, slots);
  }
  const walks = elements.relationships.some((r) => r.pattern.length);
  const groups = [...clauses.values()].filter((slots) => slots.length > 1);
  if (!walks || groups.length === 0) return undefined;
  return (row) => groups.every((slots) => allDifferent(slots.flatMap((slot) => edgeIds(row[slot] ?? null))));
}

function edgeIds(value: Value): number[] {
  if (isRelationship(value)) return [value.id];
  return Array.isArray(value) ? value.flatMap(edgeIds) : [];
}

function allDifferent(ids: number[]): boolean {
  return new Set(ids).size === ids.length;
}
