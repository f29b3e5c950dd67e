/** The clock is a part: whoever needs the time or has to wait is given one, so that a test can play a year in seconds. */
import { ConsiliumError } from './errors.ts';

export interface Clock {
  /** Milliseconds since the epoch. May jump, also back: nobody relies on it going forward. */
  now(): number;
  /** Rejects with the signal's reason when it fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Runs `work` later; what it returns calls that off. `background`: no reason for the process to stay. */
  after(ms: number, work: () => void, background?: boolean): () => void;
  /** Where the calendar is played faster than the world goes: the clock for what work may take. See `workClock`. */
  readonly work?: Clock;
}

/** How long work may take, who holds it, how long to wait for a server: a matter of the machine, whatever day it is. */
export function workClock(clock: Clock): Clock {
  return clock.work ?? clock;
}

/** Longer waits are made of several: timers of the system end at 2^31 ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = makeClock(
  () => Date.now(),
  (ms, work, background = false) => {
    let timer: NodeJS.Timeout;
    const wait = (left: number) => {
      timer =
        left <= LONGEST_TIMER ? setTimeout(work, left) : setTimeout(() => wait(left - LONGEST_TIMER), LONGEST_TIMER);
      if (background) timer.unref();
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
);

/** The machine's clock set to begin at another time; it goes on from there, so many times as fast as usual. */
export function shiftedClock(start: number, pace = 1): Clock {
  const began = systemClock.now();
  const calendar = makeClock(
    () => Math.round(start + (systemClock.now() - began) * pace),
    (ms, work, background) => {
      // A timer of the system counts whole milliseconds and may be one early, which is a quarter of an hour at this pace.
      const due = calendar.now() + ms;
      let callOff: () => void;
      const wait = (left: number) => {
        callOff = systemClock.after(
          left / pace,
          () => (calendar.now() < due ? wait(due - calendar.now()) : work()),
          background,
        );
      };
      wait(ms);
      return () => callOff();
    },
  );
  return { ...calendar, work: systemClock };
}

/** As it is written with `--clock` and in `CONSILIUM_CLOCK`: a time to start at, and how fast it goes if not as usual. */
export function readClock(written: string): Clock {
  const [time = '', pace = '1', ...more] = written.trim().split(/\s*\*\s*/);
  const start = Date.parse(time);
  const speed = Number(pace);
  if (Number.isNaN(start) || !(speed > 0 && Number.isFinite(speed)) || more.length > 0)
    throw new ConsiliumError('CLOCK_INVALID', `"${written}" is no time for the clock to start at.`, {
      hint: 'Write it as 2026-03-01T08:00:00Z, or 2026-03-01T08:00:00Z*3600 for an hour in a second.',
    });
  return shiftedClock(start, speed);
}

/** The clock that `CONSILIUM_CLOCK` starts, or the machine's. */
export function clockFor(env: NodeJS.ProcessEnv): Clock {
  const written = env['CONSILIUM_CLOCK'];
  return written === undefined || written === '' ? systemClock : readClock(written);
}

export interface PlayedClock extends Clock {
  /** Moves on, waking everybody in order whose time has come; what they do meanwhile is waited for. */
  advance(ms: number): Promise<void>;
  /** Jumps, also back; wakes nobody by itself. */
  set(time: number): void;
}

/** A clock that stands still until it is moved. */
export function playedClock(start: number): PlayedClock {
  let time = start;
  const sleepers = new Set<{ at: number; wake: () => void }>();
  const clock = makeClock(
    () => time,
    (ms, wake) => {
      const sleeper = { at: time + Math.max(0, ms), wake };
      sleepers.add(sleeper);
      return () => sleepers.delete(sleeper);
    },
  );
  return {
    ...clock,
    set: (to) => {
      time = to;
    },
    advance: async (ms) => {
      const end = time + ms;
      for (;;) {
        await settle();
        const next = [...sleepers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        sleepers.delete(next);
        time = Math.max(time, next.at);
        next.wake();
      }
      time = Math.max(time, end);
    },
  };
}

/** Lets promises and the round of the event loop finish that were under way. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setImmediate(resolve));
}

function makeClock(now: () => number, after: Clock['after']): Clock {
  return {
    now,
    after,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => {
          callOff();
          reject(signal!.reason);
        };
        const callOff = after(ms, () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        });
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
  };
}
