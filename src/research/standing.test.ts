import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../sources/research/index.ts';
import { aspectsAsked } from './evidence/excerpt.ts';
import { isEvidence } from './evidence/grading.ts';
import { type EvidenceRow, makeRow, mergeTables } from './evidence/table.ts';
import { medicinesAsked, settleStanding, stageAsked } from './standing.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');

function row(title: string, text: string, question: string, more: Partial<SourceItem> = {}): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id: `research/${title}`, title, url: `index:${title}`, text },
    ...{ kinds: [], notices: [], seen: NOW, from: 'index:research', ...more },
  };
  const asked = { words: new Set<string>(), aspects: aspectsAsked(question), names: medicinesAsked(question) };
  return makeRow(item, asked, NOW);
}

const settle = (question: string, rows: readonly EvidenceRow[]) => settleStanding(question, rows, () => '')?.text;

const APPROVED = 'Is zorbine approved for gout?';
const PREPRINT = row(
  'Zorbine in gout: our experience',
  'medRxiv preprint.\n\nZorbine was approved by the FDA in 2025. Flares fell in 900 patients (HR 0.4; 95% CI 0.3 to 0.5).',
  APPROVED,
  { preprint: true },
);
const REFUSAL = row(
  'Letter of the Food and Drug Administration to Halvor Pharma: zorbine',
  'Date: 2026-01-02\n\nWe have completed our review. We cannot approve this application for zorbine in its present form.',
  APPROVED,
  { date: '2026-01-02' },
);
const APPROVAL = row(
  'FDA approves zorbine for gout',
  'The FDA today approved zorbine for adults with gout.',
  APPROVED,
  {
    date: '2026-08-03',
  },
);

test.each([
  [APPROVED, 'approval'],
  ['Should zorbine be used in gout?', 'guideline'],
  ['Is it reimbursed?', 'reimbursement'],
  ['Does zorbine work in gout? Tell me only if it is approved.', undefined],
  ['Research gout, guidelines only.', undefined],
])('%s asks for %s', (question, stage) => {
  expect(stageAsked(question)?.id).toBe(stage);
});

describe('whether it is approved is known by who decides', () => {
  test('what a preprint claims answers nothing, and moves no stage', () => {
    expect(PREPRINT.design_id).not.toBe('regulatory');
    expect(PREPRINT.stage).toBeUndefined();
    expect(settle(APPROVED, [PREPRINT])).toBe(
      '**Nothing that I have can tell whether zorbine is approved:** that takes a decision of a regulator or an entry of its register, and none was found on it.',
    );
  });

  test('a refusal is a decision; the last word counts, and what was before is said', () => {
    expect(settle(APPROVED, [PREPRINT, REFUSAL])).toBe('**No: refused by the FDA (2026-01-02).**');
    expect(settle(APPROVED, [REFUSAL, APPROVAL])).toBe(
      '**Yes: approved by the FDA for adults (2026-08-03).** Before that: refused by the FDA (2026-01-02).',
    );
  });

  test('an opinion is none yet', () => {
    const opinion = row(
      'CHMP positive opinion for zorbine',
      'The CHMP adopted a positive opinion on zorbine.',
      APPROVED,
    );
    expect(settle(APPROVED, [opinion])).toMatch(/^\*\*Not yet: recommended for approval/);
  });

  test('a negative opinion is no refusal, and whose word counts hangs on where', () => {
    const negative = row(
      'CHMP negative opinion on zorbine for gout',
      'The CHMP adopted a negative opinion, recommending the refusal of the marketing authorisation for zorbine.',
      APPROVED,
      { date: '2026-09-18' },
    );
    const told = 'given a negative opinion by the EMA (2026-09-18), not decided yet';
    expect(settle(APPROVED, [negative])).toBe(`**Not so far, and advised against: ${told}.**`);
    expect(settle(APPROVED, [negative, APPROVAL])).toBe(
      `**It depends where: ${told}; approved by the FDA for adults (2026-08-03).**`,
    );
    expect(settle('Is zorbine approved for gout in Europe?', [negative, APPROVAL])).toBe(
      `**Not so far, and advised against: ${told}.** Elsewhere: approved by the FDA for adults (2026-08-03).`,
    );
    expect(settle('Is zorbine approved for gout in Japan?', [APPROVAL])).toBe(
      '**Nothing that I have can tell whether zorbine is approved in Japan:** no decision of who decides there was found. Elsewhere: approved by the FDA for adults (2026-08-03).',
    );
    expect(settle('Is zorbine approved for gout in the US?', [APPROVAL])).toBe(
      '**Yes: approved by the FDA for adults (2026-08-03).**',
    );
  });

  test('of a guideline each medicine has its own advice; one that is only named has none', () => {
    const asked = 'Is zorbine recommended in gout?';
    const guideline = (question: string) =>
      row(
        'Guideline on gout',
        'We recommend allopurinol. We recommend against infliximab. Zorbine was not assessed.',
        question,
      );
    expect(settle(asked, [guideline(asked)])).toMatch(
      /^\*\*No guideline that was found advises for or against zorbine/,
    );
    const against = 'Should infliximab be used in gout?';
    expect(settle(against, [guideline(against)])).toMatch(/^\*\*No: advised against by a guideline/);
    expect(settle('Is it reimbursed?', [guideline(asked)])).toMatch(
      /^\*\*Nothing that I have can tell whether it is paid/,
    );
  });
});

describe('how sure', () => {
  const trial = (people: string) =>
    row('Zorbine in gout', `${people} with gout were randomly assigned to zorbine or placebo. Flares were fewer.`, '');

  test.each([
    ['34 adults', 'low', 34],
    ['121 adults', 'moderate', 121],
    ['404 adults', 'high', 404],
    ['20 060 adults', 'high', 20_060],
  ])('a trial in %s is of %s certainty', (people, grade, n) => {
    expect(trial(people)).toMatchObject({ grade, n });
  });

  test('an entry of a register is no evidence', () => {
    const entry = row(
      'NCT06999001: zorbine in children with gout',
      'ClinicalTrials.gov. Status: Recruiting. Randomised, double-blind. Estimated enrollment: 160 participants. No results posted.',
      '',
    );
    expect(entry).toMatchObject({ design_id: 'registered', grade: 'no results' });
    expect(isEvidence(entry)).toBe(false);
  });

  test('a preprint that was withdrawn is retracted; one that is cited makes no preprint', () => {
    const withdrawn = row('Zorbine cures gout', 'This preprint was withdrawn by medRxiv. 900 patients were cured.', '');
    expect(withdrawn).toMatchObject({ level: 0, grade: 'retracted' });
  });

  test('what a guideline says of others disputes nothing', () => {
    const question = 'Does zorbine work in gout?';
    const guideline = row('Guideline on gout', 'We recommend against infliximab. Zorbine was not assessed.', question);
    const { rows } = mergeTables([], [trial('404 adults'), guideline]);
    expect(rows.every(({ level, own_level }) => level === own_level)).toBe(true);
  });
});

test('asked for two of them, each is answered for its own place', () => {
  const question = 'Is zorbine approved in Europe and paid for by the NHS?';
  const authorised = row(
    'EMA approves zorbine for gout',
    'European Medicines Agency. The European Commission granted marketing authorisation for zorbine for adults with gout.',
    question,
    { date: '2025-11-04' },
  );
  const unpaid = row(
    'NICE technology appraisal: zorbine not recommended for routine NHS use',
    'NICE. Zorbine is not recommended for adults with gout because it is not cost-effective.',
    question,
    { date: '2026-08-20' },
  );
  expect(settle(question, [authorised, unpaid])).toMatch(/^Approval: \*\*Yes: .* Reimbursement: \*\*No: /);
});
