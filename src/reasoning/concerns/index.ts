/**
 * What matters though nobody asked: rules as data over a patient, what was told and what was asked about. Pure: the same
 * input gives the same concerns, worst first, none twice, the specific before the general.
 */
import { type Binding, evaluate } from './evaluate.ts';
import { openRules, type Rule } from './rules.ts';
import { fill } from './saying.ts';
import { type Item, type Situation, situationOf } from './situation.ts';
import type { Concern, ConcernInput, Evidence, Severity } from './types.ts';

export { openRules } from './rules.ts';
export { type NoteThreshold, noteThresholds } from './thresholds.ts';
export type { Act, By, Concern, ConcernInput, Evidence, Severity, Told } from './types.ts';

const ORDER: Severity[] = ['critical', 'important', 'worth_knowing'];

interface Found {
  concern: Concern;
  rule: Rule;
  items: readonly Item[];
}

export function concerns(input: ConcernInput): Concern[] {
  const situation = situationOf(input);
  const heard = new Set(input.alreadyTold ?? []);
  const found = openRules().flatMap((rule) => apply(rule, situation));
  return withoutRepetition(found)
    .map(({ concern }) => concern)
    .filter(({ key }) => !heard.has(key));
}

function apply(rule: Rule, situation: Situation): Found[] {
  const seen = new Set<string>();
  return evaluate(rule.expression, situation).flatMap((binding) => {
    const fresh = binding.items.some((item) => item.fresh);
    const severity = fresh ? rule.severity : (rule.standing ?? rule.severity);
    const key = keyOf(rule, binding);
    if (severity === 'silent' || seen.has(key)) return [];
    seen.add(key);
    return [{ rule, items: binding.items, concern: concernOf(rule, binding, severity, fresh, key) }];
  });
}

function concernOf(rule: Rule, binding: Binding, severity: Severity, fresh: boolean, key: string): Concern {
  return {
    id: rule.id,
    key,
    family: rule.family,
    severity,
    say: fill(rule.say, binding),
    do: { ...rule.do, what: fill(rule.do.what, binding) },
    ...(rule.first_aid !== undefined && { firstAid: fill(rule.first_aid, binding) }),
    source: rule.source,
    evidence: binding.items.filter(({ concepts, uuid }) => concepts.length > 0 || uuid).map(evidenceOf),
    concepts: [...new Set(binding.items.flatMap(({ concepts }) => concepts))],
    fresh,
  };
}

function keyOf({ id }: Rule, { items }: Binding): string {
  const named = items.flatMap(({ concepts }) => concepts.slice(0, 1));
  return [id, ...new Set(named.sort())].join(' ');
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

/** Worst first, told before standing, nearer before wider; then what says less of the same goes. */
function withoutRepetition(found: Found[]): Found[] {
  const sorted = [...found].sort(
    (a, b) =>
      ORDER.indexOf(a.concern.severity) - ORDER.indexOf(b.concern.severity) ||
      Number(b.concern.fresh) - Number(a.concern.fresh) ||
      b.rule.depth - a.rule.depth,
  );
  const kept: Found[] = [];
  for (const one of sorted) if (!kept.some((other) => saysMore(other, one))) kept.push(one);
  return kept.filter((one) => !kept.some((other) => other.rule.over?.includes(one.rule.id) && shares(other, one)));
}

/** The same family about the same things, or a rule that was told to stand over the other. */
function saysMore(kept: Found, one: Found): boolean {
  if (kept.rule.over?.includes(one.rule.id)) return shares(kept, one);
  return kept.rule.family === one.rule.family && kept.rule.id !== one.rule.id && covers(kept, one);
}

function subjects({ items }: Found): string[] {
  return items.flatMap(({ concepts }) => concepts.slice(0, 1));
}

function shares(one: Found, other: Found): boolean {
  const own = new Set(subjects(one));
  return subjects(other).some((id) => own.has(id));
}

function covers(kept: Found, one: Found): boolean {
  const own = new Set(subjects(kept));
  const others = subjects(one);
  return others.length > 0 && others.every((id) => own.has(id));
}
