import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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

test('a folder that is taken away while it is open is said to be gone, and is fine when it is back', () => {
  const dir = tempDir('home-gone');
  const home = openHome(dir);
  home.test();
  renameSync(dir, `${dir}-elsewhere`);
  expect(() => home.test()).toThrow(expect.objectContaining({ code: 'STORAGE_GONE' }));
  renameSync(`${dir}-elsewhere`, dir);
  home.test();
  // Another one of that name is not it: what is written now would be in neither.
  const file = join(dir, 'consilium.db');
  renameSync(file, `${file}.mine`);
  copyFileSync(`${file}.mine`, file);
  expect(() => home.test()).toThrow(expect.objectContaining({ message: 'Another data file is in its place.' }));
  home.close();
});

test.each(['emptied', 'gone'])('a data file that is %s is told, not begun anew, and the head stays', (how) => {
  const dir = tempDir('home');
  const home = openHome(dir);
  home.audit.write({ action: 'read:x', actor: 'test' });
  home.close();
  const [file, head] = [join(dir, 'consilium.db'), readFileSync(join(dir, 'audit.head'), 'utf8')];
  for (const each of [file, `${file}-wal`, `${file}-shm`]) rmSync(each, { force: true });
  if (how === 'emptied') writeFileSync(file, '');
  expect(() => openHome(dir)).toThrow(
    expect.objectContaining({ code: 'STORAGE_LOST', hint: expect.stringContaining('restore') }),
  );
  expect(readFileSync(join(dir, 'audit.head'), 'utf8')).toBe(head);
});

test('another database in its place does not pass for the trail that the head tells of', () => {
  const [dir, other] = [tempDir('home'), tempDir('home')];
  for (const each of [dir, other]) {
    const home = openHome(each);
    for (let row = 0; row < (each === dir ? 5 : 2); row++) home.audit.write({ action: `read:${row}`, actor: each });
    home.close();
  }
  const db = new DatabaseSync(join(other, 'consilium.db'));
  db.exec('DELETE FROM audit_head');
  db.close();
  rmSync(join(dir, 'consilium.db'));
  copyFileSync(join(other, 'consilium.db'), join(dir, 'consilium.db'));
  const swapped = openHome(dir);
  expect(swapped.audit.verify()).toMatchObject({ ok: false });
  swapped.close();
  const foreign = openHome(dir, undefined, [], 'a key that is somebody else’s');
  expect(foreign.audit.verify()).toMatchObject({ ok: false, why: expect.stringContaining('seal') });
  foreign.close();
});

test('a table that is not there is damage', () => {
  const dir = tempDir('home');
  openHome(dir).close();
  const db = new DatabaseSync(join(dir, 'consilium.db'));
  db.exec('DROP TABLE sign');
  db.close();
  const home = openHome(dir);
  expect(home.damage()).toContain('sign');
  home.close();
});
