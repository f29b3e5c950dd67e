/** An expression over a situation: every way in which it holds, with what it was found on. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { FINDERS } from './finding.ts';
import type { Expression, Test } from './grammar.ts';
import type { Item, Situation } from './situation.ts';

export interface Binding {
  items: readonly Item[];
  /** What was found under each name; several where a rule holds for them alike. */
  slots: ReadonlyMap<string, readonly Item[]>;
}

const EMPTY: Binding = { items: [], slots: new Map() };
/** A rule that holds in more ways than this says enough with these. */
const MOST = 24;

export function evaluate(expression: Expression, situation: Situation): Binding[] {
  if (expression.kind === 'test') return findings(expression, situation);
  if (expression.kind === 'not') return evaluate(expression.part, situation).length > 0 ? [] : [EMPTY];
  if (expression.kind === 'or') return expression.parts.flatMap((part) => evaluate(part, situation)).slice(0, MOST);
  let held: Binding[] = [EMPTY];
  for (const part of expression.parts) {
    if (held.length === 0) return [];
    const found = evaluate(part, situation);
    held = held.flatMap((left) => found.flatMap((right) => join(left, right))).slice(0, MOST);
  }
  return held;
}

function findings(test: Test, situation: Situation): Binding[] {
  return FINDERS[test.name](test, situation).map((item) => ({
    items: [item],
    slots: new Map(test.as === undefined ? [] : [[test.as, [item]]]),
  }));
}

/** Both together; one medicine cannot be two sides of a pair. */
function join(left: Binding, right: Binding): Binding[] {
  const isPair = left.slots.has('first') && right.slots.has('second');
  const twice = right.items.some(
    (item) =>
      item.isMedicine &&
      left.items.some((other) => other.isMedicine && (isSame(other, item) || (isPair && isKindOf(other, item)))),
  );
  if (twice) return [];
  return [{ items: [...left.items, ...right.items], slots: new Map([...left.slots, ...right.slots]) }];
}

function isSame(one: Item, other: Item): boolean {
  return one.concepts[0] === other.concepts[0] || (one.uuid !== undefined && one.uuid === other.uuid);
}

/** Two of one kind: a kind that is asked about by its name is no second one beside what is taken of it. */
function isKindOf(one: Item, other: Item): boolean {
  const catalogue = openCatalogue();
  return [
    [one, other],
    [other, one],
  ].some(([kind, member]) => {
    const [id, of] = [kind!.concepts[0], member!.concepts[0]];
    return (
      kind!.act === 'asked' &&
      id !== undefined &&
      of !== undefined &&
      catalogue.get(id)?.kind === 'drug_class' &&
      catalogue.isA(of, id)
    );
  });
}
