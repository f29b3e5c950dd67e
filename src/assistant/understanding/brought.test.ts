import { expect, test } from 'vitest';
import { NOTHING_KNOWN } from './known.ts';
import { understand } from './read.ts';

const PLACE = { now: Date.parse('2026-11-19T11:00:00Z'), zone: 'Europe/London' };
const APPOINTMENTS = ['bring_appointments', {}];
const REFILLS = ['bring_todos', { from: 'refills' }];

function brought(said: string) {
  const read = understand(said, PLACE, NOTHING_KNOWN);
  return read.kind === 'requests' ? read.requests.map(({ tool, input }) => [tool, input]) : [];
}

test.each([
  ['bring my appointments and refills into my calendar and todos', [APPOINTMENTS, REFILLS]],
  ['bring my appointments and refills over', [APPOINTMENTS, REFILLS]],
  ['bring over my refills and appointments', [REFILLS, APPOINTMENTS]],
  ['could you pull my refills and appointments from my health record over?', [REFILLS, APPOINTMENTS]],
  ['import my check-ups and prescriptions from my record please', [APPOINTMENTS, REFILLS]],
  ['bring my appointments over', [APPOINTMENTS]],
  ['carry my refills over', [REFILLS]],
  ['bring my refills into my todos', [REFILLS]],
])('%s', (said, requests) => {
  expect(brought(said)).toEqual(requests);
});

test.each([
  'bring my mother over',
  'remind me to bring my appointments over',
  'add appointments and refills to my todo list',
])('what is a chore stays one: %s', (said) => {
  expect(brought(said)).not.toContainEqual(APPOINTMENTS);
});
