/** Whoever writes for the patient reads of them in the third person; papers keep their own words. */
import { expect, test } from 'vitest';
import { speakTo, voiceData } from './voice.ts';

const wife = { word: 'husband', said: 'your husband', sex: 'male' as const };

test('the example of the data is said as it stands there', () => {
  expect(speakTo(voiceData.example, wife)).toBe(voiceData.said);
  expect(speakTo(voiceData.example, undefined)).toBe(voiceData.example);
});

test.each([
  [
    'Your clinic letter of 3 May 2026 says: "Call your nurse if you bleed."',
    'The clinic letter of 3 May 2026 says: "Call your nurse if you bleed."',
  ],
  [
    'If you have it on paper, type it here and I will keep it.',
    'If you have it on paper, type it here and I will keep it.',
  ],
  ['You have had two vaccines, and you still need a third.', 'He has had two vaccines, and he still needs a third.'],
  ['It gave you a rash; are you well?', 'It gave him a rash; is he well?'],
  ['Do not stop it on your own.', 'Do not stop it on your own.'],
])('%s', (said, third) => {
  expect(speakTo(said, wife)).toBe(third);
});

test('where it is open who is meant, the answer says whom it takes it for', () => {
  expect(speakTo('You take it.', { word: 'mother', said: 'your mother', sex: 'female', isOpen: true })).toBe(
    'Taking it that your mother is the one this record is about:\n\nShe takes it.',
  );
});
