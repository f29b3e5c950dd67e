import { expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../known.ts';
import { understand } from '../read.ts';

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };

function first(say: string, known = NOTHING_KNOWN) {
  const read = understand(say, PLACE, known);
  return read.kind === 'requests' ? read.requests[0] : undefined;
}

test.each([
  ['remind me to take ibuprofen 2 h after lunch', '2026-11-15T14:30', 'lunch as 12:30'],
  ['remind me half an hour before bed to lock up', '2026-11-15T21:30', 'bed as 22:00'],
  ['remind me an hour after work to stretch', '2026-11-15T18:00', 'the end of work as 17:00'],
  ['remind me before breakfast to weigh myself', '2026-11-16T07:30', 'breakfast as 08:00'],
  ['remind me tomorrow after lunch to call the bank', '2026-11-16T13:30', 'lunch as 12:30'],
])('%s', (say, at, assumed) => {
  const request = first(say);
  expect(request).toMatchObject({ tool: 'set_reminder', input: { at }, assumed });
  expect(request?.input['what']).not.toMatch(/lunch|bed|work|breakfast/);
});

test('of every day too, and what is in the calendar has its own hour', () => {
  expect(first('remind me to take the pill an hour after dinner every day')?.input).toMatchObject({
    what: 'take the pill',
    when: 'every day at 20:00',
  });
  const known = {
    ...NOTHING_KNOWN,
    events: ['lunch with Ana'],
    starts: { 'lunch with Ana': Date.parse('2026-11-16T12:00Z') },
  };
  const { input, assumed } = first('remind me to rest 2 h after lunch', known)!;
  expect([input['at'], assumed]).toEqual(['2026-11-16T15:00', undefined]);
});

test.each([
  'add lunch boxes to groceries',
  'remember that I get tired after lunch meetings',
])('%s has no hour', (say) => {
  const input = first(say)?.input ?? {};
  expect(input['due'] ?? input['at'] ?? input['start']).toBeUndefined();
});
