/** Questions that nobody answers in time: looked for when the next one is due, and their turns go on without an answer. */
import {
  type Clock,
  ConsiliumError,
  type Log,
  type Pending,
  type Principal,
  type Runner,
  type Store,
  toConsiliumError,
} from '../kernel/index.ts';
import type { AuditEntry, Home } from '../storage/index.ts';

export interface QuestionWatch {
  start(): void;
  /** These are open from now on: one of them may be due before the next look. */
  expect(open: readonly Pick<Pending, 'until'>[]): void;
  stop(): void;
}

export interface QuestionHouse {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  runnerOf(app: string): Promise<Runner | undefined>;
}

/** For clocks that jump, and for what could not be ended at the first try. */
const LOOK_MS = 30_000;

export function watchQuestions({ store, clock, log, runnerOf }: QuestionHouse): QuestionWatch {
  let callOff: (() => void) | undefined;
  let lookAt = Number.POSITIVE_INFINITY;
  let isOn = false;

  const look = async () => {
    lookAt = Number.POSITIVE_INFINITY;
    plan(LOOK_MS);
    const now = clock.now();
    try {
      const due = await store.pending({ status: 'open', dueBy: now });
      for (const app of new Set(due.map((pending) => pending.app))) await (await runnerOf(app))?.expire();
      // Whose turn could not go on now is looked at again later.
      expect((await store.pending({ status: 'open' })).filter(({ until = 0 }) => until > now));
    } catch (thrown) {
      if (isOn) log.warn({ code: toConsiliumError(thrown).code }, 'questions whose time is over could not be ended');
    }
  };
  const plan = (wait: number) => {
    const at = clock.now() + Math.max(1, wait);
    if (!isOn || at >= lookAt) return;
    callOff?.();
    lookAt = at;
    callOff = clock.after(Math.max(1, wait), () => void look());
  };
  const expect = (open: readonly Pick<Pending, 'until'>[]) => {
    for (const { until } of open) if (until !== undefined) plan(until - clock.now());
  };

  return {
    start: () => {
      if (isOn) return;
      isOn = true;
      void look();
    },
    expect,
    stop: () => {
      isOn = false;
      callOff?.();
    },
  };
}

/** Whose question it is, for the trail. */
export function rowOfQuestion(
  home: Home,
  { app, session, id }: Record<'app' | 'session' | 'id', string>,
  principal: Principal,
) {
  const patient = home.settled(session, 'patient_id');
  return { patientId: typeof patient === 'string' ? patient : undefined, actor: app, principal, object: id };
}

/** That somebody was not let; what they did is told where it is written. */
export async function tellRefusal<T>(
  { audit }: Home,
  row: Omit<AuditEntry, 'outcome'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof ConsiliumError) audit.deny(row, thrown);
    throw thrown;
  }
}
