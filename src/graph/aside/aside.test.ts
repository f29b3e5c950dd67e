import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoPatients } from '../../record/index.ts';
import { listPatients } from '../index.ts';
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
