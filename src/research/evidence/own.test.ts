/** What a paper says of itself, and what it says of others: design, size, phase, arms, names. */
import { expect, test } from 'vitest';
import type { SourceItem } from '../../sources/research/index.ts';
import { letterGradeIn } from './appraisal.ts';
import { sayGrade } from './grading.ts';
import { makeRow } from './table.ts';

const NOW = Date.parse('2027-06-01T00:00:00Z');

function row(title: string, text: string) {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text, date: '2026-01-01' },
    ...{ kinds: [], notices: [], seen: NOW, from: 'index:research' },
  };
  return makeRow(item, { words: new Set(), aspects: [], known: ['botavec'] }, NOW);
}

const phase3 = (methods: string) =>
  row(
    'LUCENT: velutomab in active thyroid eye disease',
    `Methods: LUCENT was a phase 3 trial. ${methods}\nResults: Proptosis fell in 94 of 114 patients (82.5%) on velutomab and 6 of 57 (10.5%) on placebo (P<0.001).`,
  );

test.each([
  '171 participants were assigned 2:1 to velutomab or placebo every 3 weeks.',
  'This double-masked trial gave 171 participants velutomab or placebo every 3 weeks.',
  '171 participants received velutomab or matching placebo every 3 weeks.',
])('left to chance, though nobody says "randomised": %s', (methods) => {
  const found = phase3(methods);
  expect(found).toMatchObject({ design_id: 'rct', n: 171, stage: 'phase3', direction: 'favours' });
  expect(found.rival).toBeUndefined();
});

test('a trial that is wanted or recruits elsewhere lends neither its phase nor its emptiness', () => {
  const wanted = row(
    'Velutomab for thyroid eye disease: a phase 2 trial',
    'Methods: 84 adults were randomised to velutomab or placebo.\nResults: Proptosis fell in 69% and 19% (p<0.001).\nConclusions: A phase 3 trial is warranted.',
  );
  expect(wanted.stage).toBe('phase2');
  const next = row(
    'Gene therapy with botavec for retinitis pigmentosa: a phase 1/2 study',
    'In this open-label phase 1/2 study 18 participants had one injection. Acuity improved in 7 of 18 treated eyes and 1 of 18 untreated eyes. A phase 3 trial is recruiting (NCT06000778).',
  );
  expect(next).toMatchObject({ design_id: 'trial', n: 18, stage: 'phase1' });
});

test('a primary endpoint that says between commas what it is was met all the same', () => {
  const found = row(
    'VISTA: phase 3 trial of botavec in retinitis pigmentosa',
    '97 participants were randomised to botavec or deferred treatment. The primary endpoint, a 15-letter gain in acuity at 12 months, was met in 31% vs 4% (p=0.001).',
  );
  expect(found.direction).toBe('favours');
});

test('a placebo is one whatever it is made of', () => {
  const found = row(
    'Omega-3 for dry eye disease: a randomised trial',
    '535 patients were randomly assigned to 3000 mg omega-3 or olive oil placebo daily for 12 months. The symptom score did not differ (-13.9 vs -12.5 points; P=0.21).',
  );
  expect(found.rival).toBeUndefined();
});

test('the letters of a maker are no part of a name, and how ill somebody is is no medicine', () => {
  const decided = row(
    'FDA approves velutomab-tzrq for thyroid eye disease',
    'U.S. Food and Drug Administration. News release.\n\nThe FDA today approved velutomab-tzrq for thyroid eye disease. Velutomab carries a warning on hearing impairment.',
  );
  expect(decided.therapies).toEqual(['velutomab']);
});

test.each([
  ['we recommend X (Grade 1B)', 3],
  ['we suggest X (2C)', 2],
  ['X is reasonable (Class IIa, Level of Evidence B)', 3],
  ['grade 3 adverse events of hepatitis B', undefined],
])('the letter of %s', (text, level) => expect(letterGradeIn(text)).toBe(level));

test('advice that is graded is not said to be without a grade', () => {
  const title = 'Management of thyroid eye disease: clinical practice guideline';
  const text = '- For active thyroid eye disease we recommend methylprednisolone as first-line treatment (Grade 1B).';
  expect(sayGrade(row(title, text))).toBe('graded as quoted');
  expect(sayGrade(row(title, text.replace(' (Grade 1B)', '')))).toBe('its evidence not graded');
});

test('what became of those who were in a trial is a follow-up of them, and cases are a series', () => {
  const later = row(
    'Long-term follow-up of velutomab in thyroid eye disease: relapse after stopping',
    'Of 94 proptosis responders in LUCENT, 36 (38%) relapsed within 72 weeks after the last infusion of velutomab. Hearing impairment persisted in 5 patients.',
  );
  expect(later).toMatchObject({ design_id: 'cohort', n: 94, excerpt: expect.stringContaining('36 (38%) relapsed') });
  const cases = row(
    'Vasculitis after zelcoplan: a case series',
    'We describe 13 patients with vasculitis after zelcoplan.',
  );
  expect(cases).toMatchObject({ design_id: 'case_report', design: 'case series' });
});

test('who issued it stands in the line under the title, in short sentences; how a trial was done is no illness', () => {
  const authorised = row(
    'Brelozine for hidradenitis suppurativa: European marketing authorisation',
    'European Medicines Agency. Press release, 12 December 2025.\n\nThe European Commission authorised brelozine for hidradenitis suppurativa in adults.',
  );
  expect(authorised).toMatchObject({ design_id: 'regulatory', stage: 'approval' });
  const blind = row(
    'Brelozine in hidradenitis suppurativa: two phase 3, double-blind trials',
    '541 adults were assigned 1:1 to brelozine or placebo. Response was 45% and 34% (p=0.007).',
  );
  expect(blind.illnesses?.map(({ text }) => text)).toEqual(['hidradenitis suppurativa']);
});

test('a study that looked for a harm and found none says nothing of what it is given for', () => {
  const looked = row(
    'Suicidality in people with hidradenitis suppurativa treated with brelozine: nationwide registry study',
    'Among 2,310 adults who started brelozine and 4,188 who started adalimumab, suicidal behaviour was recorded in 11 vs 19 (adjusted hazard ratio 1.04, 95% CI 0.49 to 2.20).',
  );
  expect(looked.direction).toBe('unclear');
});
