import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TurnResult } from '../src/kernel/index.ts';
import { openDatabase, openSqliteStore } from '../src/storage/handle.ts';
import { tempDir } from './house.ts';

type Mode = 'run' | 'resume' | 'ask' | 'answer' | 'resume_asked';

/** Starts the crash team; kills it with SIGKILL where it waits for that, else returns what it printed. */
async function runProcess(dir: string, mode: Mode, dieAt?: string): Promise<TurnResult[] | 'killed'> {
  const script = join(import.meta.dirname, 'crash', 'process.ts');
  const args = [script, join(dir, 'c.db'), join(dir, 'notes'), mode, ...(dieAt === undefined ? [] : [dieAt])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
    if (out.includes('waiting to be killed')) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'exit');
  return signal === 'SIGKILL' ? 'killed' : (JSON.parse(out) as TurnResult[]);
}

const notesOf = (dir: string): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const line of readFileSync(join(dir, 'notes'), 'utf8').trim().split('\n'))
    counts[line] = (counts[line] ?? 0) + 1;
  return counts;
};

const everything = [
  'model worker 0',
  'model worker 1',
  'model worker 2',
  'model reader 0',
  'model reader 1',
  'tool send_mail',
  'tool look_up',
  'tool fetch',
  'step count',
];

describe('a process that is killed', () => {
  test('without a crash, everything is done once', async () => {
    const dir = tempDir('crash');
    const [result] = (await runProcess(dir, 'run')) as TurnResult[];
    expect(result).toMatchObject({ outcome: 'completed', text: 'finished: the page' });
    expect(notesOf(dir)).toEqual(Object.fromEntries(everything.map((what) => [what, 1])));
    expect(await runProcess(dir, 'resume')).toEqual([]);
  });

  test.each([
    ['in the first model call', 'model worker 0', 2],
    ['in a later model call', 'model worker 2', 2],
    ['in the model call of an agent behind a tool', 'model reader 1', 2],
    ['in a tool that may be run again', 'tool look_up', 2],
    ['in a tool of an agent behind a tool', 'tool fetch', 2],
    ['in a step of plain code', 'step count', 2],
    ['in a tool that must not be run again', 'tool send_mail', 1],
  ])('%s resumes: nothing recorded is redone, and the turn completes', async (_where, dieAt, times) => {
    const dir = tempDir('crash');
    expect(await runProcess(dir, 'run', dieAt)).toBe('killed');
    const [result] = (await runProcess(dir, 'resume')) as TurnResult[];
    expect(result).toMatchObject({
      outcome: 'completed',
      text: expect.stringMatching(
        dieAt === 'tool send_mail' ? /^finished: the page \(mail unknown\)$/ : /^finished: the page/,
      ),
      route: ['worker', 'reader'],
    });
    const counts = notesOf(dir);
    expect(counts[dieAt]).toBe(times);
    // Side by side with the dying one, another may have been in flight: then it too is done again, or left if it must.
    const parallel = new Set(['step count', 'tool look_up', 'tool send_mail', 'model worker 0']);
    // The step dies in a branch of its own: until the kill arrives the worker goes on, and is in one call of its branch.
    const goesOn = dieAt === 'step count';
    for (const what of everything)
      if (what !== dieAt)
        expect([what, counts[what] ?? 0]).toEqual([
          what,
          parallel.has(what) && parallel.has(dieAt)
            ? expect.toBeOneOf([0, 1, 2])
            : goesOn
              ? expect.toBeOneOf([1, 2])
              : 1,
        ]);
    if (goesOn) expect(everything.filter((what) => what !== dieAt && counts[what] === 2).length).toBeLessThanOrEqual(2);
    expect(counts['tool send_mail'] ?? 0).toBeLessThanOrEqual(1);
    await expectWholeLog(dir);
  });

  test('again and again still gets there', async () => {
    const dir = tempDir('crash');
    expect(await runProcess(dir, 'run', 'model worker 0')).toBe('killed');
    for (const dieAt of ['tool look_up', 'model worker 1', 'tool fetch', 'model reader 1', 'model worker 2'])
      expect(await runProcess(dir, 'resume', dieAt)).toBe('killed');
    const [result] = (await runProcess(dir, 'resume')) as TurnResult[];
    expect(result!.outcome).toBe('completed');
    expect(notesOf(dir)['tool send_mail']).toBe(1);
    await expectWholeLog(dir);
  });
});

describe('a turn that waits for a person', () => {
  test('outlives its process, is answered in another, and is finished by a third: each thing is done once', async () => {
    const dir = tempDir('crash');
    expect(await runProcess(dir, 'ask')).toBe('killed');
    expect(await runProcess(dir, 'resume_asked')).toEqual([]);
    expect(await runProcess(dir, 'answer', 'model mailer 1')).toBe('killed');
    const [result] = (await runProcess(dir, 'resume_asked')) as TurnResult[];
    expect(result).toMatchObject({ outcome: 'completed', text: 'mailed: yes' });
    expect(notesOf(dir)).toEqual({ asked: 1, 'model mailer 0': 1, 'tool send_mail yes': 1, 'model mailer 1': 2 });
    const store = openSqliteStore(openDatabase(join(dir, 'c.db')));
    expect(await store.pending({ status: 'open' })).toEqual([]);
    store.close();
  });
});

async function expectWholeLog(dir: string): Promise<void> {
  const store = openSqliteStore(openDatabase(join(dir, 'c.db')));
  const events = await store.events('s');
  expect(events.map((e) => e.seq)).toEqual(events.map((_e, index) => index + 1));
  expect(new Set(events.map((e) => e.key)).size).toBe(events.length);
  expect(events.filter((e) => e.type === 'invocation_finished')).toHaveLength(1);
  const state = Object.fromEntries([...(await store.state('session', 's'))].map(([key, entry]) => [key, entry.value]));
  expect(state).toMatchObject({ counted: 42, did_fetch: true, did_look_up: true, status: 'success' });
  await store.close();
}
