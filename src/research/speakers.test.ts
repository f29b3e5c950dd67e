import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../sources/research/index.ts';
import { answerOf } from './answer.ts';
import { adviceIn, limitIn, limitRules } from './evidence/advice.ts';
import { disputesIn } from './evidence/disputes.ts';
import { aspectsAsked } from './evidence/excerpt.ts';
import { findAdvances, trackMaturity } from './evidence/maturity.ts';
import { type EvidenceRow, makeRow, mergeTables } from './evidence/table.ts';
import { medicinesAsked, settleStanding } from './standing.ts';
import { sayAdvance } from './telling.ts';

const NOW = Date.parse('2026-11-15');

function row(title: string, text: string, question = '', date?: string): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text, ...(date && { date }) },
    ...{ kinds: [], notices: [], seen: 0, from: 'index:research' },
  };
  const asked = { words: new Set<string>(), aspects: aspectsAsked(question), names: medicinesAsked(question) };
  return makeRow(item, asked, NOW);
}

const settle = (question: string, rows: readonly EvidenceRow[], replaced: readonly EvidenceRow[] = []) =>
  settleStanding(question, rows, () => '', replaced)?.text;

const NICE = 'National Institute for Health and Care Excellence. Published: 2026-06-01\n\n';
const payer = (said: string) => row('Selbatinib for leukaemia: technology appraisal', `${NICE}${said}`);
const RECOMMENDED = 'Is selbatinib recommended for leukaemia?';
const TRIAL = row(
  'Selbatinib in leukaemia: a randomised trial',
  'We randomly assigned 530 adults with leukaemia to selbatinib or placebo. Remission was 58% with selbatinib and 44% with placebo (p=0.001).',
);

describe('who pays speaks of payment', () => {
  test.each([
    ['NICE does not recommend reimbursement of selbatinib because of its cost.', 'refused'],
    ['NICE is unable to recommend selbatinib within the NHS.', 'refused'],
    ['The committee cannot recommend selbatinib.', 'refused'],
    ['Selbatinib is not recommended for use within the NHS.', 'refused'],
    ['Selbatinib is recommended as an option for adults with leukaemia.', 'granted'],
    ['NICE recommends reimbursement of selbatinib.', 'granted'],
  ])('%s', (said, verdict) => {
    expect(payer(said).ruling).toMatchObject({ by: 'NICE', verdict });
  });

  test('a refusal is no advice against it and no word on its effect', () => {
    const refused = payer('NICE does not recommend reimbursement of selbatinib because of its cost.');
    expect(settle('Is selbatinib reimbursed?', [refused])).toMatch(/^\*\*No: not paid for, as decided by NICE/);
    expect(settle(RECOMMENDED, [refused])).toMatch(
      /^\*\*No guideline on selbatinib was found\.\*\* On payment: not paid for, as decided by NICE/,
    );
    const works = answerOf('Does selbatinib work in leukaemia?', [TRIAL, refused], () => '')!;
    expect(works).toMatch(/^\*\*Yes, as far as this shows:\*\*.* On payment: not paid for, as decided by NICE/);
    expect(works).not.toMatch(/advises/);
    expect(trackMaturity([refused])[0]?.stage).not.toBe('reimbursement');
  });
});

describe('how far advice goes', () => {
  test.each(limitRules())('$limit: $example', ({ limit, example, counter }) => {
    expect([limitIn(example), limitIn(counter)]).toEqual([limit, undefined]);
  });

  const guideline = (said: string) => row('Clinical practice guideline on sarcoidosis', said);
  const ask = (said: string, name: string) =>
    settle(`Is ${name} recommended in sarcoidosis?`, [
      { ...guideline(said), ...(guideline(said).therapies.includes(name) ? {} : withAdvice(said, name)) },
    ]);
  const withAdvice = (said: string, name: string) => ({
    therapies: [name],
    advised: adviceIn('Clinical practice guideline on sarcoidosis', said.split(/(?<=\.)\s/), [name]),
  });

  test.each([
    ['We recommend tirolimab only in the context of clinical trials.', /^\*\*Not for practice: only in research, as a/],
    ['Tirolimab may be considered in sarcoidosis.', /^\*\*Under conditions: advised by a guideline/],
    ['Use tirolimab only if methotrexate fails.', /^\*\*Under conditions: advised by a guideline/],
    ['We suggest tirolimab (conditional recommendation).', /^\*\*Under conditions: advised by a guideline/],
    ['We recommend tirolimab for sarcoidosis.', /^\*\*Yes: advised by a guideline/],
    ['We recommend against tirolimab outside of clinical trials.', /^\*\*No: advised against by a guideline/],
  ])('%s', (said, answer) => {
    expect(ask(said, 'tirolimab')).toMatch(answer);
  });

  test('what is kept to research is no stage, no dispute, and no advice beside a result', () => {
    const only = guideline('We recommend tirolimab only in the context of clinical trials.');
    const against = guideline('We recommend against tirolimab in sarcoidosis.');
    expect(trackMaturity([only])).toEqual([]);
    expect(disputesIn([only, { ...against, id: 'other' }])).toEqual([]);
    expect(answerOf('Does tirolimab work in sarcoidosis?', [only], () => '')).toContain('advises it only in research');
  });
});

test('a guideline that was withdrawn advises nobody, and that is said', () => {
  const old = row(
    'Guideline on the management of chronic urticaria',
    'Halden Society. This guideline has been withdrawn and is no longer valid. We recommend mirolimab as first-line treatment.',
  );
  const { rows } = mergeTables([], [old]);
  expect(rows[0]!.superseded).toEqual({ withdrawn: true });
  expect(settle('Is mirolimab recommended for chronic urticaria?', [], rows)).toMatch(
    /^\*\*Nothing in force advises for or against mirolimab:\*\* a guideline on it was withdrawn/,
  );
  expect(trackMaturity(rows)).toEqual([]);
  const replacing = row(
    'Guideline on urticaria 2026',
    'It replaces the guideline of 2019, which is no longer valid. We recommend mirolimab.',
  );
  expect(mergeTables([], [replacing]).rows[0]!.superseded).toBeUndefined();
});

describe('a decision holds for whom it was made', () => {
  const FDA = 'U.S. Food and Drug Administration.\n\n';
  const decision = (said: string, date = '2025-09-12') => row('FDA approves junimab', `${FDA}${said}`, '', date);
  const ADULTS = decision(
    'The FDA approved junimab for adults with nephrotic syndrome. Safety in children has not been established.',
  );
  const asked = (whom: string) => `Is junimab approved ${whom}?`;

  test('for adults it is no approval for children, and for whom is said', () => {
    expect(settle(asked('in children with nephrotic syndrome'), [ADULTS])).toBe(
      '**Nothing that was found says that junimab is approved for children:** approved by the FDA for adults (2025-09-12).',
    );
    expect(settle(asked('for nephrotic syndrome'), [ADULTS])).toBe(
      '**Yes: approved by the FDA for adults (2025-09-12).**',
    );
    expect(settle(asked('for adults with nephrotic syndrome'), [ADULTS])).toMatch(
      /^\*\*Yes: approved by the FDA for adults/,
    );
    expect(settle(asked('in pregnancy'), [ADULTS])).toMatch(/^\*\*It does not say whether for pregnancy: approved/);
  });

  test('from twelve on is some of the children; where nothing is said nothing is known', () => {
    const young = decision('The FDA approved junimab for patients aged 12 years and older with nephrotic syndrome.');
    expect(settle(asked('in children'), [young])).toMatch(/^\*\*In part: approved by the FDA for/);
    const open = decision('The FDA approved junimab for nephrotic syndrome.');
    expect(settle(asked('in children'), [open])).toMatch(
      /^\*\*It does not say whether for children: approved by the FDA/,
    );
  });

  test('how far along it is, by whom; reached for others later is told', () => {
    const before = trackMaturity([ADULTS]);
    expect(before[0]!.milestones).toMatchObject([{ stage: 'approval', whom: 'adults' }]);
    const children = {
      ...decision('The FDA approved junimab for children aged 6 to 17 years with nephrotic syndrome.', '2026-10-01'),
      id: 'later',
    };
    const advances = findAdvances(before, trackMaturity([ADULTS, children]));
    expect(advances.map((one) => sayAdvance(one, () => ''))).toEqual([
      'junimab: now approval for children aged 6 to 17 years too',
    ]);
  });
});
