import { expect, test } from 'vitest';
import { edit } from './passage.ts';

test.each([
  'follow-up',
  'a/b',
  '(x)',
  '[1]',
  '50%',
  'C++',
  '{a}',
  'what?',
  '^top',
  '$5',
  'a|b',
  'back\\slash',
  'a_b',
  'é-è',
  '#1',
  '~',
  '=',
  '!',
  '&',
  '1,5',
  '<b>',
  '`c`',
  '@x',
  ':',
  ';',
  '"q"',
])('a passage with signs is found as it stands: %s', (find) => {
  expect(edit(`before ${find} after`, find, 'visit', 'a.md')).toBe('before visit after');
});
