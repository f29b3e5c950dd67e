import { expect, test } from 'vitest';
import { ConsiliumError, type Pending, playedClock, type Runner, type Store, silentLog } from '../kernel/index.ts';
import { watchFarQuestions } from './far-questions.ts';

const far = { token: { id: 'p1' }, user: 'ana' };
const question = (over: Partial<Pending> = {}) =>
  ({ id: 'q', app: 'near', agent: 'Far', asked: 0, status: 'open', far, ...over }) as Pending;

/** A house whose runner does these one after the other, the last again; and what was asked of it. */
function watch(script: (string | Error)[], kept: readonly Pending[] = []) {
  const did: string[] = [];
  const next = async (deed: string) => {
    did.push(deed);
    const now = script[Math.min(did.length, script.length) - 1]!;
    if (now instanceof Error) throw now;
    return now;
  };
  const runner = {
    lookElsewhere: (id: string) => next(`look ${id}`),
    withdrawElsewhere: ({ id }: Pending) => next(`withdraw ${id}`),
  } as unknown as Runner;
  const clock = playedClock(0);
  const store = { pending: ({ status }: { status: string }) => kept.filter((each) => each.status === status) };
  const watching = watchFarQuestions({
    ...{ store: store as unknown as Store, clock, log: silentLog },
    runnerOf: async () => runner,
  });
  return { did, watching, pass: clock.advance };
}

const away = new ConsiliumError('REMOTE_UNAVAILABLE', 'away', { retryable: true });

test('what somebody elsewhere asked is asked after, ever less often, until it is settled', async () => {
  const { did, watching, pass } = watch(['waits', away, 'settled']);
  watching.start();
  watching.expect([question(), question({ id: 'own', far: undefined })]);
  await pass(999);
  expect(did).toEqual([]);
  for (const ms of [1, 1_500, 2_250, 60_000, 60_000]) await pass(ms);
  expect(did).toEqual(['look q', 'look q', 'look q']);
});

test('what was answered here is asked after no more', async () => {
  const { did, watching, pass } = watch(['waits']);
  watching.start();
  watching.expect([question()]);
  watching.settle([question({ status: 'answered' })]);
  await pass(60_000);
  expect(did).toEqual([]);
});

test('what was taken back here is taken back there until it is heard, and not again', async () => {
  const { did, watching, pass } = watch([away, away, 'done']);
  watching.start();
  watching.settle([question({ status: 'cancelled' }), question({ id: 'own', status: 'cancelled', far: undefined })]);
  for (let time = 0; time < 10; time++) await pass(60_000);
  expect(did).toEqual(['withdraw q', 'withdraw q', 'withdraw q']);
  const answered = watch([new ConsiliumError('ANSWERED_ALREADY', 'too late')]);
  answered.watching.start();
  answered.watching.settle([question({ status: 'cancelled' })]);
  await answered.pass(60_000);
  expect(answered.did).toEqual(['withdraw q']);
});

test('after a restart both are taken up; nobody is asked where none is served', async () => {
  const kept = [
    question(),
    question({ id: 'off', status: 'cancelled', asked: 1 }),
    question({ id: 'done', status: 'answered' }),
  ];
  const { did, watching, pass } = watch(['waits'], kept);
  await pass(60_000);
  expect(did).toEqual([]);
  watching.start();
  await pass(1_000);
  expect(did.toSorted()).toEqual(['look q', 'withdraw off']);
  watching.stop();
  await pass(60_000);
  expect(did).toHaveLength(2);
});
