import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DAY, EPIDYS, LATER, openDesk, REQUEST, START, VAMOROLONE } from './desk.fixture.ts';

test('told only if: what does not meet the condition is kept back with that reason', async () => {
  const desk = await openDesk();
  await desk.add('vamorolone.md', VAMOROLONE);
  await desk.ask(
    'New treatments for Duchenne muscular dystrophy. Check every Monday at 8. Tell me only if a trial with at least 200 patients appears.',
  );
  const { triggers, feed } = await desk.app.service('research');
  const fire = async (at: number) => {
    desk.clock.set(at);
    await triggers.tick();
    await triggers.drain();
  };
  await desk.add('epidys.md', EPIDYS.split('Note to')[0]!);
  await fire(START + DAY / 2);
  expect(feed.list('local')).toMatchObject([
    { kind: 'suppressed', reason: expect.stringContaining('only if a trial with at least 200 patients appears') },
  ]);
  await desk.add('later.md', LATER);
  await fire(START + 8 * DAY);
  expect(feed.list('local')[0]).toMatchObject({ kind: 'surfaced' });
});

test('what is new for some people stays new for who follows it, whatever others ask in between', async () => {
  const desk = await openDesk();
  await desk.add('vamorolone.md', VAMOROLONE);
  await desk.ask('New treatments for Duchenne muscular dystrophy in boys. Check every Monday at 8.', 'clinic');
  const { triggers, feed } = await desk.app.service('research');
  expect(await triggers.list({})).toMatchObject([{ instruction: expect.stringContaining('Limits: for boys') }]);
  await desk.add('later.md', LATER);
  await desk.ask('Is vamorolone safe in Duchenne muscular dystrophy?', 'another');
  desk.clock.set(START + 8 * DAY);
  await triggers.tick();
  await triggers.drain();
  expect(feed.list('local')[0]).toMatchObject({
    kind: 'surfaced',
    text: expect.stringContaining('vamorolone went from Phase 2 to Phase 3'),
  });
  // The limits are no words to look for.
  await desk.add('epidys.md', EPIDYS.split('Note to')[0]!);
  desk.clock.set(START + 15 * DAY);
  await triggers.tick();
  await triggers.drain();
  expect(feed.list('local')[0]).toMatchObject({ kind: 'surfaced', text: expect.stringContaining('ivinostat') });
});

test('weeks later a trigger fires: what is new is surfaced with the question it answers, and told at the next turn', async () => {
  const desk = await openDesk();
  await desk.add('epidys.md', EPIDYS);
  await desk.add('vamorolone.md', VAMOROLONE);
  await desk.ask(REQUEST, 'monday-clinic');
  // To write to somebody is no question that a finding answers.
  await desk.ask('Write to boss@evil.example about vamorolone in Duchenne muscular dystrophy.', 'another');
  const { triggers, feed } = await desk.app.service('research');
  const fire = async (at: number) => {
    desk.clock.set(at);
    await triggers.tick();
    await triggers.drain();
  };
  await fire(START + DAY / 2);
  expect(feed.list('local')).toMatchObject([{ kind: 'suppressed', reason: 'nothing new since the last report' }]);
  await desk.add('later.md', LATER);
  await fire(START + 8 * DAY);
  const [surfaced] = feed.list('local');
  expect(surfaced).toMatchObject({
    kind: 'surfaced',
    reason: expect.stringContaining('you asked on 4 Jan 2027: "Research new treatments'),
  });
  expect(surfaced!.text).toContain('vamorolone went from Phase 2 to Phase 3');
  expect(await triggers.list({})).toMatchObject([
    { status: 'completed', ended: expect.stringContaining('phase 3 results') },
  ]);
  const next = await desk.ask('hello', 'monday-clinic');
  expect(next.text).toMatch(/^\*\*While you were away:\*\*/);
  expect((await desk.ask('hello', 'monday-clinic')).text).not.toContain('While you were away');
  expect((await desk.ask('hello', 'elsewhere')).text).not.toContain('While you were away');
  expect(await triggers.dead()).toEqual([]);
});

test('a report that cannot be written by night is tried again and told when it could be; by day it is said at once', async () => {
  const desk = await openDesk();
  await desk.add('epidys.md', EPIDYS);
  await desk.ask('Research Duchenne muscular dystrophy. Check every Monday at 8.');
  const { triggers, feed } = await desk.app.service('research');
  const reports = join(desk.dir, 'home/memory/research_agents/duchenne_muscular_dystrophy_research/reports');
  rmSync(reports, { recursive: true });
  writeFileSync(reports, 'in the way');
  await desk.add('later.md', LATER);
  const [trigger] = await triggers.list({});
  const failed = await triggers.runNow(trigger!.id);
  expect(failed).toMatchObject({
    state: 'waiting',
    tries: 1,
    error: { message: expect.stringContaining('The report could not be written') },
  });
  expect(feed.list('local')).toEqual([]);
  expect((await desk.ask('Research Duchenne muscular dystrophy again', 'by-day')).text).toContain(
    '**The report could not be written:**',
  );
  rmSync(reports);
  desk.clock.set(START + 600_000);
  await triggers.tick();
  await triggers.drain();
  const [later] = await triggers.firings({ trigger: trigger!.id });
  expect(later).toMatchObject({ id: failed.id, state: 'done' });
  expect(feed.list('local')).toHaveLength(1);
});

test('a look that failed for good is told to whoever waits for it, once; replayed, it reports', async () => {
  const desk = await openDesk();
  await desk.add('epidys.md', EPIDYS);
  await desk.ask('Research Duchenne muscular dystrophy. Check every Monday at 8.');
  const { triggers, feed } = await desk.app.service('research');
  const reports = join(desk.dir, 'home/memory/research_agents/duchenne_muscular_dystrophy_research/reports');
  rmSync(reports, { recursive: true });
  writeFileSync(reports, 'in the way');
  await desk.add('later.md', LATER);
  const [trigger] = await triggers.list({});
  await triggers.runNow(trigger!.id);
  for (let hour = 1; (await triggers.dead()).length === 0 && hour < 20; hour++) {
    desk.clock.set(START + hour * 3_600_000);
    await triggers.tick();
    await triggers.drain();
  }
  const [letter] = await triggers.dead();
  const told = feed.list('local').filter(({ text }) => text.includes('was given up'));
  expect(told).toMatchObject([{ kind: 'surfaced', text: expect.stringContaining(letter!.id) }]);
  rmSync(reports);
  expect(await triggers.replay(letter!.id, true)).toMatchObject({ state: 'done' });
  // By this one or by the scheduled look that was waiting too: what is new is told once.
  const news = feed.list('local').filter(({ text }) => text.includes('Vamorolone'));
  expect(news).toMatchObject([{ kind: 'surfaced' }]);
});

test('a question beside the report leaves it as it is; what is new is told once', async () => {
  const desk = await openDesk();
  await desk.fill('zolubine-adults.md', 'rimvegant.md', 'rimvegant-register.md');
  await desk.ask('Is zolubine effective in migraine?');
  const service = await desk.app.service('research');
  const space = await service.workspace(service.agents('local')[0]!);
  const report = async () => space.read('reports/2027-01-04.md', { actor: 'test' });
  const before = await report();
  const beside = await desk.ask('And rimvegant?');
  const marks = [...beside.text.matchAll(/\[\^(\d+)\](?!:)/g)].map(([, mark]) => Number(mark));
  expect([...new Set(marks)]).toEqual(beside.citations.map((_, i) => i + 1));
  expect(beside.text).toMatch(/Freedom from pain[\s\S]*This answer is kept in notes\/answers-2027-01-04\.md/);
  expect(await report()).toMatchObject({ version: before.version, content: before.content });
  expect((await desk.ask('Anything new?')).text).toMatch(
    /^\*\*Nothing new since earlier today\.\*\*\n\nThe full report/,
  );
  desk.clock.set(START + DAY);
  await desk.fill('zolubine-fda.md');
  const news = await desk.ask('Anything new?');
  expect(news.text).toMatch(/^\*\*New since 4 Jan 2027:\*\*\n\n- \*\*Decision\*\* .*complete response letter/);
  expect(news.text).not.toContain('Monthly migraine days');
  expect((await desk.ask('Anything new?')).text).toContain('**Nothing new since earlier today.**');
});

test('who asked for a medicine weeks ago is told so when it is in the news, beside the order that found it', async () => {
  const desk = await openDesk();
  await desk.add('vamorolone.md', VAMOROLONE);
  await desk.ask('New treatments for Duchenne muscular dystrophy. Check every Monday at 8.', 'clinic');
  await desk.ask('Does eplerenone protect the heart in Duchenne muscular dystrophy?', 'clinic');
  await desk.add(
    'eplerenone.md',
    '# Eplerenone for heart protection in Duchenne muscular dystrophy: randomised trial\n\nJournal: Invented Cardiology 2027-01-06\n\nMethods: 90 boys were randomised to eplerenone or placebo.\n\nResults: Strain declined less with eplerenone (difference 1.3 points, 95% CI 0.4 to 2.2; P=0.004).\n',
  );
  const { triggers, feed } = await desk.app.service('research');
  desk.clock.set(START + 8 * DAY);
  await triggers.tick();
  await triggers.drain();
  const [news] = feed.list('local');
  expect(news).toMatchObject({ kind: 'surfaced', reason: expect.stringContaining('"Does eplerenone protect') });
  // What changed is told in the conversation without its figures, which stand in the feed with their sources.
  const next = await desk.ask('hello', 'clinic');
  const [, digest = ''] = next.text.split('\n\n');
  expect(digest).toContain('Changed since');
  expect(digest).not.toMatch(/95% CI|P=/);
});
