import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { termsOf, tokensOf } from './analysis.ts';

describe('text becomes terms', () => {
  test.each([
    ['The patients’ hearts', ['patient', 'heart']],
    ["Crohn's disease and Crohn’s", ['crohn', 'diseas', 'crohn']],
    ['7.5 % (1,000 mg), 7-10 days', ['7.5', '1,000', 'mg', '7', '10', 'dai']],
    ['Sjögren, café', ['sjogren', 'cafe']],
    ['12 mL, e.g. in the U.S.', ['12', 'ml', 'eg', 'us']],
    ['to be or not', []],
    [`key ${'x'.repeat(65)} end`, ['kei', 'end']],
  ])('%s', (text, terms) => {
    expect(termsOf(text)).toEqual({ words: terms, extra: [] });
  });

  test.each([
    ['PatientRepository', ['patient', 'repositori'], ['patientrepositori']],
    ['patient_repository', ['patient', 'repositori'], ['patientrepositori']],
    ['patient-repository', ['patient', 'repositori'], ['patientrepositori']],
    ['patient.repository', ['patient', 'repositori'], ['patientrepositori']],
    ['parseHTTPHeader2', ['pars', 'http', 'header2'], ['parsehttpheader2']],
    ['userId', ['userid'], ['user', 'id']],
    ['__init__ MAX_SIZE', ['init', 'max', 'size'], ['maxsiz']],
    ['COVID-19, x-ray, vitamin_d', ['covid', '19', 'x', 'rai', 'vitamin', 'd'], ['covid19', 'xrai', 'vitamind']],
    ['HbA1c and eGFR', ['hba1c', 'egfr'], ['hb', 'a1c', 'gfr']],
    ['_', [], []],
  ])('%s is found by its words and in one', (text, words, extra) => {
    expect(termsOf(text)).toEqual({ words, extra });
  });

  test('each token stands where it says, and terms are the same with and without places', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const tokens = tokensOf(text);
        const termsWhere = (flag: boolean) => tokens.filter(({ extra }) => extra === flag).map(({ term }) => term);
        expect({ words: termsWhere(false), extra: termsWhere(true) }).toEqual(termsOf(text));
        let before = 0;
        for (const { term, start, end } of tokens) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(Object.values(termsOf(text.slice(start, end))).flat()).toContain(term);
          before = start;
        }
      }),
      { seed: 1 },
    );
  });
});
