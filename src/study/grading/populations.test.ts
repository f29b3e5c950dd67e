import { expect, test } from 'vitest';
import { gradeWords } from './meaning.ts';
import { gradeShare } from './populations.ts';

const SENSITIVITY = 'the proportion of diseased people in whom the test is positive';
const P_VALUE = 'the probability of data at least as extreme as observed if the null hypothesis is true';
const POWER = 'the probability of rejecting the null hypothesis when it is false';

test.each([
  [SENSITIVITY, 'how many of the sick are picked up', 'right'],
  [SENSITIVITY, 'out of those with the disease, how many the test picks up', 'right'],
  [SENSITIVITY, 'the proportion of people with a positive test who really are ill', 'wrong'],
  [SENSITIVITY, 'the share of healthy people who test negative', 'wrong'],
  [SENSITIVITY, 'the share of people with a positive test', 'partly'],
  [SENSITIVITY, 'the chance of a positive test in somebody with the disease', 'right'],
  [P_VALUE, 'the chance of results this extreme or more when there is really no effect', 'right'],
  [P_VALUE, 'the probability that the null hypothesis is true', 'wrong'],
  [POWER, 'the chance of finding an effect that is really there', 'right'],
  [POWER, "the chance of rejecting H0 when it's true", 'wrong'],
])('of whom a share is taken, and what is counted: %s <- %s', (key, said, verdict) => {
  expect(gradeShare(key, said)).toBe(verdict);
});

test.each([
  ['loss of water', 'the proportion of people who test positive'],
  [SENSITIVITY, 'a measure of how good a test is'],
  ['the proportion of a population that has a disease at a given time', 'how many people have it now'],
])('what is no share of two populations is left to others: %s', (key, said) => {
  expect(gradeShare(key, said)).toBeUndefined();
});

test('a figure is weighed by itself, and a share that is turned round is wrong with the right one', () => {
  const key = {
    text: '95 % of people with the disease test positive',
    also: [],
    question: 'What does a sensitivity of 95 % mean?',
  };
  expect(gradeWords(key, '95 % of people who test positive have the disease')).toBe('wrong');
  expect(gradeShare(key.text, '90 % of people with the disease test positive')).toBeUndefined();
});
