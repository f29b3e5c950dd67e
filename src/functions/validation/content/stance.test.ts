import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { frequencyOf, sameFrequency } from './frequency.ts';
import { slotDiffers } from './slots.ts';
import { compareStance, readStance } from './stance.ts';

const rows = parse(readFileSync(new URL('./stance.yml', import.meta.url), 'utf8')) as {
  axis: string;
  example: string;
  counter: string;
}[];

test.each(rows.map((row) => [row.axis, row]))('%s: example and counter stand on opposite sides', (axis, row) => {
  const [example, counter] = [readStance(row.example).get(axis), readStance(row.counter).get(axis)];
  expect([example, counter].sort()).toEqual([-1, 1]);
});

test.each([
  ['Search kept working.', 'Browsing and search were not affected.', 1],
  ['Gift cards do not work.', 'Gift cards were never affected.', -1],
  ['Forbids leaving things in the hall.', 'Nothing may be left in the hall.', 1],
  ['Experience with leather is required.', 'Experience with leather is no condition.', -1],
  ['The tower is red.', 'The tower is not blue.', 0],
])('%s / %s', (claim, passage, expected) => {
  expect(compareStance(claim, passage)).toBe(expected);
});

test('how often', () => {
  expect(frequencyOf('Tested once a quarter by the team')).toBe(4);
  expect(frequencyOf('Collected every second Friday')).toBe(26);
  expect(sameFrequency('Tested every month', 'Tested once a quarter')).toBe(false);
  expect(sameFrequency('Checked weekly', 'Checked every week')).toBe(true);
  expect(sameFrequency('Checked weekly', 'Checked by Ana')).toBeUndefined();
});

test('another thing in the same place', () => {
  const near = () => 0.3;
  expect(slotDiffers('Customers are informed by phone', 'Customers are informed by e-mail in advance', near)).toBe(
    true,
  );
  expect(slotDiffers('Customers are informed by phone', 'Customers are informed by phone', () => 1)).toBe(false);
  expect(slotDiffers('Customers are informed by phone', 'Rates are set by the board', near)).toBe(false);
});
