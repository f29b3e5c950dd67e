/** Short forms of letters: each row can be read, and what stands near says which meaning is meant. */
import { expect, test } from 'vitest';
import { abbreviationRows, shortsIn } from './abbreviations.ts';

const meant = (text: string) => Object.fromEntries(shortsIn(text).map(({ said, means }) => [said, means]));

test('every row has a plain meaning, and patterns that compile', () => {
  for (const { says, means, behind = '', before = '' } of abbreviationRows()) {
    expect(means.split(/\s+/).length, says[0]).toBeLessThanOrEqual(16);
    expect(() => new RegExp(`${behind}|${before}`, 'i')).not.toThrow();
  }
});

test.each([
  ['PEG tube fell out, site clean', 'PEG', /feeding tube/],
  ['Allergic to PEG 3350 (macrogol)', 'PEG', /macrogol/],
  ['Preserve L arm for future AVF.', 'L', /^left/],
  ['Preserve L arm for future AVF.', 'AVF', /dialysis/],
  ['amoxicillin 500 mg tds', 'tds', /three times a day/],
  ['?PE, CTPA done', 'PE', /lung/],
])('%s: %s', (text, said, means) => {
  expect(meant(text)[said]).toMatch(means);
});

test('words are no short forms', () => {
  expect(shortsIn('I am on it and was at the clinic as usual.')).toEqual([]);
  expect(shortsIn('Can I take it with food or on an empty stomach?')).toEqual([]);
});
