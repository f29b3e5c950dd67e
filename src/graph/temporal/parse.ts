import { failRun } from '../cypher/reject.ts';
import { firstWeek, isLeap, toDay } from './calendar.ts';
import { type DateTimeValue, type DateValue, type Instant, nanosPerSecond } from './types.ts';
import { offsetAtInstant, offsetAtLocal, parseZone, type Zone } from './zone.ts';

/** Reads the ISO 8601 text of an instant of the wanted kind, in its extended or basic form. */
export function parseInstant(kind: Instant['kind'], text: string): Instant {
  switch (kind) {
    case 'date':
      // the record's times are instants; their date is what is meant
      return { kind, day: parseDay(text.replace(/T.*$/, '')) };
    case 'localtime':
      return { kind, nanos: parseClock(text) };
    case 'time': {
      const { body, zone } = splitZone(text);
      return { kind, nanos: parseClock(body), offset: zone?.offset ?? 0 };
    }
    case 'localdatetime':
      return { kind, ...parseDayAndClock(text) };
    case 'datetime': {
      // A day without a clock has no offset: what ends `2011-07-17` is its day.
      const { body, zone } = text.includes('T') ? splitZone(text) : { body: text, zone: undefined };
      const { day, nanos } = parseDayAndClock(body);
      return inZone(day, nanos, zone ?? { offset: 0 });
    }
  }
}

/** A local date and time in a zone. */
export function inZone(day: number, nanos: number, zone: Zone): DateTimeValue {
  if (zone.name === undefined) return { kind: 'datetime', day, nanos, offset: zone.offset ?? 0 };
  return { kind: 'datetime', day, nanos, offset: zone.offset ?? offsetAtLocal(zone.name, day, nanos), zone: zone.name };
}

/** The same instant, on the clocks of another zone. */
export function moveToZone(value: DateTimeValue, zone: Zone): DateTimeValue {
  const utc = value.day * 86_400 + Math.floor(value.nanos / nanosPerSecond) - value.offset;
  const offset = zone.name === undefined ? (zone.offset ?? 0) : offsetAtInstant(zone.name, utc);
  const local = utc + offset;
  const day = Math.floor(local / 86_400);
  const nanos = (local - day * 86_400) * nanosPerSecond + (value.nanos % nanosPerSecond);
  return { kind: 'datetime', day, nanos, offset, ...(zone.name === undefined ? {} : { zone: zone.name }) };
}

export function dateOf(day: number): DateValue {
  return { kind: 'date', day };
}

function wrong(): never {
  throw failRun('InvalidArgumentValue', 'The text is not written as ISO 8601 writes dates and times.');
}

const dayForms: [RegExp, (parts: number[]) => number][] = [
  [/^([+-]\d{1,9}|\d{4})-(\d{2})-(\d{2})$/, ([y, m, d]) => toDay(y!, m!, d!)],
  [/^(\d{4})(\d{2})(\d{2})$/, ([y, m, d]) => toDay(y!, m!, d!)],
  [/^([+-]\d{1,9}|\d{4})-(\d{2})$/, ([y, m]) => toDay(y!, m!, 1)],
  [/^(\d{4})(\d{2})$/, ([y, m]) => toDay(y!, m!, 1)],
  [/^([+-]\d{1,9}|\d{4})-?W(\d{2})-?(\d)$/, ([y, w, d]) => weekDay(y!, w!, d!)],
  [/^([+-]\d{1,9}|\d{4})-?W(\d{2})$/, ([y, w]) => weekDay(y!, w!, 1)],
  [/^([+-]\d{1,9}|\d{4})-?Q(\d)-?(\d{1,2})$/, ([y, q, d]) => quarterDay(y!, q!, d!)],
  [/^([+-]\d{1,9}|\d{4})-?Q(\d)$/, ([y, q]) => quarterDay(y!, q!, 1)],
  [/^([+-]\d{1,9}|\d{4})-(\d{3})$/, ([y, d]) => yearDay(y!, d!)],
  [/^(\d{4})(\d{3})$/, ([y, d]) => yearDay(y!, d!)],
  [/^([+-]\d{1,9}|\d{4})$/, ([y]) => toDay(y!, 1, 1)],
];

function parseDay(text: string): number {
  for (const [form, make] of dayForms) {
    const parts = form.exec(text);
    if (parts) return make(parts.slice(1).map(Number));
  }
  return wrong();
}

export function weekDay(weekYear: number, week: number, day: number): number {
  const first = firstWeek(weekYear);
  const weeks = (firstWeek(weekYear + 1) - first) / 7;
  if (week < 1 || week > weeks || day < 1 || day > 7)
    throw failRun('InvalidArgumentValue', 'There is no such week or day of the week.');
  return first + (week - 1) * 7 + day - 1;
}

export function yearDay(year: number, ordinal: number): number {
  if (ordinal < 1 || ordinal > (isLeap(year) ? 366 : 365))
    throw failRun('InvalidArgumentValue', 'The year has no such day.');
  return toDay(year, 1, 1) + ordinal - 1;
}

export function quarterDay(year: number, quarter: number, day: number): number {
  if (quarter < 1 || quarter > 4) throw failRun('InvalidArgumentValue', 'A year has four quarters.');
  const first = toDay(year, quarter * 3 - 2, 1);
  const next = quarter === 4 ? toDay(year + 1, 1, 1) : toDay(year, quarter * 3 + 1, 1);
  if (day < 1 || day > next - first) throw failRun('InvalidArgumentValue', 'The quarter has no such day.');
  return first + day - 1;
}

const clock = /^(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?$/;

function parseClock(text: string): number {
  const parts = clock.exec(text);
  if (!parts) return wrong();
  const [hour, minute, second] = [Number(parts[1]), Number(parts[2] ?? 0), Number(parts[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return wrong();
  return (hour * 3600 + minute * 60 + second) * nanosPerSecond + Number((parts[4] ?? '').padEnd(9, '0'));
}

function parseDayAndClock(text: string): { day: number; nanos: number } {
  const at = text.indexOf('T');
  if (at < 0) return { day: parseDay(text), nanos: 0 };
  return { day: parseDay(text.slice(0, at)), nanos: parseClock(text.slice(at + 1)) };
}

/** Takes the zone off the end: `Z`, an offset, a `[Region/City]`, or an offset and a region. */
function splitZone(text: string): { body: string; zone?: Zone } {
  const region = /\[([^\]]+)\]$/.exec(text);
  const rest = region ? text.slice(0, region.index) : text;
  const timeAt = rest.indexOf('T') + 1;
  const mark = /(?:Z|z|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?)$/.exec(rest.slice(timeAt));
  const body = mark ? rest.slice(0, timeAt + mark.index) : rest;
  const offset = mark ? parseZone(mark[0]).offset : undefined;
  if (region) return { body, zone: { ...parseZone(region[1]!), ...(offset === undefined ? {} : { offset }) } };
  return offset === undefined ? { body } : { body, zone: { offset } };
}
