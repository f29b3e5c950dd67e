/**
 * Questions of agents elsewhere that a person here was asked. Somebody may answer them there: they are asked after, ever less
 * often. What is taken back here is taken back there, again and again until it is heard.
 */
import {
  type Clock,
  type Log,
  type Pending,
  type Runner,
  type Store,
  toConsiliumError,
  workClock,
} from '../kernel/index.ts';

export interface FarQuestionWatch {
  start(): void;
  /** These are open from now on. */
  expect(open: readonly Pending[]): void;
  /** These are open no more. */
  settle(settled: readonly Pending[]): void;
  stop(): void;
}

export interface FarQuestionHouse {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  runnerOf(app: string): Promise<Runner | undefined>;
}

/** How long until it is first asked after (or taken back once more), and at most. */
const WAIT_MS = { first: 1_000, most: 30_000 } as const;
const GROWS = 1.5;
/** What was taken back so long ago is not told again after a restart. */
const REMEMBERED_MS = 7 * 24 * 60 * 60_000;
/** Nothing more can come of telling these: it was done there already, or nobody there knows of it. */
const HEARD = new Set(['ANSWERED_ALREADY', 'PENDING_UNKNOWN', 'TASK_UNKNOWN', 'AGENT_UNKNOWN', 'ACTION_UNKNOWN']);

export function watchFarQuestions({ store, clock, log, runnerOf }: FarQuestionHouse): FarQuestionWatch {
  /** What is planned for which question. */
  const plans = new Map<string, () => void>();
  const work = workClock(clock);
  let isOn = false;

  const plan = (question: Pending, wait: number, next: (question: Pending, wait: number) => Promise<void>) => {
    const { id } = question;
    if (!isOn) return;
    plans.get(id)?.();
    const begin = () => {
      plans.delete(id);
      void next(question, Math.min(wait * GROWS, WAIT_MS.most));
    };
    const callOff = work.after(wait, begin, true);
    plans.set(id, callOff);
  };

  const look = async (question: Pending, wait: number): Promise<void> => {
    try {
      const runner = await runnerOf(question.app);
      if ((await runner?.lookElsewhere(question.id)) === 'waits') plan(question, wait, look);
    } catch (thrown) {
      log.debug({ question: question.id, code: toConsiliumError(thrown).code }, 'a question could not be asked after');
      plan(question, wait, look);
    }
  };

  const withdraw = async (question: Pending, wait: number): Promise<void> => {
    try {
      await (await runnerOf(question.app))?.withdrawElsewhere(question);
    } catch (thrown) {
      const { code } = toConsiliumError(thrown);
      const facts = { question: question.id, agent: question.agent, code };
      if (HEARD.has(code)) return log.warn(facts, 'a question could not be taken back elsewhere');
      if (wait === WAIT_MS.first) log.warn(facts, 'a question is taken back elsewhere as soon as that can be');
      plan(question, wait, withdraw);
    }
  };

  const expect = (open: readonly Pending[]) => {
    for (const question of open) if (question.far !== undefined) plan(question, WAIT_MS.first, look);
  };

  const settle = (settled: readonly Pending[]) => {
    for (const question of settled) {
      if (question.far === undefined) continue;
      plans.get(question.id)?.();
      plans.delete(question.id);
      if (question.status === 'cancelled') void withdraw(question, WAIT_MS.first);
    }
  };

  const takeUp = async () => {
    const since = clock.now() - REMEMBERED_MS;
    expect(await store.pending({ status: 'open' }));
    settle((await store.pending({ status: 'cancelled' })).filter(({ asked }) => asked > since));
  };

  return {
    start: () => {
      if (isOn) return;
      isOn = true;
      takeUp().catch((thrown: unknown) =>
        log.warn({ code: toConsiliumError(thrown).code }, 'questions of agents elsewhere are not followed'),
      );
    },
    expect,
    settle,
    stop: () => {
      isOn = false;
      for (const callOff of plans.values()) callOff();
      plans.clear();
    },
  };
}
