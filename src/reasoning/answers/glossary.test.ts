import { describe, expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { glossary, termsIn, tieOf, worksOf } from './glossary.ts';

describe('the glossary', () => {
  test('names only what the catalogue knows', () => {
    const ids = [...Object.keys(glossary.works), ...glossary.ties.flatMap(({ one, two }) => [one, two])];
    expect(ids.filter((id) => openCatalogue().get(id) === undefined)).toEqual([]);
  });

  test('no word has two meanings', () => {
    const words = glossary.terms.flatMap(({ says }) => says);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });

  test('the narrowest kind of a medicine says how it works', () => {
    expect(worksOf(['drug:lithium'])).toContain('close together');
    expect(worksOf(['drug:adalimumab'])).toContain('TNF');
    expect(worksOf(['drug:nobody'])).toBeUndefined();
  });

  test('a term is found as a word, not within one', () => {
    expect(termsIn('what does Gleason 3+4 mean?').map(({ name }) => name)).toEqual(['gleason']);
    expect(termsIn('my anatomy')).toEqual([]);
  });

  test('two illnesses hang together whichever is named first', () => {
    const [kidneys, blood] = [['condition:chronic_kidney_disease'], ['condition:anemia']];
    expect(tieOf(kidneys, blood)).toBe(tieOf(blood, kidneys));
    expect(tieOf(kidneys, ['condition:migraine'])).toBeUndefined();
  });
});
