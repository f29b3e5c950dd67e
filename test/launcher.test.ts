/** How a server is begun and ended from outside: by the launcher on an older Node, and by somebody who follows its hint. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from './house.ts';

const BIN = resolve(import.meta.dirname, '../bin/consilium.mjs');
/** The launcher takes this Node for an older one, and starts the one that the project ships. */
const OLDER = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.0.0'}})`;

function start(args: readonly string[], env: Record<string, string>): ChildProcess {
  const given = { ...process.env, CONSILIUM_LOG: 'silent', CONSILIUM_EMBEDDINGS: 'off', ...env };
  return spawn(process.execPath, args, { env: given, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Resolves with what was said when it says this. */
function until(child: ChildProcess, stream: 'stdout' | 'stderr', words: RegExp): Promise<string> {
  return new Promise((heard, failed) => {
    let said = '';
    child[stream]!.on('data', (chunk: Buffer) => {
      said += chunk;
      if (words.test(said)) heard(said);
    });
    child.once('exit', () => failed(new Error(`it ended: ${said}`)));
  });
}

test('a launcher that is killed outright takes its server with it', { timeout: 120_000 }, async () => {
  const home = tempDir('launcher');
  const args = ['--import', OLDER, BIN, 'serve', '--port', '0', '--agent', 'LineCook', '--home', home];
  const launcher = start(args, { CONSILIUM_AUTH: 'off' });
  const [, url] = /(http:\/\/localhost:\d+)/.exec(await until(launcher, 'stdout', /http:\/\/localhost:\d+/))!;
  const [server] = readFileSync(`/proc/${launcher.pid}/task/${launcher.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number);
  onTestFinished(() => {
    try {
      process.kill(server!, 'SIGKILL');
    } catch {} // it is gone, as it should be
  });
  const answers = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await answers()).toBe(true);
  launcher.kill('SIGKILL');
  await expect.poll(answers, { timeout: 60_000 }).toBe(false);
});

test('the hint at tokens is given when commands are let in', { timeout: 120_000 }, async () => {
  const home = tempDir('hint');
  const server = start([BIN, 'serve', '--port', '0', '--agent', 'LineCook', '--home', home], {
    CONSILIUM_AUTH: 'token',
  });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  });
  const said = await until(server, 'stderr', /No token is valid yet/);
  expect(said).toContain(`consilium token issue <name> --home ${home}`);
  expect(existsSync(join(home, 'owner.sock'))).toBe(true);
});
