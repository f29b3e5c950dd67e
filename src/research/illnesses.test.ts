import { expect, test } from 'vitest';
import { areApart, illnessesIn, reachOfAdvice } from './illnesses.ts';

const apart = (one: string, other: string) => areApart(illnessesIn(one), illnessesIn(other));

test('a name before a word for illness is one that the catalogue does not know', () => {
  expect(illnessesIn('Zorbine in Alport syndrome: a pilot study')).toMatchObject([{ text: 'Alport syndrome' }]);
  expect(illnessesIn('Active disease in adults. Severe disease was rare.')).toEqual([]);
});

test.each([
  ['Zorbine in Alport syndrome', 'Is zorbine effective in IgA nephropathy?', true],
  ['Zorbine in Alport syndrome', 'Does zorbine work in Fabry disease?', true],
  ['Zorbine in heart failure with preserved ejection fraction', 'Is zorbine effective in HFrEF?', true],
  ['Zorbine in heart failure', 'Is zorbine effective in HFrEF?', false],
  ['Zorbine for Alport syndrome', 'Does zorbine help in Alport syndrome?', false],
  ['Zorbine: a randomised trial', 'Is zorbine effective in gout?', false],
])('%s | %s | apart: %s', (title, question, is) => expect(apart(title, question)).toBe(is));

test('advice in a paper on two illnesses is advice in one of them; who has another beside it is among them', () => {
  const two = illnessesIn('Guideline on IgA nephropathy and gout');
  const [iga, gout] = [illnessesIn('in IgA nephropathy'), illnessesIn('in gout')];
  expect(reachOfAdvice(gout, two, iga)).toBe('others');
  expect(reachOfAdvice(iga, two, iga)).toBe('all');
  expect(reachOfAdvice(iga, two, [])).toBe('some');
  expect(reachOfAdvice(illnessesIn('in asthma'), gout, gout)).toBe('all');
  expect(reachOfAdvice([], gout, iga)).toBe('others');
});
