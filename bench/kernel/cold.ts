/** Imports one contender in a fresh process, with and without V8's compile cache, as a program's start would. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Contender } from './contender.ts';
import { type Measured, median } from './harness.ts';

const PROGRAM = `
  import { enableCompileCache, flushCompileCache } from 'node:module';
  const [entry, cache] = process.argv.slice(1);
  if (cache !== undefined) enableCompileCache(cache);
  const cpu = process.cpuUsage();
  const began = performance.now();
  await import(entry);
  const ms = performance.now() - began;
  const used = process.cpuUsage(cpu);
  const measured = { ms, cpu: (used.user + used.system) / 1000, rss: process.memoryUsage.rss() / 2 ** 20 };
  if (cache !== undefined) flushCompileCache();
  process.stdout.write('\\n' + JSON.stringify(measured) + '\\n', () => process.exit(0));`;

interface Start {
  readonly ms: number;
  readonly cpu: number;
  readonly rss: number;
}

/** With a cache folder, the first start fills it and is not counted. */
export async function measureImport(contender: Contender, runs: number, cache?: string): Promise<Measured> {
  if (cache !== undefined) await start(contender, cache);
  const starts: Start[] = [];
  for (let k = 0; k < runs; k++) starts.push(await start(contender, cache));
  const ms = median(starts.map((s) => s.ms));
  const cpu = median(starts.map((s) => s.cpu));
  if (cache === undefined) return { values: { import_uncached: ms, import_uncached_cpu: cpu } };
  return { values: { import: ms, import_cpu: cpu, import_rss: median(starts.map((s) => s.rss)) } };
}

async function start(contender: Contender, cache: string | undefined): Promise<Start> {
  const args = [
    '--input-type=module',
    '--eval',
    PROGRAM,
    '--',
    contender.entry,
    ...(cache === undefined ? [] : [cache]),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: contender.folder,
    env: { ...process.env, NODE_ENV: 'production', NODE_COMPILE_CACHE: '', ...contender.env },
  });
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Start;
}
