import { expect, test } from 'vitest';
import { answersTo, hasGrades, hasQuestions } from '../../deploy/demo-checks.ts';

test('the demo tells a quiz from an apology, and grades from a question back', () => {
  const quiz = [1, 2, 3].map((number) => `${number}. Which?\nA) x\nB) y\nC) z\nD) w`).join('\n\n');
  expect(hasQuestions({ text: `Here are 3 questions.\n\n${quiz}` })).toBe(true);
  expect(hasQuestions({ text: 'The quiz failed: make_quiz gave no result within 60000 ms.' })).toBe(false);
  expect(
    hasGrades({ text: '**Right on 1, wrong on 2 and 3.**\n\n1. **Right: x.**\n\n2. **Wrong.**\n\n3. **Wrong.**' }),
  ).toBe(true);
  expect(hasGrades({ text: 'I am not sure what you would like to learn.' })).toBe(false);
});

test('the demo answers as many questions as there are: the material may give fewer than were wished', () => {
  const quiz = [1, 2].map((number) => `${number}. Which?\nA) x\nB) y\nC) z\nD) w`).join('\n\n');
  const text = `${quiz}\n\nThe material gives 2 questions that can be asked without doubt, not 3.`;
  expect(hasQuestions({ text })).toBe(true);
  expect(answersTo({ text })).toBe('1A 2B');
});
