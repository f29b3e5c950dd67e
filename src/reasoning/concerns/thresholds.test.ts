import { describe, expect, test } from 'vitest';
import { viewNodes } from '../viewing.ts';
import { noteThresholds } from './thresholds.ts';

const NOW = '2026-06-15T10:00:00Z';
const read = (text: string, observation = 'observation:body_weight') =>
  noteThresholds(
    viewNodes('p', [{ uuid: 'n', label: 'DocumentReference', properties: { text, time: '2026-05-01' } }], NOW),
    observation,
  ).map(({ amount, days, of, direction }) => [Number(amount.toFixed(2)), days, of, direction]);

describe('thresholds that a note sets', () => {
  test('a gain in pounds a day and a week', () => {
    expect(
      read('Weigh daily. Call the clinic if your weight goes up more than 3 lb in a day or 5 lb in a week.'),
    ).toEqual([
      [1.36, 1, 'change', 'up'],
      [2.27, 7, 'change', 'up'],
    ]);
  });

  test('a value to call at', () => {
    expect(read('Please contact us if the blood sugar is above 300 mg/dL.', 'observation:glucose')).toEqual([
      [300, 1, 'value', 'up'],
    ]);
  });

  test.each([
    'Her weight was 80 kg in May.',
    'Call the clinic if you feel dizzy.',
    'Weight stable. Follow up in 3 months.',
  ])('nothing in "%s"', (text) => expect(read(text)).toEqual([]));
});
