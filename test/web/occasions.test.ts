/** When agents look again, as the calendar has it. */
import { expect, test } from 'vitest';
import { shownByDay } from '../../web/src/pieces/days.ts';
import { cutsIn, eventsOf, spanOf } from '../../web/src/research/occasions.ts';

const TRIGGER = { id: 't1', agent_id: 'a1', instruction: 'Look again: gout.', zone: 'Asia/Tokyo' };
const AGENTS = [{ id: 'a1', name: 'Gout Research' }];

test('a month is asked for with what its days hold in any zone, and nothing that is past', () => {
  const now = Date.parse('2027-01-04T06:00:00Z');
  expect(spanOf('2027-01', now)).toEqual({ from: '2027-01-04T06:00:00.000Z', to: '2027-02-02T00:00:00.000Z' });
  expect(spanOf('2027-03', now)).toEqual({ from: '2027-02-28T00:00:00.000Z', to: '2027-04-06T00:00:00.000Z' });
  expect(spanOf('2026-03', now)).toEqual({ from: '2027-01-04T06:00:00.000Z', to: '2027-01-04T06:00:00.000Z' });
});

test('an occasion stands on its day and at its hour there; where more would come that is said, up to where', () => {
  const occasions = [
    { trigger_id: 't1', at: '2027-01-04T20:00:00.000Z' },
    { trigger_id: 't1', at: '2027-01-05T20:00:00.000Z', more: true },
    { trigger_id: 'gone', at: '2027-01-05T20:00:00.000Z', more: true },
  ];
  expect(eventsOf(occasions, [TRIGGER], AGENTS)).toMatchObject([
    { title: 'Gout Research', day: '2027-01-05', time: '05:00 GMT+9' },
    { title: 'Gout Research', day: '2027-01-06' },
  ]);
  expect(cutsIn(occasions, [TRIGGER], AGENTS)).toEqual([
    'Gout Research: shown up to 6 Jan 2027, 05:00 (Asia/Tokyo); it goes on as often after that.',
  ]);
  expect(cutsIn(occasions.slice(0, 1), [TRIGGER], AGENTS)).toEqual([]);
});

test('of a day with many the first are listed, and the rest are counted', () => {
  const events = ['05', '01', '03', '02', '04', '06'].map((hour) => ({ day: '2027-01-05', time: `${hour}:00` }));
  expect(shownByDay([{ day: '2027-01-06' }, ...events])).toEqual([
    {
      day: '2027-01-05',
      shown: ['01', '02', '03', '04'].map((hour) => ({ day: '2027-01-05', time: `${hour}:00` })),
      left: 2,
    },
    { day: '2027-01-06', shown: [{ day: '2027-01-06' }], left: 0 },
  ]);
});
