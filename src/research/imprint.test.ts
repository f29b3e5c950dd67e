import { expect, test } from 'vitest';
import { readImprint } from './imprint.ts';

const PAPER = `# Zorbafen in gout: a randomised trial
Journal: Annals of Invented Medicine
Date: 2025-02-01
Authors: Petersen U, Achterberg J
Type: Randomised controlled trial

Methods: 40 adults.
By: nobody in particular`;

test('who wrote a paper and where it appeared are no part of what it says', () => {
  const { text, where } = readImprint(PAPER);
  expect(where).toBe('Annals of Invented Medicine');
  expect(text).toContain('Date: 2025-02-01\nType: Randomised controlled trial');
  expect(text).not.toContain('Petersen');
  expect(text).toContain('By: nobody in particular');
});

test('a text without such lines stays as it is', () => {
  const plain = '# Title\n\nResults: Flares were fewer.\nAuthors: of the first trial';
  expect(readImprint(plain)).toEqual({ text: plain });
});
