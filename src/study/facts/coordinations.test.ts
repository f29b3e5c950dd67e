import { expect, test } from 'vitest';
import { wholeList } from './causes.ts';
import { coordinationsIn } from './coordinations.ts';

test('things named side by side are read wherever they stand in a sentence', () => {
  expect(coordinationsIn('Alcohol, smoking, diabetes and beta blockers make frostbite likelier.')).toEqual([
    ['Alcohol', 'smoking', 'diabetes', 'beta blockers'],
  ]);
  expect(coordinationsIn('Then one looks for reflux, uraemia, hyponatraemia or a lung tumour.')).toEqual([
    ['reflux', 'uraemia', 'hyponatraemia', 'lung tumour'],
  ]);
});

test('two are no list, and what is more than a name ends one', () => {
  expect(coordinationsIn('Rest and ice relieve the pain.')).toEqual([]);
  expect(coordinationsIn('It is treated with terlipressin and band ligation, and prevented with propranolol.')).toEqual(
    [],
  );
});

test('half of a name, a figure and the parts of one illness are no things side by side', () => {
  expect(
    coordinationsIn('Urine sodium exceeds 30 mmol/L, and adrenal and thyroid function are normal.').flat(),
  ).toEqual([]);
  expect(coordinationsIn('Hand, foot and mouth disease is harmless.')).toEqual([]);
});

test('what tells what the one before it is adds nothing to a list', () => {
  expect(coordinationsIn('Treatments are fluid restriction, tolvaptan, a receptor antagonist, and oral urea.')).toEqual(
    [['fluid restriction', 'tolvaptan', 'oral urea']],
  );
  expect(coordinationsIn('Mercury gives tremor, gingivitis and erethism, a morbid shyness.').flat()).not.toContain(
    'morbid shyness',
  );
});

test('where something is, and what stands behind a head that all of them have, are no things side by side', () => {
  expect(
    coordinationsIn("Outside the pharmacy, kidney failure, Addison's disease and crush injury raise potassium."),
  ).toEqual([['kidney failure', "Addison's disease", 'crush injury']]);
  expect(coordinationsIn('Niacin deficiency leads to pellagra with dermatitis, diarrhoea and dementia.')).toEqual([]);
  expect(coordinationsIn('Cancers of the cervix, breast and bowel are screened for.')).toEqual([]);
  expect(coordinationsIn('Carcinoma of the lung, heart failure and tuberculosis are found.')).toEqual([
    ['Carcinoma of the lung', 'heart failure', 'tuberculosis'],
  ]);
});

test('a whole list has no head that is of all of them', () => {
  expect(wholeList('pellagra with dermatitis, diarrhoea and dementia')).toBeUndefined();
  expect(wholeList('loss of weight, fever and night sweats')).toEqual(['loss of weight', 'fever', 'night sweats']);
});
