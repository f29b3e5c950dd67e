/** A day that only a letter sets is a coming visit all the same. */
import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

const person = {
  age: 67,
  has: ['rheumatoid arthritis'],
  notes: [
    'Rheumatology letter @60 | Joints quiet. Review Thu 3 Dec 2026 10:20, clinic 4. FBC in the week before. Dr F Orde',
    'Eye clinic letter @30 | Pressures good. Seen again on 14 Jan 2027. Dr B Lund',
  ],
};

test.each([
  ['when is my next appointment with dr orde', /^By a paper the next one is on 3 Dec 2026[\s\S]*clinic 4/],
  ['when is my next appointment with dr lund', /^By a paper the next one is on 14 Jan 2027/],
  ['when is my next appointment?', /3 Dec 2026/],
])('%s', (message, said) => expect(ask(person, message, '2026-11-15T12:00:00Z')).toMatch(said));

test('a day that is over, or only in a case, sets none', () => {
  const notes = ['Letter @90 | Reviewed on 1 Jun 2026. Dose kept. If worse: seen on 3 Dec 2026.'];
  expect(ask({ age: 67, notes }, 'when is my next appointment?', '2026-11-15T12:00:00Z')).not.toMatch(/next one is on/);
});
