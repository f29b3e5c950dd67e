import { expect, test } from 'vitest';
import { exclusive, isExclusive, isNameOrFigure } from './exclusive.ts';

test('what a thing brings about or complains of is not its own, what it acts on is', () => {
  expect(isExclusive(exclusive().example)).toBe(false);
  expect(isExclusive(exclusive().not)).toBe(true);
  for (const says of [
    'Lower the blood pressure',
    'Is often given in asthma',
    'Headache with nausea after a rapid ascent',
  ])
    expect([says, isExclusive(says)]).toEqual([says, false]);
  for (const says of [
    'Inhibits xanthine oxidase',
    'Measurement of the visual field',
    'Is an antibody against interleukin-6',
  ])
    expect([says, isExclusive(says)]).toEqual([says, true]);
});

test('under a head that tells nothing only names and figures are matched', () => {
  for (const value of ['NKCC2', '135 mmol/L', 'rheumatoid arthritis'])
    expect([value, isNameOrFigure(value)]).toEqual([value, true]);
  for (const value of ['slightly reduced', 'tense', 'small, itching'])
    expect([value, isNameOrFigure(value)]).toEqual([value, false]);
});
