import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readChart } from '../../reasoning/index.ts';
import { loadDemoPatients } from '../../record/index.ts';
import { handleOf } from '../../storage/data-file.ts';
import { listPatients } from '../index.ts';
import { copyPatient, withCopy } from './copy.ts';
import { queryAside } from './query.ts';

const db = new DatabaseSync(':memory:');
let patientId: string;
beforeAll(async () => {
  await loadDemoPatients(db);
  patientId = listPatients(db)[0]!.uuid;
});
afterAll(() => db.close());

const HEAVY = `MATCH (p:Patient)-[]->(a), (p)-[]->(b), (p)-[]->(c) RETURN count(*) AS n`;

test('a query that is answered at once is answered as ever', async () => {
  expect((await queryAside(db, { patientId, query: 'MATCH (p:Patient) RETURN count(p) AS n' })).rows).toEqual([[1]]);
  await expect(queryAside(db, { patientId, query: 'CREATE (n)' })).rejects.toMatchObject({ code: 'CYPHER_REJECTED' });
});

test('one that takes long leaves the thread to others, sees the same rows, and is ended in time', async () => {
  let turns = 0;
  const beat = setInterval(() => turns++, 5);
  const slow = queryAside(db, { patientId, query: HEAVY, limits: { timeoutMs: 500 } });
  await expect(slow).rejects.toMatchObject({ code: 'CYPHER_REJECTED', details: { rule: 'limit' } });
  clearInterval(beat);
  expect(turns).toBeGreaterThan(0);
});

test('a copy is closed when it was looked at, also where the look fails', async () => {
  const rows = await copyPatient(db, patientId);
  const looked: DatabaseSync[] = [];
  const count = withCopy(rows, (copy) => {
    looked.push(handleOf(copy));
    return handleOf(copy).prepare('SELECT count(*) AS n FROM graph_node').get()!['n'];
  });
  expect(count).toBeGreaterThan(10);
  const fail = () =>
    withCopy(rows, (copy) => {
      looked.push(handleOf(copy));
      throw new Error('no');
    });
  expect(fail).toThrow('no');
  expect(looked.map(({ isOpen }) => isOpen)).toEqual([false, false]);
});

test('a chart that was read from a copy answers when the copy is closed', async () => {
  const reader = { patientId, now: '2026-03-01T08:00:00Z', actor: 'test', audit: () => {} };
  const chart = withCopy(await copyPatient(db, patientId), (data) => readChart({ ...reader, data }));
  const { conditions, medicines } = chart.view;
  expect(() => [...conditions, ...medicines].map(({ uuid }) => chart.seenBy(uuid))).not.toThrow();
});
