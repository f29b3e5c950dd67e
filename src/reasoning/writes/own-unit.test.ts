import { expect, test } from 'vitest';
import { extractFacts } from '../../clinical/index.ts';
import { viewNodes } from '../viewing.ts';
import { inOwnUnit } from './own-unit.ts';

const NOW = '2026-06-15T10:00:00Z';

function weighing(value: number, unit: string) {
  const properties = {
    name: 'Body weight',
    code: '29463-7',
    system: 'http://loinc.org',
    value,
    unit,
    time: '2026-06-10',
  };
  return viewNodes('patient', [{ uuid: 'weight', label: 'Observation', properties }], NOW);
}

function told(text: string, view: ReturnType<typeof weighing>) {
  return extractFacts(text, { now: NOW }).map((fact) => inOwnUnit(view, fact));
}

test('a bare weight is in the unit that the record keeps it in, and said so', () => {
  const [fact] = told('weight 187 today', weighing(183, '[lb_av]'));
  expect(fact).toMatchObject({
    value: 84.82,
    unit: 'kg',
    original: { value: 187, unit: '[lb_av]' },
    assumed: '"187" as lb',
  });
  expect(told('weight 84 today', weighing(82, 'kg'))[0]).toMatchObject({ value: 84, unit: 'kg' });
});

test('a number that is far from it, or has a unit, stays as it was said', () => {
  expect(told('weight 84 today', weighing(183, '[lb_av]'))[0]).not.toHaveProperty('assumed');
  expect(told('weight 84 kg today', weighing(183, '[lb_av]'))[0]).toMatchObject({ value: 84, unit: 'kg' });
});

test('so many kilos more is no weight', () => {
  const values = extractFacts('school weighed me 27.4, that is almost 2 kilos more than at the clinic', { now: NOW });
  expect(values.map(({ value }) => value)).toEqual([27.4]);
});
