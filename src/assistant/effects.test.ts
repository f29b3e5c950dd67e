/** The list of what was done: read by what is wanted of it, and whole after a kill between the act and its row. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { type Home, openHome } from '../storage/index.ts';
import { openDesk } from './crash/desk.ts';

let home: Home | undefined;
afterEach(() => {
  home?.close();
  home = undefined;
});

const openAt = (dir: string) => {
  home = openHome(dir);
  return openDesk(home);
};

async function killed(when: 'before' | 'after' | 'device') {
  const dir = tempDir('effects');
  const first = openAt(dir);
  await (await first.files('ada')).write('plan.md', 'old words', 'ada');
  home!.close();
  const { signal } = spawnSync(process.execPath, [join(import.meta.dirname, 'crash/half.ts'), dir, when]);
  expect(signal).toBe('SIGKILL');
  const next = openAt(dir);
  await next.effects.takeUp();
  return { ...next, words: async () => (await (await next.files('ada')).read('plan.md', { actor: 'ada' })).content };
}

describe('a process that is killed', () => {
  test('after a file was written and before that was noted: the next one lists it, and can take it back, once', async () => {
    const { effects, shelf, words } = await killed('after');
    expect(effects.list('ada')).toMatchObject([{ what: 'Wrote plan.md', fixed: false }]);
    await effects.takeUp();
    expect([effects.list('ada').length, shelf.ofAll('intent')]).toEqual([1, []]);
    expect(await words()).toBe('new words');
    await effects.undo('ada');
    expect(await words()).toBe('old words');
  });

  test('before the file was written: nothing is listed', async () => {
    const { effects, shelf, words } = await killed('before');
    expect([effects.list('ada'), shelf.ofAll('intent'), await words()]).toEqual([[], [], 'old words']);
  });

  test('while it told a device: it is listed as what may have been', async () => {
    const { effects } = await killed('device');
    expect(effects.list('ada')).toMatchObject([
      { what: expect.stringContaining('may not have been done'), fixed: true },
    ]);
  });

  test('while it put files back: the next undo finishes that', async () => {
    const { effects, files } = openAt(tempDir('effects'));
    const workspace = await files('ada');
    for (const path of ['one.md', 'two.md']) await workspace.write(path, 'old', 'ada');
    const rewrite = async () => {
      for (const path of ['one.md', 'two.md']) await workspace.write(path, 'new', 'ada');
    };
    await effects.onFiles('ada', ['one.md', 'two.md'], 'Wrote both', rewrite);
    await workspace.write('one.md', 'old', 'undo');
    await effects.undo('ada');
    expect((await workspace.read('two.md', { actor: 'ada' })).content).toBe('old');
  });
});

test('an act that fails is listed as far as it went', async () => {
  const { effects, files } = openAt(tempDir('effects'));
  const failing = (work: () => Promise<unknown>) =>
    effects.onFiles('ada', ['a.md', 'b.md'], 'Wrote both', async () => {
      await work();
      throw new Error('the disk is full');
    });
  await expect(failing(async () => {})).rejects.toThrow('the disk is full');
  expect(effects.list('ada')).toEqual([]);
  await expect(failing(async () => (await files('ada')).write('a.md', 'half', 'ada'))).rejects.toThrow();
  expect(effects.list('ada')).toMatchObject([{ what: 'Wrote both' }]);
  await effects.undo('ada');
  expect(await (await files('ada')).exists('a.md')).toBe(false);
});

test('the last thing that a person did is found behind any number of notices', () => {
  const { effects, shelf, todos } = openAt(tempDir('effects'));
  todos.add('ada', { title: 'Pay rent' });
  for (let at = 0; at < 200; at++) shelf.put({ user: 'ada', kind: 'notice', body: at, what: 'Reminded', text: '' });
  expect(effects.list('ada')).toMatchObject([{ kind: 'todo' }]);
  expect(shelf.changes('ada', { notKinds: ['todo'], limit: 3 })).toHaveLength(3);
  expect(shelf.changes('ada', { notSaid: ['Remi'] })).toHaveLength(1);
});
