import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openArchive } from '../storage/rooms/memory.ts';
import { openWorkspaces, slugOf, type WorkspaceQuotas } from './index.ts';

function open(quotas: Partial<WorkspaceQuotas> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'consilium-memory-'));
  const db = new DatabaseSync(join(dir, 'memory.db'));
  onTestFinished(() => {
    db.close();
    rmSync(dir, { recursive: true, force: true });
  });
  let now = 1000;
  const workspaces = openWorkspaces({ archive: openArchive(db), dir: join(dir, 'memory'), now: () => now++, quotas });
  return { dir, workspaces, space: () => workspaces.open('research_agents/dmd', ['reports', 'notes']) };
}

const me = { actor: 'dmd' };

test('files are written, read, listed, and every version is kept', async () => {
  const space = await open().space();
  await space.write('reports/may.md', 'one\ntwo\n', 'dmd');
  await space.write('reports/may.md', 'one\ntwo\n', 'dmd');
  expect(await space.write('reports/may.md', 'one\n2\nthree\n', 'dmd')).toMatchObject({ version: 2 });
  expect(await space.read('reports/may.md', me)).toMatchObject({ content: 'one\n2\nthree\n', version: 2 });
  expect(await space.read('reports/may.md', { ...me, version: 1 })).toMatchObject({
    content: 'one\ntwo\n',
    version: 1,
  });
  expect(await space.difference('reports/may.md', 1, 2)).toMatchObject({ added: 2, removed: 1 });
  await space.restore('reports/may.md', 1, 'ada');
  expect(await space.versions('reports/may.md')).toMatchObject([
    { version: 3, actor: 'ada', action: 'restored' },
    { version: 2, action: 'written' },
    { version: 1 },
  ]);
  expect(await space.list()).toMatchObject({
    files: [{ path: 'reports/may.md', version: 3 }],
    folders: ['notes', 'reports'],
  });
  await space.remove('reports/may.md', 'dmd');
  expect((await space.list('reports')).files).toEqual([]);
  await space.restore('reports/may.md', 2, 'dmd');
  expect(readFileSync(join(space.root, 'reports/may.md'), 'utf8')).toBe('one\n2\nthree\n');
});

describe('nothing leads out', () => {
  const HOSTILE = [
    ...['../other/secret.md', '/etc/passwd', 'reports/../../x', '..', '.', 'a/./b', '~/x', 'C:\\x', 'a\\..\\b', 'a//b'],
    ...[
      'a/\u2024\u2024/b',
      '\uff0e\uff0e/x',
      'a\uff0fb',
      'a\u2215b',
      'x\u0000.md',
      'x\n.md',
      'a\u202egpj.exe',
      'a\u200bb',
    ],
    ...[
      'con',
      'nul.txt',
      'x.',
      ' x',
      'x ',
      'a:stream',
      `${'n'.repeat(300)}.md`,
      `${'a/'.repeat(20)}b`,
      'x'.repeat(5000),
    ],
    ...['', '   ', '.~writing-1', 'e\u0301'.repeat(200), '\ud800'],
  ];

  test.each(HOSTILE.map((path) => [JSON.stringify(path).slice(0, 40), path]))('%s', async (_, path) => {
    const space = await open().space();
    const refusal = expect.objectContaining({ code: expect.stringMatching(/^PATH_(INVALID|OUTSIDE)$/) });
    await expect(async () => space.write(path, 'x', 'dmd')).rejects.toEqual(refusal);
    await expect(async () => space.read(path, me)).rejects.toEqual(refusal);
    await expect(async () => space.remove(path, 'dmd')).rejects.toEqual(refusal);
    expect((await space.list()).files).toEqual([]);
  });

  test('links are not followed, neither files nor folders, nor listed', async () => {
    const { dir, space: make } = open();
    const space = await make();
    mkdirSync(join(dir, 'outside'));
    writeFileSync(join(dir, 'outside/secret.md'), 'secret');
    symlinkSync(join(dir, 'outside'), join(space.root, 'linked'));
    symlinkSync(join(dir, 'outside/secret.md'), join(space.root, 'notes/secret.md'));
    const refusal = { code: 'PATH_OUTSIDE' };
    await expect(space.read('linked/secret.md', me)).rejects.toMatchObject(refusal);
    await expect(space.write('linked/new.md', 'x', 'dmd')).rejects.toMatchObject(refusal);
    await expect(space.read('notes/secret.md', me)).rejects.toMatchObject(refusal);
    expect((await space.list()).files).toEqual([]);
    expect(readdirSync(join(dir, 'outside'))).toEqual(['secret.md']);
    expect(await space.search('secret')).toEqual([]);
  });

  test('a pipe is no file, and waiting for one hangs nobody', async () => {
    const space = await open().space();
    execFileSync('mkfifo', [join(space.root, 'notes/pipe')]);
    await expect(space.read('notes/pipe', me)).rejects.toMatchObject({ code: 'PATH_INVALID' });
  });

  test('whatever a path is, a file of a neighbour stays as it was', async () => {
    const { dir, workspaces } = open();
    const mine = await workspaces.open('research_agents/mine');
    const other = await workspaces.open('research_agents/other');
    await other.write('notes.md', 'private', 'other');
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      'other',
      'notes.md',
      '%2e%2e',
      '\u2024',
      '~',
      'a',
      '\0',
      ' ',
      '．．',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 7 }), async (pieces) => {
        await mine.write(pieces.join(''), 'stolen', 'mine').catch(() => {});
        await mine.remove(pieces.join('/'), 'mine').catch(() => {});
        expect(readFileSync(join(dir, 'memory/research_agents/other/notes.md'), 'utf8')).toBe('private');
        expect(readdirSync(join(dir, 'memory/research_agents')).toSorted()).toEqual(['mine', 'other']);
      }),
      { numRuns: 150 },
    );
  });
});

test('names that some disk takes for one are refused the second time', async () => {
  const space = await open().space();
  await space.write('notes/Caf\u00e9.md', 'x', 'dmd');
  await expect(space.write('notes/CAF\u00c9.md', 'y', 'dmd')).rejects.toMatchObject({ code: 'FILE_TWIN' });
  expect(await space.write('notes/Cafe\u0301.md', 'z', 'dmd')).toMatchObject({
    path: 'notes/Caf\u00e9.md',
    version: 2,
  });
});

test('quotas hold', async () => {
  const space = await open({ fileBytes: 100, files: 3, bytes: 250 }).space();
  await expect(space.write('a', 'x'.repeat(101), 'dmd')).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  await space.write('a', 'x'.repeat(100), 'dmd');
  await space.write('b', 'x'.repeat(100), 'dmd');
  await expect(space.write('c', 'x'.repeat(60), 'dmd')).rejects.toMatchObject({ code: 'WORKSPACE_FULL' });
  await space.write('c', 'x', 'dmd');
  await expect(space.write('d', 'x', 'dmd')).rejects.toMatchObject({ code: 'WORKSPACE_FULL' });
  await space.write('a', 'y'.repeat(100), 'dmd');
});

test('what is changed in the folder by other means becomes a version', async () => {
  const space = await open().space();
  await space.write('notes/a.md', 'mine', 'dmd');
  writeFileSync(join(space.root, 'notes/a.md'), 'edited by hand');
  writeFileSync(join(space.root, 'notes/b.md'), 'new by hand');
  expect((await space.list()).files.map(({ path, version }) => [path, version])).toEqual([
    ['notes/a.md', 2],
    ['notes/b.md', 1],
  ]);
  rmSync(join(space.root, 'notes/b.md'));
  await expect(space.read('notes/b.md', me)).rejects.toMatchObject({ code: 'FILE_UNKNOWN' });
  expect(await space.read('notes/a.md', { ...me, version: 1 })).toMatchObject({ content: 'mine' });
  expect((await space.trail()).map(({ action }) => action)).toEqual([
    ...['read', 'removed outside', 'changed outside', 'changed outside', 'written'],
  ]);
});

test('words are found, in this workspace only', async () => {
  const { workspaces } = open();
  const [dmd, als] = [await workspaces.open('agents/dmd'), await workspaces.open('agents/als')];
  await dmd.write('reports/may.md', 'Givinostat slowed the decline in boys with Duchenne.', 'dmd');
  await dmd.write('notes/x.md', 'Ask about steroids.', 'dmd');
  await als.write('reports/may.md', 'Tofersen and neurofilament; givinostat is not for this.', 'als');
  expect(await dmd.search('givinostat declining')).toMatchObject([{ path: 'reports/may.md' }]);
  expect(await als.search('steroids')).toEqual([]);
  expect(await dmd.search('")( OR * NEAR/2')).toEqual([]);
  await dmd.write('reports/may.md', 'Nothing new.', 'dmd');
  expect(await dmd.search('givinostat')).toEqual([]);
});

test('a word that is asked for many times is looked for once', async () => {
  const space = await open().space();
  await space.write('reports/may.md', `Ataluren. ${'1. pain and '.repeat(2_000)}`, 'dmd');
  await space.write('reports/june.md', 'Nothing.', 'dmd');
  expect(await space.search('pain Pain 1. '.repeat(60))).toEqual(await space.search('pain 1'));
  expect((await space.search('atalurens'))[0]?.snippet).toMatch(/^Ataluren\. 1\. pain/);
});

test('bytes that are no text come back as they were', async () => {
  const space = await open().space();
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  await space.write('notes/bytes.bin', bytes, 'dmd');
  const { content, encoding } = await space.read('notes/bytes.bin', me);
  expect([encoding, Buffer.from(content, 'base64').equals(bytes)]).toEqual(['base64', true]);
});

test('a disk that is full during a report leaves the old report whole', async () => {
  const { dir } = open();
  const script = `
    import { DatabaseSync } from 'node:sqlite';
    import { openArchive } from '${join(import.meta.dirname, '../storage/rooms/memory.ts')}';
    import { openWorkspaces } from '${join(import.meta.dirname, 'index.ts')}';
    const space = await openWorkspaces({ archive: openArchive(new DatabaseSync(':memory:')), dir: process.argv[1], now: Date.now }).open('a');
    await space.write('report.md', 'old', 'dmd');
    const error = await space.write('report.md', 'x'.repeat(500000), 'dmd').catch((thrown) => thrown.code);
    console.log(JSON.stringify([error, (await space.read('report.md', { actor: 'dmd' })).content]));`;
  const file = join(dir, 'full.mjs');
  writeFileSync(file, script.replace('process.argv[1]', JSON.stringify(join(dir, 'full'))));
  const { stdout } = spawnSync('bash', ['-c', `ulimit -f 64; exec "${process.execPath}" "${file}"`], {
    encoding: 'utf8',
  });
  expect(JSON.parse(stdout)).toEqual(['STORAGE_FULL', 'old']);
  expect(readdirSync(join(dir, 'full/a'))).toEqual(['report.md']);
});

test.each([
  ['Duchenne MD Research', 'duchenne_md_research'],
  ['CAR-T / Lymphoma!', 'car_t_lymphoma'],
  ['Müller–Weiß', 'muller_weiss'],
  ['../..', 'agent'],
  ['慢性腎臓病', '慢性腎臓病'],
])('%s has the folder %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('a workspace is removed with every version; its trail says by whom, and one of the same name begins anew', async () => {
  const { dir, workspaces, space } = open();
  await (await space()).write('reports/may.md', 'secret one', 'dmd');
  await (await space()).write('reports/may.md', 'secret two', 'dmd');
  symlinkSync(dir, join((await space()).root, 'link'));
  await workspaces.remove('research_agents/dmd', 'ada');
  expect(readdirSync(join(dir, 'memory', 'research_agents'))).toEqual([]);
  expect(readdirSync(dir)).toContain('memory.db');
  const again = await space();
  expect((await again.list()).files).toEqual([]);
  expect(await again.search('secret')).toEqual([]);
  expect((await again.trail())[0]).toMatchObject({ action: 'workspace removed', actor: 'ada' });
  expect(await again.write('reports/may.md', 'new', 'dmd')).toMatchObject({ version: 1 });
  await expect(workspaces.remove('../dmd', 'ada')).rejects.toThrow();
});
