import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase, openSqliteStore } from '../storage/index.ts';
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
  const versions = (await store.artifacts('crashing')).map(({ version }) => version);
  await store.close();
  return { row: row!, events, versions };
}

describe('a process that is killed in a pipeline', () => {
  test.each([
    ['in a single stage', 'work begin'],
    ['in the middle of a map', 'work b'],
    ['between the steps of a function', 'ask c'],
    ['in a second attempt', `work ${drafts[1]}`],
  ])('%s resumes: nothing recorded is redone', async (_where, dieAt) => {
    const dir = mkdtempSync(join(tmpdir(), 'pipelines-crash-'));
    expect(await runProcess(dir, 'run', dieAt)).toBe('killed');
    const before = await logOf(dir);
    expect(reportRun(before.row, before.events)).toMatchObject({ state: 'running' });
    const [report] = (await runProcess(dir, 'resume')) as RunReport[];
    expect(report).toMatchObject({
      state: 'completed',
      output: { text: drafts[1]!.toUpperCase() },
      attempts: [{ met: false }, { met: true }],
    });
    // What was under way is done again, once; a step of it that was recorded is not.
    expect(notesOf(dir).sort()).toEqual([...everything, dieAt].sort());
    const after = await logOf(dir);
    expect(after.events.slice(0, before.events.length)).toEqual(before.events);
    expect(new Set(after.events.map(({ key }) => key)).size).toBe(after.events.length);
    expect(after.versions).toEqual([1]);
    expect(await runProcess(dir, 'resume')).toEqual([]);
  });
});
