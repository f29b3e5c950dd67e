import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { runHere } from '../../test/seat.ts';
import { openApp } from '../app/index.ts';
import { openHome } from '../storage/index.ts';

async function examine(home: string) {
  const { code, out } = await runHere(['doctor', '--json', '--home', home], { cwd: tempDir('doctor') });
  const { findings } = JSON.parse(out) as { findings: { check: string; ok: boolean; says: string; mend?: string }[] };
  return { code, wrong: findings.filter(({ ok }) => !ok) };
}

function installed(): string {
  const dir = tempDir('doctor-home');
  const home = openHome(dir);
  for (let row = 0; row < 400; row++) home.audit.write({ action: `read:${row}`, actor: 'test' });
  home.close();
  return dir;
}

test('a folder that holds nothing is said to hold nothing, and still does', async () => {
  const dir = join(tempDir('doctor'), 'typo');
  expect(await examine(dir)).toMatchObject({
    code: 1,
    wrong: [{ check: 'folder', says: expect.stringContaining(dir) }],
  });
  expect(existsSync(dir)).toBe(false);
});

test('a sound one is sound; one that others may read is said to be, whatever opening it mends', async () => {
  const dir = installed();
  expect(await examine(dir)).toEqual({ code: 0, wrong: [] });
  chmodSync(join(dir, 'consilium.db'), 0o644);
  expect(await examine(dir)).toMatchObject({ code: 1, wrong: [{ check: 'folder' }] });
});

test('a key that everybody can read, or that lies with what it opens, is named', async () => {
  const dir = tempDir('doctor-home');
  const key = join(tempDir('doctor-key'), 'key');
  writeFileSync(key, 'a key of sixteen and more\n', { mode: 0o400 });
  openHome(dir, undefined, [], undefined, 'a key of sixteen and more').close();
  const inside = join(dir, 'key');
  writeFileSync(inside, 'a key of sixteen and more\n', { mode: 0o400 });
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [file, mode, said] of [
    [inside, 0o400, /in the folder/],
    [key, 0o444, /Others may read the key/],
  ] as const) {
    chmodSync(file, mode);
    vi.stubEnv('CONSILIUM_DATA_KEY_FILE', file);
    expect((await examine(dir)).wrong).toMatchObject([{ says: expect.stringMatching(said) }]);
  }
  rmSync(inside);
  chmodSync(key, 0o400);
  expect((await examine(dir)).wrong).toEqual([]);
});

test('every file that is damaged is named, with what to do', async () => {
  const dir = installed();
  writeFileSync(join(dir, 'tokens.db'), Buffer.alloc(8192, 7), { mode: 0o600 });
  writeFileSync(join(dir, 'search.db'), Buffer.alloc(8192, 9), { mode: 0o600 });
  const { code, wrong } = await examine(dir);
  expect([code, wrong.map(({ check, mend }) => [check, mend !== undefined])]).toEqual([
    1,
    [
      ['tokens', true],
      ['index', true],
    ],
  ]);
  expect(wrong[0]?.says).toContain('tokens.db');
});

test('the head of the trail and its key: whose they are, whether they fit, whether they are there', async () => {
  const dir = installed();
  const [head, key] = [join(dir, 'audit.head'), join(dir, 'audit.key')];
  const [sealed, secret] = [readFileSync(head), readFileSync(key)];
  chmodSync(key, 0o644);
  expect(await examine(dir)).toMatchObject({
    code: 1,
    wrong: [{ check: 'folder', says: expect.stringContaining(key) }],
  });
  chmodSync(key, 0o600);
  for (const [change, says] of [
    [() => rmSync(key), /key .* is gone/],
    [() => writeFileSync(key, 'another key of somebody\n', { mode: 0o600 }), /not sealed/],
    [() => writeFileSync(head, String(sealed).replace('400', '399'), { mode: 0o600 }), /not sealed/],
    [() => rmSync(head), /audit\.head is gone/],
  ] as const) {
    change();
    const { code, wrong } = await examine(dir);
    expect([code, wrong.map(({ check }) => check)]).toEqual([1, ['head', 'audit']]);
    expect(wrong[0]).toMatchObject({ says: expect.stringMatching(says), mend: expect.stringContaining('--begin') });
    writeFileSync(head, sealed, { mode: 0o600 });
    writeFileSync(key, secret, { mode: 0o600 });
  }
  expect(await examine(dir)).toEqual({ code: 0, wrong: [] });
});

test('pages of the data file that were written over are found', async () => {
  const dir = installed();
  const path = join(dir, 'consilium.db');
  const file = openSync(path, 'r+');
  const size = statSync(path).size;
  writeSync(file, Buffer.alloc(Math.floor(size / 2), 0xff), 0, undefined, Math.ceil(size / 2 / 4096) * 4096);
  closeSync(file);
  expect(await examine(dir)).toMatchObject({
    code: 1,
    wrong: [{ says: expect.stringMatching(/damaged|malformed|corrupt|\*\*\*|Page|Tree/) }],
  });
});

test('files of keys, of pipelines and of teams that cannot be read are named, with what to do', async () => {
  const dir = installed();
  const teams = tempDir('doctor-teams');
  vi.stubEnv('CONSILIUM_TEAMS', teams);
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [folder, name, text] of [
    [dir, 'a2a-keys.json', '[{"kid":"a","priv'],
    [join(dir, 'pipelines'), 'digest.yml', 'id: digest\nstages: [\n'],
    [join(teams, 'ward'), 'team.yml', 'name: ward\nroot: "Ward\n'],
  ] as const) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  }
  const { code, wrong } = await examine(dir);
  expect([code, wrong]).toMatchObject([
    1,
    [
      { check: 'keys', says: expect.stringContaining('a2a-keys.json'), mend: expect.stringContaining('backup') },
      { check: 'teams', says: expect.stringContaining('team.yml'), mend: expect.stringContaining('Mend') },
      { check: 'pipelines', says: expect.stringContaining('digest.yml:'), mend: expect.stringContaining('Mend') },
    ],
  ]);
  expect(readFileSync(join(dir, 'a2a-keys.json'), 'utf8')).toBe('[{"kid":"a","priv');
});

test('a catalogue of models that has mistakes is named by file and line, with what to do, and hides nothing else', async () => {
  const dir = installed();
  const file = join(dir, 'models.yml');
  for (const [text, line] of [
    ['providers:\n  ours:\n    kind: nonsense\n', 3],
    ['providers:\n  ours: [\n', 3],
  ] as const) {
    writeFileSync(file, text, { mode: 0o600 });
    expect(await examine(dir)).toEqual({
      code: 1,
      wrong: [
        {
          check: 'models',
          ok: false,
          says: expect.stringMatching(new RegExp(`${file}:${line}`)),
          mend: expect.stringContaining('Mend the line'),
        },
      ],
    });
  }
});

test('files of agents, of people and of courses that are gone from the disk are missed', async () => {
  const dir = tempDir('doctor-home');
  const app = openApp({ home: dir, env: { CONSILIUM_EMBEDDINGS: 'off' } });
  const space = await (await app.service('memory')).open('research_agents/gout');
  await space.write('notes.md', 'Urate was 8.1.', 'test');
  const own = await (await app.service('assistant')).files('local');
  await own.write('plan.txt', 'Buy milk.', 'test');
  const { material } = await app.service('study');
  const bytes = Buffer.from('# Urate\n\nUrate is made from purines in the liver.');
  await material.bring({ title: 'Gout', name: 'urate.md', bytes });
  await app.close();
  expect(await examine(dir)).toEqual({ code: 0, wrong: [] });
  for (const folder of ['courses', 'memory', 'workspaces']) rmSync(join(dir, folder), { recursive: true });
  expect(await examine(dir)).toMatchObject({
    code: 1,
    wrong: [
      {
        check: 'memory',
        says: expect.stringMatching(/plan\.txt.*notes\.md|notes\.md.*plan\.txt/),
        mend: expect.stringContaining('backup'),
      },
      { check: 'courses', says: expect.stringContaining('urate.md'), mend: expect.stringContaining('backup') },
    ],
  });
});

test('a data file whose head is written over is said to be none, with what to do; and is left as it is', async () => {
  const dir = installed();
  const path = join(dir, 'consilium.db');
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(100, 0x41), 0, undefined, 0);
  closeSync(file);
  const before = readFileSync(path);
  expect(await examine(dir)).toMatchObject({
    code: 1,
    wrong: [{ check: 'data', says: expect.stringContaining(path), mend: expect.stringContaining('backup') }],
  });
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('a log written ahead that is damaged: what is lost of it is missed', async () => {
  const dir = tempDir('doctor-home');
  const home = openHome(dir);
  for (let row = 0; row < 400; row++) home.audit.write({ action: `read:${row}`, actor: 'test' });
  // The head follows a moment later; what is copied then is what a power cut would leave.
  await vi.waitFor(() => expect(readFileSync(join(dir, 'audit.head'), 'utf8')).toContain('"rows":400'), {
    timeout: 60_000,
  });
  const cut = tempDir('doctor-cut');
  for (const name of ['consilium.db', 'consilium.db-wal', 'audit.head', 'audit.key'])
    writeFileSync(join(cut, name), readFileSync(join(dir, name)), { mode: 0o600 });
  home.close();
  const log = join(cut, 'consilium.db-wal');
  const file = openSync(log, 'r+');
  writeSync(file, Buffer.alloc(64, 0xff), 0, undefined, Math.floor(statSync(log).size / 2));
  closeSync(file);
  const { code, wrong } = await examine(cut);
  expect([code, wrong]).toMatchObject([1, [{ check: 'audit', mend: expect.stringContaining('backup') }]]);
});

test('a log that is none is named before SQLite passes over it, and a file that lies elsewhere is told', async () => {
  const dir = installed();
  rmSync(join(dir, 'consilium.db'));
  const elsewhere = join(tempDir('doctor-disk'), 'far.db');
  copyFileSync(join(installed(), 'consilium.db'), elsewhere);
  chmodSync(elsewhere, 0o600);
  symlinkSync(elsewhere, join(dir, 'consilium.db'));
  const { out } = await runHere(['doctor', '--home', dir], { cwd: tempDir('doctor') });
  expect(out).toContain(`consilium.db lies in ${elsewhere}`);
  const sound = installed();
  writeFileSync(join(sound, 'consilium.db-wal'), 'x'.repeat(5000), { mode: 0o600 });
  const { wrong } = await examine(sound);
  expect(wrong).toMatchObject([{ check: 'logs', says: expect.stringContaining('consilium.db-wal') }]);
});
