import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { headOf, wholeLexicon } from '../lexicon/lexicon.ts';
import { observationByCode, observations } from '../measures/observations.ts';
import { unitOf } from '../measures/units.ts';
import { identify } from '../medicines/interactions.ts';
import { tables } from './schema.ts';
import { readData, readTable, splitList } from './tables.ts';

const folder = new URL('../data/', import.meta.url);
const text = (name: string) => readFileSync(new URL(`${name}.yml`, folder), 'utf8');
const rows = (name: string) => readTable(name, 1, 12).rows;

describe('the data files', () => {
  test.each(Object.keys(tables) as (keyof typeof tables)[])('%s follows its schema', (name) => {
    for (const cells of rows(name)) expect(tables[name].safeParse(cells).error, cells.join(' | ')).toBeUndefined();
  });

  test('the flat reader reads what the YAML library reads', () => {
    for (const file of readdirSync(folder)) {
      const name = file.replace('.yml', '');
      const whole = parse(text(name)) as Record<string, unknown>;
      expect(readData(name)).toEqual(
        Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, String(value)])),
      );
    }
  });

  test('every file names its source', () => {
    for (const file of readdirSync(folder)) expect(text(file.replace('.yml', ''))).toMatch(/^source: .{3,}/m);
  });

  test('are as broad as promised', () => {
    expect(rows('conditions').length).toBeGreaterThan(400);
    expect(rows('symptoms').length).toBeGreaterThan(120);
    expect(new Set(rows('drugs').map(([name]) => name)).size).toBeGreaterThan(300);
    expect(observations().list.length).toBeGreaterThan(150);
    expect(rows('interactions').length).toBeGreaterThan(80);
    expect(wholeLexicon().phrases.size).toBeGreaterThan(6000);
  });

  test('how a phrase begins is told from it as the search form has it', () => {
    for (const phrase of wholeLexicon().phrases.keys()) expect(headOf(phrase)).toBe(phrase.split(' ')[0]!.slice(0, 2));
    for (const [written, head] of [
      ['Oesophagitis', 'es'],
      ['haemorrhoids', 'he'],
      ['"APAP"', 'ap'],
      ['c diff', 'c'],
      ['gases', 'ga'],
      ['5-HT antagonist', '5'],
    ])
      expect([written, headOf(written!)]).toEqual([written, head]);
  });

  test('no phrase of the lexicon is a bare number or a single small letter', () => {
    for (const [phrase, terms] of wholeLexicon().phrases)
      if (!terms.every(({ group }) => group === 'observation')) expect(phrase).toMatch(/[a-z].*[a-z0-9]/);
  });

  test('every unit of an observation is known', () => {
    for (const { name, unit, units } of observations().list)
      for (const one of [unit, ...units])
        if (!one.startsWith('{') && one !== '[pH]') expect(unitOf(one)?.ucum, `${name}: ${one}`).toBe(one);
  });

  test('every range belongs to an observation and is ordered', () => {
    for (const [loinc = '', who, low, high] of rows('ranges')) {
      expect(observationByCode(loinc), loinc).toBeDefined();
      expect(Number(low), `${loinc} ${who}`).toBeLessThan(Number(high));
    }
  });

  test('both sides of every interaction are drugs or classes of the drug list', () => {
    const classes = new Set(rows('drugs').map(([, , category]) => category));
    for (const [a = '', b = ''] of rows('interactions'))
      for (const side of [a, b])
        if (side.startsWith('[')) expect(classes.has(side.slice(1, -1)), side).toBe(true);
        else expect(identify(side).name, side).toBe(side.toLowerCase());
  });

  test('lists hold no empty or doubled names', () => {
    for (const [names] of rows('chemicals')) expect(new Set(splitList(names)).size).toBe(splitList(names).length);
  });
});
