/** Whose question it is: a medicine or a disease has an agent, and for whom it is asked is a limit of the question. */
import { expect, test } from 'vitest';
import { openDesk } from './desk.fixture.ts';

const GUIDELINE = `# Kidney Society 2026 practice guideline
Published: 2026-09-01

We recommend seltarafen for adults with IgA nephropathy who have persistent proteinuria (strong recommendation, high certainty).
`;
const TRIAL = `# Seltarafen in IgA nephropathy: a randomised, placebo-controlled phase 3 trial
Published: 2026-05-01

In 412 adults with IgA nephropathy, seltarafen slowed the decline of eGFR compared with placebo (difference 3.1 mL/min/1.73 m2 a year; 95% CI 2.0 to 4.2; p<0.001). Oedema occurred in 8% with seltarafen and in 3% with placebo.
`;
const LEAFLET = `# Seltarafen: prescribing information
Published: 2026-08-01

Seltarafen is contraindicated in pregnancy. It is not known whether seltarafen passes into breast milk; breastfeeding is not recommended during treatment.
`;
const ASKED = 'Is seltarafen recommended by a guideline?';

test.each([
  'Is seltarafen safe for nursing mothers?',
  'Which of my patients should get seltarafen?',
  'Should seltarafen be given to adults?',
  'Should older people get seltarafen?',
  'Can smokers take seltarafen?',
])('"%s" makes no agent for them, and hides no guideline from the next question', async (first) => {
  const desk = await openDesk();
  await desk.add('guideline.md', GUIDELINE);
  await desk.add('trial.md', TRIAL);
  await desk.add('leaflet.md', LEAFLET);
  await desk.ask(first);
  const service = await desk.app.service('research');
  const names = service.agents('local').map(({ name }) => name);
  const { text } = await desk.ask(ASKED);
  expect(text).toContain('We recommend seltarafen');
  expect(names).toEqual(['IgA nephropathy Research']);
  expect(service.agents('local').map(({ name }) => name)).toEqual(names);
});

test('where no title names the disease, the agent is the medicine and the guideline is found', async () => {
  const desk = await openDesk();
  await desk.add('guideline.md', GUIDELINE);
  const service = await desk.app.service('research');
  const first = await desk.ask('Which of my patients should get seltarafen?');
  expect(first.text).toContain('We recommend seltarafen');
  const { text } = await desk.ask(ASKED);
  expect(text).toContain('We recommend seltarafen');
  expect(service.agents('local').map(({ name }) => name)).toEqual(['Seltarafen Research']);
});

test('people alone are asked back about, and nobody works on them from then on', async () => {
  const desk = await openDesk();
  const { text } = await desk.ask('What may nursing mothers take?');
  expect(text).toContain('which disease, treatment or trial');
  expect((await desk.app.service('research')).agents('local')).toEqual([]);
});
