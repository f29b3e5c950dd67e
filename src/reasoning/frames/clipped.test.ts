import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { clipped, isClipped, isShortFor } from './clipped.ts';

test('every short name is of medicines that the catalogue knows', () => {
  const unknown = Object.values(clipped).flatMap((ids) =>
    ids.split(' | ').filter((id) => openCatalogue().get(id) === undefined),
  );
  expect(unknown).toEqual([]);
});

test('a short name is read where the record holds the medicine, and only there', () => {
  expect(isClipped('tac', ['drug:tacrolimus'])).toBe(true);
  expect(isClipped('pred', ['drug:prednisone'])).toBe(true);
  expect(isClipped('dig', ['drug:tacrolimus'])).toBe(false);
  expect(isShortFor('tacro', 'tacrolimus')).toBe(true);
  expect(isShortFor('table', 'tablets')).toBe(false);
});
