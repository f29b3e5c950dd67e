import { failRun } from '../cypher/reject.ts';

/** The proleptic Gregorian calendar and ISO weeks, on days counted from 1970-01-01. */
export interface YearMonthDay {
  year: number;
  month: number;
  day: number;
}

export function toDay(year: number, month: number, day: number): number {
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month) || Math.abs(year) > 999_999_999)
    throw failRun('InvalidArgumentValue', 'There is no such day in the calendar.');
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export function fromDay(days: number): YearMonthDay {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  return month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Monday is 1. */
export function dayOfWeek(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

export function ordinalDay(day: number): number {
  return day - toDay(fromDay(day).year, 1, 1) + 1;
}

export function weekOf(day: number): { weekYear: number; week: number } {
  const thursday = day - dayOfWeek(day) + 4;
  const { year } = fromDay(thursday);
  return { weekYear: year, week: Math.floor((thursday - toDay(year, 1, 1)) / 7) + 1 };
}

/** The Monday of week 1 of an ISO week year. */
export function firstWeek(weekYear: number): number {
  const fourth = toDay(weekYear, 1, 4);
  return fourth - dayOfWeek(fourth) + 1;
}

export function dayOfQuarter(day: number): number {
  const { year, month } = fromDay(day);
  return day - toDay(year, month - ((month - 1) % 3), 1) + 1;
}

/** Months later, on the same day of the month or its last day. */
export function addMonths(day: number, months: number): number {
  const date = fromDay(day);
  const total = date.year * 12 + date.month - 1 + months;
  const year = Math.floor(total / 12);
  const month = total - year * 12 + 1;
  return toDay(year, month, Math.min(date.day, daysInMonth(year, month)));
}
