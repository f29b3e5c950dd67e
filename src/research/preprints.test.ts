import { expect, test } from 'vitest';
import { isPreprint } from './indexed.ts';

test.each([
  ['Author A, Author B\n\nPreprint, posted 7 May 2025 on an archive. Identifier: RA:2025\n\nResults: 5 of 9.', true],
  ['Author A, Author B\n\n**Not peer reviewed.**\n\nResults: 5 of 9.', true],
  ['Author A\n\n**This article is a preprint and has not been peer reviewed.**', true],
  ['Author A\n\nAnnals of Invention 2025;1:2.\n\nAn earlier preprint by others found the opposite.', false],
])('%s is a preprint: %s', (text, is) => {
  expect(isPreprint('Zorbafen in gout', text)).toBe(is);
});
