/** A time that the clocks skip is kept at another, and that is said: nobody is moved in silence. */
import { describeMoment } from './describe.ts';
import { nextOccasion } from './occasions.ts';
import type { Schedule } from './schedule.ts';
import { DAY, HOUR, MINUTE, nextShift, offsetAt, wallAt } from './zone.ts';

const YEAR = 366 * DAY;
/** Clocks are put forward at night. */
const LATEST_SKIP = 5 * 60;

/** " (02:30 does not exist on Sun 28 Mar 2027 there: then at 03:30)"; nothing where no time is skipped within a year. */
export function describeSkipped(schedule: Schedule, written: string, from: number): string {
  const { kind, zone } = schedule;
  if (kind === 'once' || kind === 'dates') {
    const moments = kind === 'once' ? [schedule.at] : schedule.at;
    return say(
      moments.flatMap((at) => {
        const by = skippedBy(zone, at);
        return by > 0 && namesTime(written, minutesOf(wallAt(zone, at) - by)) ? [{ at, by }] : [];
      }),
      zone,
    );
  }
  if (kind !== 'calendar' || !schedule.times.some((time) => time < LATEST_SKIP)) return '';
  const found: { at: number; by: number }[] = [];
  for (let at: number | undefined = from; at !== undefined && found.length === 0; ) {
    const shift = nextShift(zone, at, from + YEAR);
    if (shift === undefined) break;
    const next = nextOccasion(schedule, shift - 1);
    const by = next === undefined ? 0 : skippedBy(zone, next);
    if (next !== undefined && by > 0 && !schedule.times.includes(minutesOf(wallAt(zone, next))))
      found.push({ at: next, by });
    at = shift + HOUR;
  }
  return say(found, zone);
}

/** By how much clocks were put forward shortly before: 0 where they were not. */
function skippedBy(zone: string, at: number): number {
  const by = offsetAt(zone, at) - offsetAt(zone, at - 3 * HOUR);
  if (by <= 0) return 0;
  return offsetAt(zone, at - by) === offsetAt(zone, at) ? 0 : by;
}

const minutesOf = (wall: number) => Math.floor((((wall % DAY) + DAY) % DAY) / MINUTE);

/** It was asked for by that time of the day. */
function namesTime(written: string, minutes: number): boolean {
  const times = [...written.matchAll(/(?<![\d-])(\d{1,2})(?:[:.h](\d{2}))?\s?(am|pm)?(?![\d-])/gi)];
  return times.some(([, hour, minute = '0', half]) => {
    const hours = (Number(hour) % (half ? 12 : 24)) + (half?.toLowerCase() === 'pm' ? 12 : 0);
    return hours * 60 + Number(minute) === minutes;
  });
}

function say(found: readonly { at: number; by: number }[], zone: string): string {
  const [first] = found;
  if (first === undefined) return '';
  const [day, time] = describeMoment(first.at, zone).split(' at ');
  const asked = minutesOf(wallAt(zone, first.at) - first.by);
  const clock = `${String(Math.floor(asked / 60)).padStart(2, '0')}:${String(asked % 60).padStart(2, '0')}`;
  return ` (the clocks skip ${clock} on ${day}: then at ${time})`;
}
