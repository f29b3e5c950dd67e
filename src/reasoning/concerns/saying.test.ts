import { expect, test } from 'vitest';
import { fill, sayingData } from './saying.ts';

test.each([sayingData.example, sayingData.counter])('$say', ({ say, of, becomes }) => {
  const items = of.map((name) => ({ concepts: [], name, fresh: false }));
  const said = fill(say, { items, slots: new Map([['medicine', items]]) });
  expect(said.toLowerCase()).toBe(becomes);
});
