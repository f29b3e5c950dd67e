import { expect, test } from 'vitest';
import { DAY, openDesk, START } from './desk.fixture.ts';

const TRIAL = `# Zorbafen versus placebo in adults with gout: a randomised phase 3 trial
Published: 2025-03-01

Methods: We randomly assigned 800 adults with gout to zorbafen or placebo.
Results: Flares were fewer with zorbafen (hazard ratio 0.60; 95% CI 0.50 to 0.72).
Conclusions: Zorbafen was effective in gout.
`;
const WITHDRAWAL = `# Halden Pharma withdraws zorbafen worldwide
Press release, 2026-02-01

Halden Pharma withdraws zorbafen from the market worldwide after eleven deaths from liver failure. No new patients should be started.
`;
const LATER = `# Zorbafen in gout: five-year extension of the phase 3 trial
Published: 2026-11-01

Methods: We followed 640 adults with gout who were randomly assigned to zorbafen or placebo.
Results: Flares were fewer with zorbafen (hazard ratio 0.55; 95% CI 0.44 to 0.69).
`;

test('a medicine that was withdrawn gets no yes, whatever is published later', async () => {
  const desk = await openDesk();
  await desk.add('trial.md', TRIAL);
  expect((await desk.ask('Does zorbafen work in gout?')).text).toMatch(/^\*\*Yes, as far as this shows/);
  await desk.add('withdrawal.md', WITHDRAWAL);
  await desk.add('later.md', LATER);
  const works = await desk.ask('Does zorbafen work in gout?');
  expect(works.text).toMatch(/^\*\*Withdrawn from the market: zorbafen \(2026-02-01\)\[\^\d\]\.\*\*.*eleven deaths/);
  expect(works.text).toContain('Nothing that was found lifts this.');
  expect(works.text).not.toContain('**Yes');
  expect(works.unsupported).toEqual([]);
  const approved = await desk.ask('Is zorbafen approved for gout?');
  expect(approved.text).toMatch(/No longer: withdrawn from the market: zorbafen/);
  const report = await desk.ask('What was found so far on gout?');
  expect(report.text).toContain('Withdrawn from the market: zorbafen');
});

test('a suspension is told to who asked for guidelines only, and finds who follows the disease', async () => {
  const desk = await openDesk();
  await desk.add('trial.md', TRIAL);
  await desk.ask('New treatments for gout. Check every Monday at 8. Tell me only if a guideline changes.');
  const { triggers, feed } = await desk.app.service('research');
  await desk.add(
    'hold.md',
    '# Trials of zorbafen suspended\nPress release, 2027-01-10\n\nDosing in all trials of zorbafen was suspended after two deaths.\n',
  );
  desk.clock.set(START + 8 * DAY);
  await triggers.tick();
  await triggers.drain();
  expect(feed.list('local')[0]).toMatchObject({
    kind: 'surfaced',
    text: expect.stringContaining('rial or dosing stopped for safety: zorbafen'),
    reason: expect.stringContaining('on safety, which is always told'),
  });
});

const GUIDELINE = (date: string, advice: string) =>
  `# Guideline on gout\nIssued by: Halden Society of Rheumatology\nPublished: ${date}\n\n${advice}\n`;

test('a guideline that is revised in its file is what was waited for', async () => {
  const desk = await openDesk();
  await desk.add('trial.md', TRIAL);
  await desk.add('guideline.md', GUIDELINE('2026-05-01', 'We recommend zorbafen for gout.'));
  await desk.ask('Follow zorbafen in gout. Check every Monday at 8. Tell me only if a guideline changes.');
  const { triggers, feed } = await desk.app.service('research');
  const fire = async (at: number) => {
    desk.clock.set(at);
    await triggers.tick();
    await triggers.drain();
  };
  await fire(START + DAY / 2);
  expect(feed.list('local')[0]).toMatchObject({ kind: 'suppressed', reason: 'nothing new since the last report' });
  await desk.add('guideline.md', GUIDELINE('2027-01-08', 'Zorbafen is not recommended for gout.'));
  await fire(START + 8 * DAY);
  expect(feed.list('local')[0]).toMatchObject({
    kind: 'surfaced',
    text: expect.stringContaining('zorbafen is now advised against (before: advised)'),
  });
});

test('advice for some is none for others', async () => {
  const desk = await openDesk();
  await desk.add('trial.md', TRIAL);
  await desk.add(
    'guideline.md',
    GUIDELINE(
      '2026-05-01',
      'We recommend zorbafen in adults with gout. We recommend against zorbafen in children under 12.',
    ),
  );
  const adults = await desk.ask('Is zorbafen recommended for adults with gout?');
  expect(adults.text).toMatch(
    /^\*\*Yes: advised by a guideline \(2026-05-01\)\[\^\d\]\.\*\* In children under 12 it is advised against/,
  );
  const works = await desk.ask('Does zorbafen work in adults with gout?');
  expect(works.text).toContain('advises it. In children under 12 it is advised against');
  const child = await desk.ask('Should zorbafen be given to children under 6 with gout?');
  expect(child.text).toMatch(/^\*\*No: advised against by a guideline/);
});

test('what is below the evidence that was asked for is told apart, and answers nothing', async () => {
  const desk = await openDesk();
  await desk.add(
    'small.md',
    '# Urastat in gout: a randomised trial\nPublished: 2025-01-01\n\n40 adults with gout were randomly assigned to urastat or placebo. Flares were fewer with urastat (P=0.01).',
  );
  await desk.add(
    'cohort.md',
    '# Urastat in gout: a cohort study\nPublished: 2025-02-01\n\nIn a cohort study of 900 adults with gout flares were fewer with urastat (HR 0.5; 95% CI 0.4 to 0.6).',
  );
  const { text } = await desk.ask(
    'Does urastat reduce flares in gout? Only randomised trials with more than 100 participants.',
  );
  expect(text).not.toContain('**Yes');
  expect(text).toMatch(/nothing of the kind that you asked for was found/);
  expect(text).toMatch(
    /Below what you asked for \(only randomised trials, meta-analyses; at least 100 people\)|What there is instead/,
  );
});
