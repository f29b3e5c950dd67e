import type { ObservationEntry } from './observations.ts';
import { convert, convertHbA1c, type Unit } from './units.ts';

/** A number that was accepted for an analyte, or refused: then there is a warning and no `value`. */
export interface Quantity {
  value?: number | string;
  unit?: string;
  original?: { value: number | string; unit?: string };
  warning?: string;
  /** The unit of the text belongs to the number. */
  unitUsed?: boolean;
}

/** Weight in kg, height in cm, temperature in °C, pressure in mmHg, whatever the text says. */
const CANONICAL = new Set(['29463-7', '8302-2', '8310-5', '8480-6', '8462-4', '8478-0', '8280-0', '9843-4']);
/** Single letters and short words that are units only where the analyte expects them. */
const AMBIGUOUS = new Set([
  '[in_i]',
  'm',
  's',
  'Cel',
  '[degF]',
  'g',
  'L',
  '[stone_av]',
  '[IU]',
  '10*3/uL',
  '/min',
  '{copies}/mL',
  '[ft_i]',
  'mmol',
  '[lb_av]',
]);

/** Decides whether the number can be this analyte's; undefined when it is no measurement of it at all. */
export function judge(entry: ObservationEntry, value: number, unit: Unit | undefined): Quantity | undefined {
  if (entry.loinc === '59408-5' && (unit?.ucum === 'L' || unit?.ucum === 'L/min')) return undefined;
  if (unit && accepts(entry, unit)) return withUnit(entry, value, unit.ucum);
  if (unit && !AMBIGUOUS.has(unit.ucum)) return refuseUnit(entry, value, unit);
  return withoutUnit(entry, value);
}

function accepts(entry: ObservationEntry, unit: Unit): boolean {
  return toCanonical(entry, 1, unit.ucum) !== undefined || entry.units.includes(unit.ucum);
}

/** The number in the analyte's canonical unit. */
export function toCanonical(entry: ObservationEntry, value: number, unit: string): number | undefined {
  if (isBareUnit(unit)) {
    if (isBareUnit(entry.unit)) return value;
    if (entry.unit === '%') return value <= MOST_OF_ONE ? value * 100 : undefined;
  }
  if (entry.loinc === '4548-4') return convertHbA1c(value, unit, '%');
  if (unit === 'meq/L' && entry.molarMass && VALENCE[entry.loinc])
    return convert(value / VALENCE[entry.loinc]!, 'mmol/L', entry.unit, entry.molarMass);
  return convert(value, unit, entry.unit, entry.molarMass);
}

/** A share of the whole, written as a number: 0.72 is 72 %; 72 beside the unit 1 is a source's mistake, not 7200 %. */
const MOST_OF_ONE = 1.5;

/** UCUM writes a number without a unit as "1" or as a remark in braces; sources write its name too: an INR in "ratio". */
export function isBareUnit(unit: string): boolean {
  return /^(?:1|\{[^{}]*\}|\[pH\]|pH|INR|ratio|score|unitless|none)?$/i.test(unit.trim());
}

const VALENCE: Record<string, number> = { '2951-2': 1, '2823-3': 1, '2075-0': 1, '17861-6': 2, '19123-9': 2 };

function withUnit(entry: ObservationEntry, value: number, unit: string): Quantity {
  const canonical = toCanonical(entry, value, unit);
  const original = { value, unit };
  if (canonical !== undefined && !isBodily(entry, canonical)) return refuseValue(entry, original);
  if (CANONICAL.has(entry.loinc) && canonical !== undefined && unit !== entry.unit)
    return { value: round(canonical), unit: entry.unit, original, unitUsed: true };
  return { value, unit, original, unitUsed: true };
}

function isBodily(entry: ObservationEntry, canonical: number): boolean {
  return canonical >= entry.limits.low && canonical <= entry.limits.high;
}

function refuseValue(entry: ObservationEntry, original: { value: number; unit?: string }): Quantity {
  const amount = `${original.value} ${original.unit ?? ''}`.trim();
  return { original, warning: `${amount} is outside what a body can have for ${entry.name}.`, unitUsed: true };
}

function refuseUnit(entry: ObservationEntry, value: number, unit: Unit): Quantity | undefined {
  if (unit.dimension === 'time' || unit.dimension === 'perkg') return undefined;
  return {
    original: { value, unit: unit.ucum },
    warning: `${unit.ucum} is not a unit of ${entry.name}.`,
    unitUsed: true,
  };
}

/** A word that stands where the unit should be, and is none. */
export function refuseStrange(entry: ObservationEntry, value: number, word: string): Quantity {
  return { original: { value, unit: word }, warning: `"${word}" is not a unit of ${entry.name}.`, unitUsed: true };
}

/** A bare number takes the unit in which it lies nearest to the reference range; none for weight and height. */
function withoutUnit(entry: ObservationEntry, value: number): Quantity | undefined {
  if (!entry.bare && !entry.vital) return undefined;
  if (entry.loinc === '8310-5') return bareTemperature(entry, value);
  if (entry.loinc === '29463-7' || entry.loinc === '8302-2')
    return value >= 2 && value <= 700 ? { value, original: { value } } : undefined;
  const unit = likeliestUnit(entry, value);
  const canonical = toCanonical(entry, value, unit);
  if (canonical !== undefined && !isBodily(entry, canonical)) return refuseValue(entry, { value });
  if (unit.startsWith('{')) return { value, original: { value } };
  return { value, unit, original: { value } };
}

function bareTemperature(entry: ObservationEntry, value: number): Quantity {
  const original = { value };
  if (value >= 80 && value <= 115) return { value: round(((value - 32) * 5) / 9), unit: 'Cel', original };
  return isBodily(entry, value) ? { value, unit: 'Cel', original } : refuseValue(entry, original);
}

function likeliestUnit(entry: ObservationEntry, value: number): string {
  const range = entry.reference;
  if (!range || value <= 0) return entry.unit;
  const middle = (Math.max(range.low, 0) + range.high) / 2;
  let best = entry.unit;
  let least = Infinity;
  for (const unit of [entry.unit, ...entry.units]) {
    const canonical = toCanonical(entry, value, unit);
    if (canonical === undefined || canonical <= 0) continue;
    const distance = Math.abs(Math.log(canonical / middle));
    if (distance < least - 0.6) {
      least = distance;
      best = unit;
    }
  }
  return best;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
