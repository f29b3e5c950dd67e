import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../sources/research/index.ts';
import { answerOf } from './answer.ts';
import { isWanted } from './enough.ts';
import { disputesIn } from './evidence/disputes.ts';
import { trackMaturity } from './evidence/maturity.ts';
import { purposeRules, purposesIn } from './evidence/purposes.ts';
import { type EvidenceRow, makeRow } from './evidence/table.ts';
import { tellHarms } from './harm.ts';
import { isPreprint } from './indexed.ts';
import { readRequirements } from './request.ts';

const NOW = Date.parse('2026-11-15');

function row(title: string, text: string): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text },
    ...{ kinds: [], notices: [], seen: 0, from: 'index:research' },
  };
  return makeRow(item, { words: new Set(), aspects: [] }, NOW);
}

const ask = (question: string, ...rows: EvidenceRow[]) => answerOf(question, rows, () => '') ?? '';

describe('a trial of three arms is several comparisons', () => {
  const OSTRAVINE = row(
    'Ostravine and tiotropium in bronchiectasis: a randomised three-group trial',
    'Adults with bronchiectasis (n=900) were randomised to ostravine, tiotropium or placebo. Exacerbations were fewer with ostravine than with placebo (rate ratio 0.71; 95% CI 0.58 to 0.87). Exacerbations were more frequent with ostravine than with tiotropium (rate ratio 1.32; 95% CI 1.08 to 1.61). Mortality did not differ between the groups.',
  );

  test('each pair has its own verdict, whoever is asked for', () => {
    expect(ask('Is ostravine better than tiotropium in bronchiectasis?', OSTRAVINE)).toMatch(/^\*\*No, as far as this/);
    expect(ask('Is tiotropium better than ostravine in bronchiectasis?', OSTRAVINE)).toMatch(
      /^\*\*Yes, as far as this/,
    );
    expect(ask('Is ostravine better than placebo in bronchiectasis?', OSTRAVINE)).toMatch(/^\*\*Yes, as far as this/);
    // Nothing is said of this pair but that as many died.
    expect(ask('Is tiotropium better than placebo in bronchiectasis?', OSTRAVINE)).toMatch(
      /^\*\*Nothing that was found/,
    );
  });

  test('whether it helps is answered by placebo, and its rival is named apart', () => {
    expect(ask('Does ostravine help in bronchiectasis?', OSTRAVINE)).toMatch(
      /^\*\*Yes, as far as this shows:\*\*.*nothing against it\. Against tiotropium: a randomised trial .* speaks against it\.$/,
    );
    expect(ask('Does ostravine reduce exacerbations?', OSTRAVINE)).toMatch(
      /^\*\*Yes, .*fewer exacerbations in .*\*\* Against tiotropium: more exacerbations in/,
    );
    expect(disputesIn([OSTRAVINE])).toEqual([]);
  });

  test('what is said in words of two of them, and no difference between two', () => {
    const rhinitis = row(
      'Quelvinast, montelukast or placebo for allergic rhinitis: a randomised trial',
      'We randomly assigned 612 adults to quelvinast 20 mg, montelukast 10 mg or placebo for 12 weeks. Nasal symptom score was lower with quelvinast than with placebo (difference -2.1, 95% CI -2.9 to -1.3). There was no significant difference between quelvinast and montelukast in nasal symptom score (p=0.57). Montelukast was superior to placebo.',
    );
    expect(ask('Is quelvinast better than montelukast?', rhinitis)).toMatch(
      /^\*\*Not shown to be better:\*\* no signif/,
    );
    expect(ask('Is quelvinast as good as montelukast?', rhinitis)).toMatch(/^\*\*Not settled, that no difference was/);
    expect(ask('Is montelukast better than placebo?', rhinitis)).toMatch(/^\*\*Yes, as far as this shows/);
  });

  test('doses are arms: one may work and another not', () => {
    const doses = row(
      'Dose-finding study of abrelimus in lupus nephritis: a randomised phase 2 trial',
      'We randomly assigned 240 adults to abrelimus 5 mg, abrelimus 10 mg, abrelimus 20 mg or placebo once daily. Renal response was 31% with 5 mg, 47% with 10 mg, 48% with 20 mg and 27% with placebo. The difference from placebo was significant for 10 mg (p=0.01) and 20 mg (p=0.009) but not for 5 mg (p=0.63).',
    );
    expect(ask('Does abrelimus help in lupus nephritis?', doses)).toMatch(
      /^\*\*Yes, .* By dose: 10 mg and 20 mg did better, 5 mg was not shown to\.$/,
    );
    expect(ask('Does abrelimus 5 mg help in lupus nephritis?', doses)).toMatch(
      /^\*\*No difference was shown:\*\* no significant difference in .*; nothing speaks for it\.$/,
    );
    expect(ask('Does abrelimus 10 mg help in lupus nephritis?', doses)).toMatch(/^\*\*Yes, as far as this shows/);
    expect(ask('Is abrelimus 20 mg better than 10 mg in lupus nephritis?', doses)).toMatch(
      /^\*\*Nothing that was found/,
    );
  });
});

describe('of two arms', () => {
  const within = row(
    'Brelocillin versus ceftriaxone for pyelonephritis: a non-inferiority randomised trial',
    'Adults (n=438) were randomly assigned to brelocillin or ceftriaxone. Clinical cure was 87.2% with brelocillin and 89.1% with ceftriaxone (difference -1.9 percentage points, 95% CI -8.0 to 4.2). Brelocillin was non-inferior to ceftriaxone.',
  );
  test.each([
    ['Is brelocillin as good as ceftriaxone?', /^\*\*Yes, .*within the margin that was allowed:\*\* not inferior to/],
    ['Is brelocillin better than ceftriaxone?', /^\*\*Not shown to be better:\*\* not inferior to ceftriaxone/],
    ['Is brelocillin worse than ceftriaxone?', /^\*\*No, not by more than the margin/],
    ['Is ceftriaxone better than brelocillin?', /^\*\*Not shown to be better:\*\*/],
    [
      'Does brelocillin help in pyelonephritis?',
      /^\*\*Neither was shown to be better:\*\* not inferior to ceftriaxone.* Nothing that was found holds it against placebo/,
    ],
  ])('%s', (question, answer) => {
    expect(ask(question, within)).toMatch(answer);
  });

  test('worse than a rival is not without effect; a pair is judged by its own trials only', () => {
    const rival = row(
      'Zorbine versus duloxetine in neuropathy',
      'We randomly assigned 540 adults to zorbine or duloxetine. Pain was higher with zorbine than with duloxetine (p=0.001).',
    );
    const placebo = row(
      'Zorbine in neuropathy: a randomised trial',
      'We randomly assigned 400 adults to zorbine or placebo. Pain was lower with zorbine than with placebo (p<0.001).',
    );
    expect(ask('Does zorbine work in neuropathy?', rival)).toMatch(/^\*\*Not settled, it did worse than duloxetine:/);
    expect(ask('Does zorbine work in neuropathy?', rival, placebo)).toMatch(
      /^\*\*Yes, as far as this shows:.*Against duloxetine: .* speaks against it/,
    );
    expect(ask('Is zorbine better than duloxetine?', rival, placebo)).toMatch(/^\*\*No, as far as this shows/);
    expect(ask('Does zorbine reduce pain?', rival, placebo)).toMatch(
      /^\*\*Yes, .*less pain.*Against duloxetine: more pain/,
    );
  });
});

test('a part of a trial is no result of the whole, and is told as a part', () => {
  const part = row(
    'Cordaxaban in chronic heart failure: a randomised placebo-controlled trial',
    'In this trial 3,120 adults were randomly assigned to cordaxaban or placebo. The primary outcome was cardiovascular death or hospital admission for heart failure. It occurred in 21.4% with cordaxaban and 22.0% with placebo (hazard ratio 0.97; 95% CI 0.85 to 1.10). In a prespecified subgroup with diabetes the primary outcome was less frequent with cordaxaban (hazard ratio 0.78; 95% CI 0.62 to 0.98).',
  );
  expect(ask('Does cordaxaban help in chronic heart failure?', part)).toMatch(
    /^\*\*No difference was shown:.*Of some of those who took part, which is no result of the whole: "In a prespecified/,
  );
  expect(ask('Does cordaxaban reduce hospital admissions?', part)).toMatch(
    /^\*\*Of hospital admissions by itself nothing/,
  );
});

describe('how it is given is no matter of whether it works', () => {
  const morning = row(
    'Evening versus morning dosing of hydrelone in adrenal insufficiency',
    'We randomly assigned 204 adults taking hydrelone to morning or evening doses. Quality of life was worse with morning doses than with evening doses (p=0.01).',
  );
  const placebo = row(
    'Hydrelone for adrenal insufficiency: a randomised placebo-controlled trial',
    'We randomly assigned 330 adults to hydrelone or placebo. Quality of life improved with hydrelone compared with placebo (p<0.001). Morning doses were worse than evening doses. Quality of life was better with 20 mg than with 10 mg (p=0.01).',
  );
  test('neither for nor against it', () => {
    expect([morning.direction, morning.results]).toEqual(['unclear', []]);
    expect(ask('Does hydrelone help in adrenal insufficiency?', morning, placebo)).toMatch(
      /^\*\*Yes, as far as this shows/,
    );
    expect(disputesIn([morning, placebo])).toEqual([]);
  });
});

test('a secondary outcome is read, what it costs is no effect, and what stands in for another is named as that', () => {
  const nortravine = row(
    'Nortravine for prevention of migraine: a randomised placebo-controlled phase 3 trial',
    'We randomly assigned 720 adults to nortravine or placebo. The primary endpoint, the change in monthly migraine days, was not met (difference -0.3 days, 95% CI -0.8 to 0.2; p=0.24). Quality of life, a secondary outcome, was better with nortravine (p=0.03).',
  );
  expect(ask('Does nortravine improve quality of life?', nortravine)).toMatch(/^\*\*Yes, .*better quality of life/);
  expect(ask('Does nortravine help in migraine?', nortravine)).toMatch(/^\*\*No difference was shown/);
  const cost = row(
    'Cost-effectiveness of selbatinib for leukaemia',
    'A Markov model compared selbatinib with imatinib. Selbatinib gained 0.31 quality-adjusted life years at an additional cost of 41,000 euros. Selbatinib was not cost-effective at a threshold of 50,000 euros.',
  );
  expect([cost.design, cost.direction, cost.results]).toEqual(['economic evaluation', 'unclear', []]);
  const surrogate = row(
    'Emzalotide in IgA nephropathy: a randomised trial',
    'We randomised 212 adults to emzalotide or placebo. Proteinuria fell by 46% with emzalotide and by 6% with placebo (p<0.001).',
  );
  expect(ask('Does emzalotide help in IgA nephropathy?', surrogate)).toMatch(
    /judged by proteinuria, which stands in for/,
  );
});

describe('what was asked decides what is quoted', () => {
  const TEXT =
    'We randomly assigned 612 adults to quelvinast, montelukast or placebo. Nasal symptom score was lower with quelvinast than with placebo (difference -2.1, 95% CI -2.9 to -1.3). There was no significant difference between quelvinast and montelukast in nasal symptom score (p=0.57). Montelukast was superior to placebo (p=0.01).';
  const quote = (names: readonly string[], beside: readonly string[] = []) => {
    const item: SourceItem = {
      ...{ source: 'index', id: 'x', title: 'Quelvinast in allergic rhinitis: a trial', url: 'index:x', text: TEXT },
      ...{ kinds: [], notices: [], seen: 0, from: 'index:research' },
    };
    return makeRow(item, { words: new Set(), aspects: [], names, beside }, NOW).excerpt;
  };
  test('of a pair what holds the two against each other', () => {
    expect(quote(['quelvinast', 'montelukast'])).toContain('no significant difference between quelvinast');
    expect(quote(['montelukast'], ['placebo'])).toContain('Montelukast was superior to placebo');
    expect(quote(['quelvinast'])).toMatch(/^Nasal symptom score was lower with quelvinast than with placebo/);
  });
});

describe('a paper in German', () => {
  const german = (results: string) =>
    row(
      'Ralvotinib bei Psoriasisarthritis: eine randomisierte, placebokontrollierte Studie',
      `Methoden: 318 Erwachsene mit Psoriasisarthritis wurden randomisiert und erhielten Ralvotinib oder Placebo. Ergebnisse: ${results}`,
    );
  test('is read by its main result, and never by a second one where the first could not be read', () => {
    const read = german(
      'Ein ACR20-Ansprechen erreichten 52% unter Ralvotinib und 29% unter Placebo (p<0,001). Die Lebensqualität unterschied sich nicht signifikant. Schlussfolgerung: Ralvotinib war Placebo überlegen.',
    );
    expect(read.direction).toBe('favours');
    expect(read.results).toContainEqual(expect.objectContaining({ outcome: 'quality of life', change: 'same' }));
    const half = german(
      'Das Gelingen belief sich auf 52% gegen 29% beim Vergleich (p<0,001). Die Lebensqualität unterschied sich nicht signifikant.',
    );
    expect(half.direction).toBe('unclear');
  });
});

test('the recurrence of an infection is a recurrence; what is counted of an illness tells of it', () => {
  const lactosorin = row(
    'Lactosorin in Clostridioides difficile infection: a randomised trial',
    'We randomly assigned 410 adults to lactosorin or placebo. Recurrence was 12% with lactosorin and 17% with placebo (p=0.04).',
  );
  expect(ask('Does lactosorin prevent recurrence of Clostridioides difficile infection?', lactosorin)).toMatch(
    /^\*\*Yes, as far as this shows: less recurrence/,
  );
  const migraine = row(
    'Nortravine for prevention of migraine: a randomised trial',
    'We randomly assigned 720 adults to nortravine or placebo. Monthly migraine days did not differ between the groups (p=0.24).',
  );
  expect(ask('Does nortravine prevent migraine?', migraine)).toMatch(/^\*\*Not shown: no significant difference in/);
});

describe('what it is given for', () => {
  test.each(purposeRules())('$purpose: $example', ({ purpose, example, counter }) => {
    expect([purposesIn(example), purposesIn(counter)]).toEqual([[purpose], []]);
  });

  const induction = row(
    'Tovarlizumab for induction in Crohn disease: a randomised phase 3 trial',
    'We randomly assigned 612 adults with active disease to tovarlizumab or placebo. Clinical remission at week 12 was 41% with tovarlizumab and 19% with placebo (p<0.001).',
  );
  const maintenance = row(
    'Tovarlizumab does not improve maintenance of remission in Crohn disease: a randomised trial',
    'We randomly assigned 210 adults in remission to tovarlizumab or placebo for 52 weeks. Clinical remission was 48% with tovarlizumab and 46% with placebo (p=0.81).',
  );
  const against = row(
    'Clinical practice guideline on Crohn disease',
    'We recommend against tovarlizumab for maintenance of remission.',
  );

  test('to induce and to keep are two questions, and nothing is disputed', () => {
    expect(ask('Does tovarlizumab induce remission in Crohn disease?', induction, maintenance)).toMatch(
      /^\*\*Yes, as far as this shows: better clinical remission.* For maintenance: not shown/,
    );
    expect(ask('Does tovarlizumab work in Crohn disease?', induction, maintenance)).toMatch(
      /^\*\*It depends what for\.\*\* For induction: yes, .* For maintenance: no difference was shown/,
    );
    expect(disputesIn([induction, maintenance])).toEqual([]);
  });

  test('advice against one purpose is against that one, in the answer and in how far along it is', () => {
    const answer = ask('Does tovarlizumab induce remission in Crohn disease?', induction, against);
    expect(answer).not.toMatch(/advises against it/);
    expect(ask('Does tovarlizumab work in Crohn disease?', induction, against)).toMatch(
      /^\*\*Yes, .* For maintenance it is advised against\.$/,
    );
    const [far] = trackMaturity([induction, against]);
    expect([far!.stage, far!.setback]).toEqual(['phase3', undefined]);
    expect(far!.milestones).toContainEqual(expect.objectContaining({ stage: 'not recommended', whom: 'maintenance' }));
  });
});

describe('what is very weak', () => {
  const series = row(
    'Zelarimod in myasthenia gravis: case series',
    'Three patients with myasthenia gravis received zelarimod. Two improved. One developed hepatitis.',
  );
  const trial = row(
    'Zelarimod in myasthenia gravis: a randomised trial',
    'We randomly assigned 233 adults to zelarimod or placebo. MG-ADL fell by 4.4 points with zelarimod and by 2.1 with placebo at week 26 (difference -2.3; 95% CI -3.2 to -1.4).',
  );
  test('settles nothing, and its harm is told', () => {
    expect(ask('Does zelarimod help in myasthenia gravis?', series)).toMatch(
      /^\*\*Not settled, the evidence is very weak/,
    );
    expect(series.harms).toEqual(['One developed hepatitis.']);
  });
  test('a score by its name is an outcome of which it is known which way is good; of another that it moved is said', () => {
    expect(ask('Does zelarimod help in myasthenia gravis?', trial)).toMatch(/^\*\*Yes, as far as this shows/);
    const unknown = row(
      'Zelarimod in myasthenia gravis: a second randomised trial',
      'We randomly assigned 233 adults to zelarimod or placebo. The Halden number was lower with zelarimod than with placebo (p=0.001).',
    );
    expect(ask('Does zelarimod help in myasthenia gravis?', unknown)).toMatch(
      /^\*\*Significantly lower halden number in a randomised trial .*whether that is good is not known here/,
    );
  });
  test('only evidence of high certainty is wanted where that is said', () => {
    const place = { now: NOW, zone: 'UTC', scopes: [] };
    const wanted = readRequirements('Does zelarimod help? Only high-certainty evidence.', place);
    expect(wanted.threshold.grade).toBe(4);
    expect([isWanted(trial, wanted), isWanted(series, wanted)]).toEqual([true, false]);
  });
});

describe('what another look at papers found', () => {
  test('to slow a decline is to keep; what a preprint says of itself counts', () => {
    const nurovast = row(
      'Nurovast in early Parkinson disease',
      'In a randomised trial of 88 adults, nurovast slowed the decline of motor function compared with placebo (p=0.03).',
    );
    expect(nurovast.direction).toBe('favours');
    expect(isPreprint('Nurovast', 'A trial.\n\nThis work has not been peer reviewed. It works.')).toBe(true);
    expect(isPreprint('Nurovast', 'A trial.\n\nAn earlier medRxiv preprint said otherwise.')).toBe(false);
  });

  test('of three arms what each reached, where words say who was better', () => {
    const melvaran = row(
      'Melvaran, sitagliptin and placebo in type 2 diabetes: a randomised trial',
      '1,020 adults were randomly allocated to receive melvaran, sitagliptin, or placebo. HbA1c fell by 1.1 percentage points with melvaran, by 0.7 with sitagliptin and by 0.1 with placebo. Melvaran was superior to both sitagliptin (p=0.002) and placebo (p<0.001).',
    );
    expect(ask('Does melvaran lower HbA1c in type 2 diabetes?', melvaran)).toMatch(
      /^\*\*Yes, as far as this shows: lower HbA1c/,
    );
    expect(ask('Is sitagliptin better than melvaran?', melvaran)).toMatch(/^\*\*No, as far as this shows/);
  });

  test('a payer decides on what it assesses, not on what that is held against; what is said of another is no harm of this', () => {
    const payer = row(
      'Benefit assessment of natrelimab in multiple myeloma',
      'Gemeinsamer Bundesausschuss.\n\nThe G-BA found no added benefit of natrelimab over daratumumab in adults.',
    );
    expect(trackMaturity([payer]).map(({ therapy }) => therapy)).toEqual(['natrelimab']);
    const guideline = row(
      'Clinical practice guideline on atopic dermatitis',
      'We recommend dupralimab for adults. Velocream should not be used in pregnancy.',
    );
    expect(tellHarms([guideline], new Set(['dupralimab']), [], () => '')).not.toContain('Velocream');
  });

  test('for whom is read from the sentence that decides, whatever stands in the title', () => {
    const decision = row(
      'Corvastatin approved in the European Union',
      '# Corvastatin approved in the European Union\nEuropean Commission.\n\nThe European Commission approved corvastatin for adults.',
    );
    expect(decision.ruling).toMatchObject({ by: 'EMA', verdict: 'granted', whom: { said: 'adults' } });
  });
});
