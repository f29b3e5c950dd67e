import { expect, test } from 'vitest';
import { EPIDYS, LATER, openDesk, REQUEST, VAMOROLONE } from './desk.fixture.ts';

test('a rhythm is kept with its zone, replaced, stopped and taken up again; a threshold holds for its question only', async () => {
  const desk = await openDesk();
  await desk.add('epidys.md', EPIDYS);
  await desk.add(
    'registry.md',
    '# Duchenne registry\nPublished: 2023-01-02\n\nA cohort study of 900 boys with Duchenne muscular dystrophy. Walking was lost later with steroids.',
  );
  const { triggers } = await desk.app.service('research');
  const pending = async () =>
    (await triggers.list({ status: 'pending' })).map(({ schedule, plan }) => [schedule, plan.zone]);
  const first = await desk.ask('Research Duchenne muscular dystrophy. Check every Monday at 8 New York time.');
  expect(first.text).toContain('(America/New_York), next on 4 Jan 2027');
  expect(await pending()).toEqual([['every Monday at 8 New York time', 'America/New_York']]);
  await desk.ask('change that to Thursdays at 10');
  expect(await pending()).toEqual([['Thursdays at 10', 'UTC']]);
  await desk.ask('cancel it');
  expect(await pending()).toEqual([]);
  await desk.ask('resume it');
  expect(await pending()).toEqual([['Thursdays at 10', 'UTC']]);
  expect((await desk.ask('What is scheduled?')).text).toContain('Thursday at 10:00');
  const [answer, below] = (await desk.ask('Duchenne, only randomised trials')).text.split('Below what you asked for');
  expect(answer).not.toContain('observational study');
  expect(below).toContain('observational study');
  expect((await desk.ask('And the steroids in Duchenne?')).text).toContain('observational study');
  expect((await desk.ask('Look at Duchenne every full moon')).text).toContain('could not read how often');
  expect((await desk.app.service('research')).agents('local')).toHaveLength(1);
});

test('a change of rhythm goes to who was asked last; "stop everything" stops all of them', async () => {
  const desk = await openDesk();
  await desk.add('epidys.md', EPIDYS);
  await desk.ask('Research givinostat in Duchenne muscular dystrophy. Check every Monday at 8.');
  const changed = await desk.ask('Actually make it every Friday at 7 pm New York time.');
  expect(changed.text).toContain('I look again: every Friday at 19:00 (America/New_York)');
  const service = await desk.app.service('research');
  expect(service.agents('local')).toHaveLength(1);
  await desk.ask('Research tofersen in amyotrophic lateral sclerosis, every Tuesday at 9.');
  const told = await desk.ask('stop everything');
  expect(told.text).toMatch(/^\*\*Nothing is looked at again any more\.\*\* Stopped:\n\n- .*\n- /);
  expect(await service.triggers.list({ status: 'pending' })).toEqual([]);
});

test('limits that hold from now on stand in the instruction of who looks again; a day is told as it is in its zone', async () => {
  const desk = await openDesk();
  await desk.add('epidys.md', EPIDYS);
  const first = await desk.ask('Follow givinostat in Duchenne every Monday at 8 Auckland time.');
  expect(first.text).toContain('(Pacific/Auckland), next on 11 Jan 2027');
  const { triggers } = await desk.app.service('research');
  const told = await desk.ask('From now on only randomised trials in boys.');
  expect(told.text).toContain('From now on: for boys; only randomised trials, meta-analyses.');
  expect(await triggers.list({ status: 'pending' })).toMatchObject([
    { instruction: expect.stringContaining('Limits: for boys; only randomised trials') },
  ]);
});

test('what was waited for has come: nobody begins the rhythm anew by asking', async () => {
  const desk = await openDesk();
  await desk.add('vamorolone.md', VAMOROLONE);
  await desk.ask(REQUEST);
  await desk.add('later.md', LATER);
  const ended = await desk.ask('Any news on vamorolone in Duchenne muscular dystrophy?');
  expect(ended.text).toContain('I do not look for it again');
  expect(ended.text).not.toContain('I look again');
  await desk.ask('Is vamorolone safe in Duchenne?');
  expect(await (await desk.app.service('research')).triggers.list({ status: 'pending' })).toEqual([]);
});

test('to stop looking at several stops each of them, and says which', async () => {
  const desk = await openDesk();
  await desk.ask('Follow givinostat in Duchenne muscular dystrophy weekly');
  await desk.ask('Follow tofersen in amyotrophic lateral sclerosis weekly');
  await desk.ask('Follow colchicine in gout weekly');
  const told = await desk.ask('Stop looking at gout and Duchenne');
  expect(told.text).toMatch(/^\*\*I no longer look at these\.\*\*/);
  const { triggers } = await desk.app.service('research');
  expect(await triggers.list({ status: 'pending' })).toHaveLength(1);
  expect((await desk.ask('who is working for me?')).text).toMatch(/3 agents[\s\S]*Amyotrophic.*looks every Monday/);
});

test('what is waited for is there already: it is said, and nothing is scheduled', async () => {
  const desk = await openDesk();
  await desk.fill('rimvegant.md', 'rimvegant-fda.md');
  const { text } = await desk.ask('Follow rimvegant in migraine weekly until the Phase 3 readout.');
  expect(text).toMatch(/What was to be waited for is there \(the Phase 3 readout: Rimvegant .*2023-09-04\)/);
  expect(await (await desk.app.service('research')).triggers.list({ status: 'pending' })).toEqual([]);
});

const GUIDELINE = (year: number, more = '') =>
  `# European guideline on gout ${year}\nPublished: ${year}-01-0${year === 2026 ? 2 : 6}\n\nClinical practice guideline. We recommend colchicine for flares in adults with gout.${more}\n`;

test('what is not to be followed any more ends where it is followed, and what goes on is said', async () => {
  const desk = await openDesk();
  await desk.add(
    'v.md',
    '# Velsoritide in gout: a randomised trial\nPublished: 2026-03-01\n\nRandomised, 400 adults with gout. Velsoritide reduced flares compared with placebo (p=0.01).\n',
  );
  await desk.ask('Follow gout every Monday at 8.');
  await desk.ask('Follow velsoritide in gout every Friday at 9.');
  const { triggers } = await desk.app.service('research');
  const stopped = await desk.ask('Stop following velsoritide and tell me what triggers are left.', 'b');
  expect(stopped.text).toContain('I no longer look again** (it was: every Friday at 9)');
  expect(stopped.text).toContain('Still followed:');
  expect(stopped.text).toMatch(/\*\*What is scheduled:\*\*\n\n- \*\*Gout Research\*\*: .*every Monday at 08:00/);
  expect((await triggers.list({ status: 'pending' })).map(({ schedule }) => schedule)).toEqual(['every Monday at 8']);
  await desk.ask('Nothing on gout any more, please.', 'b');
  expect(await triggers.list({ status: 'pending' })).toEqual([]);
});

const INDUCTION = `# Tovarlizumab for induction of remission in Crohn disease: a randomised phase 3 trial
Published: 2026-02-01

We randomly assigned 612 adults with Crohn disease to tovarlizumab or placebo. Clinical remission at week 12 was 41% with tovarlizumab and 19% with placebo (p<0.001).
`;
const ADVICE = (title: string, said: string) =>
  `# Clinical practice guideline on Crohn disease: ${title}\nPublished: 2026-06-20\n\n${said}\n`;

test('until a guideline recommends it: not against it, not for another purpose or others; what holds it back is said, and that it came', async () => {
  const desk = await openDesk();
  await desk.add('i.md', INDUCTION);
  await desk.add('m.md', ADVICE('maintenance', 'We recommend against tovarlizumab for maintenance of remission.'));
  const first = await desk.ask(
    'Does tovarlizumab induce remission in adults with Crohn disease? Look every Monday at 8 until a guideline recommends it. Only randomised trials.',
  );
  expect(first.text).toMatch(
    /Not there yet: a guideline recommends it\. "Clinical practice guideline on Crohn disease: maintenance" \(2026-06-20\)\[\^\d\]: for maintenance it is advised against\./,
  );
  const service = await desk.app.service('research');
  const { triggers, feed } = service;
  const [trigger] = await triggers.list({ status: 'pending' });
  await desk.add(
    'c.md',
    ADVICE('children', 'We recommend tovarlizumab for induction of remission in children under 12.'),
  );
  await triggers.runNow(trigger!.id);
  expect(await triggers.get(trigger!.id)).toMatchObject({ status: 'pending' });
  const [agent] = service.agents('local');
  const report = await (await service.workspace(agent!)).read('reports/2027-01-04-2.md', { actor: 'test' });
  expect(report.content).toMatch(
    /- Not there yet: a guideline recommends it\..*for induction in children under 12 it is advised/,
  );
  await desk.add('g.md', ADVICE('induction', 'We recommend tovarlizumab for induction of remission in adults.'));
  await triggers.runNow(trigger!.id);
  expect(await triggers.get(trigger!.id)).toMatchObject({
    status: 'completed',
    ended: expect.stringContaining('Crohn disease: induction, 2026-06-20, for induction in adults'),
  });
  expect(feed.list('local')[0]).toMatchObject({
    kind: 'surfaced',
    text: expect.stringContaining('What was to be waited for is there (a guideline recommends it: '),
    reason: expect.stringContaining('what you waited for has come'),
  });
});

test('until the guideline changes: with the next edition it ends', async () => {
  const desk = await openDesk();
  await desk.add('g1.md', GUIDELINE(2026));
  await desk.ask('Follow gout weekly until the guideline changes.');
  const { triggers } = await desk.app.service('research');
  const [trigger] = await triggers.list({ status: 'pending' });
  expect(trigger).toMatchObject({ status: 'pending' });
  await desk.add('g2.md', GUIDELINE(2027, ' It replaces the 2026 guideline.'));
  expect(await triggers.runNow(trigger!.id)).toMatchObject({ state: 'done' });
  expect(await triggers.get(trigger!.id)).toMatchObject({ status: 'completed' });
});

test.each([
  'Follow givinostat in Duchenne. Check every Monday at 8 from 2 February.',
  'Follow givinostat in Duchenne from 2 February, every Monday at 8.',
  'From 2 February on, check givinostat in Duchenne every Monday at 8.',
  'Follow givinostat in Duchenne every Monday at 8. Start on 2 February.',
])('a start is told and obeyed: %s', async (request) => {
  const desk = await openDesk();
  await desk.add('epidys.md', EPIDYS);
  expect((await desk.ask(request)).text).toContain(
    'I look again: every Monday at 08:00 (UTC), from Tue 2 Feb 2027 on, next on 8 Feb 2027.',
  );
  const { triggers } = await desk.app.service('research');
  const [trigger] = await triggers.list({});
  expect(trigger).toMatchObject({ fireAt: Date.parse('2027-02-08T08:00:00Z') });
  expect(trigger!.instruction).not.toContain('February');
});

test('all of a hundred are cancelled in one go, and the roster needs no source', async () => {
  const desk = await openDesk();
  await desk.add('epidys.md', EPIDYS);
  await desk.ask('Does givinostat slow the four-stair climb in Duchenne muscular dystrophy?');
  const service = await desk.app.service('research');
  const { triggers } = service;
  const [agent] = service.agents('local');
  for (let at = 0; at < 80; at++) {
    await triggers.create({
      room: 'research',
      owner: 'local',
      agent: agent!.id,
      schedule: 'in May 2028',
      instruction: `x ${at}`,
    });
    if (at % 20 === 0) await desk.clock.advance(2 * 60_000);
  }
  const { text } = await desk.ask(`Cancel all triggers of ${agent!.name}`);
  expect(text).toContain('**I no longer look again** (it was: in May 2028, 80 times)');
  expect(await triggers.list({ status: 'pending' })).toEqual([]);
  const roster = await desk.ask('Who is on the roster?');
  expect(roster.text).toContain(agent!.name);
  expect(roster.unsupported).toEqual([]);
});

test('days on which nobody is to look are left out of nothing that is found', async () => {
  const desk = await openDesk();
  await desk.add('epidys.md', EPIDYS);
  const { text } = await desk.ask(
    'Treatments for Duchenne muscular dystrophy. Look every weekday at 8 except holidays.',
  );
  expect(text).toContain('but not "except holidays". Which days those are differs from place to place');
  expect(text).not.toContain('Left out, as you asked');
});
