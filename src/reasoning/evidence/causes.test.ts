/** Causes weighed by time, limits that papers set, ends that only papers tell, words that the record gives a meaning. */
import { describe, expect, test } from 'vitest';
import { type Chart, emptyChart } from '../chart.ts';
import { meantBy } from '../frames/meaning.ts';
import { subjectsIn } from '../frames/subjects.ts';
import { type Node, viewNodes } from '../viewing.ts';
import { causesOf, causesOfAll } from './causes.ts';
import { limitsFor, passes } from './limits.ts';
import { readingsOf } from './series.ts';

const NOW = '2026-11-15T09:00:00Z';
let made = 0;
const node = (label: string, properties: Node['properties']): Node => ({ uuid: `n${++made}`, label, properties });
const value = (name: string, time: string, number: number, more = {}) =>
  node('Observation', { name, time, value: number, ...more });
const medicine = (name: string, start: string, more = {}) =>
  node('IntakeRegimen', { name, start, status: 'active', ...more });
const paper = (text: string, time = '2026-10-12') => node('DocumentReference', { name: 'GP note', time, text });

function chartOf(...nodes: Node[]): Chart {
  const properties = new Map(nodes.map((each) => [each.uuid, each.properties]));
  return {
    ...emptyChart(NOW),
    view: viewNodes('p', [{ uuid: 'p', label: 'Patient', properties: {} }, ...nodes], NOW),
    property: (uuid, name) => properties.get(uuid)?.[name],
  };
}

describe('what can be behind a value', () => {
  const sodium = { unit: 'mmol/L', ref_low: 135, ref_high: 145 };
  const chart = chartOf(
    value('Sodium', '2026-07-20', 139, sodium),
    value('Sodium', '2026-10-12', 128, sodium),
    medicine('Omeprazole 20 mg capsule', '2015-03-10'),
    medicine('Indapamide 2.5 mg tablet', '2026-08-03'),
  );
  const stretch = { from: '2026-07-20', to: '2026-10-12' };

  test('what was begun between the good value and the bad one comes first', () => {
    const [first, second] = causesOf(chart, 'observation:sodium', 'down', stretch);
    expect(first).toMatchObject({ kind: 'started', timed: true, item: { start: '2026-08-03' } });
    expect(second).toMatchObject({ kind: 'started', timed: false });
  });

  test('what began after the value is no cause of it', () => {
    const [cause] = causesOf(chart, 'observation:sodium', 'down', { from: '2026-01-01', to: '2026-07-20' }).filter(
      (each) => each.kind === 'started' && each.item.name.startsWith('Indapamide'),
    );
    expect(cause?.weight).toBeLessThanOrEqual(0);
  });

  test('what explains two complaints weighs more than what explains one', () => {
    const two = chartOf(
      medicine('Amiodarone 200 mg tablet', '2024-01-15'),
      node('ConditionCase', { name: 'Gastro-oesophageal reflux disease', status: 'active', onset_date: '2026-01-01' }),
    );
    const ids = ['symptom:cough', 'symptom:shortness_of_breath'];
    expect(causesOfAll(two, ids, { from: null, to: NOW })[0]).toMatchObject({
      kind: 'started',
      item: { name: 'Amiodarone 200 mg tablet' },
    });
  });

  test('what held a value up and was given up is a cause; the paper that says so gives the day', () => {
    const iron = chartOf(
      value('Ferritin', '2026-05-10', 31, { unit: 'ug/L', ref_low: 30 }),
      value('Ferritin', '2026-10-30', 12, { unit: 'ug/L', ref_low: 30 }),
      medicine('Ferrous fumarate 210 mg tablet', '2026-02-12', { status: 'stopped' }),
      paper('Ferrous fumarate stopped today: cramps.', '2026-06-20'),
    );
    expect(iron.view.medicines[0]!.end).toBe('2026-06-20');
    const causes = causesOf(iron, 'observation:ferritin', 'down', { from: '2026-05-10', to: '2026-10-30' });
    expect(causes.map(({ kind }) => kind)).toContain('stopped');
  });
});

describe('limits that papers set', () => {
  const cells = { unit: '10*9/L', ref_low: 4, ref_high: 11 };
  const passedBy = (text: string, number: number, name = 'White cell count', more: object = cells) => {
    const chart = chartOf(value(name, '2026-10-30', number, more), paper(text));
    const [id] = [...chart.view.series.keys()];
    const [limit] = limitsFor(chart, id!);
    return limit && { ...limit, passage: undefined, side: passes(limit, readingsOf(chart, id!).at(-1)!) };
  };

  test('a lower limit that is passed', () =>
    expect(passedBy('Stop and call if white cells are below 3.0 or neutrophils below 1.5.', 2.9)).toMatchObject({
      low: 3,
      goal: false,
      side: 'below',
    }));
  test('a limit that is kept', () =>
    expect(passedBy('Stop and call if white cells are below 3.0.', 4.2)?.side).toBeUndefined());
  test('the number of the next thing named is none of it', () =>
    expect(passedBy('Treat if lymphocytes double, anaemia below 10.', 58, 'Lymphocytes')).toBeUndefined());
  test('a share or a time is no limit', () =>
    expect(passedBy('Call with weight loss over 10 percent in 6 months.', 71, 'Weight', {})).toBeUndefined());
  test('a multiple of the upper limit', () =>
    expect(
      passedBy('ALT more than twice the upper limit: ring us.', 88, 'ALT', { unit: 'U/L', ref_high: 40 }),
    ).toMatchObject({ high: 80, side: 'above' }));
  test('a goal has two ends', () =>
    expect(passedBy('INR 4.1 today, goal 2.5 to 3.5.', 3.4, 'INR', {})).toMatchObject({
      low: 2.5,
      high: 3.5,
      goal: true,
      side: undefined,
    }));
});

describe('what a word means beside this record', () => {
  const chart = chartOf(
    value('Magnesium', '2026-10-12', 0.61, { unit: 'mmol/L' }),
    node('ConditionCase', { name: 'Primary sclerosing cholangitis', status: 'active' }),
    node('Observation', { name: 'TPMT activity', time: '2019-03-01', value: 'normal' }),
  );
  const meant = (text: string) => meantBy(subjectsIn(text), text, chart).map(({ id, text: name }) => id + name);

  test('the value where there is one', () => expect(meant('why is my magnesium low?')[0]).toContain('observation:'));
  test('the tablet where it is taken', () => expect(meant('can I take magnesium?')[0]).toContain('drug:'));
  test('an entry by its initials', () => expect(meant('what is PSC?')[0]).toContain('sclerosing'));
  test('a finding by its code', () => expect(meant('what does TPMT normal mean')[0]).toContain('TPMT'));
  test('no entry by letters that are not its own', () => expect(meant('what is PTSD?').join()).not.toContain('scler'));
});
