import { expect, test } from 'vitest';
import { prepareGraph } from '../../graph/index.ts';
import { largeRecord, openDatabase } from '../fixtures.ts';
import { writeGathered } from '../writing.ts';
import { storeFacts } from './store.ts';

test('among thousands of measurements the same one is found, and what is news is named as the record names it', async () => {
  const db = openDatabase();
  prepareGraph(db);
  const content = largeRecord(1_500);
  for (const [at, node] of content.nodes.entries())
    if (node.label === 'Observation')
      Object.assign(node.properties, { value: 50 + (at % 50), unit: '/min', time: `20${10 + (at % 15)}-01-01` });
  const newest = content.nodes.at(-1)!;
  Object.assign(newest.properties, { value: 44, time: '2026-02-01' });
  await writeGathered(db, { patient: 'p', name: null, content, dangling: 0, duplicates: 0 });
  const code = { system: 'http://loinc.org', code: '8867-4' };
  const tell = (message: string, value: number, time?: string) =>
    storeFacts(
      db,
      'p',
      [{ kind: 'measurement', name: 'pulse', value, unit: '/min', code, start: 0, end: 5, ...(time && { time }) }],
      { session: 's', message, agent: 'a' },
      { now: '2026-03-01T08:00:00Z' },
    )[0]!;
  expect(tell('a', 44)).toMatchObject({ status: 'duplicate', uuid: newest.uuid });
  expect(tell('b', 44, '2026-02-01')).toMatchObject({ status: 'duplicate', uuid: newest.uuid });
  expect(tell('c', 60)).toMatchObject({ status: 'stored' });
  const told = tell('d', 61, '2026-02-28');
  expect(told).toMatchObject({ status: 'stored' });
  const { name } = db
    .prepare(
      `SELECT d.props ->> '$.name' AS name FROM graph_node s JOIN graph_edge e ON e.src = s.id AND e.type = 'IS_A'
         JOIN graph_node d ON d.id = e.dst WHERE s.uuid = ?`,
    )
    .get((told as { uuid: string }).uuid) as { name: string };
  expect(name).toBe('Heart rate');
  db.close();
});
