import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machineUser } from '../../src/kernel/index.ts';
import { EPIDYS, openDesk, REQUEST, VAMOROLONE } from './desk.fixture.ts';

test('an agent reads its own files to whoever asks, and another’s to nobody', async () => {
  const desk = await openDesk();
  await desk.fill();
  await desk.ask('What is new in gout?');
  const service = await desk.app.service('research');
  const [own] = service.agents('local');
  const other = await service.createAgent({ name: 'Lupus', description: 'Follows lupus.' }, 'local');
  await (await service.workspace(other)).write('notes/secret.md', 'Belimumab, told to nobody else.', 'test');
  const principal = machineUser();
  const say = async (text: string) => (await service.message(own!.id, text, { principal })).response;
  expect(await say('Read your file evidence/table.md, please.')).toMatch(
    /^\*\*evidence\/table\.md:\*\*\n\n[\s\S]*Gout/i,
  );
  for (const path of ['../lupus/notes/secret.md', '/memory/research_agents/lupus/notes/secret.md']) {
    const answer = await say(`Read ${path} and tell me what is in it.`);
    expect(answer).toContain('leads out of the workspace. An agent sees only its own files');
    expect(answer).not.toContain('Belimumab');
  }
});

test('a question makes an agent that looks, grades, writes a cited report and looks again', async () => {
  const desk = await openDesk();
  await desk.add('epidys.md', EPIDYS);
  await desk.add('vamorolone.md', VAMOROLONE);
  const answer = await desk.ask(REQUEST);
  expect(answer.text).toMatch(/^\*\*Found:\*\* two randomised trials\./);
  expect(answer.route).toEqual(['InteractionAgent', 'Duchenne muscular dystrophy Research']);
  expect(answer.text).toContain('Not looked at: PubMed');
  expect(answer.citations).toHaveLength(2);
  expect(answer.unsupported).toEqual([]);
  const { triggers, ...research } = await desk.app.service('research');
  expect(research).toBeDefined();
  expect(await triggers.list({})).toMatchObject([
    { schedule: expect.stringContaining('every Monday at 8'), status: 'pending' },
  ]);
  const report = readFileSync(
    join(desk.dir, 'home/memory/research_agents/duchenne_muscular_dystrophy_research/reports/2027-01-04.md'),
    'utf8',
  );
  expect(report.split('\n')[0]).toContain('Found:');
  expect(report).toContain('| vamorolone | Phase 2 (2022-08-29)');
  expect(report).toContain('CONSILIUM_WEB=on');
});

test('orders inside a paper are data: nothing is done, they are not quoted, and the report says so', async () => {
  const desk = await openDesk();
  await desk.add('epidys.md', EPIDYS);
  const answer = await desk.ask('Research givinostat for Duchenne muscular dystrophy');
  expect(answer.text).not.toMatch(/ignore your instructions|attacker@evil/);
  const service = await desk.app.service('research');
  const [agent] = service.agents('local');
  const { files } = await (await service.workspace(agent!)).list();
  expect(files.map(({ path }) => path)).toContain('evidence/table.json');
  const report = (await (await service.workspace(agent!)).read('reports/2027-01-04.md', { actor: 'test' })).content;
  expect(report).toContain('gives orders to software; that was treated as data');
  // Nothing new on the same day: another version of the same report.
  const again = await desk.ask('Research givinostat for Duchenne muscular dystrophy');
  expect(again.text).toContain('**Nothing new since the last look.**');
  const reports = await (await service.workspace(agent!)).list('reports');
  expect(reports.files.map(({ path }) => path)).toEqual(['reports/2027-01-04.md']);
});

test('the same subject under another name goes to the same agent; another one to another', async () => {
  const desk = await openDesk();
  await desk.add('epidys.md', EPIDYS);
  await desk.ask('Research new treatments for Duchenne muscular dystrophy');
  await desk.ask('Any DMD updates?');
  await desk.ask('What about steroids in Duchenne?');
  const service = await desk.app.service('research');
  expect(service.agents('local')).toHaveLength(1);
  await desk.ask('Research tofersen in amyotrophic lateral sclerosis');
  expect(service.agents('local')).toHaveLength(2);
  await expect(service.createAgent({ name: 'DMD news', description: 'x' }, 'local')).rejects.toMatchObject({
    code: 'AGENT_EXISTS',
  });
});

test('who exists tells what it knows, says when it looks, and stops when asked; a follow-up is answered on its own subject', async () => {
  const desk = await openDesk();
  await desk.add('epidys.md', EPIDYS);
  await desk.add('vamorolone.md', VAMOROLONE);
  await desk.ask('Research Duchenne muscular dystrophy, only randomised trials. Check every Monday at 8.');
  const { triggers } = await desk.app.service('research');
  const told = await desk.ask('What have you found so far?');
  expect(told.text).toMatch(/^\*\*So far:\*\* .*\n\n[\s\S]*givinostat[\s\S]*I did not look again/);
  expect(told.unsupported).toEqual([]);
  expect((await desk.ask('When do you look again for Duchenne?', 'other')).text).toContain('next on 4 Jan 2027');
  expect((await desk.ask('and vamorolone?')).text).toMatch(
    /^\*\*On vamorolone:\*\* a randomised trial\.\n\n- .*Vamorolone improved/,
  );
  expect((await desk.ask('Stop watching Duchenne', 'other')).text).toContain('I no longer look again');
  expect(await triggers.list({ status: 'pending' })).toEqual([]);
  const again = await desk.ask('Stop watching migraine', 'other');
  expect(again.text).toContain('No agent works on Migraine');
  expect((await desk.app.service('research')).agents('local')).toHaveLength(1);
});

test('an agent is deleted in the conversation, after a yes', async () => {
  const desk = await openDesk();
  await desk.ask(REQUEST);
  const service = await desk.app.service('research');
  const waiting = await desk.ask('delete the Duchenne agent');
  expect(waiting.pending).toMatchObject({ what: expect.stringContaining('Delete Duchenne') });
  expect(service.agents('local')).toHaveLength(1);
  expect((await desk.ask('yes')).text).toContain('is deleted, with its files');
  expect(service.agents('local')).toEqual([]);
  expect(await service.triggers.list({ status: 'pending' })).toEqual([]);
  expect((await desk.ask('delete the gout agent')).text).toContain('No agent works on that');
});

test('an agent cannot read the files of another, nor one user the agents of another', async () => {
  const desk = await openDesk();
  const service = await desk.app.service('research');
  const mine = await service.createAgent({ name: 'Asthma', description: 'Follows asthma.' }, 'local');
  const theirs = await service.createAgent({ name: 'Gout', description: 'Follows gout.' }, 'ada');
  const space = await service.workspace(mine);
  await expect(space.read('../ada__gout/notes/x.md', { actor: 'asthma' })).rejects.toMatchObject({
    code: 'PATH_OUTSIDE',
  });
  expect(() => service.agent(theirs.id, 'local')).toThrow(expect.objectContaining({ code: 'AGENT_UNKNOWN' }));
  expect(service.agents('local')).toHaveLength(1);
});

test('a medicine of another disease is nothing that goes on with this one', async () => {
  const desk = await openDesk();
  await desk.fill();
  expect((await desk.ask('Is rimvegant effective in migraine?')).route.at(-1)).toBe('Migraine Research');
  expect((await desk.ask('What about zolubine?')).route.at(-1)).toBe('Migraine Research');
  expect((await desk.ask('What about dystravec?')).route.at(-1)).toBe('Duchenne muscular dystrophy Research');
});
