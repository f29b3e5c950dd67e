import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { americanSpelling } from './spelling.ts';
import { singular, stem } from './stems.ts';

describe('one stem for the forms of a word', () => {
  test.each([
    ['headaches', 'headache'],
    ['bleeding', 'bleed'],
    ['stopped', 'stopping'],
    ['allergies', 'allergy'],
    ['dizziness', 'dizzy'],
    ['haemoglobin', 'hemoglobin'],
    ['diarrhoea', 'diarrhea'],
    ['organisation', 'organization'],
  ])('%s and %s', (one, other) => expect(stem(one)).toBe(stem(other)));

  test.each([
    ['his', 'hiss'],
    ['patient', 'patience'],
    ['iron', 'irony'],
  ])('%s is not %s', (one, other) => expect(stem(one)).not.toBe(stem(other)));
});

test.each([
  ['tablets', 'tablet'],
  ['diseases', 'disease'],
  ['increases', 'increase'],
  ['diagnoses', 'diagnosis'],
  ['metastases', 'metastasis'],
  ['overdoses', 'overdose'],
  ['flies', 'fly'],
  ['rashes', 'rash'],
  ['diabetes', 'diabete'],
  ['pus', 'pus'],
  ['series', 'series'],
])('one of %s is a %s', (many, one) => expect(singular(many)).toBe(one));

test.each([
  ['anaemia', 'anemia'],
  ['tumour', 'tumor'],
  ['hour', 'hour'],
  ['four', 'four'],
  ['exercise', 'exercise'],
  ['paediatrician', 'pediatrician'],
])('%s in America is %s', (british, american) => expect(americanSpelling(british)).toBe(american));

test('any word has a stem that is not longer', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'aeisydng'), maxLength: 12 }),
      (w) => stem(w).length <= w.length + 1,
    ),
  );
});
