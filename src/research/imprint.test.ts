import { expect, test } from 'vitest';
import { isImprint, readImprint } from './imprint.ts';

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

test.each([
  ['The Headache Quarterly 2024;47:301–312.', true],
  ['Invented Annals 2024; 47(2): 301–312. doi:10.5555/thq.2024.0301.', true],
  ['Identifier: OCP:2025.08.19.4471.', true],
  ['Petersen U, Department of Invention, Bern, 3 May 2025.', true],
  ['In the article by Vane et al (Gout Annals 2023; 18: 221-33) the number was given as 9.', false],
  ['Not peer reviewed.', false],
  ['Doses: 8 mg in 2024; 16 mg since.', false],
  ['We enrolled 458 adults from May 2021, ending in June 2023.', false],
])('"%s" says where it appeared, and nothing of what it is on: %s', (sentence, is) => {
  expect(isImprint(sentence)).toBe(is);
});
