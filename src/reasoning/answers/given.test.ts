import { expect, test } from 'vitest';
import { ask } from './fixture.ts';
import { dayAfter } from './given.ts';

test.each([
  ['2026-11-06', '40 mg under the skin every 2 weeks', '2026-11-20'],
  ['2026-10-15', '1 injection every 28 days', '2026-11-12'],
  ['2026-05-12', '60 mg every 6 months', '2026-11-12'],
  ['2026-08-31', 'one injection every six months', '2027-02-28'],
  ['2026-01-10', 'once a month', '2026-02-10'],
  ['2026-01-10', '1 tablet every day', undefined],
])('%s, %s', (day, written, next) => {
  expect(dayAfter(day, written)).toBe(next);
});

test('what is given now and then is told by the entries of it being given, with the next by its gap', () => {
  const person = { age: 70, takes: ['denosumab 60 mg every 6 months'], done: { 'Denosumab injection': 200 } };
  const said = ask(person, 'When did I have my denosumab injection last?');
  expect(said).toMatch(/last denosumab was given on 27 Nov 2025/);
  expect(said).toMatch(/was due on 27 May 2026: it is overdue/);
  expect(ask(person, 'When is my next denosumab injection due?')).toMatch(/was due on 27 May 2026/);
});
