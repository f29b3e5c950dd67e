/** What is not worth a clinician's attention is kept, with why; a watched trial by what its register says. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { shiftedClock } from '../../src/kernel/index.ts';
import { EPIDYS, LATER, openDesk, START, type TestDesk, VAMOROLONE } from './desk.fixture.ts';

const CASE = `# Vamorolone in one boy with Duchenne muscular dystrophy: a case report
Published: 2026-12-20

We describe a 9-year-old boy with Duchenne muscular dystrophy who was given vamorolone and walked a little better.
`;

async function look(desk: TestDesk, schedule: string) {
  const { triggers, feed } = await desk.app.service('research');
  const trigger = (await triggers.list({ status: 'pending' })).find((each) => each.schedule === schedule);
  expect(await triggers.runNow(trigger!.id)).toMatchObject({ state: 'done' });
  return feed.list('local')[0]!;
}

test('nothing new, very weak evidence, what was not asked for, what another order told: each is kept back and says so', async () => {
  const desk = await openDesk();
  await desk.add('vamorolone.md', VAMOROLONE);
  await desk.ask('New treatments for Duchenne muscular dystrophy. Check every Monday at 8.');
  const weekly = () => look(desk, 'every Monday at 8');
  expect(await weekly()).toMatchObject({ kind: 'suppressed', reason: 'nothing new since the last report' });
  await desk.add('case.md', CASE);
  expect(await weekly()).toMatchObject({ kind: 'suppressed', reason: 'only very weak evidence is new' });
  await desk.ask(
    'Duchenne muscular dystrophy: only randomised trials with more than 200 patients. Check every Tuesday at 9.',
    'other',
  );
  await desk.add('epidys.md', EPIDYS.split('Note to')[0]!);
  const unwanted = await look(desk, 'every Tuesday at 9');
  expect(unwanted).toMatchObject({ kind: 'suppressed' });
  expect(unwanted.reason).toContain('nothing of what is new is what you asked for (only randomised trials');
  expect(await weekly()).toMatchObject({ kind: 'surfaced', text: expect.stringContaining('ivinostat') });
  await desk.add('later.md', LATER);
  expect(await look(desk, 'every Tuesday at 9')).toMatchObject({ kind: 'surfaced' });
  expect(await weekly()).toMatchObject({
    kind: 'suppressed',
    reason: 'the same was surfaced for another of your orders',
  });
  // What was kept back is there to be read, and nobody was interrupted by it.
  const { feed } = await desk.app.service('research');
  expect(feed.list('local').map(({ kind }) => kind)).toEqual([
    ...['suppressed', 'surfaced', 'surfaced', 'suppressed', 'suppressed', 'suppressed'],
  ]);
});

test('a watched trial: the same again is kept back, a register that is away loses nothing, and results are told once', async () => {
  let state: 'recruiting' | 'away' | 'results' = 'recruiting';
  const register = createServer((request, response) => {
    if (state === 'away') return response.writeHead(503).end('down');
    const isOver = state === 'results';
    const study = {
      protocolSection: {
        identificationModule: { nctId: 'NCT05096221', briefTitle: 'A gene therapy in Duchenne' },
        statusModule: {
          overallStatus: isOver ? 'COMPLETED' : 'RECRUITING',
          ...(isOver && { resultsFirstPostDateStruct: { date: '2027-01-09' } }),
        },
        designModule: { phases: ['PHASE3'], designInfo: { allocation: 'RANDOMIZED' }, enrollmentInfo: { count: 126 } },
      },
      hasResults: isOver,
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url?.includes('NCT05096221') ? study : { studies: [] }));
    return undefined;
  });
  await new Promise<void>((ready) => register.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void register.close());
  const url = `http://127.0.0.1:${(register.address() as AddressInfo).port}`;
  const desk = await openDesk({ CONSILIUM_SOURCE_CLINICALTRIALS_URL: url }, shiftedClock(START));
  await desk.ask('Tell me when NCT05096221 posts results. Check every day at 02:30.');
  const daily = () => look(desk, 'every day at 02:30');
  expect(await daily()).toMatchObject({ kind: 'suppressed', reason: 'nothing new since the last report' });
  state = 'away';
  expect(await daily()).toMatchObject({ kind: 'suppressed' });
  state = 'results';
  expect(await daily()).toMatchObject({
    kind: 'surfaced',
    text: expect.stringMatching(/status: RECRUITING → COMPLETED[\s\S]*results posted|results posted/),
  });
  expect(await daily()).toMatchObject({ kind: 'suppressed', reason: 'nothing new since the last report' });
});
