/** What the answer's model must hold, on people who exist nowhere else. */
import { describe, expect, test } from 'vitest';
import { type Chart, emptyChart } from './chart.ts';
import { consult } from './index.ts';
import { type Focus, NO_FOCUS } from './types.ts';
import { type Node, viewNodes } from './viewing.ts';
import { isTold } from './writes/gate.ts';

const NOW = '2026-11-15T09:00:00Z';
let made = 0;
const node = (label: string, properties: Node['properties']): Node => ({ uuid: `n${++made}`, label, properties });
const value = (name: string, time: string, number: number, more = {}) =>
  node('Observation', { name, time, value: number, ...more });
const medicine = (name: string, start: string, more = {}) =>
  node('IntakeRegimen', { name, start, status: 'active', ...more });
const paper = (text: string, time: string) => node('DocumentReference', { name: 'Clinic letter', time, text });

function chartOf(...nodes: Node[]): Chart {
  const properties = new Map(nodes.map((each) => [each.uuid, each.properties]));
  return {
    ...emptyChart(NOW),
    view: viewNodes('p', [{ uuid: 'p', label: 'Patient', properties: {} }, ...nodes], NOW),
    property: (uuid, name) => properties.get(uuid)?.[name],
  };
}

function talk(chart: Chart, ...messages: string[]) {
  let focus: Focus = NO_FOCUS;
  return messages.map((message) => {
    const said = consult({ chart, message, now: NOW, focus });
    focus = said.focus;
    return said;
  });
}

const ciclosporin = chartOf(
  medicine('Tacrolimus 1 mg capsules', '2021-02-01', { reason: 'Kidney transplant' }),
  medicine('Verapamil 120 mg tablets', '2026-08-20'),
  value('Tacrolimus level', '2026-06-02', 6.1, { unit: 'ng/mL' }),
  value('Tacrolimus level', '2026-10-06', 12.9, { unit: 'ng/mL' }),
  value('Creatinine', '2026-06-02', 120, { unit: 'umol/L', ref_low: 60, ref_high: 106 }),
  value('Creatinine', '2026-10-06', 158, { unit: 'umol/L', ref_low: 60, ref_high: 106 }),
  value('eGFR', '2026-06-02', 58, { unit: 'mL/min/{1.73_m2}' }),
  value('eGFR', '2026-10-06', 41, { unit: 'mL/min/{1.73_m2}' }),
  paper('Tacrolimus: one brand only. Trough target 8-12 in the first year, 5-8 after that.', '2021-02-20'),
);

describe('a value', () => {
  test.each([
    'what is my tacrolimus level',
    'my last tacrolimus?',
    'is my tacrolimus in range',
  ])('is held against the goal of the papers: %s', (message) => {
    const [{ answer }] = talk(ciclosporin, message) as [ReturnType<typeof consult>];
    expect(answer.text).toContain('12.9 ng/mL');
    expect(answer.text).toContain('above the goal');
    expect(answer.text).not.toContain('within the range');
  });

  test.each([
    'my kidney function got worse, why?',
    'why did my creatinine go up',
    'my kidney number went up. what is behind it?',
  ])('is explained by what moved before it: %s', (message) => {
    const [{ answer }] = talk(ciclosporin, message) as [ReturnType<typeof consult>];
    expect(answer.text).toMatch(/tacrolimus level 12\.9/);
    expect(answer.text).toMatch(/verapamil/i);
  });
});

describe('what papers asked for', () => {
  const chart = chartOf(
    value('Calcium', '2026-04-14', 2.74, { unit: 'mmol/L', ref_low: 2.2, ref_high: 2.6 }),
    paper('Please repeat calcium in 3 months and book a neck ultrasound.', '2026-05-05'),
  );
  test.each([
    'did they repeat the calcium?',
    'has my calcium been rechecked',
    'was the calcium done again',
  ])('%s', (message) => {
    const [{ answer }] = talk(chart, message) as [ReturnType<typeof consult>];
    expect(answer.text).toMatch(/^\*\*No/);
    expect(answer.text).toMatch(/overdue/);
    expect(answer.text).toContain('2.74');
  });
  test.each(['what did the neck scan show', 'any result of my neck ultrasound?'])('%s', (message) => {
    const [{ answer }] = talk(chart, message) as [ReturnType<typeof consult>];
    expect(answer.text).toMatch(/\*\*No .* is in your record/);
    expect(answer.text).toContain('5 May 2026');
  });
});

describe('asking back', () => {
  test('what a question needs is offered, and one word answers it', () => {
    const [first, second] = talk(ciclosporin, 'is it too high?', 'creatinine') as [
      ReturnType<typeof consult>,
      ReturnType<typeof consult>,
    ];
    expect(first.answer.text).toMatch(/^\*\*Which do you mean: .*creatinine/);
    expect(first.focus.pending?.aspect).toBe('judge');
    expect(second.answer.text).toContain('158');
    expect(second.focus.pending).toBeUndefined();
  });
  test('by its place', () => {
    const [first, second] = talk(ciclosporin, 'is it too high?', 'the first one') as [
      ReturnType<typeof consult>,
      ReturnType<typeof consult>,
    ];
    expect(second.frames[0]?.subjects[0]?.id).toBe(first.focus.pending?.offers[0]?.id);
  });
});

describe('what an answer brought up is the next "it"', () => {
  const chart = chartOf(
    medicine('Amlodipine 10 mg tablets', '2019-08-12', { status: 'stopped', end: '2026-08-20' }),
    medicine('Verapamil 120 mg tablets', '2026-08-20', { reason: 'Hypertension' }),
    paper('Ankles swollen on amlodipine. Changed to verapamil.', '2026-08-20'),
  );
  test.each([
    ['what did i take before verapamil?', 'why did they stop it'],
    ['what did verapamil replace?', 'why was it stopped'],
  ])('%s', (...messages) => {
    const [first, second] = talk(chart, ...messages) as [ReturnType<typeof consult>, ReturnType<typeof consult>];
    expect(first.answer.text).toMatch(/amlodipine/i);
    expect(second.answer.text).toMatch(/Ankles swollen/);
  });
});

describe('a question tells nothing', () => {
  test.each([
    ['is an IgE of 74 high?', 'measurement', 'IgE'],
    ['what explains my potassium of 5.7?', 'measurement', 'potassium'],
    ['had chest pain years ago, is that written down anywhere?', 'symptom', 'chest pain'],
  ])('%s', (message, kind, name) => {
    const { frames } = consult({ chart: ciclosporin, message, now: NOW });
    const start = message.toLowerCase().indexOf(name.toLowerCase());
    expect(isTold({ kind: kind as 'symptom', name, start }, frames)).toBe(false);
  });
});

test('a change of dose is no stop', () => {
  const chart = chartOf(
    medicine('Losartan 50 mg tablets', '2019-01-10', { status: 'stopped', end: '2022-11-15' }),
    medicine('Losartan 100 mg tablets', '2022-11-15'),
  );
  const [{ answer }] = talk(chart, 'why was losartan stopped?') as [ReturnType<typeof consult>];
  expect(answer.text).toMatch(/is not stopped/);
});
