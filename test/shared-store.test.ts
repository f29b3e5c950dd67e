/** Two real processes on one store: who is stopped in the middle of a tool, and who writes at the same time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { TurnResult } from '../src/kernel/index.ts';
import { openSqliteStore } from '../src/storage/handle.ts';
import { only, tempDir } from './house.ts';

const SCRIPT = join(import.meta.dirname, 'crash', 'shared-process.ts');

function begin(dir: string, node: string, mode: string, ahead = 0) {
  const args = [SCRIPT, join(dir, 'c.db'), join(dir, 'notes'), node, mode, String(ahead)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    out += more;
  });
  const results = once(child, 'close').then(() => JSON.parse(out.trim().split('\n').at(-1)!) as TurnResult[]);
  return { child, results, said: (words: string) => said(child, () => out.includes(words)) };
}

async function said(child: ChildProcess, isSaid: () => boolean): Promise<void> {
  while (!isSaid()) await once(child.stdout!, 'data');
}

const release = (dir: string, node: string) => writeFileSync(join(dir, `notes.${node}`), '');

test('a lease that runs out during a tool: the other process takes the turn up, and the first writes nothing more', async () => {
  const dir = tempDir('shared');
  const first = begin(dir, 'one', 'run');
  await first.said('in the tool');
  first.child.kill('SIGSTOP');
  release(dir, 'two');
  expect(await begin(dir, 'two', 'resume').results).toEqual([]);
  expect(await begin(dir, 'two', 'resume', 60_000).results).toMatchObject([
    { outcome: 'completed', text: 'done by two' },
  ]);
  first.child.kill('SIGCONT');
  release(dir, 'one');
  expect(await first.results).toMatchObject([{ outcome: 'failed', error: { code: 'STORAGE_CONFLICT' } }]);
  const store = openSqliteStore(new DatabaseSync(join(dir, 'c.db')));
  const events = await store.events('s');
  expect(only(events, 'step_done')).toHaveLength(1);
  expect(only(events, 'invocation_finished')).toHaveLength(1);
  expect(only(events, 'said').map(({ text }) => text)).toEqual(['done by two']);
  expect(readFileSync(join(dir, 'notes'), 'utf8')).toBe('one\ntwo\n');
  await store.close();
});

test('two processes that append to one session: what was acknowledged is on the log once, in an order, and whole', async () => {
  const dir = tempDir('shared');
  const all = await Promise.all(['one', 'two'].map((node) => begin(dir, node, 'append').results));
  const done = all.flat().filter(({ outcome }) => outcome === 'completed');
  expect(done.length).toBeGreaterThan(0);
  const store = openSqliteStore(new DatabaseSync(join(dir, 'c.db')));
  const events = await store.events('s');
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  const answered = only(events, 'said').map(({ text }) => text);
  expect(new Set(answered).size).toBe(answered.length);
  for (const { text } of done) expect(answered).toContain(text);
  expect(only(events, 'invocation_started')).toHaveLength(only(events, 'invocation_finished').length);
  await store.close();
});
