import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

const PERSON = {
  age: 71,
  has: ['heart failure', 'hypothyroidism'],
  notes: [
    'LVEF 32 %. Cardiomyopathy most likely due to doxorubicin, breast cancer 2011.',
    'Amiodarone-induced hypothyroidism, stopped in April.',
  ],
};

test.each([
  [
    'Could that cancer treatment from years ago have something to do with my bad heart?',
    /^Yes, likely, by your papers: doxorubicin/,
  ],
  ['could my heart failure come from the chemo?', /^Yes, likely, by your papers: doxorubicin/],
  ['did the amiodarone cause my hypothyroidism?', /^Yes, likely, by your papers: amiodarone/],
])('what a paper blames is the answer: %s', (question, expected) => expect(ask(PERSON, question)).toMatch(expected));

test('what no paper blames is not', () => {
  expect(ask(PERSON, 'could my heart failure come from the ibuprofen?')).not.toMatch(/by your papers/);
});
