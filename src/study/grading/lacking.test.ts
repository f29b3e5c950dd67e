import { expect, test } from 'vitest';
import type { Question } from '../types.ts';
import { grade } from './grade.ts';

const asked = (stem: string, text: string) =>
  ({
    id: 'q',
    kind: 'short',
    stem,
    options: [],
    items: [],
    key: { kind: 'text', text, also: [] },
    reason: 'The material says: “x”',
    citation: { marker: 1, source: {}, footnote: '' },
  }) as unknown as Question;

const OSMOLALITY = asked('The urine osmolality exceeds ____.', '100 mOsm/kg');
const SODIUM = asked('Hyponatraemia is a serum sodium below ____.', '135 mmol/L');
const WAIT = asked('Plasmapheresis is for those who do not respond within ____.', '24 to 48 hours');
const BLIND = asked(
  'What is the commonest cause of blindness in giant cell arteritis?',
  'Anterior ischaemic optic neuropathy',
);
const FEATURES = asked(
  'What are the features of giant cell arteritis?',
  'new headache, scalp tenderness, jaw claudication and visual loss',
);
const STORM = asked('What is the term for a life-threatening exacerbation of hyperthyroidism?', 'Thyroid storm');

test.each([
  [OSMOLALITY, '100 mosmol/kg', 'right', ''],
  [OSMOLALITY, '100', 'partly', 'The figure is right; the unit is missing (mOsm/kg).'],
  [SODIUM, '135', 'partly', 'The figure is right; the unit is missing (mmol/L).'],
  [WAIT, '24-48', 'partly', 'The figure is right; the unit is missing (hours).'],
  [BLIND, 'optic neuropathy', 'partly', 'Missing: “Anterior”, “ischaemic”.'],
  [FEATURES, 'new headache and jaw claudication', 'partly', '2 of 4; missing: scalp tenderness, visual loss.'],
  [STORM, 'storm', 'partly', 'Missing: “Thyroid”.'],
  [STORM, 'thyroid storm is not it', 'wrong', 'The answer says that it is not so.'],
])('what is missing is said: %#', (question, answer, verdict, lack) => {
  const graded = grade(question, answer);
  expect([graded.verdict, graded.reason]).toEqual([verdict, `${lack} The material says: “x”`.trim()]);
});

test.each([
  [
    'Why is dopamine not recommended?',
    'it causes more arrhythmias',
    ['more arrhythmias'],
    'it causes fewer arrhythmias',
    'wrong',
  ],
  ['Why is dopamine not recommended?', 'it causes more arrhythmias', ['more arrhythmias'], 'more arrhythmia', 'right'],
  ['Antibiotics are given within ____.', '1 hour', [], 'the first hour', 'right'],
  ['Antibiotics are given within ____.', '1 hour', [], 'the first day', 'wrong'],
])('%s %s %s ← %s', (stem, text, also, answer, verdict) => {
  const question = { ...asked(stem, text), key: { kind: 'text', text, also } } as unknown as Question;
  expect(grade(question, answer).verdict).toBe(verdict);
});

test('a figure alone is enough where the question shows its unit, whichever the figure', () => {
  const dose = asked('Hydrocortisone 300 mg is given, then ____ every 8 hours.', '100 mg');
  const grades = asked('Mild is 130 to 134 mmol/L, moderate is ____.', '125 to 129 mmol/L');
  expect([grade(dose, '100').verdict, grade(grades, '125-129').verdict]).toEqual(['right', 'right']);
});
