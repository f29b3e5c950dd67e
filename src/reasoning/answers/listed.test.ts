import { expect, test } from 'vitest';
import { ask } from './fixture.ts';
import { MOST_LISTED } from './listed.ts';

const many = (count: number, what: (nth: number) => string) => Array.from({ length: count }, (_, nth) => what(nth));

test('a list of medicines is whole; one of thousands is cut, and says how much of it is not shown', () => {
  const lines = (count: number) =>
    ask({ age: 60, takes: many(count, (nth) => `metformin ${nth + 1} mg`) }, 'What medicines do I take?')
      .split('\n')
      .filter((line) => line.startsWith('- '));
  expect(lines(MOST_LISTED)).toHaveLength(MOST_LISTED);
  const cut = lines(MOST_LISTED + 40);
  expect([cut.length, cut.at(-1)]).toEqual([MOST_LISTED + 1, '- And 40 more: your record has them all.']);
});

test('so is a list of conditions', () => {
  const said = ask({ age: 60, has: many(MOST_LISTED + 7, (nth) => `gout ${nth}`) }, 'What conditions do I have?');
  expect(said).toMatch(/and 7 more that your record has/);
});
