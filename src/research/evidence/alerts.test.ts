import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../../sources/research/index.ts';
import { alertRules, ruleFor } from './alert-rules.ts';
import { alertsInForce } from './alerts.ts';
import { trackMaturity } from './maturity.ts';
import { makeRow, mergeTables } from './table.ts';

const NOW = Date.parse('2027-06-01T00:00:00Z');

function row(title: string, text: string, date: string, known: readonly string[] = ['zorbafen']) {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text, date },
    ...{ kinds: [], notices: [], seen: NOW, from: 'index:research' },
  };
  return makeRow(item, { words: new Set(), aspects: [], known }, NOW);
}

describe('each row', () => {
  test.each(alertRules().map((rule) => [rule.kind, rule] as const))('%s says what its example says', (kind, rule) => {
    const design = rule.only?.[0] ?? 'news';
    expect(ruleFor(rule.example, design)?.kind).toBe(kind);
    expect(ruleFor(rule.counter, design)?.kind).not.toBe(kind);
  });
});

const TRIAL = row(
  'Zorbafen in gout: a randomised phase 3 trial',
  '800 adults with gout were randomly assigned to zorbafen or placebo. Flares were fewer with zorbafen (HR 0.6; 95% CI 0.5 to 0.7).',
  '2025-03-01',
);
const APPROVAL = row('EMA approves zorbafen for gout', 'The EMA approved zorbafen for adults with gout.', '2025-09-01');
const SUSPENSION = row(
  'EMA suspends the marketing authorisation of zorbafen',
  'The EMA suspended the marketing authorisation of zorbafen after nine deaths from liver failure.',
  '2026-02-01',
);
const LATER = row(
  'Zorbafen in gout: extension of the phase 3 trial',
  'In a randomised phase 3 extension of 640 adults flares were fewer with zorbafen (HR 0.5; 95% CI 0.4 to 0.7).',
  '2026-09-01',
);
const LIFTED = row(
  'EMA lifts the suspension of zorbafen',
  'The EMA lifted the suspension of zorbafen. Liver tests are needed each month.',
  '2027-01-10',
);

test('what took a medicine off the market holds whatever is found later, until it is lifted', () => {
  const { rows } = mergeTables([], [TRIAL, APPROVAL, SUSPENSION, LATER]);
  expect(alertsInForce(rows)).toMatchObject([{ kind: 'suspended', therapy: 'zorbafen', by: 'EMA', bars: true }]);
  expect(trackMaturity(rows)[0]).toMatchObject({ stage: 'approval', setback: { kind: 'suspended', by: 'EMA' } });
  const after = mergeTables(rows, [LIFTED]).rows;
  expect(alertsInForce(after)).toEqual([]);
  expect(trackMaturity(after)[0]!.setback).toBeUndefined();
  expect(trackMaturity(after)[0]!.milestones.map(({ stage }) => stage)).toEqual([
    'phase3',
    'approval',
    'suspended',
    'lifted',
  ]);
});

test('that trials may go on is no approval', () => {
  const lifted = row(
    'FDA lifts clinical hold on zorbafen',
    'The FDA lifted the clinical hold on zorbafen.',
    '2027-03-02',
  );
  expect(lifted.ruling).toBeUndefined();
  expect(lifted.stage).toBeUndefined();
});

test('what one authority lifts another does not', () => {
  const other = row('Swissmedic lifts the suspension of zorbafen', 'Swissmedic lifted the suspension.', '2027-02-01');
  expect(alertsInForce([SUSPENSION, other])).toHaveLength(1);
});

test('a medicine that is named in passing is not the one', () => {
  const trial = row(
    'Urastat in gout: a randomised trial',
    'Background: Zorbafen was withdrawn from the market in 2024.\n\nResults: In 400 adults flares were fewer with urastat (HR 0.6; 95% CI 0.5 to 0.8).',
    '2026-01-01',
  );
  expect(trial.alerts).toBeUndefined();
});

test('an authority that nobody listed decides too', () => {
  const decision = row(
    'Zorbafen: decision',
    'Issued by: Halden Medicines Agency\nDate: 2026-04-01\n\nThe agency approved zorbafen for adults with gout.',
    '2026-04-01',
  );
  expect(decision).toMatchObject({
    design_id: 'regulatory',
    stage: 'approval',
    ruling: { by: 'Halden Medicines Agency', verdict: 'granted' },
  });
});
