import { flagValue, type Person, referenceRange } from './ranges.ts';

export interface Point {
  time: string;
  value: number;
}

export interface Trend {
  direction: 'rising' | 'falling' | 'stable' | 'fluctuating' | 'unknown';
  first?: Point;
  last?: Point;
  /** Of the fitted line, in units a year. */
  perYear?: number;
  percent?: number;
  text: string;
}

/** Describes how a value moved over time, by a least-squares line and how well it fits; in words for a person. */
export function describeTrend(
  points: Point[],
  about: { analyte?: string; unit?: string; person?: Person } = {},
): Trend {
  const sorted = points
    .filter(({ time, value }) => Number.isFinite(value) && !Number.isNaN(Date.parse(time)))
    .sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return { direction: 'unknown', text: 'There is no value to compare.' };
  if (sorted.length === 1)
    return { direction: 'unknown', first, last, text: `There is one value only: ${said(first, about.unit)}.` };
  const { slope, fit } = line(sorted);
  const percent = first.value === 0 ? 0 : ((last.value - first.value) / Math.abs(first.value)) * 100;
  const direction = directionOf(sorted, slope, fit, percent);
  const text = `${WORDS[direction]} from ${said(first, about.unit)} to ${said(last, about.unit)} over ${sorted.length} values${standing(last, about)}.`;
  return { direction, first, last, perYear: round(slope * YEAR), percent: round(percent), text };
}

const YEAR = 365.25 * 86_400_000;
const WORDS = {
  rising: 'Rising',
  falling: 'Falling',
  stable: 'Stable',
  fluctuating: 'Up and down',
  unknown: 'Unclear',
};

function line(points: Point[]): { slope: number; fit: number } {
  const times = points.map(({ time }) => Date.parse(time));
  const [meanTime, meanValue] = [mean(times), mean(points.map(({ value }) => value))];
  let [cross, spreadTime, spreadValue] = [0, 0, 0];
  points.forEach(({ value }, at) => {
    cross += (times[at]! - meanTime) * (value - meanValue);
    spreadTime += (times[at]! - meanTime) ** 2;
    spreadValue += (value - meanValue) ** 2;
  });
  if (spreadTime === 0) return { slope: 0, fit: 0 };
  return { slope: cross / spreadTime, fit: spreadValue === 0 ? 0 : cross ** 2 / (spreadTime * spreadValue) };
}

/** Under 5 % is noise; a poor fit with a wide swing is no direction. */
function directionOf(points: Point[], slope: number, fit: number, percent: number): Trend['direction'] {
  const values = points.map(({ value }) => value);
  // One by one: a monitor leaves more values than a call takes arguments.
  const [low, high] = values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const swing = (high! - low!) / (Math.abs(mean(values)) || 1);
  if (swing < 0.05) return 'stable';
  if (points.length > 2 && fit < 0.3) return swing > 0.15 ? 'fluctuating' : 'stable';
  if (Math.abs(percent) < 5) return 'stable';
  return slope > 0 ? 'rising' : 'falling';
}

function standing(
  last: Point,
  { analyte, unit, person }: { analyte?: string; unit?: string; person?: Person },
): string {
  const flag = analyte ? flagValue(analyte, last.value, unit, person) : undefined;
  const range = analyte ? referenceRange(analyte, person) : undefined;
  if (!flag || !range) return '';
  const bounds = `${range.low ?? ''}-${range.high ?? ''} ${range.unit}`.trim();
  return flag === 'normal'
    ? `; the last is within ${bounds}`
    : `; the last is ${flag.replace('critical-', 'critically ')} (range ${bounds})`;
}

function said({ value, time }: Point, unit = ''): string {
  return `${value}${unit ? ` ${unit}` : ''} (${time.slice(0, 10)})`;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
