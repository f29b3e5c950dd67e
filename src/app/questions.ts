/** Questions that nobody answers in time: looked for when the next one is due, and their turns go on without an answer. */
import { type Clock, type Log, type Runner, type Store, toConsiliumError } from '../kernel/index.ts';

export interface QuestionWatch {
  start(): void;
  stop(): void;
}

export interface QuestionHouse {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  runnerOf(app: string): Promise<Runner | undefined>;
}

/** A question that is asked meanwhile is seen at the next look. */
const LOOK_MS = 30_000;

export function watchQuestions({ store, clock, log, runnerOf }: QuestionHouse): QuestionWatch {
  let callOff: (() => void) | undefined;
  let isOn = false;

  const look = async () => {
    let wait = LOOK_MS;
    try {
      const due = await store.pending({ status: 'open', dueBy: clock.now() });
      for (const app of new Set(due.map((pending) => pending.app))) await (await runnerOf(app))?.expire();
      wait = await untilNext();
    } catch (thrown) {
      if (isOn) log.warn({ code: toConsiliumError(thrown).code }, 'questions whose time is over could not be ended');
    }
    if (isOn) callOff = clock.after(wait, () => void look());
  };
  const untilNext = async (): Promise<number> => {
    const open = await store.pending({ status: 'open' });
    const times = open.flatMap(({ until }) => (until === undefined ? [] : [until - clock.now()]));
    return Math.max(1, Math.min(LOOK_MS, ...times));
  };

  return {
    start: () => {
      if (isOn) return;
      isOn = true;
      void look();
    },
    stop: () => {
      isOn = false;
      callOff?.();
    },
  };
}
