/** What papers asked for: found, given a term, and held against what the record shows since. */
import { describe, expect, test } from 'vitest';
import { type Chart, emptyChart } from '../chart.ts';
import { type Node, viewNodes } from '../viewing.ts';
import { isOpen, isPlan, isUnmet, plansAbout, plansOf, planWords } from './plans.ts';

const NOW = '2026-11-15T09:00:00Z';
let made = 0;
const node = (label: string, properties: Node['properties']): Node => ({ uuid: `n${++made}`, label, properties });
const paper = (text: string, time: string) => node('DocumentReference', { name: 'Clinic letter', time, text });
const calcium = (time: string) => node('Observation', { name: 'Calcium', time, value: 2.7, unit: 'mmol/L' });

function chartOf(...nodes: Node[]): Chart {
  return { ...emptyChart(NOW), view: viewNodes('p', [{ uuid: 'p', label: 'Patient', properties: {} }, ...nodes], NOW) };
}

describe('the words', () => {
  for (const { id, example, counter } of planWords.asks)
    test(id, () => expect([isPlan(example), isPlan(counter)]).toEqual([true, false]));
  for (const { id, example, counter } of planWords.unmet)
    test(id, () => expect([isUnmet(example), isUnmet(counter)]).toEqual([true, false]));
});

describe('a repeat that was asked for', () => {
  const asked = paper('Calcium 2.74. Please repeat calcium in 3 months.', '2026-05-05');
  test('is open where nothing came since, and late by its term', () => {
    const [plan] = plansOf(chartOf(calcium('2026-04-14'), asked));
    expect(plan).toMatchObject({ concepts: ['observation:calcium'], due: '2026-08-05', done: undefined });
    expect(isOpen(plan!, NOW)).toBe(true);
  });
  test('is done by a later value', () => {
    const [plan] = plansOf(chartOf(calcium('2026-04-14'), asked, calcium('2026-08-02')));
    expect(plan!.done?.time).toBe('2026-08-02');
    expect(isOpen(plan!, NOW)).toBe(false);
  });
});

test('what begins on a day is not due on it; of a stretch its end counts', () => {
  const text = 'TSH 4.9: levothyroxine up to 125 micrograms daily from 21 May 2026, TSH again in 4 to 6 weeks.';
  const [plan] = plansOf(chartOf(paper(text, '2026-05-20')));
  expect(plan).toMatchObject({ concepts: ['observation:thyroid_stimulating_hormone'], due: '2026-07-01' });
});

test('a month in words goes before a stretch', () => {
  const [plan] = plansOf(chartOf(paper('Low-dose CT again in 12 months (August 2026).', '2025-09-02')));
  expect(plan!.due?.slice(0, 7)).toBe('2026-08');
});

test('what comes every so often is counted from the last time', () => {
  const yearly = paper('Intraocular pressure every year.', '2020-04-29');
  const done = node('Observation', { name: 'Intraocular pressure', time: '2024-05-14', value: 18, unit: 'mm[Hg]' });
  const [plan] = plansOf(chartOf(yearly, done)).filter(({ concepts }) => concepts.length > 0);
  expect(plan).toMatchObject({ every: true, due: '2025-05-14' });
  expect(isOpen(plan!, NOW)).toBe(true);
});

test('a question finds the plan by another word for the same', () => {
  const chart = chartOf(paper('Please book a neck ultrasound and a bone scan.', '2026-05-05'));
  expect(plansAbout(chart, [], 'what did the neck scan say').length).toBeGreaterThan(0);
  expect(plansAbout(chart, [], 'what did the heart scan say')).toEqual([]);
});
