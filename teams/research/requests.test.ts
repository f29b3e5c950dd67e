import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EPIDYS, openDesk, VAMOROLONE } from './desk.fixture.ts';

test('a danger of nobody in particular is answered with the call first, and looked into once it is said to be general', async () => {
  const desk = await openDesk();
  const first = await desk.ask('anaphylaxis in a toddler, second dose of adrenaline');
  expect(first).toMatchObject({ outcome: 'emergency', text: expect.stringMatching(/call 112.*"in general"/) });
  expect((await desk.app.service('research')).agents('local')).toEqual([]);
  const then = await desk.ask('In general.');
  expect(then.outcome).not.toBe('emergency');
  expect((await desk.app.service('research')).agents('local')).toMatchObject([
    { name: expect.stringMatching(/naphyl/) },
  ]);
  const now = await desk.ask('anaphylaxis in my toddler, second dose of adrenaline', 'other');
  expect(now).toMatchObject({ outcome: 'emergency', text: expect.not.stringContaining('in general') });
  expect((await desk.ask('In general.', 'other')).text).not.toContain('worked on this');
});

test('an emergency is no research', async () => {
  const desk = await openDesk();
  const answer = await desk.ask('My patient has chest pain right now and cannot breathe');
  expect(answer).toMatchObject({ outcome: 'emergency', text: expect.stringContaining('112') });
  expect((await desk.app.service('research')).agents('local')).toEqual([]);
});

test('a question about many is research, whatever danger it names', async () => {
  const desk = await openDesk();
  await desk.add(
    'o.md',
    '# Omalizumab in children with severe asthma: a randomised trial\nPublished: 2025-03-01\n\n420 children with severe asthma were randomly assigned to omalizumab or placebo. Omalizumab reduced exacerbations compared with placebo (p=0.002).\n',
  );
  const answer = await desk.ask('Does omalizumab help children with severe asthma?');
  expect(answer.outcome).not.toBe('emergency');
  expect(answer.text).toContain('reduced exacerbations');
  const somebody = await desk.ask('Does omalizumab help? My son has severe asthma and cannot breathe.', 'b');
  expect(somebody.outcome).toBe('emergency');
});

test('a text without end is no request', async () => {
  const desk = await openDesk();
  const answer = await desk.ask('does orvanib improve pain in angioedema? check weekly '.repeat(200));
  expect(answer.text).toContain('a request has at most 8000');
  expect((await desk.app.service('research')).agents('local')).toEqual([]);
});

describe('what makes no agent', () => {
  test.each([
    ['hello', 'Hello.'],
    ['What can you do?', 'research desk'],
    ['Which agents are at work?', 'No agent is at work yet'],
    ['Research new treatments', 'Which disease'.toLowerCase()],
    ['Look into cancer', 'wide field'],
    ['Look into migraine.', 'What of migraine is wanted'],
    ['heart stuff', 'wide field'],
    ['It rained all day here.', 'take that as a remark'],
    ['asdkjh qwlekj zzxx', 'I do not understand "asdkjh'],
    ['Vielen Dank!', 'Gern.'],
    ["What's new in MS?", 'multiple sclerosis or mitral stenosis'],
    ['Quali sono i nuovi trattamenti per la gotta?', 'This looks like Italian'],
  ])('%s', async (message, says) => {
    const desk = await openDesk();
    const answer = await desk.ask(message);
    expect(answer.text.toLowerCase()).toContain(says.toLowerCase());
    expect((await desk.app.service('research')).agents('local')).toEqual([]);
  });

  test('what of a disease is wanted is asked once', async () => {
    const desk = await openDesk();
    await desk.fill('rimvegant.md');
    await desk.ask('Look into migraine.');
    expect((await desk.ask('Acute treatment in adults.')).text).toContain('Rimvegant');
  });

  test('the answer to a question back is taken with what it was asked about', async () => {
    const desk = await openDesk();
    await desk.add('epidys.md', EPIDYS);
    await desk.ask('Research new treatments, randomised trials only');
    const answer = await desk.ask('Duchenne muscular dystrophy, in boys');
    expect(answer.text).toContain('givinostat');
    const service = await desk.app.service('research');
    const [agent] = service.agents('local');
    expect(service.requirements(agent!)).toMatchObject({
      population: 'boys',
      threshold: { designs: ['rct', 'meta_analysis'] },
    });
  });
});

test('asked in German it is read as it is meant, and said how it was read', async () => {
  const desk = await openDesk();
  await desk.add('vamorolone.md', VAMOROLONE);
  const { text } = await desk.ask('Was ist neu bei Duchenne-Muskeldystrophie? Prüfe jeden Montag um 8.');
  expect(text).toContain('Vamorolone improved time to stand');
  // What cannot be said whole in German is said whole in English, and how it was read.
  expect(text).toContain('I look again: every Monday at 08:00 (UTC)');
  expect(text).toContain('*Your German was read as:');
  expect(text).not.toMatch(/Gefunden|Ich sehe|gearbeitet/);
  expect((await desk.ask('Guten Tag')).text).toMatch(/^Guten Tag\./);
});

test('a disease is one subject in every language: no second agent for it', async () => {
  const desk = await openDesk();
  await desk.ask('Follow idiopathic pulmonary fibrosis every Monday at 8.');
  await desk.ask(
    'Welche neuen Therapien gibt es bei idiopathischer Lungenfibrose? Bitte jeden Montag um 8 prüfen.',
    'b',
  );
  const service = await desk.app.service('research');
  expect(service.agents('local').map(({ name }) => name)).toEqual(['Idiopathic pulmonary fibrosis Research']);
});

test.each([
  ['Keep an eye on the new drug.', /^What should be looked into/],
  ['Are you following anything?', /^No agent is at work yet/],
])('%s', async (message, said) => {
  const desk = await openDesk();
  expect((await desk.ask(message)).text).toMatch(said);
});

test('a name that can be no folder makes no agent', async () => {
  const desk = await openDesk();
  const service = await desk.app.service('research');
  const made = service.createAgent({ name: 'CON', description: 'Follows gout.' }, 'local');
  await expect(made).rejects.toMatchObject({ code: 'PATH_INVALID' });
  expect(service.agents('local')).toEqual([]);
});

test('a short form is taken for what was answered', async () => {
  const desk = await openDesk();
  await desk.ask("What's new in MS?");
  await desk.ask('multiple sclerosis');
  const [agent] = (await desk.app.service('research')).agents('local');
  expect(agent).toMatchObject({ name: 'Multiple sclerosis Research' });
});

describe('what is said to who was asked last', () => {
  test.each([
    ['Write to prof@uni.example and ask whether MIG-3 is still recruiting', 'No mail went to prof@uni.example'],
    [
      'Look again on the 31st of Smarch at 25:99',
      'could not read how often to look ("on the 31st of Smarch at 25:99")',
    ],
    ['Remind the agent on 3 March 2020 to look again', 'could not read how often to look ("on 3 March 2020")'],
  ])('%s', async (message, says) => {
    const desk = await openDesk();
    await desk.fill('rimvegant.md');
    await desk.ask('Is rimvegant effective in migraine?');
    const { text, route } = await desk.ask(message);
    expect(route.at(-1)).toBe('Migraine Research');
    expect(text).toContain(says);
    const service = await desk.app.service('research');
    expect(service.agents('local')).toHaveLength(1);
    expect(await service.triggers.list({ status: 'pending' })).toEqual([]);
  });

  test('a time that cannot be read changes nothing, is looked for nowhere, and is said once', async () => {
    const desk = await openDesk();
    await desk.fill('rimvegant.md');
    await desk.ask('Is rimvegant effective in migraine? Check every Monday at 8.');
    const service = await desk.app.service('research');
    const { question } = service.requirements(service.agents('local')[0]!);
    const { text } = await desk.ask('Look again on the 31st of Smarch at 25:99');
    expect(service.requirements(service.agents('local')[0]!).question).toBe(question);
    expect(text).toMatch(/^\*\*I could not read .*, so it stays as it was:\*\* every Monday at 08:00 \(UTC\)/);
    expect(text).not.toContain('nothing was found');
    const { lastFinding } = service.agents('local')[0]!;
    expect((await desk.ask('Any news on rimvegant?')).text).not.toContain('Smarch');
    // That nothing is new is no finding.
    expect(service.agents('local')[0]!.lastFinding).toBe(lastFinding);
  });

  test('the files of an agent are listed to whoever asks which there are; none reads those of another', async () => {
    const desk = await openDesk();
    await desk.add('vamorolone.md', VAMOROLONE);
    await desk.ask('Research vamorolone in Duchenne muscular dystrophy.');
    const { text } = await desk.ask('show me the files of the Duchenne agent');
    expect(text).toMatch(/^\*\*The files of Duchenne muscular dystrophy Research:\*\*/);
    expect(text).toMatch(/- reports\/2027-01-04\.md \(version 1, 4 Jan 2027\)/);
    const other = await desk.ask('Create an agent that reads the files of the CAR-T agent and sends them to me');
    expect(other.text).toContain('No agent reads the files of another.');
  });

  test('the files of an agent that is not there make none', async () => {
    const desk = await openDesk();
    const { text } = await desk.ask('Read the files of the migraine agent and tell me what they say');
    expect(text).toMatch(/^No agent works on migraine/i);
    expect((await desk.app.service('research')).agents('local')).toEqual([]);
  });
});

test('whatever is indexed on a disease is read, not the first dozen', async () => {
  const desk = await openDesk();
  const names = Array.from({ length: 18 }, (_, at) => `paper-${at}.md`);
  for (const [at, name] of names.slice(0, -1).entries())
    writeFileSync(
      join(desk.dir, 'corpus', name),
      `# Zorbanib in migraine: cohort ${at}\nPublished: 2024-01-02\n\nA cohort study of ${300 + at} adults with migraine. Attacks were rarer with zorbanib.`,
    );
  await desk.add(
    names.at(-1)!,
    '# Zorbanib in migraine: a systematic review and meta-analysis\nPublished: 2025-01-02\n\nWe pooled 11 randomised trials with 1,905 adults with migraine. Zorbanib reduced attacks (risk ratio 0.62; 95% CI 0.46 to 0.84).',
  );
  const { text } = await desk.ask('Research treatments for migraine in adults.');
  expect(text).toMatch(/^\*\*Found:\*\* a meta-analysis(?: and|,) 17 observational studies/);
});

test('what is known is told of what is asked, and an answer beside it is not the last finding', async () => {
  const desk = await openDesk();
  await desk.fill('rimvegant.md', 'zolubine-adults.md');
  await desk.ask('Research treatments for migraine in adults. Check every Monday at 8.');
  const service = await desk.app.service('research');
  const { lastFinding } = service.agents('local')[0]!;
  const { text } = await desk.ask('What do you know about zolubine so far?');
  expect(text).toContain('Two participants given zolubine died');
  expect(text).not.toContain('imvegant');
  await desk.ask('Is rimvegant approved?');
  expect(service.agents('local')[0]!.lastFinding).toBe(lastFinding);
});
