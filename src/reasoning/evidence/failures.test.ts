import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { emptyChart } from '../chart.ts';
import { inputOf } from '../concerns/examples.ts';
import { failures, failuresOf } from './failures.ts';

const KINDS = ['condition', 'drug', 'drug_class'] as const;

/** A person who takes the first of a pair and has, or takes, the second. */
function failuresWith([drug, other]: [string, string]) {
  const concept = openCatalogue().link({ name: other, kinds: KINDS });
  const takes = [`${drug} 10 mg`, ...(concept?.kind === 'condition' ? [] : [`${other} 10 mg`])];
  const { record } = inputOf({ age: 50, takes, ...(concept?.kind === 'condition' && { has: [other] }) });
  const chart = { ...emptyChart(record.now), view: record };
  return failuresOf(
    chart,
    record.medicines.filter(({ name }) => name.startsWith(drug)),
  );
}

test('every row names concepts', () => {
  const ids = failures.rows.flatMap(({ of, with: against }) => [...of, ...against]);
  expect(ids.filter((id) => openCatalogue().get(id) === undefined)).toEqual([]);
});

test.each(failures.rows)('$example.0 with $example.1, not with $counter.1', ({ example, counter, because }) => {
  expect(failuresWith(example).map((each) => each.because)).toContain(because);
  expect(failuresWith(counter).map((each) => each.because)).not.toContain(because);
});
