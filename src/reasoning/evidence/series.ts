/** Series of values: merged over codes, judged by one range, told in the unit that was asked for or written. */

import type { Goal } from '../../clinical/catalogue/goals.ts';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { convert } from '../../clinical/index.ts';
import { convertHbA1c } from '../../clinical/measures/units.ts';
import { type Chart, rangeOf } from '../chart.ts';
import { isInside } from '../frames/scope.ts';
import type { Bound, Point } from '../patient.ts';
import type { Scope } from '../types.ts';
import { round, sayUnit } from '../wording.ts';
import { goalFor, heldRange } from './measures.ts';

export type Flag = 'critical-low' | 'low' | 'normal' | 'high' | 'critical-high';

export interface Reading {
  uuid: string;
  time: string;
  /** In the unit that is shown. */
  value: number;
  shown: string;
  /** Of `value`. */
  unit: string | null;
  /** By the goal that is usual for this person, else by the range. */
  flag: Flag | undefined;
  /** Outside the range of healthy people, but within this goal. */
  meets?: Goal;
  point: Point;
  /** Of a blood pressure. */
  lower?: Reading;
}

export const PRESSURE = 'observation:blood_pressure';
const SYSTOLIC = 'observation:systolic_blood_pressure';
export const MMHG = 'mm[Hg]';
export const DIASTOLIC = 'observation:diastolic_blood_pressure';

export function readingsOf(chart: Chart, observation: string, unit?: string): Reading[] {
  if (observation === PRESSURE || observation === SYSTOLIC) return pressures(chart);
  const points = chart.view.series.get(observation) ?? [];
  const wanted = unit ?? points.at(-1)?.original.unit ?? undefined;
  return points.map((point) => readingOf(chart, observation, point, wanted));
}

function readingOf(chart: Chart, observation: string, point: Point, unit: string | undefined): Reading {
  const shown = inUnit(observation, point, unit);
  const written = [point.bound, String(round(shown.value)), sayUnit(shown.unit)].filter(Boolean).join(' ');
  return {
    uuid: point.uuid,
    time: point.time,
    value: shown.value,
    shown: written,
    unit: shown.unit,
    ...judge(chart, observation, point),
    point,
  };
}

function judge(chart: Chart, observation: string, point: Point): Pick<Reading, 'flag' | 'meets'> {
  const flag = flagOf(chart, observation, point);
  const held = heldRange(chart, observation, point.time);
  // What a medicine holds is judged by where it should hold it: an INR of 1 is no healthy one on warfarin.
  if (held !== undefined)
    return { flag: flag?.startsWith('critical') ? flag : within(point.value, held.low, held.high) };
  if (flag !== 'high') return { flag };
  const { value, unit } = point.original;
  const goal = goalFor(chart, observation, unit, point.time);
  return goal !== undefined && value < goal.below ? { flag: 'normal', meets: goal } : { flag };
}

function inUnit(observation: string, point: Point, unit: string | undefined): { value: number; unit: string | null } {
  const { original } = point;
  if (unit === undefined || unit === original.unit) return original;
  const mass = openCatalogue().get(observation)?.observation?.molarMass;
  const from = original.unit ?? point.unit;
  const value =
    observation === A1C
      ? convertHbA1c(original.value, from, unit)
      : (convert(original.value, from, unit, mass) ?? convert(point.value, point.unit, unit, mass));
  return value === undefined ? original : { value: Number(value.toPrecision(PLACES)), unit };
}

const A1C = 'observation:hemoglobin_a1c';

/** A converted value is no more exact than what was written. */
const PLACES = 3;

/** The two numbers of a pressure are one reading. */
function pressures(chart: Chart): Reading[] {
  const lower = new Map((chart.view.series.get(DIASTOLIC) ?? []).map((point) => [point.time, point] as const));
  return (chart.view.series.get(SYSTOLIC) ?? []).map((point) => {
    const upper = readingOf(chart, SYSTOLIC, point, undefined);
    const below = lower.get(point.time);
    if (below === undefined) return upper;
    const second = readingOf(chart, DIASTOLIC, below, undefined);
    const { meets, ...rest } = upper;
    const flag = worse(upper.flag, second.flag);
    const goal = flag === 'normal' && (meets ?? second.meets) ? goalFor(chart, PRESSURE, MMHG) : undefined;
    return {
      ...rest,
      shown: `${round(upper.value)}/${round(second.value)} mmHg`,
      flag,
      ...(goal && { meets: goal }),
      lower: second,
    };
  });
}

const GRAVITY: Flag[] = ['normal', 'low', 'high', 'critical-low', 'critical-high'];

function worse(one: Flag | undefined, two: Flag | undefined): Flag | undefined {
  if (one === undefined || two === undefined) return one ?? two;
  return GRAVITY.indexOf(one) >= GRAVITY.indexOf(two) ? one : two;
}

const INTERPRETED: Record<string, Flag> = { N: 'normal', L: 'low', H: 'high', LL: 'critical-low', HH: 'critical-high' };

/** The source's own word first, then its range, then the catalogue's for this person; critical is critical to all. */
export function flagOf(chart: Chart, observation: string, point: Point): Flag | undefined {
  const { uuid, original } = point;
  const value = beyond(point.value, point.bound);
  const written = writtenRange(chart, point);
  const range = rangeOf(chart.view, observation);
  const critical =
    range?.criticalLow !== undefined && value < range.criticalLow
      ? 'critical-low'
      : range?.criticalHigh !== undefined && value > range.criticalHigh
        ? 'critical-high'
        : undefined;
  const stated =
    INTERPRETED[String(chart.property(uuid, 'interpretation'))] ??
    within(beyond(original.value, point.bound), written.low, written.high);
  if (stated !== undefined) return stated === 'normal' ? stated : (critical ?? stated);
  return critical ?? within(value, range?.low, range?.high);
}

const ABOVE = /^\s*(?:>=?|≥|from|at least|over|above)\s*(\d+(?:\.\d+)?)\s*(\S*)/i;
const BELOW = /^\s*(?:<=?|≤|up to|below|under|less than)\s*(\d+(?:\.\d+)?)\s*(\S*)/i;
const FROM_TO = /^\s*(\d+(?:\.\d+)?)\s*(?:-|–|to)\s*(\d+(?:\.\d+)?)\s*(\S*)/i;

/** The range that stands beside the value in its source: as numbers, or as words in the unit of the value. */
function writtenRange(
  chart: Chart,
  { uuid, original }: Point,
): { low?: number | undefined; high?: number | undefined } {
  const [low, high] = ['ref_low', 'ref_high'].map((name) => asNumber(chart.property(uuid, name)));
  const words = chart.property(uuid, 'ref_text');
  if (low !== undefined || high !== undefined || typeof words !== 'string') return { low, high };
  const isOwn = (unit: string | undefined) => unit === undefined || unit === '' || unit === original.unit;
  const [, from, to, unit] = FROM_TO.exec(words) ?? [];
  if (from !== undefined) return isOwn(unit) ? { low: Number(from), high: Number(to) } : {};
  const [, least, leastUnit] = ABOVE.exec(words) ?? [];
  if (least !== undefined) return isOwn(leastUnit) ? { low: Number(least) } : {};
  const [, most, mostUnit] = BELOW.exec(words) ?? [];
  return most !== undefined && isOwn(mostUnit) ? { high: Number(most) } : {};
}

const HARDLY = 1e-9;

/** Below 10 is not 10: where 10 is the limit, it lies on the other side. */
export function beyond(value: number, bound: Bound | undefined): number {
  return bound === undefined ? value : value + Math.abs(value) * (bound === 'below' ? -HARDLY : HARDLY);
}

function within(value: number, low: number | undefined, high: number | undefined): Flag | undefined {
  if (low === undefined && high === undefined) return undefined;
  if (low !== undefined && value < low) return 'low';
  return high !== undefined && value > high ? 'high' : 'normal';
}

const SIGNS: Record<Flag, string> = {
  low: '▼ low',
  high: '▲ high',
  'critical-low': '‼ critically low',
  'critical-high': '‼ critically high',
  normal: 'normal',
};

/** What is to be said of a value beside it: nothing where it lies within the range. */
export function sayOff({ flag, meets }: Reading): string {
  if (meets !== undefined) return `, within the goal usual with ${meets.who}`;
  return flag === undefined || flag === 'normal' ? '' : `, ${sayFlag(flag)}`;
}

export function sayFlag(flag: Flag | undefined): string {
  return flag === undefined ? '' : SIGNS[flag];
}

/** "4–6 %", "up to 3 mmol/L": the range that the value was judged by. */
export function sayRange(chart: Chart, observation: string, { point, lower, unit }: Reading): string {
  if (lower !== undefined) return sayPressureRange(chart, point, lower.point);
  const { low, high } = writtenRange(chart, point);
  if (low !== undefined || high !== undefined)
    return boundsIn(observation, point, { low, high, unit: point.original.unit }, unit);
  const range = rangeOf(chart.view, observation);
  return range === undefined ? '' : boundsIn(observation, point, range, unit);
}

/** Of both numbers: the source's bounds where it gives them, else the range for this person (another one in pregnancy). */
function sayPressureRange(chart: Chart, upper: Point, lower: Point): string {
  const stated = [upper, lower].map(({ uuid }) => asNumber(chart.property(uuid, 'ref_high')));
  const usual = [SYSTOLIC, DIASTOLIC].map((id) => rangeOf(chart.view, id)?.high);
  const [systolic, diastolic] = stated.every((high) => high !== undefined) ? stated : usual;
  return systolic === undefined || diastolic === undefined ? '' : `up to ${round(systolic)}/${round(diastolic)} mmHg`;
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The range in the unit in which the value is told. */
function boundsIn(
  observation: string,
  point: Point,
  { low, high, unit: written }: { low?: number | undefined; high?: number | undefined; unit: string | null },
  unit: string | null,
): string {
  const told = (bound: number | undefined) =>
    bound === undefined
      ? undefined
      : inUnit(
          observation,
          { ...point, value: bound, unit: written ?? point.unit, original: { value: bound, unit: written } },
          unit ?? undefined,
        );
  const [from, to] = [told(low), told(high)];
  const same = [from, to].every((each) => each === undefined || each.unit === unit);
  return same ? bounds(from?.value, to?.value, unit) : bounds(low, high, written);
}

function bounds(low: number | undefined, high: number | undefined, unit: string | null): string {
  const shown =
    low && high !== undefined
      ? `${round(low)}–${round(high)}`
      : high !== undefined
        ? `up to ${round(high)}`
        : low !== undefined
          ? `from ${round(low)}`
          : '';
  return shown === '' ? '' : `${shown} ${sayUnit(unit)}`.trim();
}

/** The readings that a scope means: those inside, the nearest to a day, or counted from the end. */
export function choose(readings: readonly Reading[], scope: Scope): Reading[] {
  if (scope.near !== undefined) {
    const day = Date.parse(scope.near);
    const nearest = readings.reduce<Reading | undefined>(
      (best, each) =>
        best === undefined || Math.abs(Date.parse(each.time) - day) < Math.abs(Date.parse(best.time) - day)
          ? each
          : best,
      undefined,
    );
    return nearest === undefined ? [] : [nearest];
  }
  const inside = readings.filter(({ time }) => isInside(time, scope));
  if (scope.nth === undefined) return inside;
  const one = scope.nth < 0 ? inside[0] : inside.at(-1 - scope.nth);
  return one === undefined ? [] : [one];
}
