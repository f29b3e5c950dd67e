import { expect, test } from 'vitest';
import { isLongPast } from './alarms.ts';

const NOW = '2026-11-15T12:00:00Z';

test.each([
  'I had chest pain in 2019, was that my heart?',
  "I had the anaphylaxis form in 2021, didn't I?",
  'did I ever have a stroke in 2018?',
])('what is only remembered is no alarm: %s', (message) => {
  expect(isLongPast(message, NOW)).toBe(true);
});

test.each([
  'Had a stroke in 2019, my arm has gone numb',
  'I had a clot in 2020 and my leg swelled up blue',
  'had a heart attack in 2015 same pain in my chest',
  'I had chest pain in 2026',
  'it was bad in 2019 but I cannot breathe',
])('any news keeps it: %s', (message) => {
  expect(isLongPast(message, NOW)).toBe(false);
});
