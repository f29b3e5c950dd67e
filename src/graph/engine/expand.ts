import type { Context, Row } from '../context.ts';
import { reject } from '../cypher/reject.ts';
import { equals } from '../order.ts';
import { isNode, isRelationship, type RelationshipValue, type Value } from '../values.ts';
import type { RelationshipElement } from './elements.ts';
import type { Evaluator } from './evaluator.ts';

export interface Walk {
  relationship: RelationshipElement;
  /** Whether the walk starts at the pattern's left end. */
  fromStart: boolean;
  endKnown: boolean;
  /** Whether the list of relationships itself is given and only has to be followed. */
  bound: boolean;
  /** Labels that the end must have. */
  labels: string[];
  /** What every relationship on the way must have. */
  properties: [string, Evaluator][];
  /** Slots of the clause's other relationships, which may not be used again. */
  others: number[];
}

/** Walks a variable-length relationship from one row's known end, giving a row for each way that fits. */
export function expandRow(walk: Walk): (row: Row, context: Context, emit: (row: Row) => void) => void {
  const { relationship, fromStart } = walk;
  const [startSlot, endSlot] = fromStart ? [relationship.from, relationship.to] : [relationship.to, relationship.from];
  const { min, max } = relationship.pattern.length!;
  return (row, context, emit) => {
    const start = row[startSlot] ?? null;
    if (!isNode(start)) return;
    const target = walk.endKnown ? (row[endSlot] ?? null) : undefined;
    if (target !== undefined && !isNode(target)) return;
    const finish = (end: number, way: RelationshipValue[]) => {
      if (target !== undefined && target.id !== end) return false;
      const node = context.graph.node(end);
      if (!walk.labels.every((label) => node.labels.includes(label))) return false;
      const next = row.slice();
      next[endSlot] = node;
      next[relationship.slot] = fromStart ? [...way] : [...way].reverse();
      emit(next);
      return true;
    };
    if (walk.bound) followGiven(walk, row, start.id, finish);
    else if (relationship.shortest) walkBreadth(walk, row, context, start.id, finish);
    else walkDepth(walk, row, context, start.id, min, max ?? Number.POSITIVE_INFINITY, finish);
  };
}

type Finish = (end: number, way: RelationshipValue[]) => boolean;

function walkDepth(
  walk: Walk,
  row: Row,
  context: Context,
  start: number,
  min: number,
  max: number,
  finish: Finish,
): void {
  const used = new Set(walk.others.flatMap((slot) => idsOf(row[slot] ?? null)));
  const way: RelationshipValue[] = [];
  const visit = (at: number) => {
    context.tick();
    if (way.length >= min) finish(at, way);
    if (way.length >= max) return;
    if (way.length > 1000) throw reject('limit', 'A variable-length path grew past 1000 relationships.');
    for (const edge of stepsFrom(walk, row, context, at)) {
      if (used.has(edge.id)) continue;
      used.add(edge.id);
      way.push(edge);
      visit(otherEnd(edge, at));
      way.pop();
      used.delete(edge.id);
    }
  };
  visit(start);
}

/** Level by level, so that the first level that reaches an end holds its shortest ways. */
function walkBreadth(walk: Walk, row: Row, context: Context, start: number, finish: Finish): void {
  const { min, max } = walk.relationship.pattern.length!;
  const best = new Map<number, number>();
  let level: { at: number; way: RelationshipValue[] }[] = [{ at: start, way: [] }];
  for (let length = 0; level.length > 0 && length <= (max ?? 1000); length++) {
    const next: typeof level = [];
    for (const { at, way } of level) {
      context.tick();
      const first = best.get(at);
      const fresh = first === undefined || (first === length && walk.relationship.shortest === 'all');
      if (length >= min && fresh && finish(at, way)) best.set(at, length);
      if (length < min || !best.has(at) || best.get(at) === length)
        for (const edge of stepsFrom(walk, row, context, at)) {
          const end = otherEnd(edge, at);
          if (!way.includes(edge) && !(best.has(end) && best.get(end)! <= length))
            next.push({ at: end, way: [...way, edge] });
        }
    }
    level = walk.relationship.shortest === 'all' ? next : firstArrivals(next);
    context.hold(level.length);
  }
}

function firstArrivals<T extends { at: number }>(level: T[]): T[] {
  const seen = new Set<number>();
  return level.filter(({ at }) => !seen.has(at) && seen.add(at));
}

function stepsFrom(walk: Walk, row: Row, context: Context, at: number): RelationshipValue[] {
  const { direction, types } = walk.relationship.pattern;
  const seen = direction === 'both' || walk.fromStart ? direction : direction === 'out' ? 'in' : 'out';
  const edges = context.graph.neighbours(at, seen, types);
  if (walk.properties.length === 0) return edges;
  return edges.filter((edge) =>
    walk.properties.every(([key, value]) => equals(edge.properties.get(key), value(row, context)) === true),
  );
}

function otherEnd(edge: RelationshipValue, at: number): number {
  return edge.from === at ? edge.to : edge.from;
}

function followGiven(walk: Walk, row: Row, start: number, finish: Finish): void {
  const given = row[walk.relationship.slot] ?? null;
  if (!Array.isArray(given) || !given.every(isRelationship)) return;
  const way = (walk.fromStart ? given : [...given].reverse()) as RelationshipValue[];
  const { direction, types } = walk.relationship.pattern;
  let at = start;
  for (const edge of way) {
    if (types.length > 0 && !types.includes(edge.type)) return;
    if (edge.from !== at && edge.to !== at) return;
    const forwards =
      direction === 'both' || (direction === 'out') === walk.fromStart ? edge.from === at : edge.to === at;
    if (direction !== 'both' && !forwards) return;
    at = otherEnd(edge, at);
  }
  finish(at, way);
}

function idsOf(value: Value): number[] {
  if (isRelationship(value)) return [value.id];
  return Array.isArray(value) ? value.flatMap(idsOf) : [];
}
