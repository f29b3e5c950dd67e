/**
 * Measures one suite of one contender, in a process that does nothing else. CPU time is that of all threads of the
 * process: a busy machine disturbs it far less than the clock. Each reply is checked; a wrong one ends the run.
 */
import type { Mock, Scenarios } from './contender.ts';
import { CONCURRENT, IDLE_SESSIONS, LONG_TURNS, type Suite } from './rows.ts';

/** All of it in CPU time, so that a busy machine does not cut the warming short. */
export interface Effort {
  readonly warmMs: number;
  readonly runs: number;
  /** Turns are measured in rounds, all contenders in turn: so long each, so many of them. */
  readonly roundMs: number;
  readonly rounds: number;
  /** What a contender may use up on the long session and on the idle ones before it is stopped. */
  readonly budgetMs: number;
}

export const FULL: Effort = { warmMs: 1_500, runs: 3, roundMs: 100, rounds: 15, budgetMs: 20_000 };
export const QUICK: Effort = { warmMs: 600, runs: 1, roundMs: 60, rounds: 11, budgetMs: 4_000 };

/** Values by row name, and what a reader must know about them. */
export interface Measured {
  readonly values: Readonly<Record<string, number>>;
  readonly note?: string;
}

export function createMock(): Mock {
  return {
    delayMs: 0,
    calls: 0,
    seen: 0,
    toolRuns: 0,
    async hit(messages) {
      this.calls++;
      this.seen = messages;
      if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    },
  };
}

export async function measure(suite: Suite, scenarios: Scenarios, mock: Mock, effort: Effort): Promise<Measured> {
  switch (suite) {
    case 'long':
      return measureLong(scenarios, mock, effort);
    case 'concurrent':
      return measureConcurrent(scenarios, mock, effort);
    case 'stream':
      return measureStream(scenarios, effort);
    case 'idle':
      return measureIdle(scenarios, effort);
    default:
      throw new Error(`${suite} is not measured inside a process.`);
  }
}

interface Expected {
  readonly modelCalls: number;
  readonly toolRuns?: number;
  readonly replies?: number;
}

type Turn = (i: number) => Promise<string | string[]>;

const EXPECTED = {
  simple: { modelCalls: 1 },
  tool: { modelCalls: 2, toolRuns: 1 },
  transfer: { modelCalls: 2 },
  fanout: { modelCalls: 4, replies: 4 },
} satisfies Partial<Record<Suite, Expected>>;

export type TurnSuite = keyof typeof EXPECTED;

export function isTurnSuite(suite: Suite): suite is TurnSuite {
  return suite in EXPECTED;
}

/** Goes on for so much CPU time, and says what a turn cost in it. */
export type Round = (ms: number) => Promise<Sample>;

/** Checks a turn, then warms until the rounds get no faster: whoever takes longer to settle is given longer. */
export async function warmTurns(suite: TurnSuite, scenarios: Scenarios, mock: Mock, effort: Effort): Promise<Round> {
  const turn: Turn = scenarios[suite];
  const expected: Expected = EXPECTED[suite];
  mock.calls = 0;
  mock.toolRuns = 0;
  checkReply(await turn(0), expected.replies ?? 1);
  // A peer without transfers delegates, and then asks its model once more.
  if (mock.calls < expected.modelCalls) throw new Error(`The model was asked ${mock.calls} times in a ${suite} turn.`);
  if (expected.toolRuns !== undefined && mock.toolRuns !== expected.toolRuns) throw new Error('The tool did not run.');

  let i = 1;
  const round = async (ms: number) => {
    const isOver = allow(ms);
    const first = i;
    const meter = startMeter();
    // Asking for the time costs as much as a turn of the floor.
    while (!isOver()) for (let k = 0; k < 8; k++) checkReply(await turn(i++), expected.replies ?? 1);
    return meter(i - first);
  };
  const isWarm = allow(effort.warmMs);
  const isEnough = allow(effort.warmMs * MOST_WARMING);
  let best = Number.POSITIVE_INFINITY;
  for (let still = 0; !isWarm() || (still < SETTLED && !isEnough()); ) {
    const { cpu } = await round(effort.roundMs);
    still = cpu < best * 0.97 ? 0 : still + 1;
    best = Math.min(best, cpu);
  }
  return round;
}

/** So many rounds in a row that brought nothing, and so many times the usual warming at most. */
const SETTLED = 4;
const MOST_WARMING = 4;

/** What the rounds of a contender come to. */
export function sumUp(suite: TurnSuite, samples: readonly Sample[]): Measured {
  return {
    values: { [suite]: median(samples.map((s) => s.cpu)), [`${suite}_wall`]: median(samples.map((s) => s.wall)) },
  };
}

/** How many turns around each point are averaged: wide enough to hold what is done only now and then. */
const WINDOWS: Record<(typeof LONG_TURNS)[number], [number, number]> = {
  10: [6, 15],
  100: [51, 150],
  1000: [801, 1200],
  5000: [4601, 5000],
};

/**
 * The cost of a turn as its session grows. The code is warm before it begins, so that early turns do not look dear;
 * turn 10 is taken from many sessions, the others from one.
 */
async function measureLong(scenarios: Scenarios, mock: Mock, effort: Effort): Promise<Measured> {
  await warmShortSessions(scenarios, effort);
  const values: Record<string, number> = {};
  const early: Sample[] = [];
  const isEnough = allow(effort.budgetMs / 4);
  for (let s = 0; s < 40 && (s === 0 || !isEnough()); s++) {
    const turn = await scenarios.session();
    early.push(await runWindow(turn, 1, WINDOWS[10]));
    if (mock.seen < 9) throw new Error(`At turn 15 the model saw ${mock.seen} messages only.`);
  }
  putSample(values, 10, { cpu: mean(early.map((s) => s.cpu)), wall: mean(early.map((s) => s.wall)) });

  // What the short sessions left behind is not the long one's to clean up.
  globalThis.gc?.();
  const turn = await scenarios.session();
  const isOver = allow(effort.budgetMs);
  let next = 1;
  for (const n of LONG_TURNS.slice(1)) {
    const window = WINDOWS[n];
    for (; next < window[0]; next++) {
      if (isOver()) return { values, note: `stopped at turn ${next}: its time was up` };
      checkReply(await turn(next));
    }
    putSample(values, n, await runWindow(turn, next, window));
    next = window[1] + 1;
  }
  values['growth'] = values['turn_5000']! / values['turn_10']!;
  return { values };
}

async function warmShortSessions(scenarios: Scenarios, effort: Effort): Promise<void> {
  const isOver = allow(effort.warmMs);
  while (!isOver()) {
    const turn = await scenarios.session();
    for (let i = 1; i <= 15; i++) checkReply(await turn(i));
  }
}

/** Goes on to the end of the window and measures within it. */
async function runWindow(turn: Turn, from: number, [first, last]: [number, number]): Promise<Sample> {
  let meter = startMeter();
  for (let i = from; i <= last; i++) {
    if (i === first) meter = startMeter();
    checkReply(await turn(i));
  }
  return meter(last - first + 1);
}

function putSample(values: Record<string, number>, n: number, { cpu, wall }: Sample): void {
  values[`turn_${n}`] = cpu;
  values[`turn_${n}_wall`] = wall;
}

async function measureConcurrent(scenarios: Scenarios, mock: Mock, effort: Effort): Promise<Measured> {
  const round = async (k: number) => {
    const meter = startMeter();
    const turns = Array.from({ length: CONCURRENT }, (_, i) => scenarios.simple(k * CONCURRENT + i));
    checkReply(await Promise.all(turns), CONCURRENT);
    return meter(1000);
  };
  const isWarm = allow(effort.warmMs);
  for (let k = 0; !isWarm(); k++) await round(k);
  mock.delayMs = 50;
  const samples: Sample[] = [];
  for (let k = 0; k < effort.runs * 3; k++) samples.push(await round(1000 + k));
  return {
    values: { concurrent: median(samples.map((s) => s.wall)), concurrent_cpu: median(samples.map((s) => s.cpu)) },
  };
}

const TOKENS = 2000;

async function measureStream(scenarios: Scenarios, effort: Effort): Promise<Measured> {
  const round = async () => {
    const meter = startMeter();
    const seen = await scenarios.stream(TOKENS);
    if (seen !== TOKENS) throw new Error(`${seen} of ${TOKENS} tokens arrived.`);
    return meter(TOKENS);
  };
  const isWarm = allow(effort.warmMs);
  while (!isWarm()) await round();
  const samples: Sample[] = [];
  for (let k = 0; k < effort.runs * 5; k++) samples.push(await round());
  return { values: { stream: median(samples.map((s) => s.cpu)), stream_wall: median(samples.map((s) => s.wall)) } };
}

/** Sessions that have had a turn and may go on at any time. */
async function measureIdle(scenarios: Scenarios, effort: Effort): Promise<Measured> {
  const isOver = allow(effort.budgetMs);
  const kept: Turn[] = [];
  while (kept.length < IDLE_SESSIONS) {
    const turn = await scenarios.session();
    checkReply(await turn(1));
    kept.push(turn);
    if (kept.length < IDLE_SESSIONS && kept.length % 16 === 0 && isOver())
      return { values: {}, note: `stopped at ${kept.length} sessions with ${await settledRss()} MB: its time was up` };
  }
  const rss = await settledRss();
  checkReply(await kept[0]!(2));
  checkReply(await kept.at(-1)!(2));
  return { values: { idle_rss: rss } };
}

async function settledRss(): Promise<number> {
  for (let k = 0; k < 3; k++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return Math.round(process.memoryUsage.rss() / 2 ** 20);
}

function checkReply(reply: string | string[], count = 1): void {
  const replies = typeof reply === 'string' ? [reply] : reply;
  if (replies.length !== count || !replies.every((text) => typeof text === 'string' && text.includes('ok')))
    throw new Error(`A wrong reply: ${JSON.stringify(reply)?.slice(0, 300)}`);
}

/** Microseconds for each of so many. */
export interface Sample {
  readonly cpu: number;
  readonly wall: number;
}

function startMeter(): (count: number) => Sample {
  const wall = performance.now();
  const cpu = process.cpuUsage();
  return (count) => {
    const used = process.cpuUsage(cpu);
    return { cpu: (used.user + used.system) / count, wall: ((performance.now() - wall) * 1000) / count };
  };
}

/** Tells whether so much CPU time has been used since. */
function allow(ms: number): () => boolean {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000 >= ms;
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
