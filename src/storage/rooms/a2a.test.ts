import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Message, Task } from '../../a2a/protocol.ts';
import type { TaskRow } from '../../a2a/tasks.ts';
import { sessionOf } from '../../app/agent-turn.ts';
import { machineUser } from '../../kernel/index.ts';
import { openCopies } from '../copies.ts';
import { migrate } from '../migrations.ts';
import { COPIES, openTaskTables, TABLES } from './a2a.ts';

const caller = { owner: 'token:1', name: 'ada', agents: null, principal: machineUser('ada') };
const message: Message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'zorbulin' }] };
const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING', timestamp: '2026-11-19T10:00:00Z' } };
const row: TaskRow = {
  ...{ task: task as Task, owner: caller.owner, agent: 'health', seq: 1, session: 'a2a.s' },
  request: { message, stream: false, turn: 1, caller },
};
const counts = (db: DatabaseSync) =>
  ['a2a_task', 'a2a_event', 'a2a_push'].map((table) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()!['n']);

test('of a task that was deleted nothing is written any more', () => {
  const db = new DatabaseSync(':memory:');
  const tasks = openTaskTables(db);
  const artifact = { artifactUpdate: { taskId: 't', contextId: 'c', artifact: { artifactId: 'a', parts: [] } } };
  const event = { statusUpdate: { taskId: 't', contextId: 'c', status: row.task.status } };
  tasks.create(row);
  tasks.append({ ...row, seq: 2 }, [{ seq: 2, event }], true);
  tasks.savePush({ taskId: 't', id: 'p', url: 'https://example.org' }, caller.owner);
  expect(counts(db)).toEqual([1, 1, 1]);
  openCopies(db, [COPIES])('a2a.other');
  expect(counts(db)).toEqual([1, 1, 1]);
  openCopies(db, [COPIES])('a2a.s');
  expect(counts(db)).toEqual([0, 0, 0]);
  for (const late of [event, artifact])
    expect(() => tasks.append({ ...row, seq: 3 }, [{ seq: 3, event: late }], true)).toThrow('deleted');
  expect(counts(db)).toEqual([0, 0, 0]);
});

test('tasks from before say whose session they are in as well', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db, { ...TABLES, steps: TABLES.steps.slice(0, 2) });
  const add = db.prepare(
    `INSERT INTO a2a_task (id, owner, agent, context, state, updated, seq, folded, open, task, request)
     VALUES (?, ?, 'health', 'c', 'TASK_STATE_COMPLETED', 1, 1, 1, 0, '{}', ?)`,
  );
  for (const [id, user] of [
    ['own', undefined],
    ['other', 'ben'],
  ] as const)
    add.run(id, caller.owner, JSON.stringify({ ...row.request, user }));
  migrate(db, TABLES);
  const found = db.prepare('SELECT id, session FROM a2a_task').all();
  expect(Object.fromEntries(found.map(({ id, session }) => [id, session]))).toEqual({
    own: sessionOf('health', { caller, conversation: 'c', user: undefined }),
    other: sessionOf('health', { caller, conversation: 'c', user: 'ben' }),
  });
});
