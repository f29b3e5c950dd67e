/** What is told of a day that is not yet is no entry, and no question stands in the way of what must be said. */
import { expect, test } from 'vitest';
import { emptyChart } from '../chart.ts';
import { holdOn } from './holds.ts';
import { asOfNow, isAhead } from './known.ts';

const chart = emptyChart('2026-11-15T12:00:00Z');

test.each([
  'medication',
  'condition',
  'symptom',
  'allergy',
])('a %s of next week is left out without a question', (kind) => {
  const fact = { kind, name: 'levodopa', time: '2026-11-18', experiencer: 'patient' };
  expect(isAhead(chart, fact, 'none until Wednesday')).toBe(true);
  expect(isAhead(chart, { ...fact, time: '2026-11-14' }, 'none since Saturday')).toBe(false);
});

test('a day to come that is written out is asked about', () => {
  const fact = { kind: 'condition', name: 'asthma', time: '2026-11-20' };
  expect(isAhead(chart, fact, 'asthma since 20 Nov 2026')).toBe(false);
  expect(holdOn(chart, fact)?.what).toMatch(/20 Nov 2026/);
});

test('a value of next week is asked about', () => {
  const fact = { kind: 'measurement', name: 'body weight', time: '2026-11-18', experiencer: 'patient' };
  expect(isAhead(chart, fact, 'on Wednesday')).toBe(false);
  expect(holdOn(chart, fact)?.what).toMatch(/18 Nov 2026/);
});

test('what was measured is of now, though something else is for tomorrow; a day that is written out may be a slip', () => {
  const fact = { kind: 'measurement', name: 'body temperature', value: 38.3, time: '2026-11-16' };
  expect(asOfNow(fact, 'temp 38.3, the pen is for tomorrow', chart.view.now)).not.toHaveProperty('time');
  expect(asOfNow(fact, 'temp 38.3 on 16 Nov', chart.view.now)).toHaveProperty('time', '2026-11-16');
  expect(asOfNow({ ...fact, time: '2026-11-14' }, 'temp 38.3 yesterday', chart.view.now)).toHaveProperty('time');
});
