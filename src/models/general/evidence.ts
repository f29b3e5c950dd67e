/** What a text states in so many words: numbers, dates, quotations, `field: value`. */
import { porterStem, splitName } from '../../text/index.ts';

/** Whether a text names a value, whole words, whatever the case and separators. */
export function mentions(text: string, value: string): boolean {
  const words = splitName(value).map(porterStem).join(' ');
  return words !== '' && ` ${splitName(text).map(porterStem).join(' ')} `.includes(` ${words} `);
}

export function findQuotes(text: string): string[] {
  return Array.from(
    text.matchAll(/"([^"\n]+)"|“([^”\n]+)”|«([^»\n]+)»|(?<=^|\s)'([^'\n]+)'(?=[\s.,;!?]|$)/g),
    (found) =>
      found
        .slice(1)
        .find((group) => group !== undefined)!
        .trim(),
  ).filter((quote) => quote !== '');
}

const NUMBER = /(?<![\p{L}\p{N}.,])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?/gu;

export function findNumbers(text: string): number[] {
  return Array.from(text.matchAll(NUMBER), ([written]) => readNumber(written));
}

function readNumber(written: string): number {
  return Number(written.replaceAll(',', ''));
}

/** The number said to be this field's (`days: 3`, `3 days`), taken out of those still free. */
export function takeNumber(field: string, text: string, free: number[]): number | undefined {
  const words = splitName(field).join('[\\s_-]+');
  const number = '(-?(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?)';
  const patterns = [
    `\\b${words}s?\\s*(?:=|:|\\bis\\b|\\bof\\b|\\bto\\b|\\bat\\b)\\s*${number}`,
    `(?<![\\p{L}\\d.,])${number}\\s+${words.replace(/s$/, '')}s?\\b`,
    `\\b${words}s?\\s+${number}(?![\\p{L}\\d])`,
  ];
  const written = patterns
    .map((pattern) => new RegExp(pattern, 'iu').exec(text)?.[1])
    .find((found) => found !== undefined);
  if (written === undefined) return undefined;
  const value = readNumber(written);
  const at = free.indexOf(value);
  if (at >= 0) free.splice(at, 1);
  return value;
}

/** `name: value`, `name = value`, `name is value`; up to the next comma, unless a list is wanted. */
export function findLabelled(field: string, text: string, { list = false } = {}): string | undefined {
  const words = splitName(field).join('[\\s_-]+');
  const value = list
    ? '([^;.\\n]+)'
    : '("[^"\\n]+"|[^,;\\n]+?)(?=\\s*(?:[,;\\n]|[.!?]?\\s*$|[.!?]\\s|\\s+and\\s+\\w+\\s*(?:=|:|is\\b)))';
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${words}\\s*(?:=|:|\\bis\\b)\\s*${value}`, 'iu').exec(text)?.[1];
  return found?.replace(/^"|"$/g, '').trim() || undefined;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`;
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b/;
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH},?\\s+(\\d{4})\\b`, 'i');
const MONTH_FIRST = new RegExp(`\\b${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`, 'i');
const RELATIVE = /\b(today|tomorrow|yesterday)\b/i;

/** The date a text names, as `YYYY-MM-DD`. */
export function findDate(text: string, now: Date): string | undefined {
  const iso = ISO.exec(text);
  if (iso !== null) return toDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) return toDate(Number(dayFirst[3]), monthOf(dayFirst[2]!), Number(dayFirst[1]));
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst !== null) return toDate(Number(monthFirst[3]), monthOf(monthFirst[1]!), Number(monthFirst[2]));
  const relative = RELATIVE.exec(text)?.[1]?.toLowerCase();
  if (relative === undefined) return undefined;
  const shift = { yesterday: -1, today: 0, tomorrow: 1 }[relative]!;
  return toDate(now.getFullYear(), now.getMonth() + 1, now.getDate() + shift, true);
}

export function withoutDates(text: string): string {
  return [ISO, DAY_FIRST, MONTH_FIRST].reduce((rest, pattern) => rest.replace(new RegExp(pattern, 'gi'), ' '), text);
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function toDate(year: number, month: number, day: number, rollOver = false): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (!rollOver && (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)) return undefined;
  return date.toISOString().slice(0, 10);
}
