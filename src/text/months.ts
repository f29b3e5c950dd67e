/** The months as they are written, whole or short: "Sep", "Sept.", "September". */
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const SHORT: readonly string[] = MONTHS.map((name) => name.slice(0, 3).toLowerCase());

/** For patterns, in small letters: the first three letters, and what may follow them. No group of its own. */
export const MONTH = `(?:${SHORT.join('|')})[a-z]*`;

/** 1 to 12; 0 for what is no month. */
export function monthNumber(name: string): number {
  return SHORT.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}
