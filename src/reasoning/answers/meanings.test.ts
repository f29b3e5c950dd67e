/** What an illness or a word of a letter is, in plain words, for everything that the catalogue names. */
import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { glossary, meaningOf, sourceOf, termsIn, toldAs } from '../glossary/index.ts';
import { ask } from './fixture.ts';
import { knownOf } from './known.ts';

test('every condition of the catalogue is told in plain words', () => {
  const catalogue = openCatalogue();
  const isKnown = (id: string) => {
    const concept = catalogue.get(id);
    return concept !== undefined && knownOf(concept.name, [...concept.names]) !== undefined;
  };
  const untold = [...catalogue.all()].filter(
    ({ id, kind, name }) =>
      kind === 'condition' &&
      meaningOf(id) === undefined &&
      termsIn(name).length === 0 &&
      !isKnown(id) &&
      !isKnown(toldAs(id)),
  );
  expect(untold.map(({ id }) => id)).toEqual([]);
});

test('another name leads to a condition of the catalogue, and every meaning names its source', () => {
  const ids = [...glossary.same.keys(), ...glossary.same.values()];
  expect(ids.filter((id) => openCatalogue().get(id) === undefined)).toEqual([]);
  expect(sourceOf('condition:volvulus')).toBe('NHS, Health A to Z');
  expect(sourceOf('condition:torn_acl')).toBe(sourceOf('condition:acl_tear'));
});

test.each([
  ['what is schizoaffective disorder?', /schizophrenia/],
  ["what's orthostatic hypotension?", /falls? on standing/],
  ['what does anti-E mean?', /mark on red blood cells/],
  ['what is an alloantibody?', /red cells of other people/],
  ['what does titre mean?', /how far blood can be thinned/],
  ['what does bilateral mean?', /both sides/],
  ['what is a volvulus?', /twisted/],
  ['what does neoadjuvant mean?', /before the main one/],
])('%s', (message, told) => expect(ask({ age: 50 }, message)).toMatch(told));
