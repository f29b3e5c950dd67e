import { expect, test } from 'vitest';
import { emptyChart } from '../chart.ts';
import { inputOf } from '../concerns/examples.ts';
import { plansOf } from './plans.ts';

const plans = (note: string) => {
  const { record } = inputOf({ age: 40, notes: [`Psychiatry letter @20 | ${note}`] });
  return plansOf({ ...emptyChart(record.now), view: record }).map(({ concepts }) => concepts);
};

test('who is to be seen again is no test and no operation that stands before it', () => {
  expect(plans('No change. Supports knee op. RV 3/12.').flat()).toEqual([]);
  expect(plans('Mood level. Review in clinic in 6 weeks.').flat()).toEqual([]);
  expect(plans('Creatinine up. Repeat creatinine in 2 weeks.').flat()).toEqual(['observation:creatinine']);
});
