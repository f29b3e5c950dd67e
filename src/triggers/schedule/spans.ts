/** Stretches of days of the calendar, as they are written where one is left out of a schedule. */
import type { Cursor } from './tokens.ts';
import type { Words } from './words.ts';
import { DAY } from './zone.ts';

/** "2026-12-20", "2026-12-20 to 2027-01-06": days of the calendar, in days since 1970. */
export function readSpan(cursor: Cursor, words: Words): { from: number; to: number } | undefined {
  const from = readIsoDay(cursor);
  if (from === undefined) return undefined;
  const to = cursor.attempt(() => (cursor.takeIf((word) => words.is('to', word)) ? readIsoDay(cursor) : undefined));
  return to === undefined || to < from ? { from, to: from } : { from, to };
}

function readIsoDay(cursor: Cursor): number | undefined {
  const said = [0, 1, 2, 3, 4].map((ahead) => cursor.peek(ahead) ?? '').join('');
  const at = /^\d{4}-\d\d-\d\d$/.test(said) ? Date.parse(`${said}T00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  cursor.at += 5;
  return at / DAY;
}
