/** What is catching, how long, and what is not. */
import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { contagionOf, contagionRows } from '../glossary/contagion.ts';
import { ask } from './fixture.ts';

test('rows are of known illnesses, each in one row', () => {
  const ids = contagionRows().flatMap(({ of }) => of);
  expect(ids.filter((id) => openCatalogue().get(id) === undefined)).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('an illness without a row is catching by its kind or not at all, and an unknown infection is left open', () => {
  expect(contagionOf('condition:asthma')).toBe('not');
  expect(contagionOf('condition:ebola')).toBeUndefined();
});

test.each([
  [
    'can my son catch what I have?',
    { age: 40, has: ['asthma', 'hypertension'] },
    /^No: asthma and hypertension are no infection/,
  ],
  [
    'is it contagious?',
    { age: 70, has: ['shingles', 'hypertension'] },
    /^Shingles: yes.*chickenpox[\s\S]*until all blisters are crusts/,
  ],
  ['is chickenpox contagious?', { age: 30 }, /until every blister is a crust/],
  ['can my wife catch my psoriasis?', { age: 50, has: ['psoriasis'] }, /^No: psoriasis is no infection/],
  ['is my cellulitis contagious?', { age: 50, has: ['cellulitis'] }, /^Cellulitis: no/],
])('%s', (message, person, expected) => expect(ask(person, message)).toMatch(expected));

test('what is passed on in the family is no contagion', () => {
  expect(ask({ age: 40, has: ['factor V Leiden'] }, 'will my kids inherit it?')).not.toMatch(/catch/);
});
