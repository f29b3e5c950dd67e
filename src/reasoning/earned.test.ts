/** A yes yields to a paper that bounds just what is asked, and to no other. */
import { expect, test } from 'vitest';
import { emptyChart } from './chart.ts';
import { consult } from './index.ts';
import { viewNodes } from './viewing.ts';

const NOW = '2026-11-15T09:00:00Z';

function ask(message: string, ...papers: string[]): string {
  const nodes = [
    { uuid: 'p', label: 'Patient', properties: {} },
    { uuid: 'c', label: 'ConditionCase', properties: { name: 'Osteoporosis', clinical_status: 'active' } },
    ...papers.map((text, at) => ({
      uuid: `d${at}`,
      label: 'DocumentReference',
      properties: { name: 'Clinic letter', time: `2026-0${at + 1}-10`, text },
    })),
  ];
  const properties = new Map<string, Record<string, unknown>>(nodes.map((each) => [each.uuid, each.properties]));
  const chart = {
    ...emptyChart(NOW),
    view: viewNodes('p', nodes, NOW),
    property: (uuid: string, name: string) => properties.get(uuid)?.[name],
  };
  return consult({ chart, message, now: NOW }).answer.text;
}

const FAST =
  'Bedtime snack every day: more than 10 hours without food is too long. Fasts for tests are planned with us with a drip.';
const OTHER = 'Parking is behind the building. Bring the diary to each visit and ring if you cannot come.';

test('a paper that bounds it takes the yes back', () => {
  const said = ask('can I join a 24 hour fast with squash?', FAST, OTHER);
  expect(said).not.toMatch(/nothing in it speaks against/);
  expect(said).toContain('more than 10 hours without food is too long');
});

test('a paper on something else takes nothing back', () => {
  expect(ask('can I use a hot water bottle?', OTHER)).toMatch(/^\*\*Yes, as far as your record shows/);
});
