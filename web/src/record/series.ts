/** Measurements as lines over time: what a chart draws. A panel such as blood pressure has a line for each part. */
import type { ObservationEntry } from '../api.ts';
import { otherUnit } from './units.ts';
import { partsOf } from './words.ts';

export interface Point {
  uuid: string;
  /** The entry a person would open: the panel, for a part. */
  entry: string;
  time: number;
  iso: string;
  value: number;
  flag: string | null;
}

export interface Series {
  name: string;
  code: string | null;
  unit: string | null;
  low: number | null;
  high: number | null;
  /** Oldest first. */
  points: Point[];
}

/** By code, each oldest first. */
export function groupHistories(items: readonly ObservationEntry[]): Map<string, ObservationEntry[]> {
  return Map.groupBy(
    items.filter((item) => !item.component),
    typeOf,
  );
}

export function typeOf(entry: Pick<ObservationEntry, 'system' | 'code' | 'name'>): string {
  return `${entry.system ?? ''}|${entry.code ?? entry.name ?? ''}`;
}

/** Every line is in the unit of its newest value, or in the other unit of its kind; what cannot be told in it is no point. */
export function toSeries(history: readonly ObservationEntry[], isSwitched = false): Series[] {
  const lines = new Map<string, Series>();
  for (const entry of history.toReversed())
    for (const part of partsOf(entry)) {
      const iso = part.time ?? entry.time;
      if (typeof part.value !== 'number' || iso === null) continue;
      const key = part.code ?? part.name ?? '';
      const line = lines.get(key) ?? newLine(part, isSwitched);
      lines.set(key, line);
      const convert = converter(part, line.unit);
      if (convert === undefined) continue;
      line.low ??= part.ref_low === null ? null : convert(part.ref_low);
      line.high ??= part.ref_high === null ? null : convert(part.ref_high);
      const { uuid, flag, value } = part;
      line.points.unshift({ uuid, entry: entry.uuid, time: Date.parse(iso), iso, value: convert(value), flag });
    }
  return [...lines.values()];
}

function newLine({ name, code, unit }: ObservationEntry, isSwitched: boolean): Series {
  const shown = (isSwitched ? otherUnit(code, unit)?.unit : undefined) ?? unit;
  return { name: name ?? '', code, unit: shown, low: null, high: null, points: [] };
}

/** How a value of this measurement is told in a unit; undefined where nobody can say. */
export function converter(
  { code, unit }: Pick<ObservationEntry, 'code' | 'unit'>,
  wanted: string | null,
): ((value: number) => number) | undefined {
  if (unit === wanted) return (value) => value;
  const other = otherUnit(code, unit);
  return other?.unit === wanted ? other.convert : undefined;
}

/** Where the newest value went against the one before, if that is worth an arrow. */
export function trendOf({ points }: Series): '↗' | '↘' | '→' | '' {
  const [before, last] = points.slice(-2);
  if (before === undefined || last === undefined) return '';
  const change = (last.value - before.value) / (Math.abs(before.value) || 1);
  return change > 0.02 ? '↗' : change < -0.02 ? '↘' : '→';
}
