import { expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../known.ts';
import { understand } from '../read.ts';

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };

function remind(say: string, about?: Parameters<typeof understand>[3]) {
  const read = understand(say, PLACE, NOTHING_KNOWN, about);
  return (read.kind === 'requests' ? read.requests : []).find(({ tool }) => tool === 'set_reminder')?.input;
}

test.each([
  ["remind me of Mum's birthday on 4 May a week before, every year", "Mum's birthday", 'every year on 27 April'],
  ['remind me a week before my anniversary on 12 June every year', 'anniversary', 'every year on 5 June'],
  ["Ana's birthday is 3 March, remind me two days before every year", "Ana's birthday", 'every year on 1 March'],
  ['put the car tax on 1 February every year and remind me a month before', 'car tax', 'every year on 1 January'],
  ['every year on 4 May remind me a week before to buy flowers', 'buy flowers', 'every year on 27 April'],
  ['remind me every year a week before Christmas to order the goose', 'order the goose', 'every year on 18 December'],
  ['remind me three days before the 15th of every month to pay the card', 'pay the card', 'every month on the 12th'],
])('%s', (say, what, when) => {
  expect(remind(say)).toMatchObject({ what, when, recurs: true });
  expect(remind(say)?.['by']).toBeUndefined();
  // What was spoken of before it is none of it.
  const about = { kinds: ['event' as const], name: 'gym', at: Date.parse('2027-06-05T08:00Z') };
  expect(remind(say, about)).toMatchObject({ what, when });
});

test('where no rhythm says it, it stays counted, and is asked for', () => {
  expect(remind('remind me two days before the first of every month to transfer rent')).toMatchObject({
    recurs: true,
    by: -2880,
  });
});
