import { expect, test } from 'vitest';
import { emptyChart } from '../chart.ts';
import { inputOf } from '../concerns/examples.ts';
import { lineFor, linesOf } from './directory.ts';

const chartWith = (...notes: string[]) => {
  const { record } = inputOf({ age: 40, notes });
  return { ...emptyChart(record.now), view: record };
};

test.each([
  ['ring the rheumatology line 0161 555 0101 the same day', 'rheumatology line', '0161 555 0101'],
  ["straight to the children's ward, 0161 555 0505, no waiting", "children's ward", '0161 555 0505'],
  ['Call endocrine nurse 01632 960 291 if no date', 'endocrine nurse', '01632 960 291'],
  ['never stop it without asking the cardiac nurses 0161 555 1010', 'cardiac nurses', '0161 555 1010'],
  ['call us at 208-555-0160', '', '208-555-0160'],
  ["she rings the clinic's crisis line 0800 555 0177", "clinic's crisis line", '0800 555 0177'],
  ['Sickle nurse: Joost, 010 555 0147, weekdays', 'sickle nurse Joost', '010 555 0147'],
  ['the rheumatology nurse line rung the same day on 091 555 0142', 'rheumatology nurse line', '091 555 0142'],
  ['ring the ward the same day, 55 00 01 23', 'the ward', '55 00 01 23'],
  ['Tell COPD nurses 01632 960 361 (8-18 every day)', 'COPD nurses', '01632 960 361'],
])('%s', (note, label, number) => {
  expect(linesOf(chartWith(`${note}.`))).toMatchObject([{ label, number }]);
});

test.each([
  'Potassium 5.4 on 2026-10-20.',
  'Target 88-92, dose 100-200.',
  'Batch 10/2026, 1200 of 3000 steps.',
  'In remission since 07/09/2026; zolpidem begun on 06/11/2026.',
  'Both injectors expired 09/2026.',
  'Glucometer log: 11/6 0310 52 (sweaty, juice); 11/9 0245 58.',
  'Hydrocortisone 5 mg four times, every 6 h (06-12-18-24).',
])('no number to dial: %s', (note) => expect(linesOf(chartWith(note))).toEqual([]));

test('by whom a rule would have called', () => {
  const chart = chartWith('Maternity triage 0161 555 0303 at any hour.', 'Asthma nurse 0161 555 1313.');
  expect(lineFor(chart, [], 'the maternity unit')?.number).toBe('0161 555 0303');
  expect(lineFor(chart, ['condition:asthma'])?.number).toBe('0161 555 1313');
  expect(lineFor(chart, [], 'the kidney team')).toBeUndefined();
});

test('a relative is no line about a dose', () => {
  const chart = chartWith('In a crisis he calls his sister Marija, 021 555 048.', 'The clinic, 021 555 900, weekdays.');
  expect(lineFor(chart, ['drug:lithium'])?.number).not.toBe('021 555 048');
});
