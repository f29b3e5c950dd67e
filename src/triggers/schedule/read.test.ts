import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextOccasion } from './occasions.ts';
import { readSchedule } from './read.ts';

/** A Sunday, 14:00 in Berlin. */
const NOW = Date.parse('2026-11-15T13:00:00Z');
const read = (text: string, zone = 'Europe/Berlin', now = NOW) => readSchedule(text, { now, zone });
const first = (text: string, zone?: string) => new Date(read(text, zone).next).toISOString().slice(0, 16);

test.each([
  ['every evening at 8', 'every day at 20:00 (Europe/Berlin)'],
  ['every night at 2:30', 'every day at 02:30 (Europe/Berlin)'],
  ['every night at 11', 'every day at 23:00 (Europe/Berlin)'],
  ['every morning and evening', 'every day at 08:00 and 18:00 (Europe/Berlin)'],
  ['nightly at 3', 'every day at 03:00 (Europe/Berlin)'],
  ['every Friday the 13th', 'every month on the 13th, if it is a Friday, at 09:00 (Europe/Berlin)'],
  ['tomorrow at half past nine', 'once, on Mon 16 Nov 2026 at 09:30 (Europe/Berlin)'],
  ['every Monday at quarter to ten', 'every Monday at 09:45 (Europe/Berlin)'],
  ['jeden Montag um halb zehn', 'every Monday at 09:30 (Europe/Berlin)'],
  ['every 3 hours between 8 and 18', 'every day at 08:00, 11:00, 14:00 and 17:00 (Europe/Berlin)'],
  ['every hour between 9 and 11 on Mondays', 'every Monday at 09:00, 10:00 and 11:00 (Europe/Berlin)'],
  ['once a fortnight', 'every 2 weeks on Sunday at 09:00 (Europe/Berlin)'],
  ['twice a fortnight', 'every Sunday at 09:00 (Europe/Berlin)'],
  ['half-yearly', 'every 6 months on the 15th at 09:00 (Europe/Berlin)'],
  ['biannually at 8', 'every 6 months on the 15th at 08:00 (Europe/Berlin)'],
  ['once a quarter', 'every 3 months on the 15th at 09:00 (Europe/Berlin)'],
  ['at the end of each month', 'every month on the last day at 09:00 (Europe/Berlin)'],
  [
    'end of every quarter at 8',
    'every year on the last day of March, June, September and December at 08:00 (Europe/Berlin)',
  ],
  ['every Monday until Christmas', 'every Monday at 09:00 (Europe/Berlin), until Fri 25 Dec 2026 at 23:59'],
  ['daily until Easter Monday 2027', 'every day at 09:00 (Europe/Berlin), until Mon 29 Mar 2027 at 23:59'],
  ["on New Year's Eve", 'once, on Thu 31 Dec 2026 at 09:00 (Europe/Berlin)'],
  ['in Q3 2027', 'once, on Thu 1 Jul 2027 at 09:00 (Europe/Berlin)'],
  ['mid-May 2027', 'once, on Sat 15 May 2027 at 09:00 (Europe/Berlin)'],
  ['every first working day of the month at 9', 'every month on the 1st weekday at 09:00 (Europe/Berlin)'],
  ['every working day at 8', 'every Monday, Tuesday, Wednesday, Thursday and Friday at 08:00 (Europe/Berlin)'],
  ['next spring', 'once, on Mon 1 Mar 2027 at 09:00 (Europe/Berlin)'],
  ['in the autumn', 'once, on Wed 1 Sep 2027 at 09:00 (Europe/Berlin)'],
  ['early June', 'once, on Sat 5 Jun 2027 at 09:00 (Europe/Berlin)'],
  ['late 2027', 'once, on Mon 1 Nov 2027 at 09:00 (Europe/Berlin)'],
  [
    'annually on the 29th of February at 8',
    'every year on the 29th of February (in a shorter one on its last day) at 08:00 (Europe/Berlin)',
  ],
  [
    'every 4 years on 29 February',
    'every 4 years on the 29th of February (in a shorter one on its last day) at 09:00 (Europe/Berlin)',
  ],
  ['on 29 February at 10', 'once, on Tue 29 Feb 2028 at 10:00 (Europe/Berlin)'],
  ['on 3 March and 14 April', 'on Wed 3 Mar 2027 at 09:00 and Wed 14 Apr 2027 at 09:00 (Europe/Berlin)'],
  ['3 and 14 March 2028 at 10', 'on Fri 3 Mar 2028 at 10:00 and Tue 14 Mar 2028 at 10:00 (Europe/Berlin)'],
  ['March 3, 2027 and Wednesday, 14 April', 'on Wed 3 Mar 2027 at 09:00 and Wed 14 Apr 2027 at 09:00 (Europe/Berlin)'],
  ['every 3rd of March and 14th of April', 'every year on 3 March and 14 April at 09:00 (Europe/Berlin)'],
  ['am 3. März und am 14. April', 'on Wed 3 Mar 2027 at 09:00 and Wed 14 Apr 2027 at 09:00 (Europe/Berlin)'],
  ['starting 1 May every Monday', 'every Monday at 09:00 (Europe/Berlin), from Sat 1 May 2027 on'],
  ['weekly from 1 June onwards', 'every Tuesday at 09:00 (Europe/Berlin), from Tue 1 Jun 2027 on'],
  ['starting with next Monday, every day at 9', 'every day at 09:00 (Europe/Berlin), from Mon 16 Nov 2026 on'],
  ['from 1 June, check every Monday at 8', 'every Monday at 08:00 (Europe/Berlin), from Tue 1 Jun 2027 on'],
  ['every Monday at 8 from 1 June 2020', 'every Monday at 08:00 (Europe/Berlin)'],
  ['tous les lundis à 8h30', 'every Monday at 08:30 (Europe/Berlin)'],
  ['le lundi à 8 heures', 'every Monday at 08:00 (Europe/Berlin)'],
  ['toutes les 6 heures pendant 3 jours', 'every 6 hours (Europe/Berlin), until Wed 18 Nov 2026 at 14:00'],
  [
    'chaque semaine jusqu’aux résultats de la phase 3',
    'every Sunday at 09:00 (Europe/Berlin), until this happens: résultats de la phase 3',
  ],
  ['los lunes a las 8 de la tarde', 'every Monday at 20:00 (Europe/Berlin)'],
  ['el 3 de marzo y el 14 de abril', 'on Wed 3 Mar 2027 at 09:00 and Wed 14 Apr 2027 at 09:00 (Europe/Berlin)'],
  ['il 15 di ogni mese', 'every month on the 15th at 09:00 (Europe/Berlin)'],
  ['chaque lundi à 8h Europe/Paris', 'every Monday at 08:00 (Europe/Paris)'],
  ['daily at 6am until Easter', 'every day at 06:00 (Europe/Berlin), until Sun 28 Mar 2027 at 23:59'],
  ['every Monday at 8 Christmas Island time', 'every Monday at 08:00 (Indian/Christmas)'],
])('%s', (text, understood) => expect(read(text).understood).toBe(understood));

test('single dates come one after the other, and days of the year each in its own month', () => {
  const all = (text: string) => {
    const { schedule, next } = read(text);
    const second = nextOccasion(schedule, next, 1);
    return [next, second, second && nextOccasion(schedule, second, 2)].map(
      (at) => at && new Date(at).toISOString().slice(0, 10),
    );
  };
  expect(all('on 3 March and 14 April')).toEqual(['2027-03-03', '2027-04-14', undefined]);
  expect(all('every 3rd of March and 14th of April')).toEqual(['2027-03-03', '2027-04-14', '2028-03-03']);
  expect(all('every 4 years on 29 February')).toEqual(['2028-02-29', '2032-02-29', '2036-02-29']);
});

test('Friday the 13th comes when it comes', () => {
  expect(() => read('on Fridays and the 13th')).toThrow('I do not understand');
  expect(first('every Friday the 13th')).toBe('2027-08-13T07:00');
});

test.each([
  ['every Monday at 8', 'every Monday at 08:00 (Europe/Berlin)', '2026-11-16T07:00'],
  ['in May 2027', 'once, on Sat 1 May 2027 at 09:00 (Europe/Berlin)', '2027-05-01T07:00'],
  ['+1 week', 'once, on Sun 22 Nov 2026 at 14:00 (Europe/Berlin)', '2026-11-22T13:00'],
  [
    'weekly until the Phase 3 readout',
    'every Sunday at 09:00 (Europe/Berlin), until this happens: the Phase 3 readout',
    '2026-11-22T08:00',
  ],
  ['0 8 * * 1', 'by cron "0 8 * * 1" (Europe/Berlin)', '2026-11-16T07:00'],
  ['2027-05-01T08:00', 'once, on Sat 1 May 2027 at 08:00 (Europe/Berlin)', '2027-05-01T06:00'],
  ['2027-05-01T08:00:00-04:00', 'once, on Sat 1 May 2027 at 14:00 (Europe/Berlin)', '2027-05-01T12:00'],
  ['every other Tuesday at 9:30', 'every 2 weeks on Tuesday at 09:30 (Europe/Berlin)', '2026-11-17T08:30'],
  [
    'on the first Monday of every month at 9:30',
    'every month on the 1st Monday at 09:30 (Europe/Berlin)',
    '2026-12-07T08:30',
  ],
  ['every second Tuesday of the month', 'every month on the 2nd Tuesday at 09:00 (Europe/Berlin)', '2026-12-08T08:00'],
  ['the last day of the month at 5pm', 'every month on the last day at 17:00 (Europe/Berlin)', '2026-11-30T16:00'],
  ['twice a day', 'every day at 08:00 and 20:00 (Europe/Berlin)', '2026-11-15T19:00'],
  ['every 6 hours for 3 days', 'every 6 hours (Europe/Berlin), until Wed 18 Nov 2026 at 14:00', '2026-11-15T19:00'],
  ['every year on 3 March', 'every year on the 3rd of March at 09:00 (Europe/Berlin)', '2027-03-03T08:00'],
  ['jeden Montag um 8 Uhr', 'every Monday at 08:00 (Europe/Berlin)', '2026-11-16T07:00'],
  ['daily at 8 in the evening Europe/London', 'every day at 20:00 (Europe/London)', '2026-11-15T20:00'],
  [
    'every Monday and Thursday at 8 and 20 until 1 March 2027',
    'every Monday and Thursday at 08:00 and 20:00 (Europe/Berlin), until Mon 1 Mar 2027 at 23:59',
    '2026-11-16T07:00',
  ],
  ['R5/2027-01-01T08:00/P1M', 'every month on the 1st at 08:00 (Europe/Berlin), 5 times', '2027-01-01T07:00'],
  ['in three days at 9', 'once, on Wed 18 Nov 2026 at 09:00 (Europe/Berlin)', '2026-11-18T08:00'],
  ['in a fortnight', 'once, on Sun 29 Nov 2026 at 14:00 (Europe/Berlin)', '2026-11-29T13:00'],
  ['31/12/2026', 'once, on Thu 31 Dec 2026 at 09:00 (Europe/Berlin)', '2026-12-31T08:00'],
  ['12/31/2026', 'once, on Thu 31 Dec 2026 at 09:00 (Europe/Berlin)', '2026-12-31T08:00'],
  [
    'every 29 February at 8',
    'every year on the 29th of February (in a shorter one on its last day) at 08:00 (Europe/Berlin)',
    '2027-02-28T07:00',
  ],
  [
    'every month on the 31st',
    'every month on the 31st (in a shorter one on its last day) at 09:00 (Europe/Berlin)',
    '2026-11-30T08:00',
  ],
  [
    'every Monday at 8 until the end of January',
    'every Monday at 08:00 (Europe/Berlin), until Sun 31 Jan 2027 at 23:59',
    '2026-11-16T07:00',
  ],
  [
    'weekly until end of next year',
    'every Sunday at 09:00 (Europe/Berlin), until Fri 31 Dec 2027 at 23:59',
    '2026-11-22T08:00',
  ],
  ['every day at 8 except Fridays', 'every day at 08:00, except on Friday (Europe/Berlin)', '2026-11-16T07:00'],
  [
    'every Monday to Friday at 9 but not in August and on 25 December',
    'every Monday, Tuesday, Wednesday, Thursday and Friday at 09:00, except in August and on 25 December (Europe/Berlin)',
    '2026-11-16T08:00',
  ],
  [
    'every Tuesday at 8 except 15 November to 6 January',
    'every Tuesday at 08:00, except from 15 November to 6 January of every year (Europe/Berlin)',
    '2027-01-12T07:00',
  ],
  [
    'every day from Monday to Wednesday at 9 until 20 December except Tuesdays',
    'every Monday, Tuesday and Wednesday at 09:00, except on Tuesday (Europe/Berlin), until Sun 20 Dec 2026 at 23:59',
    '2026-11-16T08:00',
  ],
  [
    'the last weekday of every month at 5pm',
    'every month on the last weekday at 17:00 (Europe/Berlin)',
    '2026-11-30T16:00',
  ],
  [
    'every day at 8 starting tomorrow for 10 days',
    'every day at 08:00 (Europe/Berlin), from Mon 16 Nov 2026 on, until Thu 26 Nov 2026 at 07:59',
    '2026-11-16T07:00',
  ],
  [
    'every Tuesday at 6pm for 6 weeks',
    'every Tuesday at 18:00 (Europe/Berlin), until Tue 29 Dec 2026 at 17:59',
    '2026-11-17T17:00',
  ],
  ['check every Friday for 5 times', 'every Friday at 09:00 (Europe/Berlin), 5 times', '2026-11-20T08:00'],
])('%s', (text, understood, next) => {
  expect(read(text).understood).toBe(understood);
  expect(first(text)).toBe(next);
});

describe('what nobody can read', () => {
  test.each([
    ['every Monday at 25', 'I understood "every Monday at 09:00 (Europe/Berlin)", but not "at 25".'],
    ['every Monday if it rains', 'but not "if it rains"'],
    ['every blue moon', 'I do not understand "every blue moon"'],
    ['soonish', 'I do not understand "soonish"'],
    ['61 * * * *', 'looks like cron'],
    ['', 'There is no schedule.'],
    ['2027-02-30', 'I do not understand'],
    ['every 0 days', 'I do not understand'],
    ['03/04/2027', '"03/04/2027" may be 3 April or 4 March 2027.'],
    ['weekly until 3-4-2027', 'may be 3 April or 4 March 2027'],
    ['0 8 31 2 *', 'never comes round: there is no such date'],
    ['chaque lundi à 25h', 'Read as French. I understood "every Monday at 09:00 (Europe/Berlin)", but not "at 25:00".'],
    ['on 2 March and 30 February', 'I do not understand'],
    ['co poniedziałek o 8', 'I do not understand'],
    ['every 31 February', 'I do not understand'],
    ['every fortnight on the 31st', 'I do not understand'],
    ['every second', 'I do not understand'],
    ['every third', 'I do not understand'],
    ['every Friday except Fridays', 'never comes round'],
    ['every day except when it rains', 'but not "except when it rains"'],
    [`every ${'x'.repeat(400)}`, 'at most 300 characters'],
  ])('%s', (text, says) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'SCHEDULE_UNREADABLE' }));
    expect(() => read(text)).toThrow(says);
  });

  test.each(['* * * * * *', '*/30 0 8 * * *', 'PT1S'])('%s comes round too often', (text) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/SCHEDULE_(TOO_OFTEN|UNREADABLE)/) }),
    );
  });

  test('the past and unknown zones are named as such', () => {
    expect(() => read('1 May 2020')).toThrow(expect.objectContaining({ code: 'SCHEDULE_PAST' }));
    expect(() => read('1 May 2020 and 3 March 2027')).toThrow(expect.objectContaining({ code: 'SCHEDULE_PAST' }));
    expect(() => read('every day until 1 May 2020')).toThrow(expect.objectContaining({ code: 'SCHEDULE_PAST' }));
    expect(() => read('every Monday Europe/Nowhere')).toThrow(expect.objectContaining({ code: 'ZONE_UNKNOWN' }));
  });

  test('no text makes it fail in any other way, and whatever it reads comes round in the future', () => {
    const word = fc.constantFrom(
      ...['every', 'other', 'Monday', 'at', '8', '2', 'weeks', 'until', 'the', 'readout', 'for', 'a', 'month', 'first'],
      ...[
        'of',
        'in',
        '+',
        '1',
        'day',
        'starting',
        'tomorrow',
        'times',
        '2027',
        'noon',
        ',',
        'and',
        'daily',
        '31st',
        'UTC',
      ],
    );
    const texts = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.array(word, { maxLength: 9 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          const { schedule, next } = read(text);
          expect(next).toBeGreaterThan(NOW);
          const second = nextOccasion(schedule, next, 1);
          if (second !== undefined) expect(second).toBeGreaterThan(next);
        } catch (thrown) {
          expect((thrown as { code?: string }).code).toMatch(/^(SCHEDULE_UNREADABLE|SCHEDULE_PAST|ZONE_UNKNOWN)$/);
        }
      }),
      { numRuns: 800 },
    );
  });
});

test.each([
  ['every first Tuesday of the month at 7:30 New York time until December 2027', 'America/New_York'],
  ['Fridays at 6pm Berlin time', 'Europe/Berlin'],
  ['every day at 8am EST', 'America/New_York'],
  ['every day at 8 in Tokyo', 'Asia/Tokyo'],
  ['every Wednesday at 9 Europe/London', 'Europe/London'],
  ['daily at 8 (UK time)', 'Europe/London'],
  ['every Monday at 8', 'UTC'],
])('%s is meant in %s', (text, zone) => {
  const { schedule } = readSchedule(text, { now: Date.parse('2026-11-15T12:00:00Z'), zone: 'UTC' });
  expect(schedule.zone).toBe(zone);
});

test('an end stays where a zone was taken out', () => {
  const text = 'every first Tuesday of the month at 7:30 New York time until December 2027';
  const { understood } = readSchedule(text, { now: Date.parse('2026-11-15T12:00:00Z'), zone: 'UTC' });
  expect(understood).toMatch(/1st Tuesday at 07:30 \(America\/New_York\), until .*Dec 2027/);
});
