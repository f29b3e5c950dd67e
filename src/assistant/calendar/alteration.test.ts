import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, weekdayOf } from '../wall.ts';
import { alterSeries, type Become, type Chosen } from './alteration.ts';
import { type CalendarEvent, eventSchema } from './event.ts';
import { expand } from './recurrence.ts';

const NAMES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const BERLIN = 'Europe/Berlin';
const FROM = Date.parse('2026-11-01');
const TO = Date.parse('2027-06-01');

const series = (rule: string, start: string, more: Partial<CalendarEvent> = {}): CalendarEvent =>
  eventSchema.parse({ uid: 'u', title: 'judo', start, end: `${start.slice(0, 11)}23:00`, zone: BERLIN, rule, ...more });
const startsOf = (event: CalendarEvent) => expand('e', event, FROM, TO).map(({ start }) => start);
const altered = (event: CalendarEvent, chosen: Chosen, become: Become) =>
  alterSeries(event, chosen, become)
    .pieces.flatMap((piece) => startsOf(piece.event))
    .toSorted();

test('one weekday of a series goes to another from a day on; the rest, the end and what was moved stay', () => {
  const event = series('FREQ=WEEKLY;BYDAY=TU,FR;UNTIL=20270226T225959Z', '2026-11-17T18:00', {
    except: ['2026-11-24T18:00', '2026-12-08T18:00'],
    moved: { '2026-12-11T18:00': { start: '2026-12-13T10:00', end: '2026-12-13T11:00' } },
  });
  const after = altered(event, { weekdays: [4], from: '2026-12-01' }, { weekday: 5 });
  expect(after.slice(0, 9)).toEqual([
    ...['2026-11-17T18:00', '2026-11-20T18:00', '2026-11-27T18:00'],
    ...['2026-12-01T18:00', '2026-12-05T18:00', '2026-12-13T10:00', '2026-12-15T18:00', '2026-12-19T18:00'],
    '2026-12-22T18:00',
  ]);
  expect(after.at(-1)).toBe('2027-02-23T18:00');
});

test('a weekday of every second week stays in its weeks, and a count is still that of all', () => {
  const event = series('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=6', '2026-11-16T18:00');
  expect(altered(event, { weekdays: [2], from: '2026-11-20' }, { weekday: 3 })).toEqual([
    ...['2026-11-16T18:00', '2026-11-18T18:00', '2026-11-30T18:00', '2026-12-03T18:00'],
    ...['2026-12-14T18:00', '2026-12-17T18:00'],
  ]);
});

test('what was left out stays so at another hour; a day that is none of it, or is taken, is refused', () => {
  const event = series('FREQ=WEEKLY;BYDAY=TU,FR', '2026-11-17T18:00', { except: ['2026-11-20T18:00'] });
  expect(altered(event, { before: '2026-12-01' }, { clock: '19:30' }).slice(0, 4)).toEqual([
    ...['2026-11-17T19:30', '2026-11-24T19:30', '2026-11-27T19:30', '2026-12-01T18:00'],
  ]);
  expect(() => alterSeries(event, { weekdays: [2] }, { gone: true })).toThrow('does not take place on Wednesdays');
  expect(() => alterSeries(event, { weekdays: [1] }, { weekday: 4 })).toThrow('is on Fridays already');
  expect(() => alterSeries(event, {}, { weekday: 0 })).toThrow('on Tuesdays and Fridays');
  expect(() => alterSeries(event, {}, { by: 600 })).toThrow('another day');
});

test('what was not chosen is the same before and after, whatever becomes of the rest', () => {
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 6 });
  const day = fc.integer({ min: 0, max: 150 }).map((ahead) => addDays('2026-11-09', ahead));
  const end = fc.constantFrom('', ';UNTIL=20270313T225959Z', ';COUNT=17');
  const become = fc.constantFrom<Become>({ gone: true }, { clock: '07:15' }, { by: 30 }, { minutes: 20, title: 'x' });
  fc.assert(
    fc.property(days, end, day, fc.option(day), fc.integer({ min: 1, max: 3 }), fc.nat(), become, (...given) => {
      const [on, ends, first, last, every, pick, what] = given;
      const names = on.toSorted().map((one) => NAMES[one]);
      const begin = [0, 1, 2, 3, 4, 5, 6]
        .map((ahead) => addDays('2026-11-09', ahead))
        .find((one) => on.includes(weekdayOf(one)));
      const event = series(`FREQ=WEEKLY;INTERVAL=${every};BYDAY=${names.join(',')}${ends}`, `${begin}T18:00`);
      const weekdays = [on[pick % on.length]!];
      const chosen = { weekdays, from: first, before: last ?? undefined };
      const isChosen = (start: string) =>
        start.slice(0, 10) >= first &&
        (last === null || start.slice(0, 10) < last) &&
        weekdays.includes(weekdayOf(start));
      let pieces: readonly { event: CalendarEvent }[];
      try {
        ({ pieces } = alterSeries(event, chosen, what));
      } catch {
        return;
      }
      const after = pieces.flatMap((piece) => expand('e', piece.event, FROM, TO));
      const kept = startsOf(event).filter((start) => !isChosen(start));
      expect(
        after
          .filter(({ start }) => !isChosen(start))
          .map(({ start }) => start)
          .toSorted(),
      ).toEqual(kept);
      const changed = after.filter(({ start }) => isChosen(start));
      expect(changed.length).toBe(what.gone ? 0 : startsOf(event).filter(isChosen).length);
    }),
    { numRuns: 60 },
  );
});
