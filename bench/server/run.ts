/**
 * How fast the server answers: `npm run bench:server [-- --quick] [--json] [--profile] [--turns N] [--chats N]`.
 * A real `consilium serve` on a fresh data folder with the demo patients, offline; people who chat with the health team
 * over HTTP, as a stream, from a second process. Nobody else's server is measured: `peers` is empty.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { scratchFolder } from '../../src/storage/scratch.ts';
import type { Load, Times } from './load.ts';
import { readProfile } from './profile.ts';

interface Row {
  name: string;
  unit: string;
  consilium: number;
  peers: Record<string, number>;
  ratio: number | null;
}

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    json: { type: 'boolean' },
    quick: { type: 'boolean' },
    /** Where the server's time goes under 50 chats, instead of the times. */
    profile: { type: 'boolean' },
    /** How many turns memory is watched over; 0: it is not. */
    turns: { type: 'string' },
    /** Only with so many chats. */
    chats: { type: 'string' },
  },
});

const CLI = resolve(import.meta.dirname, '../../bin/consilium.mjs');
/** Lets the bench ask for a collection, so that what is kept is seen and not what is yet to be thrown away. */
const COLLECT = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2",()=>gc())'];
const work = scratchFolder('bench-server');
const rows: Row[] = [];
const record = (name: string, unit: string, value: number) =>
  rows.push({ name, unit, consilium: Math.round(value * 100) / 100, peers: {}, ratio: null });
const tell = (text: string) => process.stderr.write(`${text}\n`);

try {
  if (options.profile) await profile();
  else await measure();
} finally {
  rmSync(work, { recursive: true, force: true });
}
if (!options.profile) report();

async function measure(): Promise<void> {
  const server = await startServer(COLLECT);
  const people = fork(join(import.meta.dirname, 'load.ts'));
  try {
    const run = (load: Omit<Load, 'url' | 'patients'>) => drive(people, { ...server, ...load });
    tell('warming up');
    await run({ chats: 4, turns: 120, pauseMs: 0 });
    const plan = options.quick
      ? [
          { chats: 1, turns: 60, pauseMs: 0 },
          // So many that the 50 of the first instant, which have a row of their own, are less than one in twenty.
          { chats: 50, turns: 1500, pauseMs: 0 },
          { chats: 50, turns: 50, pauseMs: 0 },
          { chats: 50, turns: 100, pauseMs: 5000 },
          { chats: 500, turns: 1000, pauseMs: 0 },
        ]
      : [
          { chats: 1, turns: 300, pauseMs: 0 },
          { chats: 50, turns: 1500, pauseMs: 0 },
          { chats: 50, turns: 50, pauseMs: 0 },
          { chats: 50, turns: 500, pauseMs: 5000 },
          { chats: 500, turns: 3000, pauseMs: 0 },
        ];
    for (const load of plan.filter(({ chats }) => options.chats === undefined || chats === Number(options.chats))) {
      const name = nameOf(load);
      tell(name);
      const before = await readOwnMetrics(server.url);
      const times = await run(load);
      const { cpu } = await readOwnMetrics(server.url);
      recordTimes(name, times);
      // On a busy machine far steadier than the clock.
      record(`${name}: processor time`, 'ms/turn', ((cpu - before.cpu) * 1000) / load.turns);
    }
    const turns = Number(options.turns ?? (options.quick ? 1000 : 10_000));
    if (turns > 0) await watchMemory(server, run, turns);
  } finally {
    people.disconnect();
    await stop(server.child);
  }
}

function nameOf({ chats, turns, pauseMs }: Omit<Load, 'url' | 'patients'>): string {
  const who = chats === 1 ? '1 chat' : `${chats} chats`;
  if (turns === chats) return `${who}, one message each at one instant`;
  return pauseMs > 0 ? `${who}, ${pauseMs / 1000} s of reading` : who;
}

function recordTimes(name: string, { first, whole, failed, reasons, took }: Times): void {
  for (const [reason, times] of Object.entries(reasons)) tell(`  ${times} failed: ${reason}`);
  record(`${name}: first words, p50`, 'ms', at(first, 0.5));
  record(`${name}: first words, p95`, 'ms', at(first, 0.95));
  record(`${name}: turn, p50`, 'ms', at(whole, 0.5));
  record(`${name}: turn, p95`, 'ms', at(whole, 0.95));
  record(`${name}: throughput`, 'turns/s', (whole.length / took) * 1000);
  record(`${name}: failed`, 'turns', failed);
}

/** Memory after each tenth of the turns; what it gains in the second half, when everything is warm, is what leaks. */
async function watchMemory(
  { url, child }: Server,
  run: (load: Omit<Load, 'url' | 'patients'>) => Promise<Times>,
  turns: number,
): Promise<void> {
  const samples: { resident: number; heap: number }[] = [];
  let failed = 0;
  for (let part = 0; part < 10; part++) {
    failed += (await run({ chats: 20, turns: turns / 10, pauseMs: 0 })).failed;
    child.kill('SIGUSR2');
    await sleep(500);
    const sample = await readOwnMetrics(url);
    samples.push(sample);
    tell(
      `memory after ${((part + 1) * turns) / 10} turns: ${sample.resident.toFixed(0)} MB (heap after collection ${sample.heap.toFixed(0)} MB)`,
    );
  }
  const half = samples.slice(5);
  record(`memory after ${turns / 10} turns`, 'MB', samples[0]!.resident);
  record(`memory after ${turns} turns`, 'MB', samples.at(-1)!.resident);
  record(`heap after ${turns} turns, collected`, 'MB', samples.at(-1)!.heap);
  record('heap gained per 1000 turns, second half', 'MB', (slope(half.map((s) => s.heap)) / turns) * 10_000);
  record('failed while memory was watched', 'turns', failed);
}

/** Megabytes, and seconds of processor time. */
async function readOwnMetrics(url: string): Promise<{ resident: number; heap: number; cpu: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    resident: read('process_resident_memory_bytes') / 1e6,
    heap: read('nodejs_heap_size_used_bytes') / 1e6,
    cpu: read('process_cpu_seconds_total'),
  };
}

/** Least squares, per step. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const rise = values.reduce((sum, value, x) => sum + (x - middle) * (value - mean), 0);
  return rise / values.reduce((sum, _, x) => sum + (x - middle) ** 2, 0);
}

async function profile(): Promise<void> {
  const dir = join(work, 'profile');
  const server = await startServer(['--cpu-prof', '--cpu-prof-interval', '500', `--cpu-prof-dir=${dir}`]);
  const people = fork(join(import.meta.dirname, 'load.ts'));
  try {
    const times = await drive(people, { ...server, chats: 50, turns: options.quick ? 500 : 2000, pauseMs: 0 });
    tell(`${((times.whole.length / times.took) * 1000).toFixed(1)} turns/s while profiled`);
  } finally {
    people.disconnect();
    await stop(server.child);
  }
  for (const line of readProfile(dir)) console.log(line);
}

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  readonly patients: readonly string[];
}

async function startServer(flags: readonly string[] = []): Promise<Server> {
  const env = { ...process.env, AI_PROVIDER: 'offline', CONSILIUM_LOG: 'warn', CONSILIUM_AUTH: 'off' };
  const args = [...flags, CLI, 'serve', '--port', '0', '--home', join(work, 'home')];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((done, fail) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = /running on (\S+)/.exec(said)?.[1];
      if (found !== undefined) done(found);
    });
    child.once('exit', () => fail(new Error(`The server did not start: ${said}`)));
  });
  const { patients } = (await (await fetch(`${url}/v1/patients`)).json()) as { patients: { id: string }[] };
  return { child, url, patients: patients.map(({ id }) => id) };
}

async function drive(people: ChildProcess, { url, patients, chats, turns, pauseMs }: Load): Promise<Times> {
  people.send({ url, patients, chats, turns, pauseMs } satisfies Load);
  const [times] = (await once(people, 'message')) as [Times];
  return times;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function report(): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, unit, consilium } of rows)
    console.log(`${name.padEnd(width)}  ${String(consilium).padStart(10)} ${unit}`);
  const machine = { arch: process.arch, node: process.version, cores: availableParallelism() };
  if (options.json) console.log(JSON.stringify({ suite: 'server', machine, rows }));
}
