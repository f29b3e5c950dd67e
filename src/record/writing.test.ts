import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { addToPatient, prepareGraph, sweepDrafts } from '../graph/index.ts';
import { takeTurn } from '../kernel/breath.ts';
import { migrate, openDatabase } from '../storage/handle.ts';
import { largeRecord } from './fixtures.ts';
import { importTables } from './former-imports.ts';
import { writeGathered } from './writing.ts';

const ENTRIES = 3_000;
const own = (file: string) => JSON.stringify(join(import.meta.dirname, file));
const openFile = () => {
  const db = openDatabase(join(tempDir('writing'), 'test.db'));
  prepareGraph(db);
  return db;
};
const write = (db: DatabaseSync, content: ReturnType<typeof largeRecord>, onWritten?: () => void) =>
  writeGathered(db, { patient: 'p', name: null, content, dangling: 0, duplicates: 0 }, onWritten);

/** A process that writes a large record and is killed after so many turns of its loop. */
async function writeKilled(path: string, turns: number): Promise<void> {
  const script = `
    const { openDatabase } = await import(${own('../storage/handle.ts')});
    const { prepareGraph } = await import(${own('../graph/index.ts')});
    const { takeTurn } = await import(${own('../kernel/breath.ts')});
    const { writeGathered } = await import(${own('writing.ts')});
    const { largeRecord } = await import(${own('fixtures.ts')});
    const db = openDatabase(${JSON.stringify(path)});
    prepareGraph(db);
    db.exec('CREATE TABLE IF NOT EXISTS trail (patient TEXT)');
    const content = largeRecord(${ENTRIES});
    if (db.prepare('SELECT 1 FROM trail').get()) for (const node of content.nodes) if (!node.shared) node.properties.again = true;
    const done = writeGathered(db, { patient: 'p', name: null, content, dangling: 0, duplicates: 0 },
      () => db.exec("INSERT INTO trail VALUES ('p')"));
    for (let left = ${turns}; left > 0; left--) await takeTurn();
    if (${turns} > 0) process.kill(process.pid, 'SIGKILL');
    await done;
    db.close();`;
  await once(spawn(process.execPath, ['-e', script], { stdio: 'inherit' }), 'exit');
}

const count = (db: DatabaseSync, from: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${from}`).get()!['n']);
const TABLES = ['graph_tenant', 'graph_node WHERE tenant > 0', 'graph_edge', 'trail', 'graph_draft'];
const AGAIN = "graph_node WHERE tenant > 0 AND props ->> '$.again' = 1";

test('an import whose process is killed is there whole or not at all, the first and the next', async () => {
  const path = join(tempDir('writing'), 'test.db');
  const look = (from: readonly string[]) => {
    const db = openDatabase(path);
    sweepDrafts(db);
    const found = from.map((each) => count(db, each));
    db.close();
    return found;
  };
  await writeKilled(path, 9);
  expect(look(TABLES)).toEqual([0, 0, 0, 0, 0]);
  await writeKilled(path, 0);
  expect(look(TABLES)).toEqual([1, ENTRIES + 1, 2 * ENTRIES, 1, 0]);
  await writeKilled(path, 30);
  expect(look([...TABLES, AGAIN])).toEqual([1, ENTRIES + 1, 2 * ENTRIES, 1, 0, 0]);
});

test('whoever reads meanwhile sees what was there before or all of it, and what they tell is kept', async () => {
  const db = openFile();
  const told = { label: 'SymptomEpisode', uuid: 'told', properties: { name: 'cough' } };
  const seen = new Set<string>();
  const look = () => {
    const of = (more: string) =>
      count(db, `graph_node n JOIN graph_tenant t ON t.id = n.tenant WHERE t.uuid = 'p' AND ${more}`);
    seen.add(`${of("n.uuid <> 'told'")} ${of("n.props ->> '$.again' = 1")}`);
  };
  const during = async (writing: Promise<unknown>, tell?: () => void) => {
    let isOver = false;
    const over = writing.finally(() => {
      isOver = true;
    });
    for (let turn = 0; !isOver; turn++) {
      look();
      if (turn === 10) tell?.();
      await takeTurn();
    }
    look();
    return over;
  };
  await during(write(db, largeRecord(ENTRIES)));
  expect([...seen]).toEqual(['0 0', `${ENTRIES + 1} 0`]);
  const again = largeRecord(ENTRIES);
  for (const node of again.nodes) if (!node.shared) node.properties['again'] = true;
  let trail = 0;
  const writing = write(db, again, () => {
    trail++;
  });
  await during(writing, () => addToPatient(db, 'p', { nodes: [told], edges: [] }));
  expect([...seen]).toEqual(['0 0', `${ENTRIES + 1} 0`, `${ENTRIES + 1} ${ENTRIES + 1}`]);
  expect(trail).toBe(1);
  expect(count(db, "graph_node WHERE uuid = 'told' AND origin = 'conversation'")).toBe(1);
  expect([count(db, 'graph_draft'), count(db, 'graph_node WHERE tenant > 0')]).toEqual([0, ENTRIES + 2]);
  db.close();
});

test('the same again adds nothing, and the same in another shape takes the place of what was', async () => {
  const db = openFile();
  expect(await write(db, largeRecord(ENTRIES))).toEqual({ nodes: ENTRIES + 2, edges: 2 * ENTRIES });
  expect(await write(db, largeRecord(ENTRIES))).toEqual({ nodes: 0, edges: 0 });
  const changed = largeRecord(ENTRIES);
  changed.edges = changed.edges.filter(({ from, type }) => !(from === 'o2345' && type === 'IS_A'));
  expect(await write(db, changed)).toEqual({ nodes: 0, edges: 0 });
  expect([count(db, 'graph_edge'), count(db, 'graph_tenant')]).toEqual([2 * ENTRIES - 1, 1]);
  db.close();
});

test('what an earlier version had settled and not finished is finished when its file is opened', () => {
  const db = openFile();
  migrate(db, { ...importTables, steps: importTables.steps.slice(0, 1) });
  const add = (id: number, settled: number, patient: string) => {
    const content = JSON.stringify({ nodes: [{ label: 'Patient', uuid: patient, properties: {} }], edges: [] });
    db.prepare('INSERT INTO record_import (id, patient, settled) VALUES (?, ?, ?)').run(id, patient, settled);
    db.prepare('INSERT INTO record_import_slice (import, at, content) VALUES (?, 0, ?)').run(id, content);
  };
  add(1, 1, 'settled');
  add(2, 0, 'forgotten');
  migrate(db, importTables);
  expect(db.prepare('SELECT uuid FROM graph_tenant').all()).toEqual([{ uuid: 'settled' }]);
  expect(count(db, "sqlite_schema WHERE name LIKE 'record_import%'")).toBe(0);
  db.close();
});
