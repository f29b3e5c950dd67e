import { expect, test } from 'vitest';
import { hasGrades, hasQuestions } from '../../deploy/demo-checks.ts';

test('the demo tells a quiz from an apology, and grades from a question back', () => {
  const quiz = [1, 2, 3].map((number) => `${number}. Which?\nA) x\nB) y\nC) z\nD) w`).join('\n\n');
  expect(hasQuestions({ text: `Here are 3 questions.\n\n${quiz}` })).toBe(true);
  expect(hasQuestions({ text: 'The quiz failed: make_quiz gave no result within 60000 ms.' })).toBe(false);
  expect(
    hasGrades({ text: '**Right on 1, wrong on 2 and 3.**\n\n1. **Right: x.**\n\n2. **Wrong.**\n\n3. **Wrong.**' }),
  ).toBe(true);
  expect(hasGrades({ text: 'I am not sure what you would like to learn.' })).toBe(false);
});
