import { expect, test } from 'vitest';
import type { Question } from '../types.ts';
import { scoreProse } from './prose.ts';
import { judgeProse, judgeQuestions } from './run.ts';
import { gradedAs, scoreQuestion } from './score.ts';
import { readSet } from './sets.ts';

const passages = readSet('train').passages;

const question = {
  ...{ id: 'q', kind: 'choice', relation: 'function', topic: '', chapter: '', items: [], material: 'x', reason: '' },
  stem: 'Amiloride blocks which of the following?',
  options: [
    { label: 'A', text: 'Epithelial sodium channel' },
    { label: 'B', text: 'Carbonic anhydrase' },
  ],
  key: { kind: 'option', label: 'A', text: 'Epithelial sodium channel' },
  passage: { id: 'p', text: 'Amiloride blocks the epithelial sodium channel.' },
  citation: {
    marker: 1,
    footnote: '',
    source: {
      source_type: 'internal_doc',
      id: 'p',
      service: 'x',
      excerpt: 'Amiloride and triamterene block the epithelial sodium channel.',
    },
  },
} as unknown as Question;

test('a sound question is sound, and each way to be wrong is found', () => {
  expect(scoreQuestion(question, passages)).toEqual({ answerable: true, one_right: true, labelled: true, why: '' });
  const elsewhere = { ...question, passage: { id: 'p', text: 'Thiazides act elsewhere.' } };
  expect(scoreQuestion(elsewhere, passages).answerable).toBe(false);
  const asked = {
    ...question,
    stem: 'Which of the following blocks the epithelial sodium channel?',
    key: { kind: 'option', label: 'A', text: 'Amiloride' },
  };
  const options = [
    { label: 'A', text: 'Amiloride' },
    { label: 'B', text: 'Triamterene' },
  ];
  expect(scoreQuestion({ ...asked, options } as unknown as Question, passages)).toMatchObject({
    one_right: false,
    why: '"Triamterene" is right too',
  });
});

test('questions from the set for learning are sound, and its answers are graded as they are marked', async () => {
  const { alone } = await judgeQuestions(passages.slice(0, 4));
  expect(alone.length).toBeGreaterThan(16);
  const sound = alone.filter(({ score }) => score.answerable && score.one_right).length;
  expect(sound / alone.length).toBeGreaterThanOrEqual(0.95);
  // Every sixth: the whole set is for the eval.
  const answers = readSet('train').answers.filter((_, at) => at % 6 === 0);
  const graded = answers.map((answer) => ({ marked: answer.verdict, given: gradedAs(answer) }));
  const decided = graded.filter(({ given }) => given !== 'compare');
  const agreed = decided.filter(({ marked, given }) => given === marked);
  expect(agreed.length / decided.length).toBeGreaterThanOrEqual(0.95);
  expect(decided.length / graded.length).toBeGreaterThanOrEqual(0.97);
  const praised = graded.filter(({ marked, given }) => marked === 'wrong' && given === 'right');
  expect(praised.length / graded.length).toBeLessThanOrEqual(0.01);
});

test('definitions in own words are graded as they are marked, as far as their signs go', () => {
  const definitions = readSet('train').definitions.filter((_, at) => at % 24 === 0);
  const agreed = definitions.filter((answer) => gradedAs(answer) === answer.verdict);
  expect(agreed.length / definitions.length).toBeGreaterThanOrEqual(0.7);
});

test('"which is not" and match are judged by lists and pairs, and sound on the set for learning', async () => {
  const prose = readSet('train').prose;
  const storm = prose.filter(({ id }) => id === 'anticoagulants' || id === 'gastric');
  const judged = await judgeProse(storm);
  expect(judged.length).toBeGreaterThan(4);
  expect(judged.filter(({ score }) => !score.sound)).toEqual([]);
  const wrong = {
    ...{ kind: 'which_not', stem: 'Which of the following is NOT named among the drug causes of hyponatraemia?' },
    options: ['Carbamazepine', 'Desmopressin', 'Thiazide diuretics', 'Omeprazole'].map((text, at) => ({
      label: 'ABCD'[at]!,
      text,
    })),
    key: { kind: 'option', label: 'D', text: 'Omeprazole' },
  } as unknown as Question;
  expect(scoreProse(wrong, prose).why).toBe('"Omeprazole" belongs there too');
  const swapped = {
    ...{ kind: 'match', stem: '', key: { kind: 'pairs', pairs: { 1: 'A', 2: 'B' } } },
    items: [
      { label: '1', text: 'Chief cell' },
      { label: '2', text: 'G cell' },
    ],
    options: [
      { label: 'A', text: 'Gastrin' },
      { label: 'B', text: 'Pepsinogen' },
    ],
  } as unknown as Question;
  expect(scoreProse(swapped, prose).why).toContain('is no labelled pair');
});
