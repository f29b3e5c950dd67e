import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { prepareGraph } from '../graph/index.ts';
import { openDatabase } from '../storage/handle.ts';
import { largeRecord } from './fixtures.ts';
import { finishImports } from './journal.ts';
import { writeGathered } from './writing.ts';

const ENTRIES = 5_000;
const own = (file: string) => JSON.stringify(join(import.meta.dirname, file));

/** A process that writes a large record and is killed after so many of its transactions. */
async function writeKilled(path: string, transactions: number): Promise<void> {
  const script = `
    const { openDatabase } = await import(${own('../storage/handle.ts')});
    const { prepareGraph } = await import(${own('../graph/index.ts')});
    const { applyImport, settleImport, stageImport } = await import(${own('journal.ts')});
    const { slicesOf } = await import(${own('writing-slices.ts')});
    const { largeRecord } = await import(${own('fixtures.ts')});
    const db = openDatabase(${JSON.stringify(path)});
    prepareGraph(db);
    db.exec('CREATE TABLE trail (patient TEXT)');
    let left = ${transactions};
    const go = (steps) => {
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
        if (--left === 0) process.kill(process.pid, 'SIGKILL');
      }
    };
    const id = go(stageImport(db, 'p', slicesOf('p', largeRecord(${ENTRIES}))));
    settleImport(db, id, () => db.exec("INSERT INTO trail VALUES ('p')"));
    go(applyImport(db, id));`;
  const child = spawn(process.execPath, ['-e', script], { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
}

const count = (db: DatabaseSync, table: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()!['n']);
const TABLES = ['graph_node', 'graph_edge', 'trail', 'record_import', 'record_import_slice'];
const WHOLE = [ENTRIES + 2, 2 * ENTRIES, 1, 0, 0];

test.each([
  ['before it was settled', 2, [0, 0, 0, 0, 0], []],
  ['among the nodes', 8, WHOLE, ['p']],
  ['among the edges', 15, WHOLE, ['p']],
])('an import whose process is killed %s is there whole or not at all', async (_when, transactions, found, changed) => {
  const path = join(tempDir('journal'), 'test.db');
  await writeKilled(path, transactions);
  const db = openDatabase(path);
  expect(finishImports(db)).toEqual(changed);
  expect(TABLES.map((table) => count(db, table))).toEqual(found);
  db.close();
});

test('the same again, and the same in another shape, through the journal', async () => {
  const db = openDatabase(join(tempDir('journal'), 'test.db'));
  prepareGraph(db);
  const write = (content: ReturnType<typeof largeRecord>) =>
    writeGathered(db, { patient: 'p', name: null, content, dangling: 0, duplicates: 0 });
  expect(await write(largeRecord(ENTRIES))).toEqual({ nodes: ENTRIES + 2, edges: 2 * ENTRIES });
  expect(await write(largeRecord(ENTRIES))).toEqual({ nodes: 0, edges: 0 });
  const changed = largeRecord(ENTRIES);
  changed.edges = changed.edges.filter(({ from, type }) => !(from === 'o4321' && type === 'IS_A'));
  expect(await write(changed)).toEqual({ nodes: 0, edges: 0 });
  expect([count(db, 'graph_edge'), count(db, 'record_import')]).toEqual([2 * ENTRIES - 1, 0]);
  db.close();
});
