import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { termsOf, tokensOf } from './analysis.ts';

describe('text becomes terms', () => {
  test.each([
    ['The patients’ hearts', ['patient', 'heart']],
    ["Crohn's disease and Crohn’s", ['crohn', 'diseas', 'crohn']],
    ['HbA1c of 7.5 % (1,000 mg)', ['hba1c', '7.5', '1,000', 'mg']],
    ['Sjögren, café', ['sjogren', 'cafe']],
    ['COVID-19 vitamin_d', ['covid', '19', 'vitamin_d']],
    ['to be or not', []],
    [`key ${'x'.repeat(65)} end`, ['kei', 'end']],
  ])('%s', (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  test('each token stands where it says, and terms are the same with and without places', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const tokens = tokensOf(text);
        expect(tokens.map(({ term }) => term)).toEqual(termsOf(text));
        let before = 0;
        for (const { term, start, end } of tokens) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(termsOf(text.slice(start, end))).toEqual([term]);
          before = end;
        }
      }),
      { seed: 1 },
    );
  });
});
