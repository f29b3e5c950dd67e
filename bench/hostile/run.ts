/**
 * Whether anybody can keep others waiting: `npm run bench:hostile [-- --json] [--only 'WORDS|WORDS'] [--list]`. A real
 * `consilium serve` on a fresh data folder; a corpus of hostile requests, one after another; and a bystander in another
 * process who asks for something small every 5 ms. For each attack: how much longer the bystander waited, at most, than
 * one who asks a server that does nothing at the same moment; how long the server's accepting thread was held, in
 * processor time; and how long it stood ready while others had the processors, which is not the server's doing. What counts
 * is the longer of the time held and of the bystander's wait without that. The aim is 100 ms. Attackers show a token, the
 * bystander none: they are not the same caller. `control` is what a piece of work of 2 ms took at most at the same time in a
 * process that has nothing to do with the server: where that is much more, the machine was not ours, and the row says little.
 */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { scratchFolder } from '../../src/storage/scratch.ts';
import type { Seen, Standing } from './bystander.ts';
import { CORPUS } from './corpus.ts';
import type { Attack, House } from './house.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: { json: { type: 'boolean' }, list: { type: 'boolean' }, only: { type: 'string' } },
});

const AIM_MS = 100;
const LONGEST_MS = 180_000;
/** Of the control's piece, which takes 2: then somebody else had the machine. */
const DISTURBED_MS = 10;
/** An attack that came to no door is none. */
const MISSED = /\b(?:401|403|404)\b/;
const CLI = resolve(import.meta.dirname, '../../bin/consilium.mjs');
const SLICES = resolve(import.meta.dirname, 'slices.mjs');
const only = options.only?.split('|');
const attacks = CORPUS.filter(([name]) => only === undefined || only.some((words) => name.includes(words)));
const work = scratchFolder('bench-hostile');
interface Row {
  readonly name: string;
  readonly unit: 'ms';
  /** What counts. */
  readonly consilium: number;
  readonly more: number;
  readonly held: number;
  readonly control: number;
  readonly peers: object;
  readonly ratio: null;
}
const rows: Row[] = [];

if (options.list) for (const [name] of attacks) console.log(name);
else
  try {
    await measure();
  } finally {
    rmSync(work, { recursive: true, force: true });
  }

async function measure(): Promise<void> {
  const server = await startServer();
  const control = fork(join(import.meta.dirname, 'control.ts'));
  const [port] = (await once(control, 'message')) as [number];
  const bystander = fork(join(import.meta.dirname, 'bystander.ts'), [server.url, `http://127.0.0.1:${port}/`]);
  try {
    await warm(server);
    await look(bystander, server, control);
    await sleep(2_000);
    record('nobody attacks', await look(bystander, server, control), 200);
    for (const attack of attacks) await suffer(attack, server, bystander, control);
    report();
  } finally {
    for (const child of [bystander, control]) child.disconnect();
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  }
}

interface Server extends House {
  readonly child: ChildProcess;
  loop(): Promise<Loop>;
}

interface Loop {
  /** Milliseconds that it was held at most since this was last asked. */
  readonly held: number;
  readonly stood: Standing;
}

async function suffer(
  [name, run]: Attack,
  server: Server,
  bystander: ChildProcess,
  control: ChildProcess,
): Promise<void> {
  await look(bystander, server, control);
  const outcome = await Promise.race([
    run(server).then(statusOf, () => 'ended'),
    sleep(LONGEST_MS, 'still running', { ref: false }),
  ]);
  await sleep(150);
  record(name, await look(bystander, server, control), outcome);
}

function statusOf(answer: unknown): string | number {
  if (Array.isArray(answer)) return [...new Set(answer.map(statusOf))].join(' ');
  return answer instanceof Response ? answer.status : 'done';
}

interface Delays extends Seen {
  readonly held: number;
  /** Of a piece of work that always takes the same, elsewhere. */
  readonly control: number;
}

async function look(bystander: ChildProcess, server: Server, idle: ChildProcess): Promise<Delays> {
  const { held, stood } = await server.loop().catch(() => ({ held: Number.POSITIVE_INFINITY, stood: [] }));
  bystander.send(stood);
  const [seen] = (await once(bystander, 'message')) as [Seen];
  idle.send('look');
  const [control] = (await once(idle, 'message')) as [number];
  return { ...seen, held, control };
}

function record(name: string, { worst, delay, own, failed, held, control }: Delays, outcome: string | number): void {
  const counts = Math.max(held, own);
  rows.push({
    name,
    unit: 'ms',
    consilium: round(counts),
    more: round(delay),
    held: round(held),
    control: round(control),
    peers: {},
    ratio: null,
  });
  const mark = counts > AIM_MS ? ' <<<' : '';
  const lost =
    (failed > 0 ? `, ${failed} not answered` : '') + (MISSED.test(String(outcome)) ? ', tested nothing' : '');
  const columns = [
    `${pad(counts)} ms`,
    `${pad(held)} held`,
    `${pad(delay)} more`,
    `${pad(worst)} in all`,
    `${pad(control)} control`,
  ];
  console.log(`${name.padEnd(52)} ${columns.join(' ')}  ${outcome}${lost}${mark}`);
}

function pad(ms: number): string {
  return ms.toFixed(0).padStart(6);
}

function report(): void {
  const worst = rows.slice(1).reduce((most, row) => (row.consilium > most.consilium ? row : most));
  console.log(`\nthe worst: ${worst.name}, ${worst.consilium} ms (aim ${AIM_MS} ms), ${rows.length - 1} attacks`);
  const over = rows.filter(({ consilium }) => consilium > AIM_MS);
  const disturbed = over.filter(({ control }) => control > DISTURBED_MS).map(({ name }) => name);
  console.log(
    `${over.length} above it${disturbed.length > 0 ? `; while the machine was disturbed: ${disturbed.join(', ')}` : ''}`,
  );
  const machine = { arch: process.arch, node: process.version, cores: availableParallelism() };
  const all = { name: 'worst of all', unit: 'ms', consilium: worst.consilium, peers: {}, ratio: null };
  if (options.json) console.log(JSON.stringify({ suite: 'hostile', machine, rows: [...rows, all] }));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** What is loaded at the first use is not what an attack takes. */
async function warm(server: Server): Promise<void> {
  for (const team of ['health', 'assistant', 'kitchen', 'research', 'mentor'])
    await server.post('/v1/chat', { team, message: 'Hello, is my blood pressure of 120/80 fine?' });
  for (let turn = 0; turn < 8; turn++)
    await server.post('/v1/chat', {
      message: `My pulse was ${60 + turn} today. Is that fine?`,
      patient_id: server.patient,
    });
  await server.post('/v1/functions/extract-structure/run', { content: '# A\n\nWords.', extraction_type: 'keywords' });
  await server.get('/v1/search?q=pain');
}

async function startServer(): Promise<Server> {
  const folder = join(work, 'files');
  mkdirSync(folder, { recursive: true });
  const quiet = { CONSILIUM_LOG: 'silent', CONSILIUM_EMBEDDINGS: 'off', CONSILIUM_RATE_LIMIT: 'off' };
  const env = {
    ...process.env,
    ...quiet,
    AI_PROVIDER: 'offline',
    CONSILIUM_AUTH: 'off',
    CONSILIUM_INDEX_ROOTS: folder,
  };
  const home = ['--home', join(work, 'home')];
  const issued = execFileSync(process.execPath, [CLI, 'token', 'issue', 'stranger', '--json', ...home], { env });
  const { token } = JSON.parse(issued.toString()) as { token: string };
  const authorization = `Bearer ${token}`;
  const args = ['--import', SLICES, CLI, 'serve', '--port', '0', ...home];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [url, slices] = await Promise.all([
    said(child, 'stdout', /running on (\S+)/),
    said(child, 'stderr', /slices on (\d+)/),
  ]);
  const get = (path: string) => fetch(`${url}${path}`, { headers: { authorization } }).then(drain);
  const post: House['post'] = (path, body, headers = {}) =>
    fetch(`${url}${path}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json', authorization, ...headers } },
      body: JSON.stringify(body),
    }).then(drain);
  const { patients } = (await (await get('/v1/patients')).json()) as { patients: { id: string }[] };
  const loop = async () => (await (await fetch(`http://127.0.0.1:${slices}/`)).json()) as Loop;
  const file = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  return { child, url, token, folder, patient: patients[0]!.id, get, post, file, loop };
}

/** The answer with its body here, however long it is. */
async function drain(response: Response): Promise<Response> {
  return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers });
}

function said(child: ChildProcess, stream: 'stdout' | 'stderr', words: RegExp): Promise<string> {
  return new Promise((done, fail) => {
    let text = '';
    child[stream]!.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      const found = words.exec(text)?.[1];
      if (found !== undefined) done(found);
    });
    child.once('exit', (code) => {
      if (code) console.error(`the server ended with ${code}: ${text.slice(-2_000)}`);
      fail(new Error(`The server did not start: ${text}`));
    });
  });
}
