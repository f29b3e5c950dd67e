/** A day that is said without its month or its week is counted from what is moved. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const moved = async (...messages: string[]): Promise<string> => {
  for (const message of messages) await desk.ask(message, 's');
  const [{ body } = { body: undefined }] = desk.assistant.calendar.list('local');
  const [[was, to] = []] = Object.entries(body?.moved ?? {});
  return was === undefined ? `${body?.start}` : `${was} to ${to?.start}`;
};

test.each([
  [['recital on 13 December at 11:00', 'move the recital to the 19th'], '2026-12-19T11:00'],
  [['recital on 28 December at 11:00', 'move the recital to the 3rd'], '2027-01-03T11:00'],
  [
    ['football every Saturday at 14:00', 'move football on 5 December to Sunday'],
    '2026-12-05T14:00 to 2026-12-06T14:00',
  ],
  [
    ['team sync every Monday at 9:00', 'move the team sync on 14 December to Tuesday at 10:00'],
    '2026-12-14T09:00 to 2026-12-15T10:00',
  ],
])('%j', async (messages, result) => {
  expect(await moved(...messages)).toBe(result);
});

test('next week is the occasion of next week', async () => {
  desk.clock.set(Date.parse('2026-11-18T08:00:00Z'));
  const result = await moved('choir every Thursday at 19:30', 'move the choir next week to Wednesday');
  expect(result).toBe('2026-11-26T19:30 to 2026-11-25T19:30');
});

test('what another order is about says nothing of an hour, and a habit that turns one is told', async () => {
  await desk.ask('call the bank on Friday at 11 and cancel the book club', 's');
  expect(desk.assistant.todos.list('local').map(({ body }) => body.due)).toEqual(['2026-11-20T11:00']);
  expect((await desk.ask('book club on Thursday at 10', 's')).text).toMatch(/10:00|I took 10 as 22:00/);
});

test('days with an hour of their own are no days with both hours', async () => {
  const said = await desk.ask('swimming on Mondays at 7 and Wednesdays at 20:00', 's');
  expect(said.text).toContain('one by one');
  expect(desk.assistant.calendar.list('local')).toEqual([]);
  await desk.ask('swimming on Mondays and Wednesdays at 20:00', 's');
  expect(desk.assistant.calendar.list('local')).toHaveLength(1);
});
