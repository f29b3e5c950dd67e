import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempDir } from '../../../test/house.ts';
import { openLinks } from '../../assistant/caldav/links.ts';
import { runSandboxed } from '../../assistant/sandbox.ts';
import { storageFault } from '../../kernel/errors.ts';
import { openWorkspaces } from '../../memory/index.ts';
import { readContent } from '../../search/reading/index.ts';
import { keepUpload } from '../../study/material/uploads.ts';
import { openDatabase, openScratch } from '../database.ts';
import { handleOf } from '../handle.ts';
import { openHome } from '../home.ts';
import { checkBackup, restoreBackup } from '../restore.ts';
import { openSealed } from './database.ts';
import { changeFolder, isSealed, plainIn, readDataKey, unlockFolder } from './index.ts';
import { checkKey, readSeal, sealOf, writeSeal } from './seal.ts';

const thrownBy = (work: () => unknown) => {
  try {
    return work();
  } catch (thrown) {
    return thrown;
  }
};

const KEY = 'a key of sixteen and more';
const FACT = 'Zephyrine takes warfarin';

const open = (dir: string, key?: string) => openHome(dir, undefined, [], undefined, key);
const bytesIn = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
const namesIn = (dir: string) => readdirSync(dir, { recursive: true, encoding: 'utf8' }).join('\n');
const tells = (dir: string) =>
  bytesIn(dir).some((bytes) => bytes.includes('Zephyrine')) || /zephyrine/i.test(namesIn(dir));
const write = async (dir: string, key?: string) => {
  const home = open(dir, key);
  home.audit.write({ patientId: FACT, action: 'read', actor: 'test' });
  home.tokens().close();
  const spaces = openWorkspaces({ archive: home.stores.archive(), dir: join(dir, 'memory'), now: () => 1 });
  const space = await spaces.open('agents/zephyrine', ['reports/empty']);
  await space.write('reports/zephyrine.md', FACT, 'test');
  return { home, space };
};
const readBack = async (dir: string, key?: string) => {
  const home = open(dir, key);
  try {
    const spaces = openWorkspaces({ archive: home.stores.archive(), dir: join(dir, 'memory'), now: () => 1 });
    const space = await spaces.open('agents/zephyrine');
    const { files } = await space.list();
    const { content, version } = await space.read('reports/zephyrine.md', { actor: 'test' });
    return { patients: home.audit.list().map(({ patientId }) => patientId), files: files.length, content, version };
  } finally {
    home.close();
  }
};
const TOLD = { patients: expect.arrayContaining([FACT]), files: 1, content: FACT, version: 1 };

test('a folder that begins with a key shows no byte of what was told, nor a name, and opens with the key alone', async () => {
  const dir = tempDir('sealed');
  const { home } = await write(dir, KEY);
  // While it is open: what is written ahead is sealed too.
  expect(statSync(join(dir, 'consilium.db-wal')).size).toBeGreaterThan(0);
  expect(tells(dir)).toBe(false);
  home.close();
  expect(tells(dir)).toBe(false);
  expect(await readBack(dir, KEY)).toEqual(TOLD);
  expect(plainIn(dir)).toEqual({ open: ['audit.head', 'audit.key', 'owner.json', 'seal.json'], wrong: [] });
  const wrong = () => open(dir, 'another key of sixteen');
  expect(wrong).toThrow(expect.objectContaining({ code: 'DATA_KEY_WRONG' }));
  expect(wrong).not.toThrow(/another|sixteen/);
  expect(() => open(dir)).toThrow(expect.objectContaining({ code: 'DATA_KEY_MISSING' }));
});

test('whoever has no key writes nothing plain beside what is sealed, in no room and no process', async () => {
  const dir = tempDir('sealed');
  (await write(dir, KEY)).home.close();
  const before = namesIn(dir);
  const script = `
    const { openTokenFile, openHome, damageOf } = await import(${JSON.stringify(join(import.meta.dirname, '../index.ts'))});
    const { openWorkspaces } = await import(${JSON.stringify(join(import.meta.dirname, '../../memory/index.ts'))});
    const { openKeys } = await import(${JSON.stringify(join(import.meta.dirname, '../../a2a/auth/keys.ts'))});
    const dir = process.argv[1];
    for (const work of [
      () => openHome(dir), () => openTokenFile(dir), () => openKeys(dir).jwks(),
      () => openWorkspaces({ archive: {}, dir: dir + '/memory', now: () => 1 }).open('x'),
    ]) try { await work(); console.log('opened'); } catch (error) { console.log(error.code); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (more) => (said += String(more)));
  await once(child, 'close');
  expect(said.trim().split('\n')).toEqual(Array(4).fill('DATA_KEY_MISSING'));
  expect(namesIn(dir)).toBe(before);
});

test('a plain folder is refused where a key is given, sealed by hand, and made plain again; each is the same inside', async () => {
  const dir = tempDir('sealed');
  (await write(dir)).home.close();
  mkdirSync(join(dir, 'courses', 'renal'), { recursive: true });
  writeFileSync(join(dir, 'courses', 'renal', 'one.md'), '# About Zephyrine');
  mkdirSync(join(dir, 'backing-up-x'));
  writeFileSync(join(dir, 'backing-up-x', 'left'), 'Zephyrine');
  expect(tells(dir)).toBe(true);
  expect(() => open(dir, KEY)).toThrow(expect.objectContaining({ code: 'DATA_NOT_SEALED' }));
  expect(isSealed(dir)).toBe(false);
  await changeFolder(dir, KEY, 'sealed');
  expect(tells(dir)).toBe(false);
  expect(plainIn(dir).wrong).toEqual([]);
  expect(await readBack(dir, KEY)).toEqual(TOLD);
  await expect(changeFolder(dir, KEY, 'sealed')).rejects.toMatchObject({ code: 'DATA_SEALED' });
  await expect(changeFolder(dir, 'another key of sixteen', 'plain')).rejects.toMatchObject({ code: 'DATA_KEY_WRONG' });
  await changeFolder(dir, KEY, 'plain');
  expect(isSealed(dir)).toBe(false);
  expect(await readBack(dir)).toEqual(TOLD);
  expect(existsSync(join(dir, 'memory/agents/zephyrine/reports/empty'))).toBe(true);
  expect(readFileSync(join(dir, 'courses', 'renal', 'one.md'), 'utf8')).toBe('# About Zephyrine');
  await expect(changeFolder(dir, KEY, 'plain')).rejects.toMatchObject({ code: 'DATA_NOT_SEALED' });
});

test('a folder that somebody uses is neither sealed nor opened', async () => {
  const dir = tempDir('sealed');
  const script = `import(${JSON.stringify(join(import.meta.dirname, '../home.ts'))}).then(({ openHome }) => {
    globalThis.kept = openHome(process.argv[1], Date.now, [], undefined, process.argv[2]); console.log('open'); setInterval(() => {}, 1000); })`;
  for (const [key, to] of [
    [undefined, 'sealed'],
    [KEY, 'plain'],
  ] as const) {
    const args = ['-e', script, dir, ...(key === undefined ? [] : [key])];
    const owner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(owner.stdout, 'data');
      await expect(changeFolder(dir, KEY, to)).rejects.toMatchObject({ code: 'HOME_LOCKED' });
      expect(readSeal(dir)?.state).toBe(key === undefined ? undefined : 'sealed');
    } finally {
      owner.kill('SIGKILL');
      await once(owner, 'exit');
    }
    if (key === undefined) await changeFolder(dir, KEY, 'sealed');
  }
});

test('sealing that is killed at any moment goes on, with nothing lost and nothing opened in between', async () => {
  const script = `
    import { changeFolder } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
    console.log('begun');
    await changeFolder(process.argv[1], process.argv[2], process.argv[3]);`;
  const dir = tempDir('sealed');
  (await write(dir)).home.close();
  for (let round = 0; round < 6; round++) {
    const to = round % 2 === 0 ? 'sealed' : 'plain';
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, dir, KEY, to], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await new Promise((later) => setTimeout(later, round * 45));
    if (child.exitCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const state = readSeal(dir)?.state;
    if (state === 'sealing' || state === 'opening') {
      expect(() => open(dir, KEY)).toThrow(expect.objectContaining({ code: 'DATA_HALF_SEALED' }));
      expect(() => open(dir)).toThrow(expect.objectContaining({ code: 'DATA_KEY_MISSING' }));
    }
    if (isSealed(dir) !== (to === 'sealed') || state !== (to === 'sealed' ? 'sealed' : undefined))
      await changeFolder(dir, KEY, to);
    expect(tells(dir)).toBe(to === 'plain');
    expect(await readBack(dir, to === 'sealed' ? KEY : undefined)).toEqual(TOLD);
  }
});

test('what another process has opened for good opens here too, where it was under a key before', async () => {
  const dir = tempDir('sealed');
  (await write(dir)).home.close();
  await changeFolder(dir, KEY, 'sealed');
  expect(await readBack(dir, KEY)).toEqual(TOLD);
  const script = `
    import { changeFolder } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
    await changeFolder(process.argv[1], process.argv[2], 'plain');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dir, KEY], { stdio: 'inherit' });
  await once(child, 'exit');
  expect(await readBack(dir)).toEqual(TOLD);
});

test('half of it done, the other half is done again: by the names that are there', async () => {
  const dir = tempDir('sealed');
  (await write(dir)).home.close();
  const plain = readFileSync(join(dir, 'memory/agents/zephyrine/reports/zephyrine.md'));
  await changeFolder(dir, KEY, 'sealed');
  // As if it had been killed between the new file and the removal of the old one.
  const file = readSeal(dir)!;
  writeSeal(dir, { ...file, state: 'sealing' }, checkKey(file, KEY, dir));
  mkdirSync(join(dir, 'memory/agents/zephyrine/reports'), { recursive: true });
  writeFileSync(join(dir, 'memory/agents/zephyrine/reports/zephyrine.md'), plain);
  mkdirSync(join(dir, 'seal-work'));
  writeFileSync(join(dir, 'seal-work', 'database'), 'Zephyrine');
  await changeFolder(dir, KEY, 'sealed');
  expect(tells(dir)).toBe(false);
  expect((await readBack(dir, KEY)).content).toBe(FACT);
});

test.each([
  'sealed',
  'sealing',
  'opening',
] as const)('that a folder is %s is believed of whoever has the key, and of nobody else', async (state) => {
  const dir = tempDir('sealed');
  (await write(dir, KEY)).home.close();
  const { mark: _, ...file } = readSeal(dir)!;
  // Who can write to the folder takes a plain file for sealed, or talks its owner into opening all of it.
  mkdirSync(join(dir, 'memory/agents/left'), { recursive: true });
  writeFileSync(join(dir, 'memory/agents/left/over.md'), FACT);
  for (const mark of [{}, { mark: '00'.repeat(32) }, state !== 'sealed' && { mark: readSeal(dir)!.mark }]) {
    if (mark === false) continue;
    writeFileSync(join(dir, 'seal.json'), JSON.stringify({ ...file, state, ...mark }));
    expect(() => open(dir, KEY)).toThrow(expect.objectContaining({ code: 'DATA_SEAL_UNMARKED' }));
  }
  await changeFolder(dir, KEY, 'sealed');
  expect(tells(dir)).toBe(false);
  expect(plainIn(dir).wrong).toEqual([]);
  expect(await readBack(dir, KEY)).toEqual(TOLD);
});

test('a backup of a sealed folder is sealed, also while it is written to, and restored it needs the same key', async () => {
  const dir = tempDir('sealed');
  const { home } = await write(dir, KEY);
  const file = join(tempDir('backup'), 'b');
  const saving = home.backup(file);
  for (let n = 0; n < 50; n++) {
    home.audit.write({ action: `later ${n}`, actor: 'test' });
    home.scrub(); // is put off: it would write to what is being copied
    await new Promise((later) => setTimeout(later, 2));
  }
  await saving;
  home.scrub();
  expect(statSync(join(dir, 'consilium.db-wal')).size).toBe(0);
  expect(home.audit.verify()).toMatchObject({ ok: true });
  home.close();
  expect(readFileSync(file).includes('Zephyrine')).toBe(false);
  expect((await checkBackup(file)).map(({ path }) => path)).toContain('seal.json');
  const there = join(tempDir('restored'), 'home');
  await restoreBackup(file, there);
  expect(() => open(there)).toThrow(expect.objectContaining({ code: 'DATA_KEY_MISSING' }));
  expect(await readBack(there, KEY)).toEqual(TOLD);
  // Nothing is restored into a sealed folder, whatever it lacks.
  const empty = tempDir('sealed');
  unlockFolder(empty, KEY);
  await expect(restoreBackup(file, empty)).rejects.toMatchObject({ code: 'RESTORE_REFUSED' });
});

test('what was changed on the disk is not believed: a page, a file, a file put there', async () => {
  const dir = tempDir('sealed');
  const { home, space } = await write(dir, KEY);
  home.close();
  const seal = sealOf(dir)!;
  const path = join(dir, 'a');
  const sealed = seal.close(Buffer.from(FACT), path);
  sealed[20]! ^= 1;
  expect(() => seal.open(sealed, path)).toThrow(expect.objectContaining({ code: 'DATA_FILE_FOREIGN' }));
  writeFileSync(join(space.root, 'plain.md'), 'put here by hand');
  expect(plainIn(dir).wrong).toHaveLength(1);
  expect((await readBack(dir, KEY)).files).toBe(1);
  const data = readFileSync(join(dir, 'consilium.db'));
  data[5000]! ^= 1;
  writeFileSync(join(dir, 'consilium.db'), data);
  expect(storageFault(thrownBy(() => open(dir, KEY)))?.code).toBe('STORAGE_CORRUPT');
});

test('a sealed file is what it is where it lies: put in the place of another, it is not believed', async () => {
  const dir = tempDir('sealed');
  const { home } = await write(dir, KEY);
  const spaces = openWorkspaces({ archive: home.stores.archive(), dir: join(dir, 'memory'), now: () => 1 });
  const [one, other] = [await spaces.open('agents/one'), await spaces.open('agents/other')];
  for (const space of [one, other]) await space.write('mine.md', `of ${space.root}`, 'test');
  const placeIn = (root: string) => join(root, sealOf(dir)!.hide('mine.md'));
  const bytes = readFileSync(placeIn(one.root));
  writeFileSync(placeIn(other.root), bytes);
  await expect(other.read('mine.md', { actor: 'test' })).rejects.toMatchObject({ code: 'DATA_FILE_FOREIGN' });
  home.close();
  // Moved as a whole, or called by another name, the folder is the same.
  const [seal, moved] = [sealOf(dir)!, `${dir}-moved`];
  renameSync(dir, moved);
  symlinkSync(moved, dir);
  for (const at of [dir, moved])
    expect(String(seal.open(bytes, join(at, relative(dir, placeIn(one.root)))))).toContain('of ');
});

test('what a link leads to is not sealed, and is named', async () => {
  const dir = tempDir('sealed');
  const { home, space } = await write(dir);
  home.close();
  const outside = join(tempDir('outside'), 'letter.md');
  writeFileSync(outside, FACT);
  symlinkSync(outside, join(space.root, 'letter.md'));
  await changeFolder(dir, KEY, 'sealed');
  expect(plainIn(dir).wrong).toEqual([expect.stringMatching(/letter\.md$/)]);
});

test('work on the side of a sealed database comes to the disk sealed, and without a name', () => {
  const dir = tempDir('sealed');
  unlockFolder(dir, KEY);
  const db = openDatabase(join(dir, 'consilium.db'));
  const scratch = openScratch(db);
  scratch.exec('PRAGMA cache_size = 10; CREATE TABLE t (a TEXT)');
  const add = scratch.prepare('INSERT INTO t VALUES (?)');
  for (let n = 0; n < 500; n++) add.run(`Zephyrine ${n} `.repeat(50));
  expect(scratch.prepare('SELECT count(*) AS n FROM t').get()).toEqual({ n: 500 });
  expect(tells(dir)).toBe(false);
  expect(readdirSync(dir).some((name) => /^consilium\.db-[0-9a-f]{16}/.test(name))).toBe(false);
  scratch.close();
  db.close();
});

test('a backup waits for who is still reading, and has what was written before it', async () => {
  const dir = tempDir('sealed');
  const { home } = await write(dir, KEY);
  const reading = handleOf(home.data).prepare('SELECT id FROM audit').iterate();
  reading.next();
  home.audit.write({ patientId: FACT, action: 'last', actor: 'test' });
  const file = join(tempDir('backup'), 'b');
  const saving = home.backup(file);
  await new Promise((later) => setTimeout(later, 60));
  expect(existsSync(file)).toBe(false);
  reading.return?.();
  await saving;
  home.close();
  const there = join(tempDir('restored'), 'home');
  await restoreBackup(file, there);
  const again = open(there, KEY);
  expect(again.audit.list()[0]?.action).toBe('last');
  again.close();
});

test('rooms that keep files of their own keep them sealed: links of calendars, what learners bring; and no program is run', async () => {
  const dir = tempDir('sealed');
  unlockFolder(dir, KEY);
  const links = openLinks(join(dir, 'caldav'));
  links.write(
    'zephyrine',
    'https://dav.example/home/',
    new Map([['e', { url: 'https://cal/Zephyrine', etag: '1', hash: '2' }]]),
  );
  expect([...links.read('zephyrine', 'https://dav.example/home/')]).toEqual([
    ['e', { url: 'https://cal/Zephyrine', etag: '1', hash: '2' }],
  ]);
  const brought = await keepUpload(join(dir, 'courses'), 'renal', 'one.md', Buffer.from('# Zephyrine'));
  expect(tells(dir)).toBe(false);
  const { size, mtimeMs: mtime } = statSync(brought.file);
  expect(await readContent({ path: brought.file, size, mtime })).toMatchObject({ bytes: Buffer.from('# Zephyrine') });
  const workspace = join(dir, 'workspaces');
  mkdirSync(workspace);
  await expect(runSandboxed({ root: workspace, args: ['-v'], timeoutMs: 1000 })).rejects.toMatchObject({
    code: 'SANDBOX_SEALED',
  });
});

test('names that are hidden are found again; no other name is taken for one', () => {
  const dir = tempDir('sealed');
  const seal = unlockFolder(dir, KEY)!;
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (name) => {
      const plain = name.toWellFormed();
      expect(seal.show(seal.hide(plain))).toBe(plain);
      expect(seal.hide(plain)).toMatch(/^[\w-]+$/);
      expect(seal.show(plain)).toBeUndefined();
    }),
  );
});

test('keys: too short, a file that is gone, none', () => {
  expect(readDataKey({})).toBeUndefined();
  expect(() => readDataKey({ CONSILIUM_DATA_KEY: 'short' })).toThrow(
    expect.objectContaining({ code: 'DATA_KEY_WEAK' }),
  );
  expect(() => readDataKey({ CONSILIUM_DATA_KEY_FILE: '/nowhere' })).toThrow(
    expect.objectContaining({ code: 'DATA_KEY_MISSING' }),
  );
  const file = join(tempDir('key'), 'key');
  writeFileSync(file, `${KEY}\n`);
  expect(readDataKey({ CONSILIUM_DATA_KEY_FILE: file })).toBe(KEY);
});

test("a sealed database answers as Node's own does", () => {
  const dir = tempDir('sealed');
  const both = [new DatabaseSync(join(dir, 'plain')), openSealed(join(dir, 'sealed'), 'ab'.repeat(32))];
  const answers = both.map((db) => {
    db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b BLOB, n INTEGER UNIQUE) STRICT');
    const add = db.prepare('INSERT INTO t (a, b, n) VALUES (?, ?, ?)');
    const codeOf = (work: () => unknown) => {
      try {
        return work();
      } catch (thrown) {
        return (thrown as { errcode?: number }).errcode;
      }
    };
    db.function('stop', { varargs: false }, () => {
      throw new RangeError('stopped');
    });
    const arrays = db.prepare('SELECT id, a FROM t ORDER BY id');
    arrays.setReturnArrays(true);
    const seen = [
      add.run('x', new Uint8Array([1, 2]), 1).changes,
      add.run(null, null, 2n).lastInsertRowid,
      add.get('y', null, 3),
      codeOf(() => add.run('z', null, 3)),
      codeOf(() => db.exec('INSERT INTO t (id) VALUES (1)')),
      codeOf(() => db.prepare('SELEC')),
      db.prepare('SELECT * FROM t ORDER BY id').all(),
      db.prepare("SELECT ?2 AS b, ?1 AS a, ?2 || '?1' AS c, ? AS d").get('one', 'two', 'three'),
      db.prepare('SELECT a FROM t WHERE n = ?').get(99),
      db.prepare('SELECT typeof(?) AS t').get(5),
      arrays.all(),
      [...db.prepare('SELECT id FROM t').iterate()].length,
      db.isTransaction,
    ];
    for (const row of db.prepare('SELECT id FROM t').iterate())
      db.prepare('UPDATE t SET a = ? WHERE id = ?').run('w', row['id']!);
    expect(() => db.prepare('SELECT stop()').get()).toThrow(RangeError);
    db.exec('BEGIN');
    seen.push(db.isTransaction);
    db.exec('ROLLBACK');
    db.close();
    return seen;
  });
  expect(answers[1]).toEqual(answers[0]);
});

test('the data file is locked as a plain one is, and handleOf gives a handle that rooms can work with', () => {
  const dir = tempDir('sealed');
  const home = open(dir, KEY);
  expect(handleOf(home.data).location()).toBe(join(dir, 'consilium.db'));
  expect(home.damage()).toBeUndefined();
  expect(() => open(dir, KEY)).toThrow(expect.objectContaining({ code: 'HOME_LOCKED' }));
  home.close();
  open(dir, KEY).close();
});
