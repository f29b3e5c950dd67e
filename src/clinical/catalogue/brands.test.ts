import { describe, expect, test } from 'vitest';
import { readBrands, readTable, splitList } from '../tables/tables.ts';
import { openCatalogue } from './index.ts';

const catalogue = openCatalogue();
const KINDS = ['drug', 'drug_class'] as const;
const named = (name: string) =>
  catalogue
    .find(name.replace(/^"|"$/g, ''), { kinds: [...KINDS] })
    .filter(({ guessed }) => !guessed)
    .map(({ concept }) => concept.id);

/** Words for a shelf of medicines, which name no substance. */
const SHELVES = new Set(['nausea medication', 'thyroid supplement']);

describe('brands', () => {
  test('every row of the tables is of a medicine that the catalogue knows', () => {
    const rows = readBrands().flatMap(({ rows }) => rows.map(([name = '']) => name));
    expect(rows.filter((name) => !SHELVES.has(name) && named(name).length === 0)).toEqual([]);
  });

  test('a brand of the world is the medicine of its row, and no other', () => {
    const wrong = readTable('brands-world', 2, 3).rows.flatMap(([name = '', names]) => {
      const own = named(name);
      return splitList(names).filter((brand) => named(brand).length !== 1 || !own.includes(named(brand)[0]!));
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    ['Ibux', 'drug:ibuprofen'],
    ['Enantyum', 'drug:dexketoprofen'],
    ['Afipran', 'drug:metoclopramide'],
    ['Panodil', 'drug:acetaminophen'],
    ['Alvedon', 'drug:acetaminophen'],
    ['Nolotil', 'drug:metamizole'],
    ['Levaxin', 'drug:levothyroxine'],
    ['Klexane', 'drug:enoxaparin'],
    ['Marcumar', 'drug:phenprocoumon'],
    ['Imovane', 'drug:zopiclone'],
    ['Ventoline', 'drug:albuterol'],
    ['Sobril', 'drug:oxazepam'],
    ['Apocillin', 'drug:penicillin'],
    ['Parol', 'drug:acetaminophen'],
    ['Detralex', 'drug:diosmin'],
  ])('%s is %s', (brand, id) => expect(named(`they gave me ${brand} yesterday`)).toEqual([id]));

  test('caffeine in a painkiller is no medicine of its own: the painkiller is found in it', () => {
    const [id] = named('Panadol Extra');
    expect(catalogue.get(id!)?.drug?.ingredients).toEqual(['drug:acetaminophen']);
  });

  test('no brand is an everyday word', () => {
    const told = 'carmen took a skid in the fractal garden, how miten noten may be left, a tulip in a moment';
    expect(named(told)).toEqual([]);
  });
});

test.each([
  ['clarithro', 'drug:clarithromycin'],
  ['bisop', 'drug:bisoprolol'],
])('a name cut short is the one medicine that begins so: %s', (said, id) => {
  expect(openCatalogue().find(said)).toMatchObject([{ concept: { id } }]);
});

test.each(['metro', 'mother', 'levo', 'vitam'])('a word, or the beginning of several, is none: %s', (said) => {
  expect(openCatalogue().find(said)).toEqual([]);
});

test.each([
  ['warf', 'drug:warfarin'],
  ['apix', 'drug:apixaban'],
  ['benpen', 'drug:penicillin'],
  ['metf', 'drug:metformin'],
])('%s is cut short as wards do', (short, id) =>
  expect(
    openCatalogue()
      .find(`is ${short} ok`, { kinds: ['drug'] })
      .map(({ concept }) => concept.id),
  ).toEqual([id]));

test.each(['nebs', 'carved', 'thrombolysis', 'prednis'])('%s names no medicine', (word) =>
  expect(openCatalogue().find(`the ${word}`, { kinds: ['drug'] })).toEqual([]));
