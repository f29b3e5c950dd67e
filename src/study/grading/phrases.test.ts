/** Keys of several parts: a head and its thing, a medicine and its dose, one word in another form. */
import { describe, expect, test } from 'vitest';
import { gradeWords } from './meaning.ts';
import { isLettersOf } from './phrases.ts';

const graded = (key: string, answer: string, question = '') => gradeWords({ text: key, also: [], question }, answer);

describe('a head and the thing that it is of: the thing decides', () => {
  const asked = 'What is acute intermittent porphyria caused by?';
  test.each([
    ['deficiency of porphobilinogen deaminase', 'porphobilinogen deaminase deficiency', 'right'],
    ['deficiency of porphobilinogen deaminase', 'lack of PBG deaminase', 'right'],
    ['deficiency of porphobilinogen deaminase', 'not enough porphobilinogen deaminase', 'right'],
    ['deficiency of porphobilinogen deaminase', 'uroporphyrinogen decarboxylase deficiency', 'wrong'],
    ['deficiency of porphobilinogen deaminase', 'deficiency of ALA synthase', 'wrong'],
    ['deficiency of porphobilinogen deaminase', 'excess of porphobilinogen deaminase', 'wrong'],
    ['deficiency of porphobilinogen deaminase', 'porphobilinogen deaminase', 'partly'],
    ['deficiency of porphobilinogen deaminase', 'an enzyme deficiency', 'partly'],
    ['deficiency of C1 esterase inhibitor', 'C1 inhibitor deficiency', 'right'],
    ['deficiency of C1 esterase inhibitor', 'deficiency of alpha-1 antitrypsin', 'wrong'],
    ['antibodies against desmoglein', 'desmoglein antibodies', 'right'],
    ['antibodies against desmoglein', 'antibodies against hemidesmosomes', 'wrong'],
  ])('%s ← %s: %s', (key, answer, verdict) => {
    expect(graded(key, answer, asked)).toBe(verdict);
  });
});

describe('a medicine and how it is given', () => {
  const asked = 'What is the treatment of choice in schistosomiasis?';
  test.each([
    ['praziquantel 40 mg/kg once', 'right'],
    ['one dose of praziquantel, 40 mg per kg', 'right'],
    ['praziquantel', 'right'],
    ['praziquantel 60 mg/kg once', 'wrong'],
    ['albendazole', 'wrong'],
    ['40 mg/kg', 'wrong'],
  ])('%s: %s', (answer, verdict) => {
    expect(graded('Praziquantel 40 mg/kg as a single dose', answer, asked)).toBe(verdict);
  });

  test('asked for the dose, the name alone is a part', () => {
    expect(graded('Praziquantel 40 mg/kg', 'praziquantel', 'Which drug is given, and in what dose?')).toBe('partly');
  });
});

test.each([
  ['recompression', 'recompress the diver', 'right'],
  ['recompression', 'decompression', 'wrong'],
  ['ascent', 'while ascending', 'right'],
  ['ascent', 'descending', 'wrong'],
  ['closed', 'shut', 'right'],
  ['closed', 'open', 'wrong'],
  ['540 µm', '540 microns', 'right'],
  ['calcium gluconate gel', 'calcium gluconate', 'right'],
  ['calcium gluconate gel', 'calcium chloride', 'wrong'],
  ['cardiomyopathy with hypotonia', 'floppy baby with cardiomyopathy', 'right'],
  ['cardiomyopathy with hypotonia', 'cardiomyopathy', 'partly'],
  ['haemotympanum', 'blood behind the eardrum', 'right'],
  ['decompression sickness', 'the bends', 'right'],
  ['O. tsutsugamushi', 'Orientia tsutsugamushi', 'right'],
  ['O. tsutsugamushi', 'Rickettsia typhi', 'wrong'],
  ['furosemide', 'not furosemide', 'wrong'],
  ['Candida albicans', "it's not Candida", 'wrong'],
  ['a lack of oxygen in the tissues', 'not enough O2 reaching the tissues', 'right'],
  ['beta cells of the pancreas', 'β-cells in the islets of Langerhans', 'right'],
  ['a urine output below 400 mL per day', 'passing less than 400 ml of urine in 24 hours', 'right'],
])('the same in another form: %s ← %s: %s', (key, answer, verdict) => {
  expect(graded(key, answer)).toBe(verdict);
});

test('letters of one long word', () => {
  expect(isLettersOf('PBG', 'porphobilinogen')).toBe(true);
  expect(isLettersOf('BPG', 'porphobilinogen')).toBe(false);
  expect(isLettersOf('pbg', 'porphobilinogen')).toBe(false);
});
