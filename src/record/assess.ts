/** Judges a value by the ranges of `clinical`, for the person's sex and age, where the source did not judge it. */
import { flagValue, type Person, referenceRange } from '../clinical/index.ts';
import type { Assess, Flag } from './reads/index.ts';

export const assessByRange: Assess = ({ loinc, value, unit }, { sex, age }) => {
  const person: Person = {
    ...((sex === 'male' || sex === 'female') && { sex }),
    ...(age !== null && { age }),
  };
  const flag = flagValue(loinc, value, unit ?? undefined, person);
  const range = referenceRange(loinc, person);
  if (flag === undefined || range === undefined) return undefined;
  // A range in another unit than the value's would be read against the wrong number.
  if (unit !== null && unit !== range.unit) return { flag: FLAGS[flag] };
  return {
    flag: FLAGS[flag],
    ref_low: range.low ?? null,
    ref_high: range.high ?? null,
    ref_text: range.who === 'all' ? null : range.who,
  };
};

const FLAGS: Record<NonNullable<ReturnType<typeof flagValue>>, Flag> = {
  'critical-low': 'critical',
  low: 'low',
  normal: 'normal',
  high: 'high',
  'critical-high': 'critical',
};
