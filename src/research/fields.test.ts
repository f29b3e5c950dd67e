import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../sources/research/index.ts';
import { answerOf } from './answer.ts';
import { withoutLetter } from './correspondence.ts';
import { aspectsAsked } from './evidence/excerpt.ts';
import { trackMaturity } from './evidence/maturity.ts';
import { type EvidenceRow, makeRow } from './evidence/table.ts';
import { readRequirements } from './request.ts';
import { medicinesAsked, settleStanding } from './standing.ts';
import { topicOf } from './topic.ts';

function row(title: string, text: string, question = ''): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text },
    ...{ kinds: [], notices: [], seen: 0, from: 'index:research' },
  };
  const asked = { words: new Set<string>(), aspects: aspectsAsked(question), names: medicinesAsked(question) };
  return makeRow(item, asked, Date.parse('2026-11-15'));
}

const ask = (question: string, ...rows: EvidenceRow[]) => answerOf(question, rows, () => '') ?? '';

test('psychiatry: no Yes from a secondary outcome where the primary one showed nothing; what both arms have is no rival', () => {
  const found = row(
    'Lumoravine as add-on treatment for treatment-resistant depression: a randomised trial',
    'We randomly assigned 342 adults to lumoravine or placebo added to an antidepressant for 8 weeks. The primary outcome was the change in MADRS total score. The mean change was -14.2 points with lumoravine and -12.9 with placebo (difference -1.3; 95% CI -3.0 to 0.4; p=0.13). Remission was 31% with lumoravine and 22% with placebo (odds ratio 1.58; 95% CI 1.01 to 2.49), a secondary outcome that was not adjusted for multiplicity.',
  );
  expect(ask('Does lumoravine help in depression?', found)).toMatch(
    /^\*\*No difference was shown:.*difference -1\.3; 95% CI -3\.0 to 0\.4.*not adjusted for multiplicity/,
  );
  expect(found.rival).toBeUndefined();
});

test('a measure of which more is good: the mean change of it is read as that', () => {
  const better = row(
    'Brelovar in COPD: a randomised trial',
    'We randomly assigned 400 adults to brelovar or placebo. The primary outcome was the change in lung function. The mean change was 120 ml with brelovar and 20 ml with placebo (difference 100 ml; 95% CI 60 to 140).',
  );
  expect(better.direction).toBe('favours');
});

describe('screening', () => {
  const found = row(
    'Screening for abdominal aortic aneurysm in men aged 65 to 74 years: a cluster-randomised trial',
    '68,420 men aged 65 to 74 years were randomised by district to screening or no invitation. Aneurysm-related mortality was 0.21% with screening and 0.37% in the control districts (hazard ratio 0.57; 95% CI 0.43 to 0.76). All-cause mortality did not differ (hazard ratio 0.99; 95% CI 0.96 to 1.02).',
  );
  test('deaths of one cause are no deaths of any', () => {
    expect(ask('Does screening for aneurysm reduce all-cause mortality?', found)).toMatch(
      /^\*\*Not shown: no significant difference in all-cause mortality/,
    );
    expect(ask('Does screening for aneurysm reduce mortality?', found)).toMatch(
      /^\*\*Not shown: no significant difference in all-cause.*Told apart: lower aneurysm-related mortality/,
    );
  });
  test('what is known of men is none of women', () => {
    expect(ask('Does screening for aneurysm help women?', found)).toMatch(
      /^\*\*Nothing that was found tells this of women\.\*\* What is known is of men/,
    );
  });
});

test('a registry that found a harm speaks of no effect, and shows no cause', () => {
  const found = row(
    'Risk of acute pancreatitis with velaglutin in type 2 diabetes: a registry study',
    'Among 210,000 adults in the registry, velaglutin was compared with sulfonylureas. Acute pancreatitis was more frequent with velaglutin (hazard ratio 1.46; 95% CI 1.20 to 1.78). Residual confounding cannot be excluded.',
  );
  expect(ask('Does velaglutin work in type 2 diabetes?', found)).toMatch(/^\*\*What was found does not say/);
  expect(ask('Does velaglutin cause pancreatitis?', found)).toMatch(
    /^\*\*It goes with it, as far as this shows: more acute pancreatitis.*"Residual confounding cannot be excluded".*does not show which is the cause/,
  );
});

test('a network meta-analysis says of each what it found', () => {
  const found = row(
    'Preventive drugs for episodic cluster headache: a network meta-analysis',
    'We included 19 randomised trials with 2,314 participants. Compared with placebo, weekly attacks were reduced by galtorumab (mean difference -2.9; 95% CrI -4.8 to -1.0) and verapamil (mean difference -2.2; 95% CrI -4.1 to -0.3). Lithium did not differ from placebo (mean difference -0.8; 95% CrI -3.0 to 1.4).',
  );
  expect(found.therapies).toEqual(expect.arrayContaining(['galtorumab', 'verapamil', 'lithium']));
  expect(ask('Does verapamil reduce attacks in cluster headache?', found)).toMatch(/^\*\*Yes, .*fewer weekly attacks/);
  expect(ask('Does lithium help in cluster headache?', found)).not.toMatch(/\*\*Yes|undefined/);
  expect(ask('Is galtorumab better than verapamil in cluster headache?', found)).not.toMatch(/\*\*(?:Yes|No,)/);
});

test('what it does in one disease is no word on another', () => {
  const infarction = row(
    'Tersocaine in acute myocardial infarction: a randomised trial',
    'The trial planned 4,000 patients and was stopped early for benefit after 1,106 patients were randomised to tersocaine or placebo. Deaths were fewer with tersocaine (hazard ratio 0.60; 95% CI 0.38 to 0.95). Effects may be overestimated because the trial was stopped early.',
  );
  const stroke = row(
    'Tersocaine for stroke: a randomised trial',
    'We randomly assigned 620 adults with stroke to tersocaine or placebo. Functional outcome did not differ (p=0.5).',
  );
  expect(ask('Does tersocaine help in myocardial infarction?', infarction, stroke)).toMatch(
    /^\*\*Yes, as far as this shows:.*nothing against it.*"Effects may be overestimated/,
  );
  expect(infarction.n).toBe(1106);
});

test('how many is counted in words too, and a harm is what is more common with it', () => {
  const crossover = row(
    'Pendralone for restless legs syndrome: a randomised crossover trial',
    'Thirty-six adults received pendralone and placebo in random order. Nausea occurred in 14 patients with pendralone and 3 with placebo.',
  );
  expect(crossover.n).toBe(36);
  const words = (said: string) =>
    row(
      'Zorbine in gout: a randomised trial',
      `${said} were randomised to zorbine or placebo. DOI 10.5555/pg.2026.31 children.`,
    ).n;
  expect([words('Eighty-four children'), words('Four hundred and six adults')]).toEqual([84, 406]);
  const mesh = row(
    'Mesh versus suture repair for umbilical hernia: a randomised trial',
    'Adults (n=300) were randomised to mesh or suture. Recurrence was 4% with mesh and 12% with suture (p=0.01). Seroma was more common with mesh (7% versus 1%).',
  );
  expect(mesh.harms).toEqual(['Seroma was more common with mesh (7% versus 1%).']);
});

test('not different is no difference', () => {
  const found = row(
    'Brenolimab in severe asthma: a randomised trial',
    'We randomly assigned 640 adults to brenolimab or placebo. Exacerbations were fewer with brenolimab (rate ratio 0.60; 95% CI 0.48 to 0.75). Quality of life was not different.',
  );
  expect(ask('Does brenolimab improve quality of life in asthma?', found)).toMatch(/^\*\*Not shown: no significant/);
});

test('diagnostic accuracy and prognosis are told in figures where they are asked for', () => {
  const QUESTION = 'How accurate is serum calvectin for appendicitis?';
  const accuracy = row(
    'Diagnostic accuracy of serum calvectin for appendicitis: a cross-sectional study',
    'We measured calvectin in 640 adults with suspected appendicitis. At a cut-off of 12 ng/mL sensitivity was 91% (95% CI 86 to 94) and specificity was 62% (95% CI 57 to 67).',
    QUESTION,
  );
  expect(ask(QUESTION, accuracy)).toMatch(/^\*\*At a cut-off of 12 ng\/mL sensitivity was 91%/);
  expect(topicOf("Does velmicimab close fistulas in Crohn's disease?").subjects[0]).toMatchObject({
    text: 'velmicimab',
  });
  expect(topicOf('Does an abnormal EEG increase the risk of recurrence after a seizure?').subjects).not.toContainEqual(
    expect.objectContaining({ kind: 'medicine' }),
  );
});

describe('by which way it is given', () => {
  const guideline = row(
    'Guideline on heart failure 2025',
    'Clinical practice guideline. Intravenous iron should be considered in patients with iron deficiency (class IIa). Oral iron is not recommended.',
    'Is iron recommended?',
  );
  const settle = (question: string) => settleStanding(question, [guideline], () => '')?.text;
  test('advice against one way is against that one', () => {
    expect(settle('Is intravenous iron recommended in heart failure?')).toMatch(
      /^\*\*Under conditions: advised by a guideline.*\*\* For oral use it is advised against/,
    );
    expect(settle('Is oral iron recommended in heart failure?')).toMatch(/^\*\*No: advised against/);
    const [iron] = trackMaturity([guideline]);
    expect(iron).toMatchObject({ stage: 'guideline' });
    expect(iron!.setback).toBeUndefined();
  });
  test('cardiovascular mortality and cardiovascular death are one', () => {
    const trial = row(
      'Intravenous iron in heart failure: a randomised trial',
      'We randomly assigned 1,120 adults to intravenous iron or placebo. Cardiovascular death did not differ (HR 0.97; 95% CI 0.80 to 1.18).',
    );
    expect(ask('Does intravenous iron lower cardiovascular mortality in heart failure?', trial)).toMatch(
      /^\*\*Not shown: no significant difference in cardiovascular death/,
    );
  });
});

test('what is waited for is not whom it is asked for; a mail is nothing to search for', () => {
  const place = { now: Date.parse('2026-11-15'), zone: 'UTC', scopes: [] };
  const asked = 'Does brenolimab reduce mortality in asthma? Every Monday at 8 until it is approved for children.';
  expect(readRequirements(asked, place).population).toBeUndefined();
  expect(aspectsAsked(asked)).not.toContain('children');
  expect(withoutLetter('Does tarvotinib help in Hodgkin lymphoma? E-mail berg@uni.example about the situation.')).toBe(
    'Does tarvotinib help in Hodgkin lymphoma?',
  );
  expect(withoutLetter('Email Prof. Weber at weber@uni.example and ask for the safety data on tarvotinib')).toBe(
    'Email Prof. Weber and ask for the safety data on tarvotinib',
  );
});
