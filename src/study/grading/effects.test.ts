import { expect, test } from 'vitest';
import { gradeOption } from './choosing.ts';
import { gradeEffect } from './effects.ts';

const ALDOSTERONE = 'What does aldosterone do to potassium in the distal nephron?';
const PUPIL = 'What happens to the pupil on stimulation of the oculomotor nerve?';
const DEATHS = 'What is the effect of spironolactone on mortality in heart failure?';

test.each([
  ['it increases its secretion', ALDOSTERONE, 'more potassium is excreted', 'right'],
  ['it increases its secretion', ALDOSTERONE, 'less potassium is reabsorbed', 'right'],
  ['it increases its secretion', ALDOSTERONE, 'makes you lose potassium', 'right'],
  ['it increases its secretion', ALDOSTERONE, 'more potassium is reabsorbed', 'wrong'],
  ['it constricts', PUPIL, 'miosis', 'right'],
  ['it constricts', PUPIL, 'gets smaller', 'right'],
  ['it constricts', PUPIL, 'becomes wider', 'wrong'],
  ['it lowers mortality', DEATHS, 'fewer patients die', 'right'],
  ['it lowers mortality', DEATHS, 'more people survive', 'right'],
  ['it lowers mortality', DEATHS, 'more patients die', 'wrong'],
] as const)('%s: %s <- %s', (key, question, said, verdict) => {
  expect(gradeEffect(key, said, question)).toBe(verdict);
});

test('what tells of another scale, or of another thing, is left to others', () => {
  expect(gradeEffect('it increases its secretion', 'it lowers potassium', ALDOSTERONE)).toBeUndefined();
  expect(gradeEffect('it increases its secretion', 'more glucose is excreted', ALDOSTERONE)).toBeUndefined();
  expect(gradeEffect('the semilunar valves close', 'they open', 'What do the valves do?')).toBeUndefined();
});

test('what is said of two things is no one effect', () => {
  const key = 'loop diuretics increase its excretion, thiazides reduce it';
  const asked = 'How do loop diuretics and thiazides differ in their effect on calcium?';
  expect(gradeEffect(key, 'loop diuretics increase calcium excretion', asked)).toBeUndefined();
});

test('an option that says which way is chosen by a sentence of the same way', () => {
  const options = ['increases', 'decreases', 'stays the same', 'doubles'].map((text, at) => ({
    label: 'ABCD'[at]!,
    text,
  }));
  const asked = 'What happens to renal blood flow when the afferent arteriole constricts?';
  expect(gradeOption(options, 'B', 'less flow', asked).verdict).toBe('right');
  expect(gradeOption(options, 'B', 'more flow', asked).verdict).toBe('wrong');
});
