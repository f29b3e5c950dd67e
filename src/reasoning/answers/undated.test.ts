import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

const REFERRED = {
  age: 52,
  done: { Colonoscopy: 2200 },
  notes: [
    'GP note @60 | The colonoscopy of 2020 was to be repeated in 2025. I want it done in hospital. Referral sent to Dr Moreau, no date so far.',
  ],
};

test('asked for the day of what is only asked for: none is set, and who was asked', () => {
  const said = ask(REFERRED, 'what date is my colonoscopy');
  expect(said).toMatch(/^Your record holds no date for your colonoscopy yet/);
  expect(said).toMatch(/Referral sent to Dr Moreau/);
  expect(said).toMatch(/The last was on/);
});

test('the day of what was done is told as before', () => {
  expect(ask(REFERRED, 'when was my colonoscopy')).toMatch(/Colonoscopy was done on/);
});
