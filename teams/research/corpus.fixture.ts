/** Invented papers, notices, letters of regulators and register entries: two diseases, two populations, one retraction. */

const TOCOFEN = `# Tocofen for the prevention of migraine: a randomised, placebo-controlled trial
Published: 2024-02-10
DOI: 10.5555/toco.2024.1

Background: Preventive treatment of migraine often fails.
Methods: We randomly assigned 410 adults with migraine to tocofen or placebo for 12 weeks.
Results: Monthly migraine days fell by 4.1 with tocofen and by 1.2 with placebo (P<0.001).
Conclusions: Tocofen significantly reduced migraine days.
`;

const TOCOFEN_RETRACTED = `# Retraction: Tocofen for the prevention of migraine: a randomised, placebo-controlled trial
Published: 2026-03-14

The editors retract this article (10.5555/toco.2024.1). The investigators could not show the data of 212 participants.
`;

const ZOLUBINE = `# Zolubine versus placebo in adults with migraine: a randomised phase 3 trial
Published: 2025-05-20
DOI: 10.5555/zolu.2025.3

Background: Migraine disables. Tocofen and other preventives are used with little success.
Methods: We randomly assigned 902 adults with migraine to zolubine or placebo for 24 weeks. Tocofen was allowed as rescue medication.
Results: Monthly migraine days fell by 3.6 with zolubine and by 1.5 with placebo (difference −2.1; 95% CI −2.7 to −1.5; P<0.001). Serious adverse events occurred in 6.2% with zolubine and in 2.1% with placebo. Two participants given zolubine died of liver failure. Treatment was discontinued because of adverse events in 11% and 4%.
Conclusions: Zolubine reduced migraine days in adults.
`;

const ZOLUBINE_YOUNG = `# Zolubine in adolescents with migraine: a randomised trial
Published: 2026-01-18
DOI: 10.5555/zolu.2026.1

Methods: We randomly assigned 184 adolescents aged 12 to 17 years with migraine to zolubine or placebo.
Results: Monthly migraine days did not differ between the groups (difference −0.2; 95% CI −0.9 to 0.5; P=0.58). Suicidal ideation was reported by four adolescents given zolubine and by none given placebo.
Conclusions: Zolubine did not reduce migraine days in adolescents.
`;

const ZOLUBINE_LETTER = `# FDA issues complete response letter for zolubine in the prevention of migraine
Issued by: U.S. Food and Drug Administration
Date: 2026-06-02

The FDA issued a complete response letter for zolubine. The application cannot be approved in its present form because of deaths from liver failure in the pivotal trial.
`;

const RIMVEGANT = `# Rimvegant for acute treatment of migraine: a randomised, double-blind phase 3 trial
Published: 2023-09-04
DOI: 10.5555/rimv.2023.2
Registered as NCT05550001.

Methods: We randomly assigned 1,204 adults with migraine to rimvegant or placebo.
Results: Freedom from pain at two hours was reached by 21% with rimvegant and by 11% with placebo (P<0.001). Nausea was the most frequent adverse event (6% and 4%).
Conclusions: Rimvegant was effective for acute treatment of migraine.
`;

const RIMVEGANT_REGISTER = `# NCT05550001: Rimvegant for acute treatment of migraine
Updated: 2022-03-01

ClinicalTrials.gov identifier: NCT05550001. Overall status: Active, not recruiting. Phase: Phase 3. Study type: Interventional. Enrollment: 1204 participants. Condition: Migraine. Intervention: Drug: rimvegant. Primary outcome measure: freedom from pain at two hours. Estimated completion: 2023-01.
`;

const RIMVEGANT_APPROVED = `# FDA approves rimvegant for acute treatment of migraine
Issued by: U.S. Food and Drug Administration
Date: 2024-11-12

The FDA approved rimvegant for acute treatment of migraine in adults. The label carries a boxed warning of serious liver injury. It must not be used in people with severe hepatic impairment.
`;

const MIGRAINE_GUIDELINE = `# Guideline on the treatment of migraine 2026
Published: 2026-08-01
Issued by: Invented Headache Society

We suggest rimvegant for acute treatment in adults when triptans fail (conditional recommendation, low certainty of evidence). Zolubine is not recommended. Triptans are recommended for acute treatment of moderate or severe attacks.
`;

const DYSTRAVEC_2 = `# Dystravec in boys with Duchenne muscular dystrophy: an open-label phase 2 trial
Published: 2023-06-15

Methods: 22 boys aged 4 to 7 years with Duchenne muscular dystrophy received one infusion of dystravec.
Results: Motor function improved by 4.0 points in one year. Vomiting was frequent.
Conclusions: Dystravec improved motor function.
`;

const DYSTRAVEC_3 = `# Dystravec versus placebo in Duchenne muscular dystrophy: randomised phase 3 results
Published: 2025-10-30
DOI: 10.5555/dyst.2025.3

Methods: We randomly assigned 126 boys aged 4 to 9 years with Duchenne muscular dystrophy to dystravec or placebo.
Results: The primary endpoint, change in motor function at one year, was not met (difference 0.4; 95% CI −0.6 to 1.4; P=0.41). Acute liver failure killed two boys given dystravec. Serious adverse events occurred in 23% and 8%.
Conclusions: Dystravec did not improve motor function.
`;

const DYSTRAVEC_OPINION = `# EMA: negative opinion on the marketing authorisation of dystravec
Issued by: European Medicines Agency
Date: 2026-09-18

The CHMP adopted a negative opinion, recommending the refusal of the marketing authorisation for dystravec in Duchenne muscular dystrophy.
`;

const KALVIMERSEN = `# Kalvimersen in Duchenne muscular dystrophy: application withdrawn
Press release, 2026-02-03

The company withdrew its application for kalvimersen in Duchenne muscular dystrophy after questions of the agency on its phase 2 trial.
`;

export const CORPUS: Readonly<Record<string, string>> = {
  'tocofen.md': TOCOFEN,
  'tocofen-retraction.md': TOCOFEN_RETRACTED,
  'zolubine-adults.md': ZOLUBINE,
  'zolubine-adolescents.md': ZOLUBINE_YOUNG,
  'zolubine-fda.md': ZOLUBINE_LETTER,
  'rimvegant.md': RIMVEGANT,
  'rimvegant-register.md': RIMVEGANT_REGISTER,
  'rimvegant-fda.md': RIMVEGANT_APPROVED,
  'guideline-migraine.md': MIGRAINE_GUIDELINE,
  'dystravec-phase2.md': DYSTRAVEC_2,
  'dystravec-phase3.md': DYSTRAVEC_3,
  'dystravec-ema.md': DYSTRAVEC_OPINION,
  'kalvimersen.md': KALVIMERSEN,
};
