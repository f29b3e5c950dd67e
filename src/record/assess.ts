/** Judges a value by the ranges of `clinical`, for the person's sex and age, and by the goal usual with what the person has and takes. */
import { goalWith, heldWith, type Standing, usualGoals } from '../clinical/catalogue/goals.ts';
import { type Kind, openCatalogue } from '../clinical/catalogue/index.ts';
import { flagValue, heightOf, type Person, referenceRange } from '../clinical/index.ts';
import { isBareUnit } from '../clinical/measures/quantities.ts';
import type { Assess, Assessment, Bearer, Borne, Flag } from './reads/index.ts';

const LOINC = 'http://loinc.org';

/** One range for all codes of a measure: where a code has none of its own, that of the measure it belongs to. */
function rangedCode(code: string): string {
  if (referenceRange(code) !== undefined) return code;
  const measure = openCatalogue().link({ name: null, codes: [{ system: LOINC, code }], kinds: ['observation'] });
  return measure?.observation?.loinc[0] ?? code;
}

export const assessByRange: Assess = (measured, bearer) => {
  const { loinc: code, value, unit } = measured;
  const { sex, age, city } = bearer;
  const height = heightOf(city);
  const loinc = rangedCode(code);
  const person: Person = {
    ...((sex === 'male' || sex === 'female') && { sex }),
    ...(age !== null && { age }),
    ...(height !== undefined && { height }),
  };
  const flag = flagValue(loinc, value, unit ?? undefined, person);
  const range = referenceRange(loinc, person);
  if (flag === undefined || range === undefined) return undefined;
  const met = metBy(measured, bearer);
  const meets = met && { meets: met };
  // A range in another unit than the value's would be read against the wrong number.
  if (unit !== null && unit !== range.unit && !(isBareUnit(unit) && isBareUnit(range.unit)))
    return { flag: FLAGS[flag], ...meets };
  return {
    flag: FLAGS[flag],
    ref_low: range.low ?? null,
    ref_high: range.high ?? null,
    ref_text: range.who === 'all' ? null : range.who,
    ...meets,
  };
};

/** The goal that the value meets, where one is usual for this person. */
function metBy({ loinc, value, unit, time }: Parameters<Assess>[0], bearer: Bearer): Assessment['meets'] {
  const id = openCatalogue().link({ name: null, codes: [{ system: LOINC, code: loinc }], kinds: ['observation'] })?.id;
  if (id === undefined) return undefined;
  if (usualGoals.goals.some(({ measure }) => measure === id)) {
    const goal = goalWith(standing(bearer, 'conditions'), id, unit, time, bearer.age);
    if (goal !== undefined && value < goal.below)
      return { low: null, high: goal.below, text: `goal usual with ${goal.who}` };
  }
  if (!usualGoals.held.some(({ measure }) => measure === id)) return undefined;
  const held = heldWith(standing(bearer, 'medicines'), id, time);
  return held !== undefined && value >= held.low && value <= held.high
    ? { low: held.low, high: held.high, text: 'usual on this treatment' }
    : undefined;
}

const KINDS = { conditions: ['condition'], medicines: ['drug', 'drug_class'] } as const;
/** More than anybody has: who sends more keeps nobody waiting with them. */
const MOST_BORNE = 1_000;
const known = new WeakMap<Bearer, { conditions?: readonly Standing[]; medicines?: readonly Standing[] }>();

/** What somebody has or takes, by the catalogue: looked up once for all of their values. */
function standing(bearer: Bearer, what: 'conditions' | 'medicines'): readonly Standing[] {
  const kept = known.get(bearer) ?? {};
  known.set(bearer, kept);
  kept[what] ??= bearer[what]()
    .slice(0, MOST_BORNE)
    .map(standingOf(...KINDS[what]));
  return kept[what];
}

function standingOf(...kinds: readonly Kind[]): (borne: Borne) => Standing {
  return ({ name, code, system, since }) => ({
    concepts: openCatalogue()
      .linkAll({ name, codes: code && system ? [{ system, code }] : [], kinds })
      .map(({ id }) => id),
    since,
  });
}

const FLAGS: Record<NonNullable<ReturnType<typeof flagValue>>, Flag> = {
  'critical-low': 'critical',
  low: 'low',
  normal: 'normal',
  high: 'high',
  'critical-high': 'critical',
};
