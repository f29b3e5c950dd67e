import { failRun } from '../cypher/reject.ts';
import { readField } from './fields.ts';
import { formatTemporal } from './format.ts';
import type { Temporal } from './types.ts';

const months = 'January February March April May June July August September October November December'.split(' ');
const weekDays = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** `format(d, 'dd MMM yyyy')`; without a pattern, the ISO text. */
export function patternText(value: Temporal, pattern: string | undefined): string {
  if (pattern === undefined) return formatTemporal(value);
  return pattern.replace(/'((?:[^']|'')*)'|([A-Za-z])\2*/g, (piece, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted === '' ? "'" : quoted.replaceAll("''", "'");
    return letters(value, piece);
  });
}

const fields: Record<string, string> = {
  y: 'year',
  u: 'year',
  M: 'month',
  L: 'month',
  d: 'day',
  D: 'ordinalDay',
  Q: 'quarter',
  w: 'week',
  Y: 'weekYear',
  E: 'weekDay',
  e: 'weekDay',
  H: 'hour',
  h: 'hour',
  a: 'hour',
  m: 'minute',
  s: 'second',
  S: 'nanosecond',
  n: 'nanosecond',
  X: 'offset',
  x: 'offset',
  Z: 'offset',
  V: 'timezone',
};

function letters(value: Temporal, piece: string): string {
  const letter = piece[0]!;
  const field = fields[letter];
  const found = field === undefined ? undefined : readField(value, field);
  if (found === undefined || found === null)
    throw failRun('InvalidArgumentValue', `The pattern letter ${letter} has no meaning for a ${value.kind}.`);
  if (typeof found !== 'bigint') return String(found);
  const number = Number(found);
  const width = piece.length;
  if ((letter === 'M' || letter === 'L') && width >= 3) return cut(months[number - 1]!, width);
  if (letter === 'E') return cut(weekDays[number - 1]!, Math.max(3, width));
  if (letter === 'a') return number < 12 ? 'AM' : 'PM';
  if (letter === 'h') return String(number % 12 || 12).padStart(width, '0');
  if (letter === 'S') return String(number).padStart(9, '0').slice(0, width);
  if ('yuY'.includes(letter) && width === 2) return String(number % 100).padStart(2, '0');
  return String(number).padStart(width, '0');
}

function cut(name: string, width: number): string {
  return width === 3 ? name.slice(0, 3) : width === 5 ? name.slice(0, 1) : name;
}
