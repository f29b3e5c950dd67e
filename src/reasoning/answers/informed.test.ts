/** "Does the doctor know?": only papers of theirs, or to them, say so. */
import { expect, test } from 'vitest';
import { emptyChart } from '../chart.ts';
import { inputOf } from '../concerns/examples.ts';
import { consult } from '../index.ts';

const asked = (message: string, notes: string[]) => {
  const { record } = inputOf({ age: 30, takes: ['valproate 500 mg twice daily @400'], has: ['epilepsy'], notes });
  const [first] = record.documents;
  const chart = {
    ...emptyChart(record.now),
    view: record,
    people: (uuid: string) => (uuid === first?.uuid ? ['Dr. I. Aalto, neurology'] : ['Dr. S. Wyss, psychiatry']),
  };
  return consult({ chart, message, now: record.now }).answer.text;
};

test('what their letters do not name is not taken for known', () => {
  const told = asked('Does Dr Aalto know that I am on valproate?', [
    'Epilepsy, treated with lamotrigine alone.',
    'Valproate was added in March.',
  ]);
  expect(told).toContain('Not as far as your record shows');
  expect(told).toContain('lamotrigine alone');
});

test('what they wrote themselves they know', () => {
  const told = asked('Does Dr Aalto know that I am on valproate?', ['Valproate goes on, 500 mg twice daily.', 'Seen.']);
  expect(told).toContain('Yes, by your record');
});
