import { describe, expect, test } from 'vitest';
import { bodySystem } from '../lexicon/systems.ts';
import { findInteractions } from '../medicines/interactions.ts';
import { observationCatalogue } from './observations.ts';
import { flagValue, referenceRange } from './ranges.ts';
import { describeTrend } from './trends.ts';

describe('reference ranges', () => {
  test('depend on sex, age and pregnancy', () => {
    expect(flagValue('718-7', 12.5, 'g/dL', { sex: 'female' })).toBe('normal');
    expect(flagValue('718-7', 12.5, 'g/dL', { sex: 'male' })).toBe('low');
    expect(flagValue('718-7', 11.5, 'g/dL', { sex: 'female', pregnant: true })).toBe('normal');
    expect(flagValue('2857-1', 4, 'ng/mL', { sex: 'male', age: 45 })).toBe('high');
    expect(flagValue('2857-1', 4, 'ng/mL', { sex: 'male', age: 75 })).toBe('normal');
    expect(flagValue('8867-4', 130, '/min', { age: 0.5 })).toBe('normal');
  });

  test('flags are given in any unit of the analyte and refused in others', () => {
    expect(flagValue('potassium', 6.5, 'mmol/L')).toBe('critical-high');
    expect(flagValue('glucose', 3.0, 'mmol/L')).toBe('low');
    expect(flagValue('glucose', 100, 'kg')).toBeUndefined();
    expect(flagValue('no such thing', 1)).toBeUndefined();
  });

  test('name their source', () => {
    expect(referenceRange('718-7', { sex: 'male' })?.source).toMatch(/ABIM/);
  });
});

describe('the observation catalogue', () => {
  test('knows the unit and range of a LOINC code, and its twins', () => {
    expect(observationCatalogue('2339-0')).toMatchObject({
      unit: 'mg/dL',
      ref_low: 70,
      ref_high: 99,
      ref_text: '70-99 mg/dL',
    });
    expect(observationCatalogue('29463-7')).toMatchObject({ unit: 'kg', ref_low: null, ref_text: null });
    expect(observationCatalogue('0-0')).toBeUndefined();
  });
});

describe('interactions', () => {
  test('are found through brand names and classes, worst first, with advice and source', () => {
    const found = findInteractions(['Coumadin', 'Advil', 'nitroglycerin', 'Viagra']);
    expect(found.map(({ drugs }) => drugs.join('+'))).toEqual(['nitroglycerin+sildenafil', 'warfarin+ibuprofen']);
    expect(found[0]).toMatchObject({ severity: 'contraindicated', source: expect.stringContaining('sildenafil') });
  });

  test('harmless pairs and a drug with itself give none', () => {
    expect(findInteractions(['metformin', 'lisinopril', 'Glucophage'])).toEqual([]);
  });
});

describe('body systems', () => {
  test.each([
    ['liver', 'hepatic'],
    ['heart', 'cardiovascular'],
    ['kidney', 'renal'],
    ['lung', 'respiratory'],
    ['brain', 'neurological'],
    ['asthma', 'respiratory'],
    ['creatinine', 'renal'],
    ['the left knee', 'musculoskeletal'],
  ])('%s → %s', (words, system) => {
    expect(bodySystem(words)).toBe(system);
  });

  test('nonsense has none', () => {
    expect(bodySystem('carburetor')).toBeUndefined();
  });
});

describe('trends', () => {
  const points = (...values: number[]) => values.map((value, at) => ({ time: `202${at}-01-01`, value }));

  test('rising, falling, stable, up and down', () => {
    expect(describeTrend(points(6, 7, 8)).direction).toBe('rising');
    expect(describeTrend(points(9, 8, 7)).direction).toBe('falling');
    expect(describeTrend(points(100, 101, 100)).direction).toBe('stable');
    expect(describeTrend(points(50, 150, 50, 150, 55)).direction).toBe('fluctuating');
  });

  test('one value or none is no trend', () => {
    expect(describeTrend([]).direction).toBe('unknown');
    expect(describeTrend(points(5)).text).toContain('one value only');
  });

  test('says where the last value stands', () => {
    expect(describeTrend(points(8.9, 7.1), { analyte: '4548-4', unit: '%' }).text).toContain(
      'the last is high (range 4-5.6 %)',
    );
  });
});
