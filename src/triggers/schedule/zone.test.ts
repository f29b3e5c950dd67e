import { expect, test } from 'vitest';
import { HOUR, instantOf, offsetAt, wallAt } from './zone.ts';

/** What the machine says, asked each time. */
function asked(zone: string, instant: number): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(instant);
}

test.each([
  'Europe/Berlin',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'America/Caracas',
])('what is remembered of a week is what the clocks of %s show, hour by hour around each shift and day by day between', (zone) => {
  const shown = (instant: number) => new Date(wallAt(zone, instant)).toISOString().slice(0, 19).replace('T', ' ');
  let before = offsetAt(zone, Date.UTC(2010, 0, 1));
  for (let day = Date.UTC(2010, 0, 1); day < Date.UTC(2016, 6, 1); day += 24 * HOUR) {
    const now = offsetAt(zone, day);
    const moments = now === before ? [day] : Array.from({ length: 25 }, (_, hour) => day - hour * HOUR);
    for (const moment of moments) expect(shown(moment)).toBe(asked(zone, moment));
    before = now;
  }
});

test('a wall time is one moment, also far away and in no zone of this world', () => {
  expect(instantOf('Europe/Berlin', Date.UTC(2026, 2, 29, 2, 30))).toBe(Date.UTC(2026, 2, 29, 1, 30));
  expect(wallAt('Europe/Berlin', Date.UTC(9999, 11, 31))).toBe(Date.UTC(9999, 11, 31, 1));
  expect(() => offsetAt('Mars/Olympus', 0)).toThrow(expect.objectContaining({ code: 'ZONE_UNKNOWN' }));
});
