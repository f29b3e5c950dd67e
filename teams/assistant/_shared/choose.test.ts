import * as assistant from 'consilium/assistant';
import { expect, test, vi } from 'vitest';
import { choose } from './choose.ts';

const things = (many: number) =>
  Array.from({ length: many }, (_, at) => ({ id: `t${at}`, name: `call the plumber number ${at} about the sink` }));

test('one of thousands is found by its number', () => {
  expect(choose('plumber number 2077', things(3_000), 'todo')).toMatchObject({ id: 't2077' });
});

test('what excludes a name is read of the best alone', () => {
  const read = vi.spyOn(assistant, 'contradicts');
  choose('plumber number 2077', things(3_000), 'todo');
  expect(read.mock.calls.length).toBeLessThanOrEqual(200);
});
