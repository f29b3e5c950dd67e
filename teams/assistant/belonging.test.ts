/** Reminders that belong to an event: they go where it goes, are silent while it is cancelled, and come back with it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { wallOf } from '../../src/assistant/index.ts';
import { BERLIN, type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const reminders = async () =>
  (await desk.assistant.reminders.list('local')).map(({ what, next }) => `${what} ${wallOf(next, BERLIN)}`);

test('what was counted from an event is counted again where it is moved to; one undo takes both back', async () => {
  await desk.ask('book the dentist on Friday at 3pm and remind me an hour before', 's');
  const moved = await desk.ask('move the dentist to Monday at 10', 's');
  expect(moved.text).toContain('09:00');
  expect(await reminders()).toEqual(['dentist 2026-11-16T09:00']);
  await desk.ask('undo that', 's');
  expect(await reminders()).toEqual(['dentist 2026-11-20T14:00']);
  await desk.ask('undo that', 's');
  expect(await reminders()).toEqual([]);
});

test('a day before stays a day before, at its hour; the name need not be that of the event', async () => {
  await desk.ask('flight to Rome on 4 December at 9:40 in my calendar');
  await desk.ask('remind me to pack the day before the flight');
  await desk.ask('remind me to check in 24 hours before the flight');
  await desk.ask('the flight is now on 6 December at 7am');
  expect(await reminders()).toEqual(['check in 2026-12-05T07:00', 'pack 2026-12-05T09:00']);
});

test('nobody is reminded of what is cancelled, no list shows it, and it comes back with its event', async () => {
  await desk.ask('book the dentist on Friday at 3pm and remind me an hour before');
  expect((await desk.ask('cancel the dentist')).text).toContain('not remind you');
  expect([await reminders(), desk.assistant.todos.list('local')]).toEqual([[], []]);
  await desk.ask('undo that');
  expect(await reminders()).toEqual(['dentist 2026-11-20T14:00']);
});

test('what was reminded of already is due again where the event was put off', async () => {
  await desk.ask('book the dentist today at 3pm and remind me an hour before');
  await desk.clock.advance(130 * 60_000);
  while ((await desk.triggers.tick()) > 0) await desk.triggers.drain();
  expect(desk.assistant.reminders.notices('local')).toHaveLength(1);
  await desk.ask('move the dentist to tomorrow at 3pm');
  expect(await reminders()).toEqual(['dentist 2026-11-16T14:00']);
});

describe('of what comes again', () => {
  beforeEach(async () => {
    await desk.ask('yoga every Tuesday at 6pm');
    await desk.ask('remind me of yoga half an hour before');
  });
  test.each([
    ['move yoga on Tuesday to 7pm', '2026-11-17T18:30'],
    ['move yoga to every Wednesday at 6pm', '2026-11-18T17:30'],
    ['from 16 November on yoga is at 8pm', '2026-11-17T19:30'],
  ])('"%s" takes it along', async (say, at) => {
    await desk.ask(say);
    expect(await reminders()).toEqual([`yoga ${at}`]);
    await desk.ask('undo that');
    expect(await reminders()).toEqual(['yoga 2026-11-17T17:30']);
  });

  test('an occasion that is left out has none', async () => {
    await desk.ask('cancel yoga on Tuesday');
    expect(await reminders()).toEqual([]);
  });
});

test('one that has its own day and is of nothing in the calendar stays where it is', async () => {
  await desk.ask('book the dentist on Friday at 3pm');
  await desk.ask('remind me to call Nora on Friday at 2pm');
  await desk.ask('move the dentist to Monday at 10');
  expect(await reminders()).toEqual(['call Nora 2026-11-20T14:00']);
});

test('a weekday for what is weeks away is of its own week; whoever it is with is to be told', async () => {
  await desk.ask('book the dentist on 8 December at 7pm');
  const { text } = await desk.ask('move the dentist to Wednesday');
  expect(desk.assistant.calendar.list('local')[0]?.body.start).toBe('2026-12-09T19:00');
  expect(text).toContain('they do not know of it yet');
  await desk.ask('book yoga tomorrow at 6pm');
  expect((await desk.ask('move yoga to Friday')).text).not.toContain('they do not know');
});
