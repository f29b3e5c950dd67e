import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase, openSqliteStore } from '../storage/handle.ts';
import { PIPELINES_APP } from './records.ts';
import { type RunReport, reportRun } from './report.ts';

/** Runs the crashing pipeline; kills it with SIGKILL where it waits for that, else returns what it printed. */
async function runProcess(dir: string, mode: 'run' | 'resume', dieAt?: string): Promise<RunReport[] | 'killed'> {
  const script = join(import.meta.dirname, 'crash', 'process.ts');
  const args = [script, dir, mode, ...(dieAt === undefined ? [] : [dieAt])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
    if (out.includes('waiting to be killed')) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'close');
  return signal === 'SIGKILL' ? 'killed' : (JSON.parse(out) as RunReport[]);
}

const notesOf = (dir: string) => readFileSync(join(dir, 'notes'), 'utf8').trim().split('\n');
const drafts = ['draft BEGIN A, B, C ', 'draft BEGIN A, B, C SUGAR'];
const texts = ['begin', 'a', 'b', 'c', ...drafts, ...drafts.map((text) => `check ${text.toUpperCase()}`)];
const everything = texts.flatMap((text) => [`ask ${text}`, `work ${text}`]).sort();

async function logOf(dir: string) {
  const store = openSqliteStore(openDatabase(join(dir, 'test.db')));
  const [row] = await store.sessions({ app: PIPELINES_APP });
  const events = await store.events(row!.id);
  const versions = (await store.artifacts({ namespace: 'crashing' })).map(({ version }) => version);
  await store.close();
  return { row: row!, events, versions };
}

test('a process that is killed in a pipeline, again and again, resumes it: nothing recorded is redone', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'pipelines-crash-'));
  // In a single stage, in the middle of a map, between the steps of a function, in a second attempt.
  const deaths = ['work begin', 'work b', 'ask c', `work ${drafts[1]}`];
  let before: Awaited<ReturnType<typeof logOf>> | undefined;
  for (const [nth, dieAt] of deaths.entries()) {
    expect(await runProcess(dir, nth === 0 ? 'run' : 'resume', dieAt)).toBe('killed');
    const after = await logOf(dir);
    expect(reportRun(after.row, after.events)).toMatchObject({ state: 'running' });
    expect(after.events.slice(0, before?.events.length ?? 0)).toEqual(before?.events ?? []);
    before = after;
  }
  const [report] = (await runProcess(dir, 'resume')) as RunReport[];
  expect(report).toMatchObject({
    state: 'completed',
    output: { text: drafts[1]!.toUpperCase() },
    attempts: [{ met: false }, { met: true }],
  });
  // What was under way is done again, once for each death; a step of it that was recorded is not.
  expect(notesOf(dir).sort()).toEqual([...everything, ...deaths].sort());
  const { events, versions } = await logOf(dir);
  expect(events.slice(0, before!.events.length)).toEqual(before!.events);
  expect(new Set(events.map(({ key }) => key)).size).toBe(events.length);
  expect(versions).toEqual([1]);
}, 180_000);
