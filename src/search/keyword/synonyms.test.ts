import { expect, test } from 'vitest';
import { termsOf } from './analysis.ts';
import { buildSynonyms, loadSynonyms, readSynonyms } from './synonyms.ts';

const wordsOf = (text: string) => termsOf(text).words;

test('a phrase brings the others of its meaning, the longest phrase first', () => {
  const synonyms = buildSynonyms([
    ['heart attack', 'myocardial infarction'],
    ['heart', 'cardiac'],
  ]);
  expect(synonyms(wordsOf('signs of a heart attack'))).toEqual([wordsOf('myocardial infarction')]);
  expect(synonyms(wordsOf('heart rhythm'))).toEqual([['cardiac']]);
  expect(synonyms(wordsOf('lung'))).toEqual([]);
});

test('lay and clinical words lead to each other', () => {
  const synonyms = loadSynonyms();
  const others = (text: string) => synonyms(wordsOf(text)).map((words) => words.join(' '));
  expect(others('heart attack')).toContain(wordsOf('myocardial infarction').join(' '));
  expect(others('myocardial infarction')).toContain(wordsOf('heart attack').join(' '));
  expect(others('A1c')).toContain('hba1c');
  expect(others('HbA1c')).toContain('a1c');
});

test('a mistake in the file is told with its line', () => {
  expect(() => readSynonyms('same:\n  - kidney, renal\n  - alone\n')).toThrow(/synonyms\.yml:3: /);
  expect(() => readSynonyms('same: [\n')).toThrow(/synonyms\.yml:\d+: /);
});
