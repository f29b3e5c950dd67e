/** Arithmetic of days, months and years in UTC; dates are ISO text. */
import { NUMBER_WORDS } from '../../text/index.ts';
export function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export function stamp(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

export function fullYear(year: string): string {
  if (year.length === 4) return year;
  return Number(year) > 49 ? `19${year}` : `20${year}`;
}

const NUMBERS: Readonly<Record<string, number>> = {
  ...NUMBER_WORDS,
  ...{ a: 1, an: 1, couple: 2, few: 3, several: 4, half: 0.5 },
};

export function countOf(words = ''): number {
  const parts = words
    .toLowerCase()
    .split(/\s*(?:-|–|\bto\b|\bor\b)\s*/)
    .filter(Boolean);
  const last = (parts.at(-1) ?? '').replace(/^a (?=couple|few)/, '').replace(/^half an?$/, 'half');
  return Number(last) || NUMBERS[last.split(' ')[0] ?? ''] || 1;
}

/** Moves by days, weeks, months or years; hours stay within reach of the same day. */
export function shift(now: Date, count: number, unit: string): string {
  const kind = unit.toLowerCase();
  if (/^(?:h|min)/.test(kind))
    return dayFrom(new Date(now.getTime() + count * (kind.startsWith('h') ? 3_600_000 : 60_000)), 0);
  if (/^w/.test(kind)) return dayFrom(now, Math.round(count * 7));
  if (/^mo/.test(kind)) return monthsFrom(now, Math.round(count));
  if (/^(?:y|dec)/.test(kind)) return monthsFrom(now, Math.round(count * (kind.startsWith('y') ? 12 : 120)));
  return dayFrom(now, Math.round(count));
}

export function monthsFrom(now: Date, months: number): string {
  const total = now.getUTCFullYear() * 12 + now.getUTCMonth() + months;
  const [year, month] = [Math.floor(total / 12), (total % 12) + 1];
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return stamp(year, month, Math.min(now.getUTCDate(), last));
}

export function dayFrom(now: Date, days: number): string {
  const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days));
  return stamp(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}
