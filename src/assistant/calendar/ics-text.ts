/** Words and times of a calendar file, as they are kept. */
import type ICAL from 'ical.js';
import { isZone } from '../../kernel/index.ts';
import { plainLine } from '../../text/index.ts';
import { wallOf } from '../wall.ts';

export function zoneOf(time: ICAL.Time, fallback: string): string {
  const name = time.zone?.tzid ?? '';
  if (name === 'UTC' || name === 'Z') return 'UTC';
  const written = String((time as unknown as { timezone?: string }).timezone ?? name);
  return isZone(written) && written !== 'floating' ? written : fallback;
}

/** What a clock in the zone shows. Times in UTC are moments; all others are wall times already. */
export function toWall(time: ICAL.Time, zone: string): string {
  if (time.isDate) return time.toString().slice(0, 10);
  if (time.zone?.tzid === 'UTC' && zone !== 'UTC') return wallOf(time.toUnixTime() * 1000, zone);
  // A zone that only the file knows: what it says of it makes a moment.
  if (time.zone?.component && !isZone(time.zone.tzid)) return wallOf(time.toUnixTime() * 1000, zone);
  return time.toString().slice(0, 16);
}

export function cleanLines(text: string, most: number): string {
  return text.slice(0, most).split(/\r?\n/).map(plainLine).join('\n').trim();
}

/** One line of text without control characters. */
export function clean(text: string, most: number): string {
  return plainLine(text.slice(0, most));
}
