import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { openHome } from './home.ts';

const owner = (dir: string) =>
  spawn(
    process.execPath,
    [
      '-e',
      `import(${JSON.stringify(join(import.meta.dirname, 'home.ts'))}).then(({ openHome }) => {
         openHome(${JSON.stringify(dir)}).announce({ url: 'http://localhost:1234' });
         console.log('open');
         setInterval(() => {}, 1000);
       })`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );

test('a second process gets a clear error, and a killed one leaves no lock behind', async () => {
  const dir = tempDir('home');
  const first = owner(dir);
  await once(first.stdout, 'data');
  expect(() => openHome(dir)).toThrow(
    expect.objectContaining({
      code: 'HOME_LOCKED',
      message: expect.stringContaining(String(first.pid)),
      hint: expect.stringContaining('http://localhost:1234'),
    }),
  );
  first.kill('SIGKILL');
  await once(first, 'exit');
  const home = openHome(dir);
  expect(await home.store.sessions()).toEqual([]);
  home.close();
});

test('a closed home can be opened again, and only its owner may look into the folder', () => {
  const dir = tempDir('home');
  openHome(dir).close();
  openHome(dir).close();
  expect(statSync(dir).mode & 0o077).toBe(0);
  expect(statSync(join(dir, 'consilium.db')).mode & 0o077).toBe(0);
});

test('a folder that cannot be one is refused with what to do', () => {
  const file = join(tempDir('home'), 'file');
  writeFileSync(file, '');
  expect(() => openHome(join(file, 'below'))).toThrow(
    expect.objectContaining({ code: 'STORAGE_UNUSABLE', hint: expect.stringContaining('--home') }),
  );
});
