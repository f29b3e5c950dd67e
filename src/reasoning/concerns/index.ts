/**
 * What matters though nobody asked: rules as data over a patient, what was told and what was asked about. Pure: the same
 * input gives the same concerns, worst first, none twice, the specific before the general.
 */
import { type Binding, evaluate } from './evaluate.ts';
import { openRules, type Rule } from './rules.ts';
import { fill } from './saying.ts';
import { type Item, type Situation, situationOf } from './situation.ts';
import type { By, Concern, ConcernInput, Evidence, Severity } from './types.ts';

export { openRules } from './rules.ts';
export { type NoteThreshold, noteThresholds } from './thresholds.ts';
export type { Act, By, Concern, ConcernInput, Evidence, Severity, Told } from './types.ts';

const ORDER: Severity[] = ['critical', 'important', 'worth_knowing'];

const URGENCY: By[] = ['now', 'today', 'days', 'weeks', 'next_visit'];

interface Found {
  concern: Concern;
  rule: Rule;
  items: readonly Item[];
}

export function concerns(input: ConcernInput): Concern[] {
  const situation = situationOf(input);
  const heard = new Set(input.alreadyTold ?? []);
  const found = openRules().flatMap((rule) => apply(rule, situation));
  return (
    withoutRepetition(found)
      .map(({ concern }) => concern)
      // What cannot wait and is told again is a danger again; only the rest is not said twice.
      .filter(({ key, fresh, do: { by } }) => !heard.has(key) || (fresh && (by === 'now' || by === 'today')))
  );
}

function apply(rule: Rule, situation: Situation): Found[] {
  const said = new Set<string>();
  return gather(rule, evaluate(rule.expression, situation)).flatMap((binding) => {
    const fresh = binding.items.some((item) => item.fresh);
    const severity = fresh ? rule.severity : (rule.standing ?? rule.severity);
    if (severity === 'silent') return [];
    const subject = subjectOf(binding);
    const concern = concernOf(rule, binding, severity, fresh);
    if (said.has(subject) || said.has(concern.say)) return [];
    said.add(subject).add(concern.say);
    return [{ rule, items: binding.items, concern }];
  });
}

/** What a concern is about: its medicines and what was said; by which of several findings it holds is not told twice. */
function subjectOf({ items }: Binding): string {
  return items
    .filter(({ isMedicine, fresh }) => isMedicine || fresh)
    .map(({ concepts }) => concepts.join('+'))
    .sort()
    .join(' ');
}

/** Ways that differ in one thing only are one concern that names them all: "weakens amlodipine and bisoprolol". */
function gather(rule: Rule, bindings: Binding[]): Binding[] {
  const kept: Binding[] = [];
  for (const binding of bindings) {
    const at = kept.findIndex((other) => differsIn(other, binding, rule) !== undefined);
    if (at < 0) kept.push(binding);
    else kept[at] = merge(kept[at]!, binding, differsIn(kept[at]!, binding, rule)!);
  }
  return kept;
}

function differsIn(one: Binding, other: Binding, { lists }: Rule): string | undefined {
  const differing = [...other.slots].filter(
    ([name, [item]]) => !one.slots.get(name)?.some((known) => known.name === item!.name),
  );
  if (one.slots.size !== other.slots.size || differing.length !== 1) return undefined;
  const [name, [item]] = differing[0]!;
  if (one.slots.get(name)?.[0]?.fresh !== item!.fresh) return undefined;
  return lists.has(name) && one.slots.has(name) ? name : undefined;
}

function merge(one: Binding, other: Binding, slot: string): Binding {
  const items = [...one.items, ...other.items.filter((item) => !one.items.includes(item))];
  return { items, slots: new Map([...one.slots, [slot, [...one.slots.get(slot)!, ...other.slots.get(slot)!]]]) };
}

function concernOf(rule: Rule, binding: Binding, severity: Severity, fresh: boolean): Concern {
  const planned = isPlan(binding) ? rule.planned : undefined;
  const act = planned ?? rule.do;
  return {
    id: rule.id,
    key: keyOf(rule, binding),
    family: rule.family,
    severity,
    say: fill(rule.say, binding),
    do: { ...act, what: fill(act.what, binding) },
    ...(planned !== undefined && { planned: true as const }),
    ...(rule.forbids && isPlan(binding) && { forbids: true as const }),
    ...(rule.first_aid !== undefined && planned === undefined && { firstAid: fill(rule.first_aid, binding) }),
    source: rule.source,
    evidence: evidenceIn(binding),
    concepts: [...new Set(binding.items.flatMap(({ concepts }) => concepts))],
    fresh,
  };
}

const MEANT = new Set<Item['act']>(['plans', 'offered', 'asked']);

/** Nothing of it has been done yet. */
function isPlan({ items }: Binding): boolean {
  const now = items.filter(({ fresh, act }) => fresh && act !== undefined);
  return now.length > 0 && now.every(({ act }) => MEANT.has(act));
}

function keyOf({ id }: Rule, { items }: Binding): string {
  const named = items.flatMap(({ concepts, also = [] }) =>
    [concepts, ...also.map((each) => each.concepts)].flatMap((ids) => ids.slice(0, 1)),
  );
  return [id, ...new Set(named.sort())].join(' ');
}

function evidenceIn({ items }: Binding): Evidence[] {
  const all = items.flatMap((item) => [item, ...(item.also ?? [])]);
  return [...new Set(all)].filter(({ concepts, uuid }) => concepts.length > 0 || uuid).map(evidenceOf);
}

function evidenceOf({ uuid, label, name, concepts, value, unit, time, note }: Item): Evidence {
  return {
    name,
    ...(uuid && { uuid }),
    ...(label && { label }),
    ...(concepts[0] && { concept: concepts[0] }),
    ...(value !== undefined && { value }),
    ...(unit && { unit }),
    ...(time && { time }),
    ...(note && { note }),
  };
}

/** Worst first, told before standing, soonest and nearest before the rest; what says less of the same goes. */
function withoutRepetition(found: Found[]): Found[] {
  const sorted = [...found].sort(
    (a, b) =>
      ORDER.indexOf(a.concern.severity) - ORDER.indexOf(b.concern.severity) ||
      Number(b.concern.fresh) - Number(a.concern.fresh) ||
      URGENCY.indexOf(a.concern.do.by) - URGENCY.indexOf(b.concern.do.by) ||
      b.rule.depth - a.rule.depth,
  );
  return sorted.filter(
    (one) =>
      !sorted.some((other) => other.rule.over.includes(one.rule.id) && shares(other, one)) &&
      !(one.rule.yields && sorted.some((other) => !other.rule.yields && covers(other, one))),
  );
}

/** Says as much, and of both sides. */
function covers(one: Found, other: Found): boolean {
  const sides = other.items.flatMap((item) => [item, ...(item.also ?? [])]).map(({ concepts }) => concepts[0]!);
  return (
    ORDER.indexOf(one.concern.severity) <= ORDER.indexOf(other.concern.severity) &&
    sides.every((id) => one.concern.concepts.includes(id))
  );
}

function subjects({ items }: Found): string[] {
  return items.flatMap(({ concepts }) => concepts.slice(0, 1));
}

function shares(one: Found, other: Found): boolean {
  const own = new Set(subjects(one));
  return subjects(other).some((id) => own.has(id));
}
