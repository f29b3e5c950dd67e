/** What was taken is a dose, may be one, or is left to the alarm. */
import { expect, test } from 'vitest';
import { emptyChart } from '../chart.ts';
import { isCalm, weighDoses } from './index.ts';

const now = '2026-11-15T09:00:00Z';
const weighed = (message: string) => weighDoses({ chart: emptyChart(now), message, now });

test.each([
  'I took 20 units novorapid with dinner',
  'I took 20 units of novorapid with dinner and 12 lantus at bedtime',
  'injected 8 units of humalog before lunch as usual',
])('units of insulin are a dose: %s', (message) => {
  expect(weighed(message)).toBe('usual');
});

test.each([
  'took 16 tablets this week',
  'my husband took 20 tablets this week',
  'took 14 tablets of vitamin d over the week',
])('over days which they were decides: %s', (message) => {
  expect(weighed(message)).toBe('unclear');
});

test.each([
  'took 16 tablets',
  'took 16 tablets this week and feel sick',
  'took 16 tablets this week, i want to sleep forever',
  'my daughter (4) took 16 tablets this week',
  'took 90 tablets in 3 days',
  'took 24 paracetamol over the last 2 days',
  'took 14 warfarin this week',
  'took 40 units of novorapid by mistake',
  'took 20 units instead of 2 units of novorapid',
  'took 20 units of insulin but i am not diabetic',
  'took 20 units novorapid with dinner and now sweating',
  'took 200 units of lantus at bedtime',
])('any other word, a child, or too much leaves it to the alarm: %s', (message) => {
  expect(weighed(message)).toBe('unknown');
});

test('whether a thing is arranged is no danger; any other word leaves it one', () => {
  expect(isCalm('is everything ready for her bone injection?', 'danger', now)).toBe(true);
  expect(isCalm('is everything ready for her bone injection? she went grey', 'danger', now)).toBe(false);
  expect(isCalm('is he going to die', 'danger', now)).toBe(false);
});

test('how a colleague says of whom they ask is no danger, what happens beside it may be', () => {
  expect(isCalm('71F, AF. is her eliquis dose still right?', 'danger', now)).toBe(true);
  expect(isCalm('busy clinic. 71F, AF, CKD. is her eliquis dose still right?', 'danger', now)).toBe(true);
  expect(isCalm('71F, AF, cannot lift her arm. is her eliquis dose still right?', 'danger', now)).toBe(false);
});
