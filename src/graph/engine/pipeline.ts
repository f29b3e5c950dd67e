import type { Context, Row } from '../context.ts';
import type { Clause, Expression, PathPattern, Query, SingleQuery, WriteClause } from '../cypher/ast.ts';
import type { Checked } from '../cypher/check.ts';
import { keyOf } from '../order.ts';
import type { Value } from '../values.ts';
import { compileExpression, type Searches } from './evaluate.ts';
import type { Evaluator } from './evaluator.ts';
import type { Layout } from './layout.ts';
import { type Matcher, planMatch } from './match.ts';
import { planProjection } from './project.ts';
import { usedSlots } from './usage.ts';

/** A compiled query: its columns, and how to run it. It holds no patient's data and can be kept. */
export interface Plan {
  columns: string[];
  run(context: Context): Value[][];
}

/** Turns rows into rows: one clause at work. */
export type Operator = (rows: Row[], context: Context) => Row[];

/** Compiles a checked query to a pipeline of operators over rows. */
export function planQuery(checked: Checked, layout: Layout, write?: PlanWrite): Plan {
  const { read, locals } = usedSlots(checked.query);
  const planner: Planner = { layout, slots: checked.slots, used: read, locals, ...(write ? { write } : {}) };
  const parts = checked.query.parts.map((part) => planPart(planner, part, new Set()));
  return {
    columns: checked.columns,
    run(context) {
      const rows = parts.flatMap((part) => part.run([new Array<Value>(planner.slots).fill(null)], context));
      return parts.length > 1 && !checked.query.all ? distinct(rows) : rows;
    },
  };
}

/** How a clause that writes is carried out. Only the loader of scratch graphs has one. */
export type PlanWrite = (
  clause: WriteClause,
  compile: (expression: Expression) => Evaluator,
  bound: ReadonlySet<number>,
) => Operator;

interface Planner {
  layout: Layout;
  write?: PlanWrite;
  /** How wide a row is; operators may add slots of their own. */
  slots: number;
  used: Set<number>;
  locals: ReadonlySet<number>;
}

interface Part {
  run(rows: Row[], context: Context): Value[][];
}

function distinct(rows: Value[][]): Value[][] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = keyOf(row);
    return !seen.has(key) && seen.add(key);
  });
}

function planPart(planner: Planner, part: SingleQuery, outer: ReadonlySet<number>, firstOnly = false): Part {
  const bound = new Set(outer);
  const operators: Operator[] = [];
  let columns: number[] = [];
  for (let i = 0; i < part.clauses.length; i++) {
    const clause = part.clauses[i]!;
    if (clause.kind === 'match') {
      const group = [clause];
      while (!clause.optional && isPlainMatch(part.clauses[i + 1])) group.push(part.clauses[++i] as typeof clause);
      const lastClause = firstOnly && i === part.clauses.length - 1;
      operators.push(planMatchClause(planner, group, bound, lastClause));
      for (const slot of group.flatMap((match) => match.patterns.flatMap(slotsOf))) bound.add(slot);
    } else if (clause.kind === 'unwind') {
      operators.push(planUnwind(compiler(planner, bound)(clause.list), clause.variable.symbol!.slot));
      bound.add(clause.variable.symbol!.slot);
    } else if (clause.kind === 'with' || clause.kind === 'return') {
      const compile = compiler(planner, boundAfter(bound, clause));
      operators.push(planProjection(clause.projection, compile));
      columns = clause.projection.items.map((item) => item.symbol!.slot);
      if (clause.kind === 'with' && clause.where) operators.push(planFilter(compile(clause.where)));
      for (const slot of columns) bound.add(slot);
    } else if (planner.write) {
      for (const slot of writtenSlots(clause)) planner.used.add(slot);
      operators.push(planner.write(clause, compiler(planner, bound), new Set(bound)));
      for (const slot of writtenSlots(clause)) bound.add(slot);
    } else throw new Error(`${clause.kind} has no plan`);
  }
  return {
    run(rows, context) {
      let current = rows;
      for (const operator of operators) {
        current = operator(current, context);
        context.hold(current.length);
      }
      return current.map((row) => columns.map((slot) => row[slot] ?? null));
    },
  };
}

function writtenSlots(clause: WriteClause): number[] {
  if (clause.kind === 'create') return clause.patterns.flatMap(slotsOf);
  return clause.kind === 'merge' ? slotsOf(clause.pattern) : [];
}

function isPlainMatch(clause: Clause | undefined): boolean {
  return clause?.kind === 'match' && !clause.optional;
}

function boundAfter(
  bound: ReadonlySet<number>,
  clause: Extract<Clause, { kind: 'with' | 'return' }>,
): ReadonlySet<number> {
  return new Set([...bound, ...clause.projection.items.map((item) => item.symbol!.slot)]);
}

/** The slots that a pattern binds. */
function slotsOf(pattern: PathPattern): number[] {
  const elements = [...pattern.nodes, ...pattern.relationships].map((element) => element.symbol!.slot);
  return pattern.variable ? [...elements, pattern.variable.symbol!.slot] : elements;
}

function compiler(planner: Planner, bound: ReadonlySet<number>): (expression: Expression) => Evaluator {
  const snapshot = new Set([...bound, ...planner.locals]);
  const searches: Searches = {
    exists(pattern) {
      const match = matcher(planner, [{ patterns: [pattern] }], snapshot);
      return (row, context) => match([row], context, true).length > 0;
    },
    comprehension(expression) {
      const { pattern, where } = expression;
      const inner = new Set([...snapshot, ...slotsOf(pattern)]);
      const match = matcher(planner, [{ patterns: [pattern], ...(where ? { where } : {}) }], snapshot, inner);
      return (row, context) => match([row], context);
    },
    subquery(query: Query, firstOnly: boolean) {
      const parts = query.parts.map((part) => planPart(planner, part, snapshot, firstOnly));
      return (row, context) => {
        const rows = parts.flatMap((part) => part.run([row.slice()], context));
        return parts.length > 1 && !query.all ? distinct(rows) : rows;
      };
    },
  };
  return (expression) => compileExpression(expression, searches);
}

function matcher(
  planner: Planner,
  parts: { patterns: PathPattern[]; where?: Expression }[],
  bound: ReadonlySet<number>,
  inner: ReadonlySet<number> = bound,
): Matcher {
  const own = parts.flatMap((part) => part.patterns.flatMap(slotsOf));
  const compile = compiler(planner, new Set([...inner, ...own]));
  return planMatch({ parts, bound, used: planner.used, layout: planner.layout, compile });
}

function planMatchClause(
  planner: Planner,
  group: Extract<Clause, { kind: 'match' }>[],
  bound: ReadonlySet<number>,
  firstOnly: boolean,
): Operator {
  const snapshot = new Set(bound);
  const match = matcher(planner, group, snapshot);
  if (!group[0]!.optional) return (rows, context) => match(rows, context, firstOnly);
  const mark = planner.slots++;
  const fresh = group[0]!.patterns.flatMap(slotsOf).filter((slot) => !snapshot.has(slot));
  return (rows, context) => {
    rows.forEach((row, i) => {
      row[mark] = i;
    });
    const found = match(rows, context);
    const results: Row[] = [];
    let at = 0;
    rows.forEach((row, i) => {
      const before = at;
      while (at < found.length && found[at]![mark] === i) results.push(found[at++]!);
      if (at > before) return;
      const empty = row.slice();
      for (const slot of fresh) empty[slot] = null;
      results.push(empty);
    });
    return results;
  };
}

function planUnwind(list: Evaluator, slot: number): Operator {
  return (rows, context) => {
    const results: Row[] = [];
    for (const row of rows) {
      const value = list(row, context);
      if (value === null) continue;
      for (const item of Array.isArray(value) ? value : [value]) {
        const next = row.slice();
        next[slot] = item;
        results.push(next);
        if ((results.length & 255) === 0) context.hold(results.length);
      }
    }
    return results;
  };
}

function planFilter(test: Evaluator): Operator {
  return (rows, context) => rows.filter((row) => test(row, context) === true);
}
