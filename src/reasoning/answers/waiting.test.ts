/** Whether it can wait is for the papers that say what to do then. */
import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

const person = {
  age: 14,
  has: ['eczema'],
  notes: [
    'Care plan @60 | If she vomits twice or is unsteady or confused: go to hospital and show this page. Do not wait for a ring back. Metabolic ward 0161 555 0505.',
  ],
};

test.each([
  'she has vomited twice and is unsteady. shall I hang on until nine?',
  'she is unsteady and confused, can it wait?',
])('%s', (message) =>
  expect(ask(person, message)).toMatch(
    /do not wait[^.]*(?:your|her) own papers say what to do then[\s\S]*go to hospital and show this page[\s\S]*0161 555 0505/,
  ));

test('a date that is put off is no sign', () => {
  const notes = [
    'Clinic letter @60 | With a fever put the flu jab off and ring the surgery. Eye test: do not wait for a letter.',
  ];
  for (const message of ['can my eye test wait until May?', 'can the flu jab wait till next week?'])
    expect(ask({ age: 70, has: ['asthma'], notes }, message)).not.toMatch(/do not wait before/);
});

test('without a plan for it nothing is made up', () => {
  expect(ask({ age: 30, has: ['asthma'] }, 'can my eye test wait until May?')).not.toMatch(
    /(?:your|her) own papers say/,
  );
});
