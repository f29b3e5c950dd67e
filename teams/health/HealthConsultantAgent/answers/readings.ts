/** A series of one measurement, oldest first: blood pressure as one reading of two numbers. */
import { type Person, referenceRange } from 'consilium/clinical';
import type { Cited } from '../../_shared/footnotes.ts';
import { citeValue, type Value } from '../../_shared/graph.ts';
import { distance, type Flag, flagOf, measureOf, PRESSURE, sameMeasurement, sayRange } from '../../_shared/measures.ts';
import { capital, sayUnit, sayValue } from '../../_shared/wording.ts';
import type { Desk } from './desk.ts';

export interface Reading {
  uuid: string;
  time: string;
  /** Of a blood pressure, the systolic one. */
  value: number;
  shown: string;
  flag: Flag | undefined;
  range: string;
  /** How far outside of its range; undefined where none is known. */
  outside: number | undefined;
  cite: Cited;
  row: Value;
}

export function readingsOf(desk: Pick<Desk, 'rows' | 'person'>, loinc: string): Reading[] {
  if (loinc === PRESSURE) return pressures(desk);
  const { person } = desk;
  const { say } = measureOf(loinc);
  const rows = desk.rows.values.filter(({ code, value }) => sameMeasurement(code, loinc) && typeof value === 'number');
  const unit = rows.at(-1)?.unit; // two units in one series would make a trend of nothing
  return rows.flatMap((row): Reading[] => {
    if (row.unit !== unit || typeof row.value !== 'number' || row.time === null) return [];
    return [
      {
        uuid: row.uuid,
        time: row.time,
        value: row.value,
        shown: sayValue(row.value, row.unit),
        flag: flagOf(row, loinc, person),
        range: sayRange(row, loinc, person),
        outside: distance(row, loinc, person),
        cite: citeValue(row, capital(say)),
        row,
      },
    ];
  });
}

const SYSTOLIC = '8480-6';
const DIASTOLIC = '8462-4';
const GRAVITY: (Flag | undefined)[] = [undefined, 'normal', 'low', 'high', 'critical-low', 'critical-high'];

const ADULT = 13;

function pressures({ rows, person }: Pick<Desk, 'rows' | 'person'>): Reading[] {
  const panels = Map.groupBy(rows.pressure, ({ uuid }) => uuid);
  return [...panels.values()].flatMap((parts): Reading[] => {
    const upper = parts.find(({ code }) => code === SYSTOLIC);
    const lower = parts.find(({ code }) => code === DIASTOLIC);
    if (typeof upper?.value !== 'number' || typeof lower?.value !== 'number' || upper.time === null) return [];
    // What is normal for a child depends on height and age: no adult range is put on it.
    const judged = upper.ref_high !== null || (person.age ?? ADULT) >= ADULT;
    const flags = [flagOf(upper, SYSTOLIC, person), flagOf(lower, DIASTOLIC, person)];
    return [
      {
        uuid: upper.uuid,
        time: upper.time,
        value: upper.value,
        shown: `${Math.round(upper.value)}/${Math.round(lower.value)} ${sayUnit(upper.unit)}`.trim(),
        flag: judged ? flags.toSorted((a, b) => GRAVITY.indexOf(b) - GRAVITY.indexOf(a))[0] : undefined,
        range: judged ? pressureRange(upper, lower, person) : '',
        outside: judged ? distance(upper, SYSTOLIC, person) : undefined,
        cite: citeValue(upper, 'Blood pressure'),
        row: upper,
      },
    ];
  });
}

function pressureRange(upper: Value, lower: Value, person: Person): string {
  const high = upper.ref_high ?? referenceRange(SYSTOLIC, person)?.high;
  const low = lower.ref_high ?? referenceRange(DIASTOLIC, person)?.high;
  return high === undefined || low === undefined ? '' : `up to ${high}/${low} mmHg`;
}
