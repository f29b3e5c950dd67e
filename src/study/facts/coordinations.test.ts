import { expect, test } from 'vitest';
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
