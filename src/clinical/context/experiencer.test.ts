import { expect, test } from 'vitest';
import { extractFacts } from '../facts/extract.ts';
import { readData } from '../tables/tables.ts';

const data = readData('experiencer');
const ownersIn = (text: string) => extractFacts(text, { now: '2026-11-15T12:00:00Z' }).map((fact) => fact.experiencer);

test.each(['handled', 'speaks', 'uses'])('%s: by its example and counter-example', (list) => {
  expect(ownersIn(data[`${list}_example`]!)).toContain('patient');
  expect(ownersIn(data[`${list}_counter`]!)).toEqual(['family']);
});

test.each([
  'my toe hurts so ive been on my late husbands diclofenac since friday',
  "I took one of my wife's naproxen",
  "been popping my mum's co-codamol for a week",
  "I borrowed my friend's sumatriptan last night",
  "my wife is away so I took two of her mother's tramadol",
])('%s: the medicine is of who took it', (said) => {
  expect(
    extractFacts(said, { now: '2026-11-15T12:00:00Z' }).find(({ kind }) => kind === 'medication')?.experiencer,
  ).toBe('patient');
});

test.each([
  'my husband takes diclofenac',
  "she took my mother's tramadol",
  "my brother used dad's inhaler",
])('%s: is not', (said) => {
  expect(extractFacts(said, { now: '2026-11-15T12:00:00Z' }).map(({ experiencer }) => experiencer)).not.toContain(
    'patient',
  );
});

test.each([
  'My brother got told prostate cancer last week',
  'my sister was told she has lupus',
])('%s: who is told it has it', (said) => expect(ownersIn(said)).toEqual(['family']));

test('who tells does not have it', () => {
  expect(ownersIn('my sister told me I have a thyroid nodule')).not.toContain('family');
});
