/** Judges a value by the ranges of `clinical`, for the person's sex and age, where the source did not judge it. */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { flagValue, type Person, referenceRange } from '../clinical/index.ts';
import type { Assess, Flag } from './reads/index.ts';

const LOINC = 'http://loinc.org';

/** One range for all codes of a measure: where a code has none of its own, that of the measure it belongs to. */
function rangedCode(code: string): string {
  if (referenceRange(code) !== undefined) return code;
  const measure = openCatalogue().link({ name: null, codes: [{ system: LOINC, code }], kinds: ['observation'] });
  return measure?.observation?.loinc[0] ?? code;
}

export const assessByRange: Assess = ({ loinc: code, value, unit }, { sex, age }) => {
  const loinc = rangedCode(code);
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
