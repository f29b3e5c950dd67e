import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { distortions } from '../evidence/distortions.ts';
import { factorOn, factors, factorsNamed } from './factors.ts';
import { guardFor, guards } from './guards.ts';

const unknown = (ids: readonly string[]) => [...new Set(ids)].filter((id) => openCatalogue().get(id) === undefined);

test('the rows of daily life, of prevention and of misleading values name only what the catalogue knows', () => {
  expect(unknown(factors.rows.flatMap(({ on }) => on))).toEqual([]);
  expect(unknown(guards.rows.flatMap(({ of, by, against, hold }) => [...of, ...by, ...against, ...hold]))).toEqual([]);
  expect(unknown(distortions.rows.flatMap(({ of, by }) => [of, ...by]))).toEqual([]);
});

test('every row is of a factor that has names, and every factor has a row', () => {
  const used = new Set(factors.rows.map(({ by }) => by));
  expect([...used].filter((by) => factors.factors[by] === undefined)).toEqual([]);
  expect(Object.keys(factors.factors).filter((by) => !used.has(by))).toEqual([]);
});

test('no name belongs to two factors', () => {
  const names = Object.values(factors.factors).flat();
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('a factor is named by whole words', () => {
  expect(factorsNamed('Can stress raise it?').map(({ by }) => by)).toEqual(['stress']);
  expect(factorsNamed('Is it a distress call?')).toEqual([]);
});

test('what is known of a kind holds for what belongs to it', () => {
  expect(factorOn('smoking', ['condition:crohn_disease'])?.how).toContain('flare');
  expect(factorOn('stress', ['condition:type_1_diabetes'])?.does).toBe('yes');
  expect(factorOn('biotin', ['condition:crohn_disease'])).toBeUndefined();
  expect(guardFor('condition:hip_fracture')?.do).toContain('falls');
  expect(guardFor('condition:conjunctivitis')).toBeUndefined();
});
