import type { Context, Row } from '../context.ts';
import type { Expression } from '../cypher/ast.ts';
import { isNode, isRelationship, type Value } from '../values.ts';
import { type Elements, type RelationshipElement, takeApart } from './elements.ts';
import { expandRow } from './expand.ts';
import { planJoin } from './join.ts';
import { buildPath } from './paths.ts';
import { type MatchInput, type Planning, type Step, takeReady } from './planning.ts';

/** Finds every way to fit a pattern to the graph, for each incoming row. */
export type Matcher = (rows: Row[], context: Context, firstOnly?: boolean) => Row[];

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

/** Completes a row in place (paths) or refuses it. */
type Finish = (row: Row, context: Context) => boolean;

function finishRows(finish: Finish[], rows: Row[], context: Context): Row[] {
  return rows.filter((row) => {
    context.tick();
    return finish.every((test) => test(row, context));
  });
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
  const apart = isApart(elements);
  for (const relationship of elements.relationships) {
    if (walks) needed.add(relationship.from).add(relationship.to);
    if (walks || apart) needed.add(relationship.slot);
  }
  return needed;
}

/** True when the relationships of one MATCH do not hang together: then more than one step will bind them. */
function isApart(elements: Elements): boolean {
  const clauses = new Set(elements.relationships.map((r) => r.clause));
  return [...clauses].some((clause) => {
    const [first, ...rest] = elements.relationships.filter((r) => r.clause === clause);
    const reached = new Set([first!.from, first!.to]);
    let waiting = rest;
    while (waiting.length > 0) {
      const joined = waiting.filter((r) => reached.has(r.from) || reached.has(r.to));
      if (joined.length === 0) return true;
      for (const r of joined) reached.add(r.from).add(r.to);
      waiting = waiting.filter((r) => !joined.includes(r));
    }
    return false;
  });
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
  if ((!walks && !isApart(elements)) || groups.length === 0) return undefined;
  return (row) => groups.every((slots) => allDifferent(slots.flatMap((slot) => edgeIds(row[slot] ?? null))));
}

function edgeIds(value: Value): number[] {
  if (isRelationship(value)) return [value.id];
  return Array.isArray(value) ? value.flatMap(edgeIds) : [];
}

function allDifferent(ids: number[]): boolean {
  return new Set(ids).size === ids.length;
}
