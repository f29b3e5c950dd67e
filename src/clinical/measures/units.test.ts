import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractFacts } from '../facts/extract.ts';
import { readTable } from '../tables/tables.ts';
import { convert, convertHbA1c, readUnit, unitOf } from './units.ts';

interface UcumLibrary {
  validateUnitString(code: string): { status: string };
  convertUnitTo(from: string, value: number, to: string): { toVal: number | null };
}

function referenceLibrary(): UcumLibrary {
  const ucum = createRequire(import.meta.url)('@lhncbc/ucum-lhc') as { UcumLhcUtils: { getInstance(): UcumLibrary } };
  return ucum.UcumLhcUtils.getInstance();
}

describe('units', () => {
  test.each([
    ['lbs', '[lb_av]'],
    ['mcg', 'ug'],
    ['mmHg', 'mm[Hg]'],
    ['bpm', '/min'],
    ['cc', 'mL'],
    ['IU', '[IU]'],
    ['mEq/L', 'meq/L'],
    ['x10^3/uL', '10*3/uL'],
    ['×10⁹/L', '10*9/L'],
    ['F', '[degF]'],
    ['C', 'Cel'],
    ['µmol/L', 'umol/L'],
    ['mg/dl', 'mg/dL'],
  ])('%s is %s', (spelling, code) => {
    expect(unitOf(spelling)?.ucum).toBe(code);
  });

  test('a unit is read where it stands, the longest first, and never out of a word', () => {
    expect(readUnit('110 mg/dL today', 3)?.unit.ucum).toBe('mg/dL');
    expect(readUnit('45 mL/min/1.73m2', 2)?.unit.ucum).toBe('mL/min/{1.73_m2}');
    expect(readUnit('5 minutes', 1)).toBeUndefined();
    expect(readUnit('7 glasses', 1)).toBeUndefined();
  });

  test('mass and amount of substance are tied by the molar mass, and refused without it', () => {
    expect(convert(5.5, 'mmol/L', 'mg/dL', 180.16)).toBeCloseTo(99.1, 1);
    expect(convert(88.4, 'umol/L', 'mg/dL', 113.12)).toBeCloseTo(1, 2);
    expect(convert(5.5, 'mmol/L', 'mg/dL')).toBeUndefined();
    expect(convert(70, 'kg', 'mmol/L', 100)).toBeUndefined();
  });

  test('HbA1c is converted by its line', () => {
    expect(convertHbA1c(48, 'mmol/mol', '%')).toBeCloseTo(6.5, 1);
    expect(convertHbA1c(6.5, '%', 'mmol/mol')).toBeCloseTo(47.5, 1);
  });

  test('temperature has its own formula', () => {
    expect(convert(98.6, '[degF]', 'Cel')).toBeCloseTo(37);
    expect(convert(37, 'Cel', '[degF]')).toBeCloseTo(98.6);
  });

  test('conversion there and back is the identity', () => {
    const codes = ['kg', 'g', '[lb_av]', '[oz_av]', '[stone_av]'];
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1e4, noNaN: true }),
        fc.constantFrom(...codes),
        fc.constantFrom(...codes),
        (value, from, to) => {
          const there = convert(value, from, to)!;
          expect(convert(there, to, from)).toBeCloseTo(value, 6);
        },
      ),
    );
  });

  test('the codes are valid UCUM and the factors agree with the reference library', () => {
    const library = referenceLibrary();
    const firstOf = new Map<string, string>();
    for (const [code = '', dimension = ''] of readTable('units', 3, 4).rows) {
      expect(library.validateUnitString(code).status, code).toBe('valid');
      const base = firstOf.get(dimension);
      if (!base) firstOf.set(dimension, code);
      else if (!['activity', 'fraction', 'acr', 'temperature', 'iu'].includes(dimension)) {
        const reference = library.convertUnitTo(code, 1, base).toVal;
        if (reference) expect(convert(1, code, base)! / reference, `${code} in ${base}`).toBeCloseTo(1, 3);
      }
    }
  });
});

describe('a unit that there is not', () => {
  const told = (text: string) => extractFacts(text, { now: '2026-03-11T10:00:00Z' });

  test.each([
    ['my glucose was 140 florps this morning', 'florps'],
    ['glucose 5.6 apples/L', 'apples/L'],
    ['my weight is 82 stone kilometers', 'kilometers'],
    ['LDL 3.1 bananas', 'bananas'],
  ])('%s', (text, unit) => {
    expect(told(text)).toEqual([
      expect.objectContaining({ kind: 'measurement', warning: expect.stringContaining(`"${unit}" is not a unit of`) }),
    ]);
    expect(told(text)[0]).not.toHaveProperty('value');
  });

  test.each([
    ['my glucose was 140 this morning', 140],
    ['pulse 70 beats per minute', 70],
    ['LDL 3.1 means what?', 3.1],
    ['weight was 82 kgs', 82],
  ])('is not seen where there is one, or none is needed: %s', (text, value) => {
    expect(told(text)[0]).toMatchObject({ value });
  });
});
