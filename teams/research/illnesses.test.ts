/** One medicine in several illnesses: what was found and advised in one is no word on another; and what is asked of a trial is looked up. */
import { expect, test } from 'vitest';
import { machineUser } from '../../src/kernel/index.ts';
import { openDesk } from './desk.fixture.ts';

const PAPERS = {
  'iga.md': `# Nefralant in adults with IgA nephropathy (NEPTIDE-1): a randomised, placebo-controlled phase 3 trial
Published: 2025-03-14

## Methods
We randomly assigned 404 adults with IgA nephropathy to nefralant 200 mg once daily (n=203) or placebo (n=201) for 36 weeks. Patients with an eGFR below 30, pregnancy, or a kidney transplant were excluded.

## Results
Proteinuria fell by 41% with nefralant and by 9% with placebo (difference 35%, 95% CI 28 to 42; p<0.001). Peripheral oedema occurred in 14% with nefralant and in 4% with placebo.

## Conclusion
In adults with IgA nephropathy, nefralant reduced proteinuria.
`,
  'dkd.md': `# Nefralant in diabetic kidney disease (CRESTA-DKD): randomised, placebo-controlled outcome trial
Published: 2025-11-20

## Methods
In this double-blind trial, 3,120 adults with type 2 diabetes were assigned to nefralant 200 mg daily (1,562) or placebo (1,558). The primary composite outcome was a sustained decline in eGFR, kidney failure or death from kidney causes.

## Results
The primary composite outcome occurred in 312 of 1,562 patients with nefralant and in 325 of 1,558 with placebo (hazard ratio 0.96, 95% CI 0.82 to 1.12; p=0.58). Hospitalisation for heart failure occurred in 5.9% and 3.8% (hazard ratio 1.57, 95% CI 1.13 to 2.18).

## Conclusion
Nefralant did not reduce kidney outcomes in diabetic kidney disease.
`,
  'women.md': `# Nefralant in women with diabetic kidney disease: post hoc subgroup analysis of CRESTA-DKD
Published: 2026-02-09

In a post hoc analysis of 1,014 women of the CRESTA-DKD trial, nefralant reduced the composite of eGFR decline, kidney failure or kidney death (hazard ratio 0.74, 95% CI 0.56 to 0.97; p=0.03). The analysis was not prespecified.
`,
  'alport.md': `# Nefralant in Alport syndrome: an open-label pilot study
medRxiv preprint. Posted: 2026-08-03. This article has not been peer reviewed.

Nineteen patients with Alport syndrome received nefralant 100 mg daily for 24 weeks. Albuminuria fell by 27% from baseline (95% CI 9 to 42). There was no control group.
`,
  'guideline.md': `# European Glomerular Society guideline on IgA nephropathy and diabetic kidney disease: 2026 update
Published: 2026-06-15

1. We recommend nefralant 200 mg once daily for adults with IgA nephropathy despite renin-angiotensin blockade (Grade 1B).
2. We recommend against nefralant in diabetic kidney disease (Grade 1B).
3. For children under 18 years no recommendation can be made.
`,
  'letter.md': `# Drug safety communication: Rentovia (nefralant) and pregnancy
Medicines Agency. Published: 2026-10-05.

Rentovia (nefralant) is contraindicated in pregnancy because of malformations in animals.
`,
  'liver.md': `# Liver injury among new users of nefralant: a nationwide cohort study
Published: 2026-04-22

We followed 5,210 new users of nefralant and 10,420 matched non-users. Liver injury occurred in 96 users and 118 non-users (adjusted hazard ratio 1.62, 95% CI 1.24 to 2.12). Nefralant was associated with an increased risk of liver injury.
`,
};

async function openFilled() {
  const desk = await openDesk();
  for (const [name, text] of Object.entries(PAPERS)) await desk.add(name, text);
  let asked = 0;
  return { ...desk, ask: async (message: string) => (await desk.ask(message, `chat-${asked++}`)).text };
}

test('whether it works is answered for the illness that is asked about, and so is what is advised', async () => {
  const desk = await openFilled();
  const iga = await desk.ask('Is nefralant effective in IgA nephropathy?');
  expect(iga).toMatch(/^\*\*Yes, as far as this shows:\*\* a randomised trial/);
  expect(iga).toContain('In diabetic kidney disease it is advised against');
  expect(iga).not.toContain('Disputed');
  expect(iga).not.toContain('Results disagree');
  // It warns of people who were not asked about: said, and not before the answer.
  expect(iga).toContain('contraindicated in pregnancy');

  const dkd = await desk.ask('Is nefralant effective in diabetic kidney disease?');
  expect(dkd).toMatch(/^\*\*No difference was shown:\*\*/);
  expect(dkd).toContain('nothing speaks for it');
  expect(dkd).toContain('later analysis of a part of a trial');
  expect(dkd).toContain('advises against it. In adults with IgA nephropathy it is advised');
  expect(dkd.split('**Harm')[1]).not.toContain('hazard ratio 0.74');
});

test('a guideline on another illness ends no order; one on this illness does', async () => {
  const desk = await openFilled();
  const open = await desk.ask('Follow nefralant in Alport syndrome every Monday at 8 until a guideline recommends it.');
  expect(open).toContain('Not there yet: a guideline recommends it');
  expect(open).toContain('next on');
  expect(open).toContain('Alport syndrome Research');
  const come = await desk.ask('Follow nefralant in IgA nephropathy every Monday at 8 until a guideline recommends it.');
  expect(come).toContain('What was to be waited for is there');
});

test('what is asked of a trial is looked up in its own words', async () => {
  const desk = await openFilled();
  expect(await desk.ask('How many patients were in CRESTA-DKD?')).toMatch(
    /^\*\*3,120 people took part in CRESTA-DKD\.\*\*/,
  );
  expect(await desk.ask('Who was excluded from NEPTIDE-1?')).toMatch(
    /^\*\*Left out in NEPTIDE-1:\*\* "Patients with an eGFR/,
  );
  expect(await desk.ask('Did CRESTA-DKD meet its primary endpoint?')).toMatch(/^\*\*Not met:/);
  expect(await desk.ask('What proportion had oedema on nefralant?')).toContain('occurred in 14% with nefralant');
  expect(await desk.ask('Which dose of nefralant is recommended?')).toMatch(/sources give them:\*\*\n\n- European/);
});

test('side effects are told by every source that tells of one; a cohort made for it answers whether it causes it', async () => {
  const desk = await openFilled();
  const harms = await desk.ask('What are the side effects of nefralant?');
  for (const said of ['oedema', 'heart failure', 'Liver injury']) expect(harms).toContain(said);
  expect(await desk.ask('Does nefralant cause liver injury?')).toContain('more liver injury in an observational study');
});

test('what changed in a year goes by the dates of the sources', async () => {
  const desk = await openFilled();
  await desk.ask('Is nefralant effective in IgA nephropathy?');
  const year = await desk.ask('What changed in 2026 on nefralant?');
  expect(year).toMatch(/^\*\*In 2026, by the dates of the sources/);
  expect(year).toContain('2026-06-15');
  expect(year).not.toContain('2025-03-14');
});

test('a letter names what it asks about, and not only what the agent follows', async () => {
  const desk = await openDesk({
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'desk@clinic.example',
    MAIL_ALLOW: 'uni.example',
  });
  await desk.add('iga.md', PAPERS['iga.md']);
  await desk.ask('Is nefralant effective in IgA nephropathy?');
  await desk.ask('Email ruiz@uni.example and ask whether nefralant was stopped early in NEPTIDE-1');
  const [pending] = await desk.app.pending(machineUser());
  expect(pending?.what).toMatch(/write to ruiz@uni\.example: "A question on .*nefralant.*NEPTIDE-1"/);
  expect(pending?.why).toContain('would like to ask whether nefralant was stopped early in NEPTIDE-1.');
});

test('a page alone is watched under its address, and nothing is searched for beside it', async () => {
  const desk = await openFilled();
  const text = await desk.ask('Watch https://journal.example/news for changes every day');
  expect(text).toContain('https://journal.example/news could not be looked at');
  expect(text).toContain('journal.example/news Research');
  expect(text).not.toContain('nefralant');
});

test('asked of an illness of which there are kinds, it depends on the kind, and that is no dispute', async () => {
  const desk = await openDesk();
  await desk.add(
    'reduced.md',
    `# Tarvesotide in heart failure with reduced ejection fraction (BOREALIS): a randomised, placebo-controlled trial
Published: 2025-02-10

We randomly assigned 4,210 adults with heart failure to tarvesotide or placebo. The primary composite of cardiovascular death or hospitalisation for heart failure occurred in 18.2% with tarvesotide and 18.9% with placebo (hazard ratio 0.97, 95% CI 0.86 to 1.09; p=0.61). Tarvesotide did not reduce the primary outcome.
`,
  );
  await desk.add(
    'preserved.md',
    `# Tarvesotide in heart failure with preserved ejection fraction (AURORA-HF): randomised trial
Published: 2025-09-01

In 2,900 adults randomised to tarvesotide or placebo, hospitalisation for heart failure was reduced (hazard ratio 0.76, 95% CI 0.64 to 0.90; p=0.002).
`,
  );
  const reduced = (await desk.ask('Is tarvesotide effective in HFrEF?')).text;
  expect(reduced).toMatch(/^\*\*No difference was shown:/);
  expect(reduced).toContain('95% CI 0.86 to 1.09');
  expect((await desk.ask('Is tarvesotide effective in heart failure?', 'other')).text).toMatch(
    /^\*\*It depends on the illness:\*\* in heart failure with preserved ejection fraction/,
  );
});
