import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sweepDead } from './scratch.ts';

const script = (after: string) =>
  `const { scratchFolder } = await import(${JSON.stringify(new URL('./scratch.ts', import.meta.url).href)});
   console.log(scratchFolder('mine')); ${after}`;

test('a folder goes with its process, also when that is told to stop', async () => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script('')], { encoding: 'utf8' });
  expect(stdout).toContain('consilium-mine-');
  expect(existsSync(stdout.trim())).toBe(false);
  const child = spawn(process.execPath, ['--input-type=module', '-e', script('setInterval(() => {}, 1000);')]);
  const folder = await new Promise<string>((told) => child.stdout.once('data', (said) => told(String(said).trim())));
  expect(existsSync(folder)).toBe(true);
  child.kill('SIGTERM');
  expect(await new Promise((gone) => child.once('exit', gone))).toBe(143);
  expect(existsSync(folder)).toBe(false);
});

test('what a killed process left goes with the next; what lives, and what is not ours, stays', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script('setInterval(() => {}, 1000);')]);
  const folder = await new Promise<string>((told) => child.stdout.once('data', (said) => told(String(said).trim())));
  const foreign = join(tmpdir(), 'consilium-mine-notes');
  mkdirSync(foreign);
  sweepDead('consilium-mine');
  expect(existsSync(folder)).toBe(true);
  child.kill('SIGKILL');
  await new Promise((gone) => child.once('exit', gone));
  sweepDead('consilium-mine');
  expect(readdirSync(tmpdir())).toEqual(['consilium-mine-notes']);
});
