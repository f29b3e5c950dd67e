/** A sealed data folder under a real server: told something, killed, looked through byte by byte, and opened again. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { tempDir } from './house.ts';

const BIN = join(import.meta.dirname, '../bin/consilium.mjs');
const KEY = 'a key of sixteen and more';

const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) if (child.exitCode === null && child.signalCode === null) await kill(child);
});

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

const envOf = (home: string, key?: string) => ({
  ...process.env,
  CONSILIUM_HOME: home,
  AI_PROVIDER: 'offline',
  CONSILIUM_WARM_UP: 'off',
  ...(key !== undefined && { CONSILIUM_DATA_KEY: key }),
});

async function serve(home: string) {
  const args = [BIN, 'serve', '--port', '0'];
  const child = spawn(process.execPath, args, { env: envOf(home, KEY), stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (more) => (said += String(more)));
  const address = () => /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(said)?.[0];
  while (address() === undefined) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${said.slice(-500)}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  const call = async (path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const asked = body === undefined ? {} : { headers, method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${address()}${path}`, asked)).text();
  };
  return { child, call };
}

async function run(home: string, key: string | undefined, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [BIN, ...args], {
    env: envOf(home, key),
  }).catch((failed: { stdout: string; stderr: string }) => failed);
  return `${stdout}${stderr}`;
}

/** Files, and names of files, that tell of what was told. */
function telling(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => {
      const bytes = entry.isFile() ? readFileSync(join(entry.parentPath, entry.name)).toString('latin1') : '';
      return /zephyrine|warfarin|oatmilk/i.test(`${entry.name} ${bytes}`);
    })
    .map(({ name }) => name);
}

test('what was told is nowhere in the folder, while it runs, after kill -9 and in a backup; with the key it is all there', async () => {
  const home = tempDir('sealed');
  const first = await serve(home);
  const chat = (team: string, message: string) => first.call('/v1/chat', { team, message });
  expect(await chat('health', 'I am Zephyrine and take warfarin 5 mg. My blood pressure was 151/92 today.')).toContain(
    '151/92',
  );
  expect(await chat('assistant', 'Write a note called zephyrine.md: buy oatmilk')).toContain('Saved');
  expect(await chat('research', 'Watch for new papers on Zephyrine syndrome every week')).toContain('Zephyrine');
  await first.call('/.well-known/jwks.json');
  const file = join(tempDir('backup'), 'b');
  expect(await run(home, undefined, 'backup', file)).toContain('sealed with the key of the data folder');
  expect(telling(home)).toEqual([]);
  await kill(first.child);
  expect(telling(home)).toEqual([]);
  expect(/zephyrine|warfarin|oatmilk/i.test(readFileSync(file).toString('latin1'))).toBe(false);

  expect(await run(home, undefined, 'sessions')).toContain('The data folder is encrypted');
  const wrong = await run(home, 'another key of sixteen', 'sessions');
  expect(wrong).toContain('This is not the key of the data folder');
  expect(wrong).not.toContain('another key');
  expect(await run(home, KEY, 'doctor')).toContain('Encrypted, but for audit.head, audit.key, owner.json, seal.json');
  const second = await serve(home);
  const said = (await second.call('/v1/chat', { team: 'assistant', message: 'Show me zephyrine.md' })) as string;
  expect(said).toContain('oatmilk');
  await kill(second.child);

  // And back: a plain folder again, which is sealed again.
  expect(await run(home, KEY, 'seal', '--open')).toContain('plain again');
  expect(telling(home)).not.toEqual([]);
  expect(await run(home, undefined, 'doctor')).toContain('Not encrypted: consilium seal does it');
  expect(await run(home, KEY, 'sessions')).toContain('the folder is not encrypted');
  expect(await run(home, KEY, 'seal')).toContain('is encrypted now');
  expect(telling(home)).toEqual([]);
});
