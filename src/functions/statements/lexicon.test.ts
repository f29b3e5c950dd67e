import { expect, test } from 'vitest';
import { areKin, areOpposites } from '../../text/lexicon.ts';
import { amountsIn, follows } from './amounts.ts';

test('words that are opposite, and words for the same', () => {
  expect([areOpposites('accept', 'rejected'), areOpposites('accept', 'receive')]).toEqual([true, false]);
  expect([areKin('approval', 'approve'), areKin('permit', 'allow'), areKin('permit', 'forbid')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('of a change the second amount holds, and a tighter bound says more', () => {
  const [now] = amountsIn('The lifetime was cut from 24 to 8 hours.');
  expect(now).toMatchObject({ dimension: 'time', value: 8 * 3600 });
  const [tight, loose] = [amountsIn('within ten days')[0]!, amountsIn('within two weeks')[0]!];
  expect([follows(tight, loose), follows(loose, tight)]).toEqual([true, false]);
  expect(amountsIn('It is 2 m wide.')[0]).toMatchObject({ dimension: 'length', value: 2 });
  expect(amountsIn('3M users')[0]).toMatchObject({ value: 3_000_000 });
});
