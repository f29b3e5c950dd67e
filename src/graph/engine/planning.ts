import type { Context, Row } from '../context.ts';
import type { Expression } from '../cypher/ast.ts';
import type { Elements, MatchPart, RelationshipElement } from './elements.ts';
import type { Evaluator } from './evaluator.ts';
import type { Layout } from './layout.ts';

export interface MatchInput {
  parts: MatchPart[];
  /** Slots that the incoming rows already bind. */
  bound: ReadonlySet<number>;
  /** Slots whose values something outside this pattern reads. */
  used: ReadonlySet<number>;
  layout: Layout;
  compile(expression: Expression): Evaluator;
}

export type Step = (rows: Row[], context: Context, firstOnly: boolean) => Row[];

export interface Planning {
  input: MatchInput;
  elements: Elements;
  known: Set<number>;
  relationships: RelationshipElement[];
  nodes: Set<number>;
  conditions: Elements['conditions'];
  needed: Set<number>;
  steps: Step[];
}

/** The conditions that can be tried now, taken out of those that wait. */
export function takeReady(planning: Planning): Elements['conditions'] {
  const own = new Set([...planning.elements.nodes.keys(), ...planning.elements.relationships.map((r) => r.slot)]);
  for (const path of planning.elements.paths) own.add(path.variable!.symbol!.slot);
  const ready = planning.conditions.filter(
    (condition) =>
      !condition.searches && [...condition.reads].every((slot) => !own.has(slot) || planning.known.has(slot)),
  );
  planning.conditions = planning.conditions.filter((condition) => !ready.includes(condition));
  return ready;
}
