/** Papers as abstracts are really written: results without a verb, of one kind of people, of stopping, and without a test. */
import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../sources/research/index.ts';
import { answerOf } from './answer.ts';
import { disputesIn } from './evidence/disputes.ts';
import { sayGrade } from './evidence/grading.ts';
import { trackMaturity } from './evidence/maturity.ts';
import { type EvidenceRow, makeRow } from './evidence/table.ts';
import { verblessIn } from './evidence/verbless.ts';
import { tellFact } from './facts.ts';
import { topicOf } from './topic.ts';

const NOW = Date.parse('2026-11-15');

function row(title: string, text: string): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text },
    ...{ kinds: [], notices: [], seen: 0, from: 'index:research' },
  };
  return makeRow(item, { words: new Set(), aspects: [] }, NOW);
}

const ask = (question: string, ...rows: EvidenceRow[]) => answerOf(question, rows, () => '') ?? '';
const changesOf = ({ results = [] }: EvidenceRow) =>
  results.map(({ outcome, change, kinds = [] }) => [outcome, change, ...kinds].join(': '));

describe('a result without a verb', () => {
  test.each([
    ['preterm pre-eclampsia: 1.6% with aspirin vs 4.3% with placebo', 'preterm pre-eclampsia'],
    ['birth before 34 weeks: 10.9% vs 16.4%', 'birth before 34 weeks'],
    ['serious infections in 5.7% on 15 mg and 10.7% on placebo', 'serious infections'],
    ['relapse 2.6% vs 2.2%', 'relapse'],
  ])('%s is of %s', (bare, name) => expect(verblessIn(bare)?.name).toBe(name));

  test.each([
    'the mean score fell by 2.1 with zorbine and by 0.4 with placebo',
    'patients were randomised 1:1 to 10 mg or 20 mg',
    'zorbine reduced flares by 30% vs 10%',
  ])('%s has one', (bare) => expect(verblessIn(bare)).toBeUndefined());

  const RATIO = row(
    'Zorbapirin 150 mg from 11 weeks to prevent preterm pre-eclampsia: randomised trial',
    '1,776 women at high risk. Preterm pre-eclampsia: 1.6% with zorbapirin v 4.3% with placebo (odds ratio 0.38, 95% CI 0.20 to 0.74; P=0.004). Postpartum haemorrhage did not differ (10.2% v 9.4%).',
  );

  test('is read by its ratio and its interval', () => {
    expect(changesOf(RATIO)).toContain('preterm pre eclampsia: favours');
    expect(ask('Does zorbapirin prevent pre-eclampsia?', RATIO)).toMatch(/^\*\*Yes, as far as this shows: less/);
  });

  test('the larger reduction reduces, whichever sign its difference has', () => {
    const reduced = row(
      'Brexalone infusion in severe postpartum depression: double-blind phase 3 trial',
      '240 women were randomised to brexalone or placebo. Least-squares mean reduction in HAM-D at 60 hours: 17.7 points with brexalone vs 14.0 with placebo (difference -3.7 [95% CI -6.9 to -0.5]; p=0.025).',
    );
    expect(changesOf(reduced)).toEqual(['ham-d: favours']);
    expect(reduced.direction).toBe('favours');
    expect(reduced.harms).toBeUndefined();
  });

  test('of some of what is asked for is told as that, and what is watched for whatever is treated is told of harm', () => {
    const bones = row(
      'Romolizumab for osteoporosis: randomised phase 3 trial',
      '4,093 women were randomised to romolizumab or placebo. New vertebral fractures at 24 months: 6.2% v 11.9% (risk ratio 0.52; P<0.001). Serious cardiovascular events: 2.5% v 1.9% (odds ratio 1.31; 95% CI 0.85 to 2.00).',
    );
    expect(bones.harms).toEqual([expect.stringContaining('Serious cardiovascular events')]);
    expect(ask('Does romolizumab increase cardiovascular events?', bones)).toMatch(
      /^\*\*Of all cardiovascular events nothing could be read; of some of them: no significant difference in serious/,
    );
  });

  test('a single ratio is of what stands before it', () => {
    const pragmatic = row(
      'Clozaridol versus olanzapine after first treatment failure in schizophrenia: pragmatic randomised trial',
      '219 people. Time to all-cause discontinuation: HR 0.65 (95% CI 0.44 to 0.96). Weight gain above 7%: 38% v 41% (P=0.62). Neutropenia: 5 v 0 patients. Diarrhoea 18% v 7% (p=0.09).',
    );
    expect(pragmatic.results?.map(({ said, change }) => `${said}: ${change}`)).toEqual([
      'time to all-cause discontinuation: favours',
      'weight gain: same',
      'diarrhoea: same',
    ]);
    expect(ask('Is clozaridol better than olanzapine in schizophrenia?', pragmatic)).toMatch(/^\*\*Yes/);
    expect(ask('Does clozaridol cause neutropenia?', pragmatic)).toContain('“Neutropenia: 5 v 0 patients”');
    expect(pragmatic.harms).toContain('Diarrhoea 18% v 7% (p=0.09).');
  });

  test('what it is for is no arm', () => {
    const labour = row(
      'Intrapartum azithromycin to prevent maternal sepsis or death: randomised trial',
      '34,000 women. Maternal sepsis or death: 1.6% with azithromycin vs 2.4% with placebo (RR 0.67, 95% CI 0.56-0.79).',
    );
    expect(labour.therapies).toEqual(['azithromycin']);
  });

  test('an interval that holds no effect is no difference', () => {
    const open = row(
      'Zorbanexate after caesarean delivery: phase 3 trial',
      'Double-blind, 11,000 women. Maternal death or transfusion: 3.6% with zorbanexate v 4.3% with placebo (relative risk 0.89, 95% CI 0.74 to 1.07; P=0.19).',
    );
    expect(open.direction).toBe('against');
    expect(changesOf(open)).toEqual(['maternal death transfusion: same']);
  });

  test('the dose that did and the one that did not are told apart', () => {
    const doses = row(
      'Updarinib for giant-cell arteritis: a phase 3 randomised controlled trial',
      '428 patients were randomly assigned 2:1:1 to updarinib 15 mg, updarinib 7.5 mg, or placebo. Sustained remission at week 52: 46.4% with updarinib 15 mg against 29.0% with placebo (P=0.002). The 7.5 mg dose was not superior to placebo (41.1% v 29.0%, P=0.06).',
    );
    expect(tellFact('Which dose of updarinib works best?', [], [doses], () => '')).toMatch(
      /46\.4%.*"The 7\.5 mg dose was not/,
    );
    expect(doses.contrasts?.[0]).toMatchObject({ arm: { dose: '15 mg' }, direction: 'favours' });
  });

  test('a birth that comes too early is none that is wanted', () => {
    const early = row(
      'Vaginal progesterone in women with a short cervix: a randomised trial',
      '1,228 women. Birth before 34 weeks: 10.9% v 16.4% (relative risk 0.66, 95% CI 0.50 to 0.88).',
    );
    expect(changesOf(early)).toEqual(['preterm birth: favours']);
  });
});

test('what came to few, and what did not differ beside the aim, is told of harm', () => {
  const harms = (title: string, text: string) => row(title, text).harms ?? [];
  expect(
    harms(
      'Faecal capsules for recurrent Clostridioides difficile infection: phase 3',
      'Double-blind, 281 adults. Recurrence at week 8: 12.4% v 39.8% with placebo (relative risk 0.31; 95% CI 0.19 to 0.51). One episode of bacteraemia with an ESBL-producing E. coli in the capsule group.',
    ),
  ).toEqual(['One episode of bacteraemia with an ESBL-producing E. coli in the capsule group.']);
  expect(
    harms(
      'Zorbapirin to prevent preterm pre-eclampsia: randomised trial',
      '1,776 women. Preterm pre-eclampsia: 1.6% with zorbapirin v 4.3% with placebo (odds ratio 0.38, 95% CI 0.20 to 0.74). Postpartum haemorrhage did not differ (10.2% v 9.4%).',
    ),
  ).toEqual(['Postpartum haemorrhage did not differ (10.2% v 9.4%).']);
});

test('a study that was made for it and counted something else says what it counted', () => {
  const counted = row(
    'Zorbanexate for prevention of postpartum haemorrhage after caesarean delivery',
    'Double-blind, 11,000 women. Maternal death or transfusion: 3.6% with zorbanexate v 4.3% with placebo (relative risk 0.89, 95% CI 0.74 to 1.07; P=0.19).',
  );
  expect(ask('Does zorbanexate prevent postpartum haemorrhage?', counted)).toMatch(
    /^\*\*Of postpartum haemorrhage by itself nothing could be read; what was counted: no significant difference in maternal death or transfusion in a randomised trial/,
  );
});

test('how often is answered with the sentence that counts it', () => {
  const counted = row(
    'Faecal capsules for recurrent Clostridioides difficile infection: phase 3',
    'Double-blind, 281 adults. Recurrence at week 8: 12.4% v 39.8% with placebo (relative risk 0.31; 95% CI 0.19 to 0.51).',
  );
  expect(
    tellFact('What is the recurrence rate of C. difficile with faecal capsules?', [], [counted], () => ''),
  ).toContain('"Recurrence at week 8: 12.4% v 39.8%');
});

test('figures that nobody tested give no verdict, and are quoted where they are asked for', () => {
  const untested = row(
    'Updarinib for giant-cell arteritis: a randomised trial',
    '428 patients were randomised to updarinib or placebo. Sustained remission was more frequent with updarinib (P=0.002). Serious infections in 5.7% on updarinib and 10.7% on placebo.',
  );
  expect(ask('Does updarinib increase serious infections?', untested)).toMatch(
    /^\*\*On serious infections, in the words of the sources.*“Serious infections in 5\.7% on updarinib and 10\.7% on placebo”/,
  );
  expect(ask('Does updarinib prevent fractures?', untested)).toMatch(/^\*\*Nothing that was found says what becomes/);
});

describe('each kind of people has a result of its own', () => {
  const META = row(
    'Progesterone for preventing preterm birth: systematic review and meta-analysis',
    '31 trials with 11,644 women. In singleton pregnancies progesterone reduced birth before 34 weeks (relative risk 0.78, 95% CI 0.68 to 0.90). In twin pregnancies it did not (relative risk 1.01, 95% CI 0.84 to 1.20), and 17-OHPC increased rupture of membranes in twins (relative risk 1.59, 95% CI 1.15 to 2.22).',
  );
  const SINGLE = row(
    'Progesterone in women with a short cervix: a randomised trial',
    '1,228 women with a singleton pregnancy were randomised to progesterone or placebo. Birth before 34 weeks: 10.9% v 16.4% (relative risk 0.66, 95% CI 0.50 to 0.88). Neonatal death did not differ (1.3% v 1.8%).',
  );

  test('"it did not" tells of what was told before', () => {
    expect(changesOf(META)).toEqual([
      'preterm birth: favours: singleton pregnancies',
      'preterm birth: same: twin pregnancies',
      expect.stringMatching(/ruptur.*: against: twin pregnancies/),
    ]);
    expect(disputesIn([META])).toEqual([]);
  });

  test('asked of one kind, what it did in the other answers nothing', () => {
    expect(ask('Does progesterone prevent preterm birth in twin pregnancies?', META, SINGLE)).toMatch(
      /^\*\*Not shown: no significant difference in birth before 34 weeks \(twin pregnancies\) in a meta-analysis/,
    );
    expect(ask('Is progesterone effective in twin pregnancies?', META, SINGLE)).toMatch(/^\*\*No difference was shown/);
    expect(ask('Does progesterone prevent preterm birth in singleton pregnancies?', META, SINGLE)).toMatch(/^\*\*Yes/);
  });
});

describe('a trial of stopping or of how long is none of the medicine', () => {
  const GIVEN = row(
    'Zorbapirin to prevent pre-eclampsia: randomised trial',
    '1,776 women. Pre-eclampsia: 1.6% with zorbapirin v 4.3% with placebo (odds ratio 0.38, 95% CI 0.20 to 0.74).',
  );
  const STOPPED = row(
    'Stopping zorbapirin at 24 weeks in women with a normal ratio: non-inferiority trial',
    'Randomised, open-label. 936 women. Pre-eclampsia 1.48% when zorbapirin was stopped v 1.73% when continued (absolute difference -0.25%, 95% CI -1.86 to 1.36; non-inferior). Minor bleeding was less frequent after stopping (7.6% v 12.3%).',
  );
  const SHORT = row(
    'Seven versus fourteen days of antibiotics for bloodstream infection: randomised non-inferiority trial',
    '3,608 patients. Death by 90 days: 14.5% with 7 days v 16.1% with 14 days (difference -1.6 percentage points, 95.7% CI -4.0 to 0.8), showing non-inferiority.',
  );

  test('that nothing was lost by stopping says nothing against it', () => {
    expect(STOPPED).toMatchObject({ giving: 'stopping', direction: 'unclear', results: [] });
    expect(ask('Does zorbapirin prevent pre-eclampsia?', GIVEN, STOPPED)).toMatch(/^\*\*Yes/);
    expect(disputesIn([GIVEN, STOPPED])).toEqual([]);
    expect(ask('When can zorbapirin be stopped?', GIVEN, STOPPED)).toMatch(
      /^\*\*On stopping it:.*was stopped v 1\.73%/,
    );
  });

  test('a withdrawal that is a way to show an effect is one of the medicine', () => {
    const design = row(
      'Quelamab in Still disease: a randomised withdrawal trial',
      '90 adults were randomised to quelamab or placebo. Relapse: 20% with quelamab v 55% with placebo (hazard ratio 0.30, 95% CI 0.15 to 0.60).',
    );
    expect(design).toMatchObject({ direction: 'favours' });
    expect(design.giving).toBeUndefined();
  });

  test('how long', () => {
    expect(SHORT).toMatchObject({ giving: 'length', therapies: [] });
    expect(ask('Is 7 days of antibiotics as good as 14 days in bacteraemia?', SHORT)).toMatch(
      /^\*\*Yes.*within the margin/,
    );
    expect(ask('How many days of antibiotics for bloodstream infection?', SHORT)).toMatch(/^\*\*On how long:.*14\.5%/);
  });
});

describe('a guideline', () => {
  const GUIDE = row(
    'Guideline for giant cell arteritis, 2026 update',
    'For adults with new or relapsing giant cell arteritis we recommend updarinib 15 mg (conditional recommendation, moderate certainty). We advise against updarinib in patients with previous venous thromboembolism. We recommend against inflinib in patients with GCA. We recommend against updarinib in patients colonised with resistant bacteria.',
  );
  const stagesOf = (therapy: string) =>
    trackMaturity([GUIDE])
      .filter((each) => each.therapy === therapy)
      .flatMap(({ milestones }) => milestones.map(({ stage }) => stage));

  test('that advises against it in some advises it to the others', () => {
    expect(stagesOf('updarinib')).toEqual(['guideline']);
    expect(stagesOf('inflinib')).toEqual(['not recommended']);
    const told = ask('Should updarinib be given in giant cell arteritis?', GUIDE);
    expect(told).toMatch(/^\*\*Under conditions/);
    expect(told).toContain('In patients with previous venous thromboembolism it is advised against');
  });

  test('that says how sure it is is graded', () => {
    const excerpt = 'We recommend updarinib 15 mg (conditional recommendation, moderate certainty).';
    expect(sayGrade({ grade: 'advice', excerpt })).toBe('graded as quoted');
  });
});

test('the way in is no part of the name, and a risk that is raised is what it may do', () => {
  expect(topicOf('Is vaginal progesterone effective in twin pregnancies?').subjects[0]).toMatchObject({ name: [] });
  expect(topicOf('In whom does updarinib raise the risk of thrombosis?').subjects.map(({ text }) => text)).toEqual([
    'updarinib',
  ]);
});
