/**
 * What a call of a remote agent costs: `npm run bench:a2a [-- --quick] [--json]`. On loopback, each server in a process of
 * its own: a bare echo, the same agent behind the SDK's server and client, behind our door, and as `consilium serve
 * --agent` with everything kept on disk.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Role } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import { createPool, exchange } from '../../src/a2a/client/http.ts';
import { DEFAULTS, Remote, type RemoteCall, type RemoteSettings } from '../../src/a2a/client/index.ts';
import type { ConsiliumError } from '../../src/kernel/index.ts';
import { scratchFolder } from '../../src/storage/scratch.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: { json: { type: 'boolean' }, quick: { type: 'boolean' }, calls: { type: 'string' } },
});
const SHARE = options.quick ? 0.1 : 1;
const MANY = Number(options.calls ?? Math.round(100_000 * SHARE));
const work = scratchFolder('bench-a2a');
const children: ChildProcess[] = [];

interface Row {
  name: string;
  unit: string;
  consilium: number;
  consilium_durable?: number;
  peers: Record<string, number>;
  ratio: number | null;
}
const rows: Row[] = [];
const round = (value: number) => Math.round(value * 1000) / 1000;

function record(
  name: string,
  unit: string,
  consilium: number,
  more: { durable?: number; sdk?: number; moreIsBetter?: boolean } = {},
): void {
  const { durable, sdk, moreIsBetter } = more;
  const ratio = sdk === undefined ? null : round(moreIsBetter ? sdk / consilium : consilium / sdk);
  const row = {
    name,
    unit,
    consilium: round(consilium),
    ...(durable !== undefined && { consilium_durable: round(durable) }),
  };
  rows.push({ ...row, peers: sdk === undefined ? {} : { '@a2a-js/sdk': round(sdk) }, ratio });
  process.stderr.write(`${name}: ${JSON.stringify(rows.at(-1))}\n`);
}

type Ask = (at: number) => Promise<unknown>;

/** One after another; the middle of the times in ms. */
async function middle(ask: Ask, count: number): Promise<number> {
  for (let at = 0; at < 200; at++) await ask(at);
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    const began = performance.now();
    await ask(at);
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(count / 2)]!;
}

/** Side by side; calls a second. */
async function rate(ask: Ask, count: number, width = 64): Promise<number> {
  const began = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let at = next++; at < count; at = next++) await ask(at);
    }),
  );
  return (count / (performance.now() - began)) * 1000;
}

async function start(file: string): Promise<string> {
  const child = fork(join(import.meta.dirname, 'peers', file), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  children.push(child);
  const [port] = (await once(child, 'message')) as [number];
  return `http://127.0.0.1:${port}`;
}

/** Doing it twice is doing it once, as of the peers; so a call is one commit. */
const ECHO = `
kind: code
description: Says what it hears.
actions:
  ask:
    description: Says it.
    idempotent: true
    parameters: { properties: { message: { type: string } } }
`;

async function startConsilium(name: string): Promise<{ url: string; child: ChildProcess }> {
  const team = join(work, 'team');
  mkdirSync(join(team, 'Echo'), { recursive: true });
  writeFileSync(join(team, 'team.yml'), 'name: echo\nroot: Echo\n');
  writeFileSync(join(team, 'Echo/config.yml'), ECHO);
  writeFileSync(join(team, 'Echo/agent.ts'), 'export default ({ message }) => message;\n');
  const bin = resolve(import.meta.dirname, '../../bin/consilium.mjs');
  const args = [bin, 'serve', '--agent', 'Echo', '--team', team, '--home', join(work, name), '--port', '0'];
  const env = { ...process.env, CONSILIUM_LOG: 'silent', CONSILIUM_RATE_LIMIT: 'off' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  for (let out = ''; ; ) {
    const [chunk] = (await once(child.stdout!, 'data')) as [Buffer];
    out += chunk;
    const port = /localhost:(\d+)/.exec(out)?.[1];
    if (port !== undefined) return { url: `http://127.0.0.1:${port}`, child };
  }
}

function remoteAt(endpoints: readonly string[], more: Partial<RemoteSettings> = {}): Remote {
  const names = { name: 'Echo', remoteName: 'Echo', endpoints: endpoints.map((url) => `${url}/a2a`) };
  return new Remote({ ...DEFAULTS, ...names, isIdempotent: () => true, ...more });
}

function callOf(at: number): RemoteCall {
  const id = String(at);
  return {
    action: 'ask',
    parameters: { message: 'hello' },
    context: {},
    conversation: `c${id}`,
    key: crypto.randomUUID(),
  };
}

async function measure(): Promise<void> {
  const [echo, door, sdk] = [await start('echo.ts'), await start('door.ts'), await start('sdk.ts')];
  const [one, two] = [await startConsilium('one'), await startConsilium('two')];
  const pool = createPool();
  const body = JSON.stringify({
    agent_name: 'Echo',
    input: { action: 'ask', parameters: { message: 'hello' } },
    context: {},
  });
  const bare: Ask = () => exchange(pool, { peer: 'echo', url: new URL(echo), body, timeoutMs: 5000 });
  const [near, durable] = [remoteAt([door]), remoteAt([one.url])];
  const client = await new ClientFactory().createFromUrl(sdk);
  const throughSdk: Ask = () =>
    client.sendMessage({
      ...{ tenant: '', configuration: undefined, metadata: undefined },
      message: {
        ...{ messageId: crypto.randomUUID(), contextId: '', taskId: '', role: Role.ROLE_USER, metadata: undefined },
        ...{ extensions: [], referenceTaskIds: [] },
        parts: [{ content: { $case: 'text', value: 'hello' }, metadata: undefined, filename: '', mediaType: '' }],
      },
    });
  const through =
    (remote: Remote): Ask =>
    (at) =>
      remote.call(callOf(at));

  const count = Math.round(5000 * SHARE);
  const floor = await middle(bare, count);
  record('bare HTTP echo, p50', 'ms', floor);
  const times = {
    near: await middle(through(near), count),
    durable: await middle(through(durable), count),
    sdk: await middle(throughSdk, count),
  };
  record('remote call, p50', 'ms', times.near, { durable: times.durable, sdk: times.sdk });
  record('overhead over the echo, p50', 'ms', times.near - floor, {
    durable: times.durable - floor,
    sdk: times.sdk - floor,
  });
  const calls = Math.round(20_000 * SHARE);
  const rates = {
    near: await rate(through(near), calls),
    durable: await rate(through(durable), calls),
    sdk: await rate(throughSdk, calls),
  };
  record('calls a second, 64 side by side', '1/s', rates.near, {
    durable: rates.durable,
    sdk: rates.sdk,
    moreIsBetter: true,
  });

  await killUnderLoad(one, two);
  await openCircuit();
  await watchMemory(near);
}

/** Two instances, one of which is killed with a third of the calls made. */
async function killUnderLoad(one: { url: string; child: ChildProcess }, two: { url: string }): Promise<void> {
  const remote = remoteAt([one.url, two.url]);
  const calls = Math.round(6000 * SHARE);
  let failed = 0;
  let done = 0;
  await rate(
    async (at) => {
      if (++done === Math.floor(calls / 3)) one.child.kill('SIGKILL');
      await remote.call(callOf(at)).catch(() => failed++);
    },
    calls,
    32,
  );
  remote.close();
  record(`failed of ${calls} calls, an instance killed under load`, 'calls', failed);
}

async function openCircuit(): Promise<void> {
  const remote = remoteAt(['http://127.0.0.1:9'], { retry: { attempts: 1, initialDelayMs: 1, maxDelayMs: 1 } });
  const refuse: Ask = (at) => remote.call(callOf(at)).catch((error: ConsiliumError) => error.code);
  for (let at = 0; at < 5; at++) await refuse(at);
  const times: number[] = [];
  for (let at = 0; at < 1000; at++) {
    const began = performance.now();
    if ((await refuse(at)) !== 'CIRCUIT_OPEN') throw new Error('the circuit is not open');
    times.push(performance.now() - began);
  }
  remote.close();
  record('refusal by an open circuit, p99', 'ms', times.toSorted((a, b) => a - b)[990]!);
}

/** The caller's memory after a tenth of the calls, and at their end. */
async function watchMemory(remote: Remote): Promise<void> {
  const used = () => {
    globalThis.gc?.();
    return process.memoryUsage().rss / 2 ** 20;
  };
  await rate((at) => remote.call(callOf(at)), Math.round(MANY / 10));
  const before = used();
  await rate((at) => remote.call(callOf(at)), Math.round((MANY * 9) / 10));
  record(`growth of the caller over ${MANY} calls`, 'MB', used() - before);
}

try {
  await measure();
} finally {
  for (const child of children) child.kill();
  rmSync(work, { recursive: true, force: true });
}
const machine = { arch: process.arch, node: process.version, cores: availableParallelism() };
process.stdout.write(
  `${rows
    .map(
      ({ name, unit, consilium, consilium_durable, peers }) =>
        `${name.padEnd(55)} ${consilium} ${unit}${consilium_durable === undefined ? '' : ` · on disk ${consilium_durable}`}${Object.entries(
          peers,
        )
          .map(([peer, value]) => ` · ${peer} ${value}`)
          .join('')}`,
    )
    .join('\n')}\n`,
);
if (options.json) process.stdout.write(`${JSON.stringify({ suite: 'a2a', machine, rows })}\n`);
process.exit(0);
