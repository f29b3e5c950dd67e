import { expect, test } from 'vitest';
import { NO_FOCUS } from '../types.ts';
import { isTold } from '../writes/gate.ts';
import { readMessage } from './index.ts';
import { isOnlyNamed } from './landmarks.ts';
import { factsIn, toldIn } from './told.ts';

const NOW = '2026-11-15T09:00:00Z';

function heard(message: string): { told: string[]; kept: string[] } {
  const { frames, text } = readMessage(message, null, NO_FOCUS, NOW);
  const facts = factsIn(text, NOW);
  return {
    told: toldIn(frames, facts).map(({ concept, act }) => `${act} ${concept}`),
    kept: facts.filter((fact) => isTold(fact, frames)).map(({ name }) => name),
  };
}

test.each([
  'The asthma clinic called, they want me on Tuesday',
  'The diabetes nurse said my sugars are fine',
  'got a letter from the stroke unit',
  'I went to the epilepsy support group with my neighbour',
])('who goes to a place for an illness does not have it: %s', (message) => {
  expect(heard(message).told.filter((each) => each.includes('condition:'))).toEqual([]);
});

test.each([
  ['since my heart attack I sleep badly', 'myocardial_infarction'],
  ['I quit smoking with the heart attack', 'myocardial_infarction'],
  ['58M post STEMI. last LDL', 'stemi'],
])('an illness that only dates something is no news: %s', (message, illness) => {
  const { told, kept } = heard(message);
  expect(told.filter((each) => each.includes(illness))).toEqual([]);
  expect(kept.filter((each) => /infarction|stemi/i.test(each))).toEqual([]);
});

test.each([
  'I had a heart attack last week',
  'They found a heart attack on the ECG',
  'I have asthma',
])('what is told is told: %s', (message) =>
  expect(heard(message).told.some((each) => each.startsWith('has condition:'))).toBe(true));

test('an accident of yesterday is news though it stands behind "since"', () => {
  const place = { kind: 'condition' as const, start: 'since the '.length, end: 'since the fall'.length };
  expect(isOnlyNamed(place, 'since the fall yesterday my hip hurts')).toBe(false);
  expect(isOnlyNamed(place, 'since the fall my hip hurts')).toBe(true);
});

test('a kind of medicine whose beginning dates something is no entry, a medicine that was begun is one', () => {
  expect(heard('I was dizzy before they put me on the bp pill').kept).not.toContain('bp pills');
  expect(heard('they put me on lisinopril in June').kept).toContain('lisinopril');
});

test('what somebody says should be started is not started', () => {
  const { told, kept } = heard('The clinic says I should start Farxiga and it is ready for pickup');
  expect(kept).toEqual([]);
  expect(told).toContain('offered drug:dapagliflozin');
  expect(heard('I started Farxiga on Monday').told).toContain('takes drug:dapagliflozin');
});
