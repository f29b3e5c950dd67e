import { expect, test } from 'vitest';
import { actionWords, readAction } from './actions.ts';
import { gradeWords } from './meaning.ts';

test.each(actionWords().deeds.map((row) => [row.example, row] as const))('a deed is read in %s', (_, row) => {
  expect(row.like.test(row.example)).toBe(true);
  expect(row.like.test(row.counter)).toBe(false);
});

const grade = (key: string, answer: string) =>
  gradeWords({ text: key, also: [], question: 'Clopidogrel: which mechanism does the table give?' }, answer);

test.each([
  ['irreversible blockade of the P2Y12 receptor', 'COX inhibition', 'wrong'],
  ['irreversible blockade of the P2Y12 receptor', 'irreversible P2Y12 antagonist', 'right'],
  ['irreversible blockade of the P2Y12 receptor', 'it blocks P2Y12 irreversibly', 'right'],
  ['irreversible blockade of the P2Y12 receptor', 'P2Y12 blocker', 'partly'],
  ['irreversible blockade of the P2Y12 receptor', 'reversible P2Y12 block', 'wrong'],
  ['irreversible blockade of the P2Y12 receptor', 'irreversible activation of P2Y12', 'wrong'],
  ['irreversible blockade of the P2Y12 receptor', 'blocks the ADP receptor for good', 'right'],
  ['irreversible inhibition of cyclo-oxygenase 1', 'irreversibly inhibits COX-1', 'right'],
  ['irreversible inhibition of cyclo-oxygenase 1', 'COX-2 inhibition', 'wrong'],
  ['irreversible inhibition of cyclo-oxygenase 1', 'inhibits cyclooxygenase', 'partly'],
  ['inhibition of vitamin K epoxide reductase', 'blocks vitamin K epoxide reductase', 'right'],
  ['inhibition of vitamin K epoxide reductase', 'inhibits factor Xa', 'wrong'],
] as const)('%s: %s is %s', (key, answer, verdict) => {
  expect(grade(key, answer)).toBe(verdict);
});

test('what is more than a deed and its target is left to the others', () => {
  expect(readAction('it prevents the release of glycine')).toBeUndefined();
  expect(
    readAction('inhibits the reuptake of serotonin and noradrenaline in the synapse of the brain'),
  ).toBeUndefined();
});

test.each([
  ['lifelong', 'for life', 'right'],
  ['lifelong', 'indefinitely', 'right'],
  ['lifelong', 'for ever', 'right'],
  ['lifelong', '6 months', 'wrong'],
  ['blood in the urine', 'blood in the stool', 'wrong'],
  ['thionamides', 'antithyroid drugs', 'right'],
  ['thionamides', 'methimazole or carbimazole', 'partly'],
] as const)('in other words: %s, %s is %s', (key, answer, verdict) => {
  expect(gradeWords({ text: key, also: [], question: 'Which does the table give?' }, answer)).toBe(verdict);
});
