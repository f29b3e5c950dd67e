/** Measurements as lines over time: what a chart draws. A panel such as blood pressure has a line for each part. */
import type { ObservationEntry } from '../api.ts';
import { otherUnit } from './units.ts';

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

export function toSeries(history: readonly ObservationEntry[]): Series[] {
  const lines = new Map<string, Series>();
  for (const entry of history)
    for (const part of entry.components.length > 0 ? entry.components : [entry]) {
      const iso = part.time ?? entry.time;
      if (typeof part.value !== 'number' || iso === null) continue;
      const line = lines.get(part.name ?? '') ?? newLine(part);
      lines.set(part.name ?? '', line);
      if (part.unit !== line.unit) continue;
      line.low = part.ref_low ?? line.low;
      line.high = part.ref_high ?? line.high;
      const point = {
        uuid: part.uuid,
        entry: entry.uuid,
        time: Date.parse(iso),
        iso,
        value: part.value,
        flag: part.flag,
      };
      line.points.push(point);
    }
  return [...lines.values()];
}

function newLine({ name, code, unit }: ObservationEntry): Series {
  return { name: name ?? '', code, unit, low: null, high: null, points: [] };
}

/** The same line in the other unit of its kind. */
export function switchUnit(line: Series): Series {
  const other = otherUnit(line.code, line.unit);
  if (other === undefined) return line;
  const { convert, unit } = other;
  return {
    ...line,
    unit,
    low: line.low === null ? null : convert(line.low),
    high: line.high === null ? null : convert(line.high),
    points: line.points.map((point) => ({ ...point, value: convert(point.value) })),
  };
}

/** Where the newest value went against the one before, if that is worth an arrow. */
export function trendOf({ points }: Series): '↗' | '↘' | '→' | '' {
  const [before, last] = points.slice(-2);
  if (before === undefined || last === undefined) return '';
  const change = (last.value - before.value) / (Math.abs(before.value) || 1);
  return change > 0.02 ? '↗' : change < -0.02 ? '↘' : '→';
}
