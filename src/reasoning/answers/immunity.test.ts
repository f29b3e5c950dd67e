import { expect, test } from 'vitest';
import { emptyChart } from '../chart.ts';
import { consult } from '../index.ts';
import { viewNodes } from '../viewing.ts';
import { ask } from './fixture.ts';

const NOW = '2026-06-15T10:00:00Z';

function answer(nodes: { label: string; properties: Record<string, unknown> }[], message: string): string {
  const all = [
    { uuid: 'patient', label: 'Patient', properties: { birth_date: '1990-01-01', gender: 'male' } },
    ...nodes.map((node, at) => ({ uuid: `n${at}`, ...node })),
  ];
  const chart = {
    ...emptyChart(NOW),
    view: viewNodes('patient', all as Parameters<typeof viewNodes>[1], NOW),
    property: (uuid: string, name: string) => (all.find((each) => each.uuid === uuid)?.properties as never)?.[name],
  };
  return consult({ chart, message, now: NOW }).answer.text.replaceAll('**', '');
}

const antibody = (value: unknown, name = 'Hepatitis B surface antibody') => ({
  label: 'Observation',
  properties: { name, value, unit: 'm[IU]/mL', time: '2026-05-14' },
});

test('antibodies below the level do not protect, above it they do', () => {
  expect(answer([antibody(4)], 'Am I protected against hepatitis B?')).toMatch(
    /^No, not by your antibodies.*4 mIU\/mL/,
  );
  expect(answer([antibody(120)], 'Am I immune to hepatitis B?')).toMatch(/^Yes, by your antibodies/);
});

test('a negative antibody is told beside a contact', () => {
  const nodes = [
    { label: 'Observation', properties: { name: 'Varicella-zoster virus IgG', value: 'negative', time: '2018-09-25' } },
    { label: 'IntakeRegimen', properties: { name: 'adalimumab 40 mg', status: 'active', start: '2020-01-01' } },
  ];
  expect(answer(nodes, 'My daughter has chickenpox since yesterday')).toMatch(/not immune/);
});

test('a test that was never done is denied by its name', () => {
  expect(ask({ values: { potassium: 4 } }, 'Was my HIV test negative?')).toMatch(
    /^There is no HIV test in your record/,
  );
  expect(ask({ notes: ['HIV 1/2 negative.'] }, 'Was my HIV test negative?')).not.toMatch(/There is no HIV test/);
});

test('a limit of what can be measured is told as one, and lies on its own side of the range', () => {
  const below = {
    label: 'Observation',
    properties: {
      ...{ name: 'Hepatitis B surface antibody', value: 10, text: '< 10', unit: 'm[IU]/mL', time: '2026-05-14' },
      ref_text: '>=10 m[IU]/mL protective',
    },
  };
  const said = answer([below], 'what does anti-HBs <10 mean, I had all three jabs');
  expect(said).toMatch(/was below 10 .*▼ low/);
  expect(said).toMatch(/By that you are not protected against hepatitis B/);
});
