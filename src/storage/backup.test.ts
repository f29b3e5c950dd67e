import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { writeBackup } from './backup.ts';
import { readBackupKey } from './backup-key.ts';
import { handleOf } from './handle.ts';
import { openHome } from './home.ts';
import { checkBackup, restoreBackup } from './restore.ts';

function filled() {
  const dir = tempDir('home');
  const home = openHome(dir);
  home.audit.write({ patientId: 'p', action: 'export', actor: 'test' });
  return { dir, home, file: join(tempDir('backup'), 'b') };
}

test.each([undefined, 'a long secret'])('what was saved while it was in use is there again (key: %s)', async (key) => {
  const { dir, home, file } = filled();
  const big = randomBytes(3_000_000);
  mkdirSync(join(dir, 'workspaces', 'ada'), { recursive: true });
  writeFileSync(join(dir, 'workspaces', 'ada', 'big.bin'), big);
  mkdirSync(join(dir, 'courses', 'renal'), { recursive: true });
  writeFileSync(join(dir, 'courses', 'renal', 'one.md'), '# Brought by a learner');
  writeFileSync(join(dir, 'a2a-keys.json'), '{}');
  writeFileSync(join(dir, 'owner.json'), '{"pid":1}');
  writeFileSync(join(dir, 'older'), '{"consilium":"backup","version":1}\n');
  const copies = { 'search.db': async (to: string) => writeFileSync(to, 'an index') };
  const parts = await writeBackup({ dir, main: handleOf(home.data), key, copies }, file);
  expect(parts.map(({ path }) => path)).toEqual([
    ...['a2a-keys.json', 'audit.head', 'audit.key', 'consilium.db', 'courses/renal/one.md', 'search.db'],
    'workspaces/ada/big.bin',
  ]);
  if (key !== undefined) expect(readFileSync(file).includes(big.subarray(0, 64))).toBe(false);
  expect(await checkBackup(file, key)).toEqual(parts);
  home.audit.write({ action: 'later', actor: 'test' });
  home.close();
  const there = join(tempDir('restored'), 'home');
  await restoreBackup(file, there, key);
  expect(readFileSync(join(there, 'workspaces', 'ada', 'big.bin')).equals(big)).toBe(true);
  expect(readFileSync(join(there, 'courses', 'renal', 'one.md'), 'utf8')).toBe('# Brought by a learner');
  expect(readFileSync(join(there, 'search.db'), 'utf8')).toBe('an index');
  const again = openHome(there);
  expect(again.audit.list().map(({ action }) => action)).toEqual(['export']);
  expect(again.audit.verify()).toMatchObject({ ok: true });
  again.close();
  await expect(restoreBackup(file, there, key)).rejects.toMatchObject({ code: 'RESTORE_REFUSED' });
});

test('a backup that was changed, or whose key is wrong, is refused', async () => {
  const { dir, home, file } = filled();
  await writeBackup({ dir, main: handleOf(home.data), key: 'right' }, file);
  home.close();
  await expect(checkBackup(file, 'wrong')).rejects.toMatchObject({
    ...{ code: 'BACKUP_INVALID', message: expect.stringContaining('key is wrong') },
  });
  await expect(checkBackup(file)).rejects.toMatchObject({ code: 'BACKUP_KEY_MISSING' });
  const sealed = readFileSync(file);
  sealed[sealed.length - 20]! ^= 1;
  writeFileSync(file, sealed);
  const empty = join(tempDir('restored'), 'home');
  await expect(restoreBackup(file, empty, 'right')).rejects.toMatchObject({ code: 'BACKUP_INVALID' });
  expect(readdirSync(empty)).toEqual([]);
  const plain = `${file}-plain`;
  const second = filled();
  await writeBackup({ dir: second.dir, main: handleOf(second.home.data) }, plain);
  await expect(writeBackup({ dir: second.dir, main: handleOf(second.home.data) }, plain)).rejects.toMatchObject({
    code: 'BACKUP_EXISTS',
  });
  second.home.close();
  expect(readdirSync(dirname(plain)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  const longer = `${plain}-longer`;
  writeFileSync(longer, Buffer.concat([readFileSync(plain), Buffer.from('12345')]));
  await expect(checkBackup(longer)).rejects.toMatchObject({ code: 'BACKUP_INVALID' });
  const bytes = readFileSync(plain);
  bytes[bytes.length - 100]! ^= 1;
  writeFileSync(plain, bytes);
  await expect(checkBackup(plain)).rejects.toMatchObject({ code: 'BACKUP_INVALID' });
  writeFileSync(plain, 'not a backup');
  await expect(checkBackup(plain)).rejects.toMatchObject({ code: 'BACKUP_INVALID' });
});

test('nothing of it lies elsewhere meanwhile, and what a killed one left is taken away', async () => {
  const { dir, home, file } = filled();
  mkdirSync(join(dir, 'backing-up-dead'));
  const copies = {
    'search.db': async (to: string) => {
      expect(readdirSync(dir).filter((name) => to.startsWith(join(dir, name)))).toHaveLength(1);
      writeFileSync(to, 'an index');
    },
  };
  await writeBackup({ dir, main: handleOf(home.data), copies }, file);
  expect(readdirSync(dir).filter((name) => name.startsWith('backing-up'))).toEqual([]);
  const nowhere = join(dir, 'no', 'such', 'folder');
  await expect(writeBackup({ dir, main: handleOf(home.data) }, nowhere)).rejects.toMatchObject({
    code: 'BACKUP_UNWRITABLE',
  });
  home.close();
});

test('a key that anybody guesses, and a file of it that is not there, are refused', () => {
  const dir = tempDir('key');
  writeFileSync(join(dir, 'key'), 'a key of enough characters\n');
  expect(readBackupKey({}, dir)).toBeUndefined();
  expect(readBackupKey({ CONSILIUM_BACKUP_KEY_FILE: 'key' }, dir)).toBe('a key of enough characters');
  expect(() => readBackupKey({ CONSILIUM_BACKUP_KEY: 'short' }, dir)).toThrow('at least 12');
  expect(() => readBackupKey({ CONSILIUM_BACKUP_KEY_FILE: 'none' }, dir)).toThrow('cannot be read');
});

test('two that are asked for at once are both written', async () => {
  const { dir, home, file } = filled();
  const of = {
    dir,
    main: handleOf(home.data),
    copies: { 'search.db': async (to: string) => writeFileSync(to, 'index') },
  };
  const files = [file, `${file}-2`, `${file}-3`];
  const all = await Promise.all(files.map((to) => writeBackup(of, to)));
  for (const [at, parts] of all.entries()) expect(await checkBackup(files[at]!)).toEqual(parts);
  await expect(Promise.all([writeBackup(of, file), writeBackup(of, `${file}-4`)])).rejects.toMatchObject({
    code: 'BACKUP_EXISTS',
  });
  expect(await checkBackup(file)).toEqual(all[0]);
  home.close();
});

test('links are not followed, wherever they lead', async () => {
  const { dir, home, file } = filled();
  const secret = join(tempDir('elsewhere'), 'secret');
  writeFileSync(secret, 'of somebody else');
  mkdirSync(join(dir, 'workspaces'));
  writeFileSync(join(dir, 'workspaces', 'own'), 'mine');
  symlinkSync(secret, join(dir, 'workspaces', 'link'));
  symlinkSync(join(dir, 'nowhere'), join(dir, 'workspaces', 'dangling'));
  symlinkSync(join(dir, 'nowhere'), join(dir, 'dangling'));
  const parts = await writeBackup({ dir, main: handleOf(home.data) }, file);
  home.close();
  expect(parts.map(({ path }) => path).filter((path) => !/^(?:audit|consilium)\./.test(path))).toEqual([
    'workspaces/own',
  ]);
});

test('a restore that breaks off has restored nothing, and can be done again', async () => {
  const { dir, home, file } = filled();
  await writeBackup(
    { dir, main: handleOf(home.data), copies: { 'search.db': async (to) => writeFileSync(to, 'i') } },
    file,
  );
  home.close();
  const there = tempDir('restored');
  mkdirSync(join(there, 'search.db'));
  mkdirSync(join(there, 'restoring-dead'));
  await expect(restoreBackup(file, there)).rejects.toMatchObject({ code: 'RESTORE_FAILED' });
  expect(existsSync(join(there, 'consilium.db'))).toBe(false);
  rmdirSync(join(there, 'search.db'));
  await restoreBackup(file, there);
  expect(readdirSync(there).filter((name) => name.startsWith('restoring'))).toEqual([]);
  openHome(there).close();
});

test('a disk that is full is what is said to be wrong, of a backup and of a restore; neither leaves anything', async () => {
  const { dir, home, file } = filled();
  mkdirSync(join(dir, 'workspaces'));
  writeFileSync(join(dir, 'workspaces', 'big.bin'), randomBytes(3_000_000));
  await writeBackup({ dir, main: handleOf(home.data) }, file);
  home.close();
  const there = tempDir('restored');
  const backup = `const home = openHome(${JSON.stringify(dir)}); const work = home.backup(${JSON.stringify(`${file}-2`)});`;
  const restore = `const work = restoreBackup(${JSON.stringify(file)}, ${JSON.stringify(there)});`;
  for (const work of [backup, restore]) expect(await inLittleRoom(work)).toBe('STORAGE_FULL');
  expect(readdirSync(dirname(file))).toEqual(['b']);
  expect([dir, there].flatMap((each) => readdirSync(each)).filter((name) => name.includes('ing-'))).toEqual([]);
  expect(readdirSync(there)).toEqual([]);
  await restoreBackup(file, there);
  openHome(there).close();
});

/** The code of what `work` throws in a process in which no file grows beyond a megabyte. */
async function inLittleRoom(work: string): Promise<string> {
  const script = `import { openHome } from ${JSON.stringify(join(import.meta.dirname, 'home.ts'))};
    import { restoreBackup } from ${JSON.stringify(join(import.meta.dirname, 'restore.ts'))};
    ${work} await work.then(() => console.log('done'), ({ code }) => console.log(code));`;
  const limited = `trap '' XFSZ; ulimit -f 1000; exec "$0" --input-type=module -e "$1"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', limited, process.execPath, script]);
  return stdout.trim();
}
