import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { openWorkspaces } from '../memory/index.ts';
import { openArchive } from '../storage/rooms/memory.ts';
import { folderOf, openFolders } from './folders.ts';

test('a name has its own folder, and keeps the one that it had', () => {
  const names = ['ward laptop', 'ward_laptop', 'ward=20laptop', 'ada@example.org', 'Ünal', 'a/b', '..', '.'];
  expect(new Set(names.map(folderOf)).size).toBe(names.length);
  expect(folderOf('ward_laptop')).toBe('ward_laptop');
  for (const name of names) expect(folderOf(name)).toMatch(/^(?!\.+$)[\w.@+=-]+$/);
});

test('files that stood in a shared folder are taken along', async () => {
  const dir = tempDir('folders');
  mkdirSync(join(dir, 'ward_laptop'));
  writeFileSync(join(dir, 'ward_laptop', 'a.txt'), 'hello');
  const files = openFolders(
    openWorkspaces({ archive: openArchive(new DatabaseSync(':memory:')), dir, now: () => 1 }),
    dir,
  );
  const [own] = await Promise.all([files('ward laptop'), files('ward laptop')]);
  expect((await own.read('a.txt', { actor: 'x' })).content).toBe('hello');
  await own.write('b.txt', 'mine', 'x');
  expect((await (await files('ward_laptop')).list()).files.map(({ path }) => path)).toEqual(['a.txt']);
  expect((await (await files('ward laptop')).list()).files).toHaveLength(2);
});
