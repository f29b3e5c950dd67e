import { expect, test } from 'vitest';
import { gradeWords } from './meaning.ts';

function graded(question: string, text: string, answer: string) {
  return gradeWords({ text, also: [], question }, answer);
}

test('a measure in two units is one measure', () => {
  const asked = ['What is the half-life?', '80 minutes'] as const;
  expect(graded(...asked, '1 h 20 min')).toBe('right');
  expect(graded(...asked, '1 hour and 50 minutes')).toBe('wrong');
  expect(graded('At what age?', '30 months', '2 years and 6 months')).toBe('right');
});

test('whoever says the contrary of one item of a list has not half of it', () => {
  const asked = ['What is the treatment?', 'descent and dexamethasone'] as const;
  expect(graded(...asked, 'ascent and dexamethasone')).toBe('wrong');
  expect(graded(...asked, 'dexamethasone')).toBe('partly');
});

test('the deed that is asked for is not answered by its contrary', () => {
  const asked = ['What does tranexamic acid inhibit?', 'the activation of plasminogen'] as const;
  expect(graded(...asked, 'it activates plasminogen')).toBe('wrong');
  expect(graded(...asked, 'it blocks the activation of plasminogen')).toBe('right');
});
