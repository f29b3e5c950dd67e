/** Days by their place and working days: as people say them, and as they fall. */
import { expect, test } from 'vitest';
import { nextOccasion } from './occasions.ts';
import { readSchedule } from './read.ts';

const place = { now: Date.parse('2026-11-18T22:00:00Z'), zone: 'Europe/Berlin' };

test.each([
  ['first Monday in March 2027', 'once, on Mon 1 Mar 2027 at 09:00 (Europe/Berlin)'],
  ['on the first Monday of March at 8', 'once, on Mon 1 Mar 2027 at 08:00 (Europe/Berlin)'],
  ['am ersten Montag im März 2027', 'once, on Mon 1 Mar 2027 at 09:00 (Europe/Berlin)'],
  ['last Friday of June 2027', 'once, on Fri 25 Jun 2027 at 09:00 (Europe/Berlin)'],
  ['the first working day of May 2027', 'once, on Mon 3 May 2027 at 09:00 (Europe/Berlin)'],
  ['third Wednesday of next month', 'once, on Wed 16 Dec 2026 at 09:00 (Europe/Berlin)'],
  ['the first Monday of March and September', 'on Mon 1 Mar 2027 at 09:00 and Mon 6 Sep 2027 at 09:00 (Europe/Berlin)'],
  ['every first Monday in March', 'every year on the 1st Monday of March at 09:00 (Europe/Berlin)'],
  ['first Monday in March each year', 'every year on the 1st Monday of March at 09:00 (Europe/Berlin)'],
  ['jeden ersten Werktag des Monats', 'every month on the 1st weekday at 09:00 (Europe/Berlin)'],
  ['the 10th working day of each month', 'every month on the 10th weekday at 09:00 (Europe/Berlin)'],
  ['next business day at 8', 'once, on Thu 19 Nov 2026 at 08:00 (Europe/Berlin)'],
  ['in 3 business days', 'once, on Mon 23 Nov 2026 at 23:00 (Europe/Berlin)'],
  ['in five working days at 10', 'once, on Wed 25 Nov 2026 at 10:00 (Europe/Berlin)'],
  ['in drei Werktagen', 'once, on Mon 23 Nov 2026 at 23:00 (Europe/Berlin)'],
  ['every 3 business days', 'every 3 working days at 09:00 (Europe/Berlin)'],
  ['every two working days at 8', 'every 2 working days at 08:00 (Europe/Berlin)'],
  ['Monday to Friday at 8', 'every Monday, Tuesday, Wednesday, Thursday and Friday at 08:00 (Europe/Berlin)'],
  ['Tuesday week', 'once, on Tue 1 Dec 2026 at 09:00 (Europe/Berlin)'],
  ['a week on Tuesday', 'once, on Tue 1 Dec 2026 at 09:00 (Europe/Berlin)'],
  ['beginning of next month', 'once, on Tue 1 Dec 2026 at 09:00 (Europe/Berlin)'],
  ['start of 2027', 'once, on Fri 1 Jan 2027 at 09:00 (Europe/Berlin)'],
])('"%s" is %s', (text, understood) => {
  expect(readSchedule(text, place).understood).toBe(understood);
});

test('every third working day passes over weekends, from wherever it is counted', () => {
  const { schedule } = readSchedule('every 3 business days', place);
  const days: string[] = [];
  for (let at: number | undefined = place.now; days.length < 5; ) {
    at = nextOccasion(schedule, at!);
    days.push(new Date(at!).toISOString().slice(0, 10));
  }
  expect(days).toEqual(['2026-11-19', '2026-11-24', '2026-11-27', '2026-12-02', '2026-12-07']);
});

test.each([
  ['the first Monday in March 2020', 'lies in the past'],
  ['the sixth Monday in March 2027', 'I do not understand'],
  ['the fifth Monday in February 2027', 'I do not understand'],
  ['in 3 business days at 25', 'but not "in 3" and "at 25"'],
])('"%s" is refused: %s', (text, why) => {
  expect(() => readSchedule(text, place)).toThrow(why);
});
