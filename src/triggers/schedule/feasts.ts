/** Days that people know by name: "until Christmas", "on Easter Monday 2027". */
import type { Moment, Place } from './moment.ts';
import { dateOf } from './occasions.ts';
import { scheduleWords } from './words.ts';
import { DAY, instantOf, MINUTE, wallAt } from './zone.ts';

export function readFeast(text: string, { now, zone }: Place): Moment | undefined {
  const { feastDays, usualTime } = scheduleWords();
  const said = text
    .trim()
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[.!]+$/, '')
    .replace(/\s+/g, ' ');
  const [, named = '', written] =
    /^(?:on |at |in |the |next |this |nächsten |nächstes |im )*(.+?)(?: (?:of )?(2\d{3}))?$/.exec(said) ?? [];
  const feast = feastDays.find(({ names }) => names.includes(named));
  if (feast === undefined) return undefined;
  const wall = wallAt(zone, now);
  const dayIn = (year: number) =>
    'easter' in feast ? easterOf(year) + feast.easter * DAY : Date.UTC(year, feast.month - 1, feast.day);
  const { year } = dateOf(Math.floor(wall / DAY));
  const day =
    written === undefined ? [dayIn(year), dayIn(year + 1)].find((each) => each + DAY > wall)! : dayIn(Number(written));
  return { at: instantOf(zone, day + usualTime * MINUTE), timed: false };
}

/** Easter Sunday of the Gregorian calendar, by the anonymous rule (Meeus). */
function easterOf(year: number): number {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1);
}
