/**
 * A long day: `npm run soak [-- --turns N] [--json]`. 20,000 turns on a real server, told things and questions mixed;
 * after each twentieth a collection, then how much memory is in use and how much the data folder has grown. Memory must be
 * flat in the second half, a turn take at most 20 kB of disk. An interrupt ends it after the part that is under way.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { scratchFolder } from '../../src/storage/scratch.ts';
import type { Load, Times } from '../server/load.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: { json: { type: 'boolean' }, turns: { type: 'string' } },
});

const TURNS = Number(options.turns ?? 20_000);
const PARTS = 20;
const CHATS = 20;
const CLI = resolve(import.meta.dirname, '../../bin/consilium.mjs');
const COLLECT = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2",()=>gc())'];
let isEnough = false;
process.on('SIGINT', () => {
  isEnough = true;
});
const work = scratchFolder('soak');
const home = join(work, 'home');
const rows: { name: string; unit: string; consilium: number; peers: object; ratio: null }[] = [];
const put = (name: string, unit: string, value: number) => {
  const consilium = Math.round(value * 100) / 100;
  rows.push({ name, unit, consilium, peers: {}, ratio: null });
  console.log(`${name.padEnd(48)} ${String(consilium).padStart(10)} ${unit}`);
};

try {
  await soak();
} finally {
  rmSync(work, { recursive: true, force: true });
}
const machine = { arch: process.arch, node: process.version, cores: availableParallelism() };
if (options.json) console.log(JSON.stringify({ suite: 'soak', machine, rows }));

async function soak(): Promise<void> {
  const env = { ...process.env, AI_PROVIDER: 'offline', CONSILIUM_LOG: 'silent', CONSILIUM_AUTH: 'off' };
  const child = spawn(process.execPath, [...COLLECT, CLI, 'serve', '--port', '0', '--home', home], {
    ...{ env, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  const people = fork(join(import.meta.dirname, '../server/load.ts'));
  try {
    const url = await saidUrl(child);
    const { patients } = (await (await fetch(`${url}/v1/patients`)).json()) as { patients: { id: string }[] };
    const ids = patients.map(({ id }) => id);
    const run = async (turns: number): Promise<number> => {
      people.send({ url, patients: ids, chats: CHATS, turns, pauseMs: 0 } satisfies Load);
      const [times] = (await once(people, 'message')) as [Times];
      return times.failed;
    };
    await run(CHATS * 4); // what is loaded at the first use is neither memory nor disk of a turn
    const before = sizeOf(home);
    const samples: { heap: number; resident: number }[] = [];
    let failed = 0;
    for (let part = 1; part <= PARTS && !isEnough; part++) {
      failed += await run(TURNS / PARTS);
      child.kill('SIGUSR2');
      await sleep(500);
      samples.push(await readMemory(url));
      const { heap, resident } = samples.at(-1)!;
      const disk = (sizeOf(home) - before) / 1024 / ((part * TURNS) / PARTS);
      const seen = `${heap.toFixed(0)} MB heap, ${resident.toFixed(0)} MB, ${disk.toFixed(1)} kB a turn`;
      process.stderr.write(`${(part * TURNS) / PARTS} turns: ${seen}\n`);
    }
    const done = (samples.length * TURNS) / PARTS;
    const half = samples.slice(samples.length / 2).map(({ heap }) => heap);
    put('turns', 'turns', done);
    put('failed', 'turns', failed);
    put('heap after the first part', 'MB', samples[0]!.heap);
    put('heap in the end', 'MB', samples.at(-1)!.heap);
    put('heap gained in the second half', 'MB', half.at(-1)! - half[0]!);
    put('memory in the end', 'MB', samples.at(-1)!.resident);
    put('disk per turn', 'kB', (sizeOf(home) - before) / 1024 / done);
  } finally {
    people.disconnect();
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

async function readMemory(url: string): Promise<{ heap: number; resident: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 1e6;
  return { heap: read('nodejs_heap_size_used_bytes'), resident: read('process_resident_memory_bytes') };
}

/** All files of a folder; what SQLite keeps beside its files for a while is of a constant size and left out. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/-(?:wal|shm)$/.test(entry.name))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function saidUrl(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let said = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = /running on (\S+)/.exec(said)?.[1];
      if (found !== undefined) done(found);
    });
    child.once('exit', () => fail(new Error(`The server did not start: ${said}`)));
  });
}
