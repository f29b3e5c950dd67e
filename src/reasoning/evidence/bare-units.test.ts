import { describe, expect, test } from 'vitest';
import { ask } from '../answers/fixture.ts';
import { emptyChart } from '../chart.ts';
import { consult } from '../index.ts';
import { type Node, viewNodes } from '../viewing.ts';

const NOW = '2026-06-15T10:00:00Z';

function measured(name: string, code: string, unit: string | undefined, value: number, time = '2026-06-10'): Node {
  const properties = { name, code, system: 'http://loinc.org', value, time, ...(unit !== undefined && { unit }) };
  return { uuid: `${name}-${unit}-${time}`, label: 'Observation', properties };
}

const warfarin: Node = {
  uuid: 'warfarin',
  label: 'IntakeRegimen',
  properties: { name: 'warfarin 5 mg', status: 'active', start: '2020-01-01' },
};

const view = (...nodes: Node[]) => viewNodes('patient', nodes, NOW);

describe('numbers without a unit are one series', () => {
  test.each(['1', '{INR}', '{ratio}', 'ratio', 'INR', undefined])('an INR in %s', (unit) => {
    const points = view(measured('INR', '6301-6', unit, 3.4)).series.get('observation:inr');
    expect(points?.map(({ value }) => value)).toEqual([3.4]);
  });

  test('the specific gravity and the pH too, a share as percent', () => {
    const { series } = view(
      measured('Specific gravity', '2965-2', '1', 1.015),
      measured('Blood pH', '2744-1', '1', 7.31),
      measured('FEV1/FVC', '19926-5', '1', 0.64),
    );
    expect(series.get('observation:specific_gravity')?.[0]?.value).toBe(1.015);
    expect(series.get('observation:blood_ph')?.[0]?.value).toBe(7.31);
    expect([...series.values()].flat().some(({ value }) => value === 64)).toBe(true);
  });

  test('a unit that is another one stays apart', () => {
    expect(view(measured('INR', '6301-6', 'mg/dL', 3.4)).series.get('observation:inr')).toBeUndefined();
  });

  test('on warfarin the goal holds, not the range of healthy people', () => {
    const said = (value: number) => {
      const chart = { ...emptyChart(NOW), view: view(warfarin, measured('INR', '6301-6', '1', value)) };
      return consult({ chart, message: 'What was my last INR?', now: NOW }).answer.text;
    };
    expect(said(3.9)).toMatch(/3\.9 on .*high/);
    expect(said(1.1)).toMatch(/1\.1 on .*low/);
    expect(said(2.5)).toMatch(/within the goal usual on this treatment/);
    for (const value of [1.1, 2.5, 3.9]) {
      expect(said(value)).not.toContain('The normal range');
      expect(said(value)).toMatch(/between 2 and 3/);
    }
  });
});

test('the range of a pressure is the one by which it was judged', () => {
  const values = { 'systolic blood pressure': 134, 'diastolic blood pressure': 86 };
  expect(ask({ age: 30, has: ['pregnancy'], values }, 'What was my last blood pressure?')).toMatch(
    /134\/86 mmHg.*within the range.*up to 139\/89/s,
  );
  expect(ask({ age: 30, values }, 'What was my last blood pressure?')).toMatch(/134\/86 mmHg.*high.*up to 120\/80/s);
});
