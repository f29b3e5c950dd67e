import { expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../known.ts';
import { understand } from '../read.ts';

/** A Thursday. */
const PLACE = { now: Date.parse('2026-11-19T11:00:00Z'), zone: 'Europe/London' };

function asked(said: string) {
  const read = understand(said, PLACE, NOTHING_KNOWN);
  return read.kind === 'requests' ? read.requests.map(({ tool, input }) => [tool, input]) : read.kind;
}

test.each([
  ['put the dentist in for Tuesday at 2pm for 45 minutes, at 12 Harley Street', '2026-11-24T14:00', '12 Harley Street'],
  ['add a haircut on Friday at 3pm, at 9 Elm Road', '2026-11-20T15:00', '9 Elm Road'],
  ['physio on Thursday at 11, 5 Church Road', '2026-11-26T11:00', '5 Church Road'],
  ['add lunch with Ana tomorrow at 1pm at 19 Baker Street', '2026-11-20T13:00', '19 Baker Street'],
  ['schedule optician for monday 10am at 221b Baker Street', '2026-11-23T10:00', '221b Baker Street'],
  ['add drinks on Friday at 7pm, at 8 The Green', '2026-11-20T19:00', '8 The Green'],
  ['dinner tomorrow at 7, at 3 mill lane', '2026-11-20T19:00', '3 mill lane'],
])('the number of a house is no hour: %s', (said, start, location) => {
  expect(asked(said)).toEqual([['add_event', expect.objectContaining({ start, location })]]);
});

test('an hour before a street is one where no other hour was said', () => {
  expect(asked('walk the dog tomorrow at 9 on Abbey Road')).toMatchObject([
    ['add_event', { start: expect.stringMatching(/T(?:09|21):00$/) }],
  ]);
  expect(asked('lunch on Friday at 1 Baker Street')).toMatchObject([['add_event', { start: '2026-11-20T13:00' }]]);
});
