import { readTable } from '../tables/tables.ts';
import { atHeight } from './heights.ts';
import { type ObservationEntry, observationByCode, observationByName } from './observations.ts';
import { toCanonical } from './quantities.ts';

/** Who was measured, as far as it matters for what is normal. */
export interface Person {
  sex?: 'male' | 'female';
  age?: number;
  pregnant?: boolean;
  /** Metres above the sea where they live. */
  height?: number;
}

export interface ReferenceRange {
  low?: number;
  high?: number;
  criticalLow?: number;
  criticalHigh?: number;
  unit: string;
  /** For whom the range holds: "female", "male 50-59", "all". */
  who: string;
  source: string;
}

export type Flag = 'critical-low' | 'low' | 'normal' | 'high' | 'critical-high';

/** The range of an analyte (LOINC code or name) for a person; the most specific one that fits. */
export function referenceRange(analyte: string, person: Person = {}): ReferenceRange | undefined {
  const entry = observationByCode(analyte) ?? observationByName(analyte);
  if (!entry) return undefined;
  const fitting = (load().get(entry.loinc) ?? []).filter(({ who }) => fits(who, person));
  const best = fitting.sort((a, b) => specificity(b.who) - specificity(a.who))[0];
  if (best) return atHeight(entry.loinc, { ...best, unit: entry.unit }, person.height);
  const { reference } = entry;
  if (!reference) return undefined;
  return atHeight(entry.loinc, { ...reference, unit: entry.unit, who: 'all', source: entry.source }, person.height);
}

/** low, high or critical against the person's range; undefined when the unit does not fit or no range is known. */
export function flagValue(analyte: string, value: number, unit?: string, person: Person = {}): Flag | undefined {
  const entry = observationByCode(analyte) ?? observationByName(analyte);
  const range = referenceRange(analyte, person);
  if (!entry || !range) return undefined;
  const number = inCatalogueUnit(entry, value, unit);
  if (number === undefined) return undefined;
  if (range.criticalLow !== undefined && number < range.criticalLow) return 'critical-low';
  if (range.criticalHigh !== undefined && number > range.criticalHigh) return 'critical-high';
  if (range.low !== undefined && number < range.low) return 'low';
  return range.high !== undefined && number > range.high ? 'high' : 'normal';
}

function inCatalogueUnit(entry: ObservationEntry, value: number, unit: string | undefined): number | undefined {
  return unit === undefined || unit === entry.unit ? value : toCanonical(entry, value, unit);
}

function fits(who: string, { sex, age, pregnant }: Person): boolean {
  return who.split(' ').every((part) => {
    if (part === 'all') return true;
    if (part === 'pregnant') return pregnant === true;
    if (part === 'male' || part === 'female') return sex === part;
    const [from = 0, to = 0] = part.split('-').map(Number);
    return age !== undefined && Math.floor(age) >= from && Math.floor(age) <= to;
  });
}

function specificity(who: string): number {
  return who
    .split(' ')
    .reduce((sum, part) => sum + (part === 'all' ? 0 : part === 'pregnant' ? 4 : /\d/.test(part) ? 2 : 1), 0);
}

let loaded: Map<string, Omit<ReferenceRange, 'unit'>[]> | undefined;

function load(): Map<string, Omit<ReferenceRange, 'unit'>[]> {
  if (loaded) return loaded;
  loaded = new Map();
  const { source, rows } = readTable('ranges', 6, 6);
  for (const [loinc = '', who = '', ...numbers] of rows) {
    const [low, high, criticalLow, criticalHigh] = numbers.map((cell) => (cell === '' ? undefined : Number(cell)));
    const list = loaded.get(loinc) ?? [];
    list.push({ who, low, high, criticalLow, criticalHigh, source });
    loaded.set(loinc, list);
  }
  return loaded;
}
