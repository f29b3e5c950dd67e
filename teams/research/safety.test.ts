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

test('a request with a rhythm stands beside the one before, each with its own limits; a change is said aloud', async () => {
  const desk = await openDesk();
  await desk.add('trial.md', TRIAL);
  await desk.add('guideline.md', GUIDELINE('2026-05-01', 'We recommend zorbafen for gout.'));
  await desk.ask('Follow zorbafen in gout every Monday at 8. Tell me only if a guideline changes.');
  const second = await desk.ask(
    'Follow new treatments for gout in children, every Friday at 9. Only randomised trials.',
  );
  expect(second.text).toContain('This is a standing order of its own. What you asked for before stays as it is:');
  // What is said next is of the new order, and stands behind no line of an old one.
  expect(second.text).toMatch(/\(every Monday at 8; told only if a guideline changes\)\n\nThe full report/);
  const { triggers, feed } = await desk.app.service('research');
  const pending = async () =>
    (await triggers.list({ status: 'pending' })).map(({ schedule, instruction }) => [schedule, instruction]);
  const [watch, children] = [
    'Look again: Follow zorbafen in gout. Limits: told only if a guideline changes.',
    'Look again: Follow new treatments for gout in children. Limits: for children; only randomised trials, meta-analyses.',
  ];
  expect(await pending()).toEqual([
    ['every Monday at 8', watch],
    ['every Friday at 9', children],
  ]);
  const changed = await desk.ask('Actually make it every Thursday at 10.');
  expect(changed.text).toMatch(/Changed: .*every Thursday at 10.* Before: every Friday at 9/);
  expect((await pending()).toSorted()).toEqual([
    ['every Monday at 8', watch],
    ['every Thursday at 10', children],
  ]);
  await desk.add(
    'children.md',
    '# Urastat in children with gout: a randomised trial\nPublished: 2027-01-06\n\nWe randomly assigned 220 children aged 6 to 11 years with gout to urastat or placebo. Flares were fewer with urastat (hazard ratio 0.70; 95% CI 0.55 to 0.90).\n',
  );
  await desk.add('guideline.md', GUIDELINE('2027-01-06', 'Zorbafen is not recommended for gout.'));
  desk.clock.set(START + 4 * DAY);
  await triggers.tick();
  await triggers.drain();
  // What the one has told is still news for the other.
  desk.clock.set(START + 8 * DAY);
  await triggers.tick();
  await triggers.drain();
  const told = feed.list('local').filter(({ kind }) => kind === 'surfaced');
  expect(told.map(({ text }) => text).toSorted()).toEqual(
    expect.arrayContaining([
      expect.stringContaining('zorbafen is now advised against'),
      expect.stringContaining('Urastat in children with gout'),
    ]),
  );
});

test('safety is led by whom it is asked for; what is known of others is said to be of others', async () => {
  const desk = await openDesk();
  await desk.add(
    'adults.md',
    `${TRIAL}\nDizziness occurred in 11% versus 3%.\n`.replace(
      'Conclusions:',
      'Serious adverse events occurred in 9% and 4%. Conclusions:',
    ),
  );
  const none = await desk.ask('Is zorbafen safe in children with gout?');
  expect(none.text).toMatch(
    /^\*\*Nothing that was found tells this of children\.\*\* What is known is of adults\[\^1\]\./,
  );
  expect(none.text).not.toContain('None of the sources that were found says anything on safety');
  await desk.add(
    'children.md',
    '# Zorbafen in children with gout: a randomised trial\nPublished: 2026-01-01\n\nMethods: We randomly assigned 60 children aged 6 to 11 years with gout to zorbafen or placebo.\nResults: Flares did not differ (P=0.6). Vomiting occurred in 8% versus 1%. Headache occurred in 12% versus 5%.\n',
  );
  const some = await desk.ask('Is zorbafen safe in children with gout?');
  expect(some.text).toMatch(/^\*\*(?:Vomiting|Headache) occurred/);
});
