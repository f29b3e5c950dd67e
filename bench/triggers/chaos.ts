/** A year of triggers with the process killed again and again: what was lost, what was done twice. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { openHome } from '../../src/storage/index.ts';

const START = Date.parse('2027-01-01T00:00:00Z');
const HOUR = 3_600_000;

export interface ChaosResult {
  readonly kills: number;
  readonly lost: number;
  readonly doubled: number;
  readonly dead: number;
  readonly occasions: number;
  readonly seconds: number;
}

/** Each is told twice: as the engine reads it, and as a plain test of a local hour, which is what is checked against. */
const RHYTHMS: readonly { schedule: string; isDue: (local: Local) => boolean }[] = [
  { schedule: 'every day at 8', isDue: ({ hour }) => hour === 8 },
  { schedule: '0 20 * * *', isDue: ({ hour }) => hour === 20 },
  {
    schedule: 'every Monday and Thursday at 9',
    isDue: ({ weekday, hour }) => hour === 9 && (weekday === 1 || weekday === 4),
  },
  { schedule: 'on the 15th of every month at 12', isDue: ({ day, hour }) => hour === 12 && day === 15 },
  {
    schedule: 'weekdays at 7 and 17',
    isDue: ({ weekday, hour }) => weekday >= 1 && weekday <= 5 && (hour === 7 || hour === 17),
  },
];

interface Local {
  readonly weekday: number;
  readonly day: number;
  readonly hour: number;
}

/** Two years side by side, where the machine has two cores: each with its own data and half of the kills. */
export async function playYears(kills: number, days: number): Promise<ChaosResult> {
  const lanes = Math.min(2, availableParallelism());
  const played = await Promise.all(
    Array.from({ length: lanes }, (_, i) => playYear(Math.floor((kills + i) / lanes), days)),
  );
  const sum = (of: (result: ChaosResult) => number) => played.reduce((total, result) => total + of(result), 0);
  return {
    ...{
      kills: sum((r) => r.kills),
      lost: sum((r) => r.lost),
      doubled: sum((r) => r.doubled),
      dead: sum((r) => r.dead),
    },
    ...{ occasions: sum((r) => r.occasions), seconds: Math.max(...played.map(({ seconds }) => seconds)) },
  };
}

async function playYear(kills: number, days: number): Promise<ChaosResult> {
  const began = performance.now();
  const dir = mkdtempSync(join(tmpdir(), 'consilium-bench-triggers-'));
  const end = START + days * 24 * HOUR;
  // So many that each life gets something done, and the year lasts for all kills.
  const copies = Math.max(1, Math.ceil((kills * 6) / (days * 3.5)));
  const schedules = Array.from({ length: copies }, () => RHYTHMS.map(({ schedule }) => schedule)).flat();
  let killed = 0;
  let isOver = false;
  // Most of a life is its birth: the next ones are born while one is lived, and touch nothing until it is their turn.
  const born: Life[] = [];
  const next = () => {
    while (born.length < UNBORN) born.push(bear(dir, end));
    return born.shift()!;
  };
  try {
    await live(next(), JSON.stringify(schedules), { begun: 0, ms: 0 });
    while (!isOver) {
      const axe = { begun: Math.floor(Math.random() * 9), ms: Math.random() * 6 };
      isOver = await live(next(), '[]', killed < kills ? axe : undefined);
      if (!isOver) killed++;
      if (process.stdout.isTTY && killed % 25 === 0) process.stdout.write(`\r${killed} kills`);
    }
    return { kills: killed, ...countTurns(dir, end, schedules.length), seconds: (performance.now() - began) / 1000 };
  } finally {
    for (const life of born) life.kill('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  }
}

const UNBORN = 4;
type Life = ChildProcessByStdio<Writable, Readable, null>;

function bear(dir: string, end: number): Life {
  const args = [join(import.meta.dirname, 'life.ts'), dir, String(START), String(end)];
  return spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    // A thousand births: what was compiled once is not compiled again.
    env: { ...process.env, NODE_COMPILE_CACHE: join(dir, 'compiled') },
  });
}

/** When to kill: after this many things were begun, and so many ms more, which is somewhere in the middle of one. */
interface Axe {
  readonly begun: number;
  readonly ms: number;
}

/** True if it came to the end of the year; false if it was killed first. */
function live(child: Life, setup: string, axe: Axe | undefined): Promise<boolean> {
  child.stdin.end(setup);
  let said = '';
  let isFalling = false;
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    const begun = said.split('.').length - 1;
    if (axe === undefined || isFalling || !said.includes('ready') || begun < axe.begun) return;
    isFalling = true;
    setTimeout(() => child.kill('SIGKILL'), axe.ms);
  });
  return new Promise((resolve, reject) =>
    child.on('close', (code, signal) => {
      if (code === 0) resolve(true);
      else if (signal === 'SIGKILL') resolve(false);
      else reject(new Error(`a life ended by itself with ${code ?? signal}`));
    }),
  );
}

/** Every turn that was finished, by trigger and occasion, beside the occasions that there should have been. */
function countTurns(
  dir: string,
  end: number,
  triggerCount: number,
): Pick<ChaosResult, 'lost' | 'doubled' | 'dead' | 'occasions'> {
  const home = openHome(dir);
  const store = home.stores.triggers();
  const triggers = store.triggers({ limit: 100_000 }) as Awaited<ReturnType<typeof store.triggers>>;
  if (triggers.length !== triggerCount) throw new Error(`${triggers.length} triggers instead of ${triggerCount}`);
  const done = new Map<string, number>();
  for (let i = 0; i < 7; i++) {
    const events = home.store.events(`agent-${i}`) as Awaited<ReturnType<typeof home.store.events>>;
    const messages = new Map(
      events.flatMap((event) =>
        event.type === 'invocation_started' ? [[event.invocation, event.message] as const] : [],
      ),
    );
    for (const event of events)
      if (event.type === 'invocation_finished' && event.outcome === 'completed') {
        const what = messages.get(event.invocation)!;
        done.set(what, (done.get(what) ?? 0) + 1);
      }
  }
  const wanted = new Set<string>();
  for (const { id, schedule } of triggers) {
    const { isDue } = RHYTHMS.find((rhythm) => rhythm.schedule === schedule)!;
    for (let at = START + HOUR; at <= end; at += HOUR) if (isDue(localOf(at))) wanted.add(`${id} ${at}`);
  }
  const dead = (store.firings({ state: 'dead' }) as unknown[]).length;
  home.close();
  const lost = [...wanted].filter((what) => !done.has(what)).length;
  const extra = [...done].filter(([what, times]) => times > 1 || !wanted.has(what)).length;
  return { lost, doubled: extra, dead, occasions: wanted.size };
}

const locals = new Map<number, Local>();
const format = new Intl.DateTimeFormat('en-GB', {
  ...({ timeZone: 'Europe/Berlin', weekday: 'short', day: 'numeric', hour: 'numeric', hourCycle: 'h23' } as const),
});
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function localOf(at: number): Local {
  let local = locals.get(at);
  if (local === undefined) {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    local = { weekday: WEEKDAYS.indexOf(parts['weekday']!), day: Number(parts['day']), hour: Number(parts['hour']) };
    locals.set(at, local);
  }
  return local;
}
