import { expect, test } from 'vitest';
import { stemsOf } from '../evidence/passages.ts';
import { askedIn, holds } from './asked.ts';
import { clausesOf } from './clause.ts';

test.each([
  ['what did the liver biopsy show', 'liver biopsy'],
  ['did anyone do the cystic fibrosis carrier blood test on me?', 'cystic fibrosis carrier blood test'],
  ['when was my last hip xray', 'hip xray'],
  ['what was my egg reserve number', 'egg reserve number'],
])('%s asks for the %s', (text, phrase) => expect(askedIn(text)?.phrase).toBe(phrase));

test.each([
  'what is the phone number of the nurse?',
  'my last blood test',
  'can I take ibuprofen?',
])('%s names no test of its own', (text) => expect(askedIn(text)).toBeUndefined());

test('an entry is meant by other words for the same, and only with all that says which', () => {
  const asked = askedIn('did the brain scan show anything?')!;
  expect(holds(asked, stemsOf('MRI of brain'))).toBe(true);
  expect(holds(asked, stemsOf('MRI of knee'))).toBe(false);
  expect(holds(askedIn('my BRCA gene result')!, stemsOf('No BRCA1 mutation was found'))).toBe(true);
});

test.each([
  'do I have H. pylori?',
  'was the C. diff test positive?',
])('the name of a germ is no end of a sentence: %s', (message) => {
  expect(clausesOf(message).map(({ text }) => text)).toEqual([message]);
});
