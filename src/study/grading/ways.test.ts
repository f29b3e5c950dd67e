import { expect, test } from 'vitest';
import { goesOtherWay, gradeWay } from './ways.ts';

const SHIFT = 'Which way does the mediastinum shift in tension pneumothorax?';
const POTASSIUM = 'In which direction does potassium move across the cell membrane when insulin is given?';

test.each([
  ['away from the affected side', SHIFT, 'to the healthy side', 'right'],
  ['away from the affected side', SHIFT, 'contralaterally', 'right'],
  ['away from the affected side', SHIFT, 'towards the pneumothorax', 'wrong'],
  ['away from the affected side', SHIFT, 'to the same side', 'wrong'],
  ['into the cells', POTASSIUM, 'from the plasma into cells', 'right'],
  ['into the cells', POTASSIUM, 'out of the blood', 'right'],
  ['into the cells', POTASSIUM, 'out of the cells', 'wrong'],
  ['on the opposite side', 'On which side is the weakness?', 'contralateral', 'right'],
] as const)('%s: %s <- %s', (key, question, said, verdict) => {
  expect(gradeWay(key, said, question)).toBe(verdict);
});

test('a key that says more than a way, and a question for something else, are left to others', () => {
  expect(gradeWay('red blood cells', 'the blood', 'Which cells carry oxygen?')).toBeUndefined();
  expect(gradeWay('into the cells with glucose', 'into the cells', POTASSIUM)).toBeUndefined();
  expect(gradeWay('into the cells', 'sodium is exchanged', POTASSIUM)).toBeUndefined();
});

test.each([
  ['out of the tubule into the interstitium', 'from the interstitium to the tubule', true],
  ['out of the tubule into the interstitium', 'from the tubule into the interstitium', false],
  ['they hold water in the bowel', 'they draw water out of the bowel', true],
  ['they hold water in the bowel', 'they keep water in the bowel', false],
  ['blood from the gut reaches the liver', 'it comes from the gut', false],
])('what one leaves the other reaches: %s <- %s', (key, said, isOther) => {
  expect(goesOtherWay(key, said)).toBe(isOther);
});
