/** What was asked of a medicine and no source says a word of is told first: what else they say answers another question. */
import { expect, test } from 'vitest';
import { openDesk } from './desk.fixture.ts';

const TRIAL = `# Seltarafen in IgA nephropathy: a randomised, placebo-controlled phase 3 trial
Published: 2026-05-01

In 412 adults with IgA nephropathy, seltarafen slowed the decline of eGFR compared with placebo (difference 3.1 mL/min/1.73 m2 a year; 95% CI 2.0 to 4.2; p<0.001). Oedema occurred in 8% with seltarafen and in 3% with placebo.
`;
const LEAFLET = `# Seltarafen: prescribing information
Published: 2026-08-01

Seltarafen is contraindicated in pregnancy: it harmed the embryo in animals.
`;

async function answerTo(question: string, ...more: readonly string[]): Promise<string> {
  const desk = await openDesk();
  await desk.add('trial.md', TRIAL);
  await desk.add('leaflet.md', LEAFLET);
  for (const [at, text] of more.entries()) await desk.add(`more-${at}.md`, text);
  return (await desk.ask(question)).text;
}

test.each([
  ['Does seltarafen improve sleep in IgA nephropathy?', 'sleep'],
  ['Does seltarafen reduce fatigue in IgA nephropathy?', 'fatigue'],
  ['Is seltarafen safe during breastfeeding?', 'breastfeeding'],
  ['Is seltarafen safe for nursing mothers with IgA nephropathy?', 'breastfeeding'],
])('%s: that no source says anything on %s comes first', async (question, what) => {
  const text = await answerTo(question);
  expect(text).toMatch(new RegExp(`^\\*\\*None of the sources that were found says anything on ${what}\\.\\*\\*`));
});

test.each([
  'Does seltarafen improve kidney function in IgA nephropathy?',
  'Does seltarafen slow the progression of IgA nephropathy?',
  'Is seltarafen safe in pregnancy?',
])('%s: a source speaks of it', async (question) => {
  expect(await answerTo(question)).not.toContain('says anything on');
});

test('what is told in other words is told', async () => {
  const insomnia = `# Seltarafen and insomnia in IgA nephropathy: a randomised trial
Published: 2026-06-01

In 120 adults with IgA nephropathy, insomnia occurred in 4% with seltarafen and in 12% with placebo (p=0.03).
`;
  expect(await answerTo('Does seltarafen improve sleep in IgA nephropathy?', insomnia)).not.toContain(
    'says anything on',
  );
  const milk = `# Seltarafen in human milk
Published: 2026-06-01

In 9 women, seltarafen was not detected in breast milk.
`;
  expect(await answerTo('Is seltarafen safe during breastfeeding?', milk)).not.toContain('says anything on');
});
