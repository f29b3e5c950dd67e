import { expect, test } from 'vitest';
import { type Desk, handIn } from '../../src/research/index.ts';
import { DAY, openDesk, START, type TestDesk } from './desk.fixture.ts';

const GUIDELINE = `# ESPN guideline on IgA nephropathy 2024
Issued by: ESPN
Published: 2024-03-01

Guideline. We recommend ramipril for adults with IgA nephropathy. We suggest against budesonide in IgA nephropathy.
`;
const NEXT = `# ESPN guideline on IgA nephropathy 2027
Issued by: ESPN
Published: 2027-01-06

Guideline. This guideline replaces the 2024 guideline. We recommend budesonide in IgA nephropathy.
`;

/** Something fails once, and works from then on. */
function failOnce<K extends 'noteFinding'>(desk: Desk, name: K): void {
  const works = desk[name].bind(desk);
  desk[name] = (() => {
    desk[name] = works as Desk[K];
    throw new Error('struck');
  }) as Desk[K];
}

async function followed(): Promise<TestDesk> {
  const desk = await openDesk();
  await desk.add('g1.md', GUIDELINE);
  await desk.ask('IgA nephropathy: tell me only if a guideline changes. Check every Monday at 9.');
  await desk.add('g2.md', NEXT);
  return desk;
}

async function tryAgain({ clock }: TestDesk, { triggers, feed }: Desk): Promise<void> {
  expect(feed.list('local')).toEqual([]);
  clock.set(START + DAY / 2);
  await triggers.tick();
  await triggers.drain();
}

test('what a failed try had found and written is news for the next, in the same report', async () => {
  const desk = await followed();
  const service = await desk.app.service('research');
  const [trigger] = await service.triggers.list({});
  failOnce(service, 'noteFinding');
  expect(await service.triggers.runNow(trigger!.id)).toMatchObject({ state: 'waiting', tries: 1 });
  await tryAgain(desk, service);
  expect(service.feed.list('local')).toMatchObject([
    { kind: 'surfaced', text: expect.stringContaining('budesonide is now advised') },
  ]);
  const space = await service.workspace(service.agents('local')[0]!);
  const { files } = await space.list('reports');
  expect(files.map(({ path }) => path)).toEqual(['reports/2027-01-04-2.md', 'reports/2027-01-04.md']);
  // Handed over, it is known.
  await service.triggers.runNow(trigger!.id);
  expect(service.feed.list('local')[0]).toMatchObject({
    kind: 'suppressed',
    reason: 'nothing new since the last report',
  });
});

test('a report that could not be handed in is handed in by the next try', async () => {
  const desk = await followed();
  const service = await desk.app.service('research');
  const [trigger] = await service.triggers.list({});
  const relay = service.feed.relay.bind(service.feed);
  service.feed.relay = async () => {
    service.feed.relay = relay;
    throw new Error('struck');
  };
  expect(await service.triggers.runNow(trigger!.id)).toMatchObject({
    state: 'waiting',
    error: { message: expect.stringContaining('could not be handed in') },
  });
  await tryAgain(desk, service);
  expect(service.feed.list('local')).toMatchObject([
    { kind: 'surfaced', text: expect.stringContaining('budesonide is now advised') },
  ]);
});

test('a report whose weighing was cut off before anything was decided is weighed when it is handed in again', async () => {
  const desk = await openDesk();
  const service = await desk.app.service('research');
  const agent = await service.createAgent({ name: 'Gout', description: 'Follows gout.' }, 'local');
  const report = { message: 'Febuxostat was approved for a new use.', key: 'k', by: 'local' };
  // As a process leaves it that is killed between the two.
  const row = { id: 'cut-off', key: `http:${agent.id}:k`, owner: 'local', agent: agent.id, at: 1, facts: {} };
  desk.app.home.stores.research().addRelay({ ...row, message: report.message });
  expect(service.feed.list('local')).toEqual([]);
  expect((await handIn(service, agent, report)).id).toBe('cut-off');
  expect((await handIn(service, agent, report)).id).toBe('cut-off');
  expect(service.feed.list('local')).toMatchObject([{ kind: 'surfaced', text: report.message }]);
});
