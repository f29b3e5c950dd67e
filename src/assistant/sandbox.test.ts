/** What a program in the sandbox can do: its own sums. What it cannot: leave the folder, the time, the memory, the machine. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { runSandboxed } from './sandbox.ts';

let server: Server;
let reached = 0;
beforeAll(async () => {
  server = createServer((_request, response) => {
    reached++;
    response.end('in');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => new Promise((done) => server.close(done)));

const run = (
  source: string,
  timeoutMs = 20_000,
  { link = false, signal = undefined as AbortSignal | undefined } = {},
) => {
  const root = join(tempDir('sandbox'), 'own');
  mkdirSync(root);
  writeFileSync(join(root, 'program.mjs'), source);
  writeFileSync(join(root, '..', 'secret.txt'), 'the secret');
  if (link) symlinkSync(join(root, '..'), join(root, 'up'));
  return runSandboxed({ root, args: ['program.mjs'], timeoutMs, signal }).finally(() => {
    expect(readdirSync(root).filter((name) => name.startsWith('.tmp'))).toEqual([]);
  });
};
/** Each try, and what came of it: a code for what was refused. */
const tries = (list: Record<string, string>) =>
  `${Object.entries(list)
    .map(
      ([name, code]) =>
        `try { const got = await (async () => { ${code} })(); console.log('${name}:', 'GOT', got); } catch (e) { console.log('${name}:', e.code ?? e.cause?.code ?? e.message); }`,
    )
    .join('\n')}\nprocess.exit(0);`;

test('tests run, pass and fail', async () => {
  const source = (sum: number) =>
    `import test from 'node:test'; import assert from 'node:assert'; test('sums', () => assert.equal(1 + 1, ${sum}));`;
  expect(await run(source(2))).toMatchObject({ code: 0, stopped: undefined, output: expect.stringContaining('sums') });
  expect((await run(source(3))).code).not.toBe(0);
});

test('files outside, children, workers, the network and other processes are out of reach, by whatever way', async () => {
  const port = (server.address() as AddressInfo).port;
  const { output } = await run(
    tries({
      above: `return (await import('node:fs')).readFileSync('../secret.txt', 'utf8')`,
      absolute: `return (await import('node:fs')).readFileSync('/etc/passwd', 'utf8').length`,
      write: `return (await import('node:fs')).writeFileSync('program.mjs', '')`,
      link: `return (await import('node:fs')).symlinkSync('/etc', process.env.TMPDIR + '/etc')`,
      child: `return (await import('node:child_process')).execSync('id')`,
      worker: `return new (await import('node:worker_threads')).Worker('1', { eval: true })`,
      fetch: `return (await fetch('http://127.0.0.1:${port}')).status`,
      net: `return (await import('node:net')).connect(${port})`,
      builtin: `return process.getBuiltinModule('node:net').connect(${port})`,
      required: `return (await import('node:module')).createRequire(import.meta.url)('http').get('http://127.0.0.1:${port}')`,
      loaded: `return (await import('node:module')).default._load('net').connect(${port})`,
      dns: `return (await import('node:dns')).promises.resolve4('example.org')`,
      binding: `return process.binding('tcp_wrap')`,
      kill: `return process.kill(process.ppid, 0)`,
      keys: `return Object.keys(process.env).filter((name) => !['PATH', 'NODE_OPTIONS', 'HOME', 'TMPDIR'].includes(name)).join() || Promise.reject(new Error('none'))`,
    }),
  );
  expect(output.split('\n').filter((line) => line.includes('GOT'))).toEqual([]);
  expect(output.trim().split('\n').length).toBe(15);
  expect(reached).toBe(0);
});

test('nothing runs where a link leads out', async () => {
  await expect(run('', 5_000, { link: true })).rejects.toMatchObject({ code: 'SANDBOX_LINK' });
});

test('it ends when its time is over, and all of it', async () => {
  expect(await run('for (;;);', 1_500)).toMatchObject({ stopped: 'time' });
});

test('it ends when it takes too much memory, on the heap or beside it', async () => {
  const heap = await run('const all = []; for (;;) all.push(new Array(1e5).fill(Math.random()));');
  expect(heap.code).not.toBe(0);
  const beside = await run('const all = []; for (;;) all.push(Buffer.alloc(2 ** 25, 1));');
  expect(beside).toMatchObject({ code: null, stopped: 'memory' });
});

test('it writes to a folder of its own, which goes with it, and ends when it writes too much', async () => {
  const write = (count: number) =>
    `import { writeFileSync, mkdirSync } from 'node:fs'; import { tmpdir } from 'node:os'; import { join } from 'node:path';
     const dir = join(tmpdir(), 'deep'); mkdirSync(dir);
     for (let at = 0; at < ${count}; at++) writeFileSync(join(dir, 'f' + at % 200), Buffer.alloc(2 ** 20));
     console.log('written');`;
  expect(await run(write(1))).toMatchObject({ code: 0, output: 'written\n' });
  expect(await run(write(1e9))).toMatchObject({ code: null, stopped: 'disk' });
});

test('it ends when whoever asked is gone, and does not begin when they were gone before', async () => {
  const gone = new AbortController();
  const running = run('for (;;);', 20_000, { signal: gone.signal });
  setTimeout(() => gone.abort(), 300);
  expect(await running).toMatchObject({ code: null, stopped: undefined });
  await expect(run('', 20_000, { signal: gone.signal })).rejects.toThrow('aborted');
});

test('its output is bounded', async () => {
  const { output } = await run(
    `for (let at = 0; at < 20; at++) console.log('x'.repeat(100_000)); process.exitCode = 0;`,
  );
  expect(output.length).toBeLessThanOrEqual(200_000);
});
