import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../../sources/research/index.ts';
import { stem } from '../../text/index.ts';
import { statementsOf } from './abstract.ts';
import { armsOf } from './arms.ts';
import { figuresIn } from './figures.ts';
import { isSameOutcome } from './outcome-names.ts';
import { outcomesAsked, resultsOf } from './outcomes.ts';
import { makeRow } from './table.ts';

const results = (title: string, text: string) =>
  resultsOf(title, statementsOf(text)).map(({ said, change }) => `${change}: ${said}`);

function row(title: string, text: string) {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text },
    ...{ kinds: [], notices: [], seen: 0, from: 'index:research' },
  };
  return makeRow(item, { words: new Set(), aspects: [] }, Date.parse('2026-11-15'));
}

describe('what was known before is no result', () => {
  const METHOD = 'We randomly assigned 520 adults to dexamethasone or placebo.';
  const FOUND = 'Death at 12 months occurred in 44.1% and 49.0% (HR 0.85; 95% CI 0.66 to 1.10; P=0.22).';
  test.each([
    ['with a label', `Background: Dexamethasone improves survival in other adults. ${METHOD} ${FOUND}`],
    ['by its place', `Dexamethasone improves survival in other adults. ${METHOD} ${FOUND}`],
    ['with every label', `Background. It improves survival.\n\nMethods. ${METHOD}\n\nResults. ${FOUND}`],
    ['in bold', `**Background.** It improves survival.\n**Methods.** ${METHOD}\n**Results.** ${FOUND}`],
  ])('%s', (_, text) => expect(results('Dexamethasone in meningitis', text)).toEqual(['same: death']));

  test('a definition is none, and says what the primary outcome stands for', () => {
    const text =
      'Patients were randomly assigned to ranvexaban or warfarin. The primary outcome was a composite of stroke or death. The primary outcome occurred in 560 of 2275 with ranvexaban and in 446 of 2256 with warfarin (hazard ratio 1.25; 95% CI 1.10 to 1.41).';
    expect(results('Ranvexaban versus warfarin', text)).toEqual([
      'against: primary outcome (composite of stroke or death)',
    ]);
  });
});

describe('whom a study took in is no finding', () => {
  const WHOM = 'Randomised phase 3 trial, n = 210 children aged 6 to 17 years with Crohn disease.';
  const FOUND = 'Remission at week 12 was 51% versus 24% (p<0.001).';
  test.each([
    [WHOM, 'method'],
    ['Phase 2 single-arm study in 44 children with relapsed lymphoma.', 'method'],
    ['In a randomised trial of 240 boys, vamorolone significantly improved walking distance.', 'result'],
    ['In 12 patients the tumour shrank.', 'result'],
  ])('%s', (text, role) => expect(statementsOf(text)[0]!.role).toBe(role));

  test('asked for children, what came out is quoted, not that there were children', () => {
    const item: SourceItem = {
      ...{ source: 'index', id: 'v', title: 'Velpatinib in paediatric Crohn disease', url: 'index:v' },
      ...{ text: `${WHOM} ${FOUND}`, kinds: [], notices: [], seen: 0, from: 'index:research' },
    };
    const { excerpt } = makeRow(item, { words: new Set(), aspects: ['children'] }, Date.parse('2026-11-15'));
    expect(excerpt).toContain('51% versus 24%');
    expect(excerpt).not.toContain('n = 210');
  });
});

describe('an outcome is whatever a sentence compares', () => {
  test.each<[string, string[]]>([
    [
      'Treatment failure with escalation of care was lower with high-flow (12% vs 23%).',
      ['favours: treatment failure'],
    ],
    ['Length of stay and duration of oxygen did not differ.', ['same: length of stay', 'same: duration of oxygen']],
    ['Recurrence was lower with zorbine (8.1% vs 17.3%; P<0.001).', ['favours: recurrence']],
    ['Zorbine reduced the need for intubation by a third.', ['favours: need for intubation']],
    [
      'The difference in office systolic blood pressure at 6 months was -2.39 mmHg (95% CI -6.89 to 2.12).',
      ['same: office systolic blood pressure'],
    ],
    [
      'The change in MADRS was -12.0 for 25 mg and -5.4 for 1 mg; the difference between 25 mg and 1 mg was -6.6 (95% CI -10.2 to -2.9).',
      ['favours: madrs'],
    ],
    [
      'Median progression-free survival was 11.4 and 6.7 months (HR 0.40; 95% CI 0.30-0.53; P<0.001).',
      ['favours: progression-free survival'],
    ],
    ['Zorbine did not significantly lower ferritin.', ['same: ferritin']],
    ['We found no association between zorbine and acute pancreatitis.', ['same: acute pancreatitis']],
    ['Zorbine was not associated with dementia (HR 1.02, 95% CI 0.9 to 1.1).', ['same: dementia']],
    [
      'Pancreatitis occurred in 41 users and 79 non-users; adjusted hazard ratio 1.02 (95% CI 0.70 to 1.49).',
      ['same: pancreatitis'],
    ],
    [
      'Pancreatitis occurred in 91 users and 79 non-users; adjusted hazard ratio 1.92 (95% CI 1.30 to 2.49).',
      ['against: pancreatitis'],
    ],
    [
      'Zorbine reduced relapses (risk ratio 0.80; 95% CI 0.71 to 0.90), with little or no effect on death (risk ratio 1.00; 95% CI 0.90 to 1.11).',
      ['favours: relapses', 'same: death'],
    ],
    ['Serum ferritin was higher with zorbine (P=0.01).', ['higher: serum ferritin']],
    ['There were no significant differences between groups in wound healing.', ['same: wound healing']],
    ['Time in range rose to 59% vs 43%.', ['favours: time in range']],
    ['Grade 3 or higher events occurred in 75% vs 54%.', []],
    ['A total of 300 adults took part.', []],
    ['Zorbine was associated with a large improvement in insomnia severity (P<0.001).', ['favours: insomnia severity']],
    [
      'Zorbine did not have a significant effect on fractures (hazard ratio, 0.98; 95% CI, 0.89 to 1.08).',
      ['same: fractures'],
    ],
    [
      'Infarction or death occurred in 17% vs 15% (P=0.07). Death was more common with zorbine.',
      ['same: infarction or death', 'against: death'],
    ],
    ['Stroke fell, but quality of life did not change.', ['favours: stroke', 'same: quality of life']],
  ])('%s', (sentence, found) => expect(results('Zorbine', sentence)).toEqual(found));

  test('what the other arm had is turned round', () => {
    const [title, method] = ['Zorbine versus warfarin in clots', 'Adults were randomised to zorbine or warfarin.'];
    expect(results(title, `${method} Warfarin led to fewer strokes than zorbine.`)).toEqual(['against: strokes']);
    expect(results(title, `${method} Compared with warfarin, zorbine led to fewer strokes.`)).toEqual([
      'favours: strokes',
    ]);
    expect(results(title, `${method} Strokes were rarer with warfarin.`)).toEqual(['against: strokes']);
  });

  test('where it is not plain who is compared with whom nothing is turned', () => {
    const text = 'Patients were randomly assigned to a restrictive or a liberal transfusion strategy.';
    const found = 'Death was more common with the restrictive strategy (risk ratio 1.74; 95% CI 1.26 to 2.40).';
    expect(results('Liberal or restrictive transfusion', `${text} ${found}`)).toEqual(['against: death']);
  });

  test.each<[string, string[]]>([
    [
      'eGFR declined by 2.9 mL/min/1.73 m² per year with zorbine and by 5.6 mL/min/1.73 m² per year with placebo (difference 2.7; 95% CI 1.8 to 3.6; P<0.001).',
      ['favours: egfr'],
    ],
    ['eGFR declined by 5.6 mL/min with placebo and by 2.9 mL/min with zorbine (P<0.001).', ['favours: egfr']],
    ['eGFR declined by 5.6 mL/min with zorbine and by 2.9 mL/min with placebo (P<0.001).', ['against: egfr']],
    ['The annual decline of eGFR was 2.9 with zorbine and 5.6 with placebo (P<0.001).', ['favours: egfr']],
    ['Proteinuria fell 31% with zorbine and 8% with placebo (P<0.001).', ['favours: proteinuria']],
    ['Proteinuria fell by 8% with zorbine and by 31% with placebo (P<0.001).', ['against: proteinuria']],
    ['Proteinuria fell by 8% with zorbine and by 31% with placebo.', []],
    ['Proteinuria fell by 30% with zorbine and by 31% with placebo (P=0.81).', ['same: proteinuria']],
    ['HbA1c fell from 8.4% to 7.9% with zorbine and from 8.5% to 7.0% with placebo (P=0.01).', ['against: hba1c']],
    [
      'Walking distance improved by 12 m with zorbine and by 31 m with placebo (P=0.02).',
      ['against: walking distance'],
    ],
    [
      'Blood pressure fell to 128 mmHg with zorbine and to 139 mmHg with placebo (P<0.001).',
      ['favours: blood pressure'],
    ],
    ['The reduction in flares was greater with zorbine (P<0.001).', ['favours: flares']],
    ['A significantly smaller decline in FEV1 was seen with zorbine than with placebo (P=0.01).', ['favours: fev1']],
    ['The reduction in flares was greater with placebo (P=0.02).', ['against: flares']],
    ['The increase in body weight was greater with zorbine (P=0.02).', ['against: body weight']],
    ['The reduction in flares was not greater with zorbine (P=0.42).', ['same: flares']],
    ['Pain scores decreased from 7 to 3 in both groups.', []],
    ['Pain scores were similar in both groups.', ['same: pain scores']],
  ])('how far each arm moved counts, not that it moved: %s', (sentence, found) => {
    const method = 'We randomly assigned 400 adults to zorbine or placebo.';
    expect(results('Zorbine', `Methods: ${method}\nResults: ${sentence}`)).toEqual(found);
  });

  test('arms', () => {
    const text = '300 adults were randomly assigned 1:1 to zorbine plus heparin (n=150) or heparin alone (n=150).';
    expect(armsOf('Zorbine', statementsOf(text)).names).toEqual({ studied: ['zorbine'], compared: [] });
    expect(row('Zorbine', text).n).toBe(300);
  });
});

test.each([
  ['HR 0.85 (95% CI 0.66 to 1.10)', true],
  ['HR 1.25; 95% CI 1.10 to 1.41', false],
  ['difference −0.4; 95% CI −1.9 to 1.1', true],
  ['12% vs 23%; P<0.001', false],
  ['P=0.62', true],
  ['12% vs 23%', undefined],
])('whether chance does as well: %s', (text, open) => expect(figuresIn(text).open).toBe(open));

test('what a question asks after', () => {
  const asked = (text: string) => outcomesAsked(text).map(({ said }) => said);
  expect(asked('Does tarlosetinib prolong overall survival in EGFR-mutated lung cancer?')).toEqual(['survival']);
  expect(asked('Can zorbine reduce the need for intubation?')).toEqual(['need for intubation']);
  expect(asked('Is zorbine better than warfarin?')).toEqual([]);
  expect(isSameOutcome('deaths', 'survival')).toBe(true);
  expect(isSameOutcome('recurrenc', 'recurrenc infection')).toBe(true);
  expect(isSameOutcome('strokes', 'deaths')).toBe(false);
});

test.each<[string, string, string | undefined]>([
  ['FDA approves zorbine for gout', 'regulatory', 'approval'],
  ['The European Commission has authorised zorbine', 'regulatory', 'approval'],
  ['FDA declines to approve zorbine', 'regulatory', undefined],
  ['Zorbine: application submitted to the EMA for approval', 'document', undefined],
])('a decision of an authority: %s', (title, design, stage) => {
  expect(row(title, 'Regulatory notice.')).toMatchObject({ design_id: design });
  expect(row(title, 'Regulatory notice.').stage).toBe(stage);
});

test('a ratio whose interval stands behind a semicolon says nothing for it', () => {
  const text = 'Patients were randomised. Flares: hazard ratio, 0.98; 95% CI, 0.89 to 1.08.';
  expect(row('Zorbine in gout', text).direction).not.toBe('favours');
});

test('what is quoted is the main result, not the first verdict', () => {
  const text =
    'We randomised 1472 infants to high-flow or standard oxygen. Treatment failure was lower with high-flow (12% vs 23%; 95% CI -15 to -7). Length of stay did not differ significantly.';
  expect(row('High-flow oxygen in infants', text).excerpt).toContain('Treatment failure was lower');
});

test('of a guideline that is quoted which was asked about', () => {
  const item: SourceItem = {
    ...{ source: 'index', id: 'g', title: 'Guideline: bronchiolitis in infants', url: 'index:g' },
    text: 'We recommend against routine use of salbutamol in infants with bronchiolitis. High-flow oxygen may be considered as rescue therapy.',
    ...{ kinds: [], notices: [], seen: 0, from: 'index:research' },
  };
  const words = new Set(['flow', 'oxygen', 'bronchiolitis'].map(stem));
  expect(makeRow(item, { words, aspects: [] }, 0).excerpt).toContain('High-flow oxygen may be considered');
});
