import { expect, test } from 'vitest';
import { gradeWords } from './meaning.ts';
import { exchangesRoles, isDoneByAnother } from './roles.ts';

test.each([
  ['food increases its absorption', 'it increases the absorption of food', true],
  ['the lung inactivates serotonin', 'serotonin inactivates the lung', true],
  ['the lung inactivates serotonin', 'serotonin is inactivated by the lung', false],
  ['food increases its absorption', 'its absorption increases with food', false],
  ['the lung inactivates serotonin', 'it inactivates serotonin', false],
])('%s / %s', (key, said, isTurned) => {
  expect(exchangesRoles(key, said)).toBe(isTurned);
});

test('whoever turns a reason round is wrong, however near the words are', () => {
  const key = { text: 'food increases its absorption', also: [], question: 'Why is itraconazole taken with a meal?' };
  expect(gradeWords(key, 'it increases the absorption of food')).toBe('wrong');
  expect(gradeWords(key, 'because food increases its absorption')).toBe('right');
});

test('a passive names its doer behind', () => {
  expect(exchangesRoles('aldosterone is controlled by renin', 'renin is controlled by aldosterone')).toBe(true);
  expect(exchangesRoles('aldosterone is controlled by renin', 'renin controls aldosterone')).toBe(false);
});

test('the same deed of another thing, of which neither question nor passage speaks', () => {
  const key = 'bradykinin irritates the airways because ACE no longer breaks it down';
  const question = 'Why do ACE inhibitors cause a cough?';
  expect(isDoneByAnother(key, 'angiotensin II irritates the airways', question)).toBe(true);
  expect(isDoneByAnother(key, 'bradykinin irritates the bronchi', question)).toBe(false);
  expect(isDoneByAnother(key, 'angiotensin II irritates the airways', `${question} Angiotensin II falls.`)).toBe(false);
});
