import { expect, test } from 'vitest';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { emptyChart } from './chart.ts';
import { inputOf } from './concerns/examples.ts';
import { isUnderstood, slightData } from './slight.ts';

const NOW = '2026-11-15T09:00:00Z';

test('every slight sign is in the catalogue', () => {
  for (const id of [...slightData.slight, ...slightData.local]) expect(openCatalogue().get(id), id).toBeDefined();
});

test.each([
  'he has a temp and calpol is not touching it, can i give him some nurofen on top',
  'there is measles at the school, is he covered?',
  'can she have her flu jab with a runny nose',
  'he has a bad headache, can i give him Nurofen 200?',
])('a question about a medicine or a vaccine beside a slight sign is understood: %s', (message) => {
  expect(isUnderstood(null, message, NOW)).toBe(true);
});

test.each([
  'he is floppy and grey, can i give him calpol',
  'sudden chest pain, should i take an aspirin',
  'my face has dropped on one side, can i take my tablets',
  'something is very wrong with him',
])('what names more than a slight sign, or asks for nothing, is not: %s', (message) => {
  expect(isUnderstood(null, message, NOW)).toBe(false);
});

test('a value as this person has had it before is no news; another one is', () => {
  const values = {
    neutrophils: [
      [900, 2.1],
      [60, 1.9],
      [12, 1.8],
    ] as [number, number][],
  };
  const { record } = inputOf({ age: 44, takes: ['carbimazole 10 mg'], values });
  const chart = { ...emptyChart(record.now), view: record };
  const asks = (value: number) => `app says my neutrophils are low ${value}, do i have to stop the carbimazole??`;
  expect(isUnderstood(chart, asks(1.8), record.now)).toBe(true);
  expect(isUnderstood(chart, asks(0.3), record.now)).toBe(false);
});
