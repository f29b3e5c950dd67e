/** A time of a patient or of a study is no schedule, and stays in the question. */
import { expect, test } from 'vitest';
import { readCadence, withoutCadence } from './rhythm.ts';

const time = { now: Date.parse('2026-11-18T22:00:00Z'), zone: 'UTC' };

test.each([
  'Tell me whether zorbafen works in a 9 year old',
  'Which dose of zorbafen in a 9 year old?',
  'Look for zorbafen in 2 year old children',
  'Check what is known on zorbafen in a 9-year-old',
  'Report survival at 5 years',
  'Look for survival after 5 years',
  'Search for outcomes in the first year of life',
  'What is new in gout in 2026?',
])('"%s" says nothing of when to look', (message) => {
  expect(readCadence(message, time)).toEqual({});
  expect(withoutCadence(message)).toBe(message);
});

test.each([
  ['Check again in 2 weeks', 'in 2 weeks'],
  ['Look at zorbafen in 9 year olds every Monday', 'every Monday'],
  ['Check zorbafen in gout in 2028', 'in 2028'],
  ['Check zorbafen in gout on the first Monday in March 2027', 'on the first Monday in March 2027'],
  ['Look again in 3 business days', 'in 3 business days'],
])('"%s" does: %s', (message, cadence) => {
  expect(readCadence(message, time).cadence).toBe(cadence);
});
