/** Tasks of other machines in the embedded database. */
import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { ListRequest, StreamResponse, Task } from '../../a2a/protocol.ts';
import type { KeptTask, StoredPush, TaskEvent, TaskRow, TaskTables, TaskWork } from '../../a2a/tasks.ts';
import { ConsiliumError } from '../../kernel/index.ts';
import type { Copies } from '../copies.ts';
import { inTransaction } from '../database.ts';
import { migrate, type Tables } from '../migrations.ts';

export const TABLES: Tables = {
  room: 'a2a',
  steps: [
    `
  CREATE TABLE a2a_task (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, agent TEXT NOT NULL, context TEXT NOT NULL, state TEXT NOT NULL,
    updated INTEGER NOT NULL, seq INTEGER NOT NULL, folded INTEGER NOT NULL, open INTEGER NOT NULL, task TEXT NOT NULL, request TEXT NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX a2a_task_by_time ON a2a_task (owner, agent, updated DESC, id);
  CREATE INDEX a2a_task_open ON a2a_task (agent) WHERE open = 1;
  CREATE TABLE a2a_event (
    task TEXT NOT NULL, seq INTEGER NOT NULL, event TEXT NOT NULL, PRIMARY KEY (task, seq)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE a2a_push (
    task TEXT NOT NULL, id TEXT NOT NULL, owner TEXT NOT NULL, config TEXT NOT NULL, PRIMARY KEY (task, id)
  ) WITHOUT ROWID, STRICT;`,
    // How far a receiver has been told: what is behind it is sent after a crash too.
    `
  ALTER TABLE a2a_push ADD COLUMN sent INTEGER NOT NULL DEFAULT 0;
  UPDATE a2a_push SET sent = coalesce((SELECT seq FROM a2a_task WHERE id = a2a_push.task), 0);`,
    // The session that a task is talked in, with which it is deleted, and whom it is about.
    (db) => {
      db.exec(`
  ALTER TABLE a2a_task ADD COLUMN session TEXT;
  ALTER TABLE a2a_task ADD COLUMN patient TEXT;
  CREATE INDEX a2a_task_session ON a2a_task (session) WHERE session IS NOT NULL;
  CREATE INDEX a2a_task_patient ON a2a_task (patient) WHERE patient IS NOT NULL;`);
      const place = db.prepare('UPDATE a2a_task SET session = ? WHERE id = ?');
      for (const { id, owner, agent, context, request } of db
        .prepare('SELECT id, owner, agent, context, request FROM a2a_task')
        .all() as Record<string, string>[])
        place.run(formerSession(owner!, agent!, context!, JSON.parse(request!) as TaskWork), id!);
    },
  ],
};

/** How sessions of tasks were named when tasks did not say which theirs is. */
function formerSession(owner: string, agent: string, context: string, { user, caller }: TaskWork): string {
  const own = (caller?.principal as { user?: string } | undefined)?.user;
  const other = user === undefined || user === own ? [] : [user];
  return `a2a.${hash('sha256', JSON.stringify([owner, agent, context, ...other]), 'base64url').slice(0, 32)}`;
}

const OF_SESSION = 'SELECT id FROM a2a_task WHERE session = ?';

export const COPIES: Copies = {
  tables: TABLES,
  drop: [
    `DELETE FROM a2a_event WHERE task IN (${OF_SESSION})`,
    `DELETE FROM a2a_push WHERE task IN (${OF_SESSION})`,
    'DELETE FROM a2a_task WHERE session = ?',
  ],
};

const ROW = 'id, owner, agent, seq, folded, task, request';

export function openTaskTables(db: DatabaseSync): TaskTables {
  migrate(db, TABLES);
  const add = db.prepare(
    'INSERT INTO a2a_task (id, owner, agent, context, state, updated, seq, folded, open, task, request, session, patient) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)',
  );
  const change = db.prepare(
    'UPDATE a2a_task SET state = ?, updated = ?, seq = ?, folded = ?, open = ?, task = ?, request = coalesce(?, request) WHERE id = ?',
  );
  const count = db.prepare('UPDATE a2a_task SET seq = ? WHERE id = ?');
  const isThere = db.prepare('SELECT 1 FROM a2a_task WHERE id = ?');
  const addEvent = db.prepare('INSERT INTO a2a_event (task, seq, event) VALUES (?, ?, ?)');
  const find = db.prepare(`SELECT ${ROW} FROM a2a_task WHERE id = ? AND owner = ? AND agent = ?`);
  const events = db.prepare('SELECT seq, event FROM a2a_event WHERE task = ? AND seq > ? ORDER BY seq');
  const open = db.prepare(`SELECT ${ROW} FROM a2a_task WHERE agent = ? AND open = 1`);
  const savePush = db.prepare(
    `INSERT OR REPLACE INTO a2a_push (task, id, owner, config, sent)
     VALUES (?, ?, ?, ?, coalesce((SELECT seq FROM a2a_task WHERE id = ?1), 0))`,
  );
  const unsent = db.prepare(
    `SELECT e.seq, e.event, t.request, p.owner FROM a2a_push p JOIN a2a_event e ON e.task = p.task AND e.seq > p.sent
     JOIN a2a_task t ON t.id = p.task WHERE p.task = ? AND p.id = ? ORDER BY e.seq LIMIT 1`,
  );
  const markSent = db.prepare('UPDATE a2a_push SET sent = ? WHERE task = ? AND id = ?');
  const behind = db.prepare(
    'SELECT p.config FROM a2a_push p JOIN a2a_task t ON t.id = p.task WHERE t.agent = ? AND p.sent < t.seq',
  );
  const pushes = db.prepare('SELECT config FROM a2a_push WHERE task = ? ORDER BY id');
  const dropPush = db.prepare('DELETE FROM a2a_push WHERE task = ? AND id = ?');
  const old = 'SELECT id FROM a2a_task WHERE open = 0 AND updated < ?';

  const readEvents = (id: string, after: number): TaskEvent[] =>
    events.all(id, after).map((row) => ({
      seq: row['seq'] as number,
      event: JSON.parse(row['event'] as string) as StreamResponse,
    }));
  const keptOf = (row: Record<string, unknown>): KeptTask => ({
    row: toRow(row),
    since:
      row['folded'] === row['seq']
        ? []
        : readEvents(row['id'] as string, row['folded'] as number).map(({ event }) => event),
  });

  /** Requests as they stand there: a message may be long, and is not written again with each word about it. */
  const stored = new WeakSet<object>();

  return {
    create: ({ task, owner, agent, seq, request, session = null, patient = null }, happened = []) => {
      const { state, timestamp } = task.status;
      const place = [task.id, owner, agent, task.contextId, state, Date.parse(timestamp), seq, seq] as const;
      stored.add(request);
      const put = () => add.run(...place, JSON.stringify(task), JSON.stringify(request), session, patient);
      // One statement is a transaction of its own.
      if (happened.length === 0) return void put();
      inTransaction(db, () => {
        put();
        for (const each of happened) addEvent.run(task.id, each.seq, JSON.stringify(each.event));
      });
    },
    append: ({ task, request, seq }, happened, isOpen, also) =>
      inTransaction(db, () => {
        also?.();
        if (isThere.get(task.id) === undefined) throw gone();
        for (const each of happened) addEvent.run(task.id, each.seq, JSON.stringify(each.event));
        if (happened.every(({ event }) => 'artifactUpdate' in event)) return void count.run(seq, task.id);
        const { state, timestamp } = task.status;
        const written = [JSON.stringify(task), stored.has(request) ? null : JSON.stringify(request)] as const;
        change.run(state, Date.parse(timestamp), seq, seq, isOpen ? 1 : 0, ...written, task.id);
      }),
    find: (id, owner, agent) => {
      const row = find.get(id, owner, agent);
      return row && keptOf(row);
    },
    list: (owner, agent, query) => list(db, owner, agent, query),
    events: readEvents,
    unfinished: (agent) => open.all(agent).map(keptOf),
    agentsAtWork: () =>
      db
        .prepare(
          `SELECT agent FROM a2a_task WHERE open = 1 UNION
           SELECT t.agent FROM a2a_push p JOIN a2a_task t ON t.id = p.task WHERE p.sent < t.seq`,
        )
        .all()
        .map((row) => row['agent'] as string),
    // The ids come from the index: the rows are long, and as a rule there are none.
    rename: (from, to) =>
      void db
        .prepare(
          'UPDATE a2a_task SET agent = ?2 WHERE id IN (SELECT id FROM a2a_task INDEXED BY a2a_task_by_time WHERE agent = ?1)',
        )
        .run(from, to),
    savePush: (config, owner) => void savePush.run(config.taskId, config.id, owner, JSON.stringify(config)),
    pushes: (taskId) => pushes.all(taskId).map((row) => JSON.parse(row['config'] as string) as StoredPush),
    dropPush: (taskId, id) => void dropPush.run(taskId, id),
    unsent: ({ taskId, id }) => {
      const row = unsent.get(taskId, id);
      if (row === undefined) return undefined;
      const { legacy = false } = JSON.parse(row['request'] as string) as TaskWork;
      const event = JSON.parse(row['event'] as string) as StreamResponse;
      return { seq: row['seq'] as number, event, legacy, owner: row['owner'] as string };
    },
    markSent: ({ taskId, id }, seq) => void markSent.run(seq, taskId, id),
    behind: (agent) => behind.all(agent).map((row) => JSON.parse(row['config'] as string) as StoredPush),
    erase: (patient) => {
      const theirs = 'SELECT id FROM a2a_task WHERE patient = ?';
      for (const table of ['a2a_event', 'a2a_push'])
        db.prepare(`DELETE FROM ${table} WHERE task IN (${theirs})`).run(patient);
      db.prepare('DELETE FROM a2a_task WHERE patient = ?').run(patient);
    },
    forget: (before) =>
      inTransaction(db, () => {
        for (const table of ['a2a_event', 'a2a_push'])
          db.prepare(`DELETE FROM ${table} WHERE task IN (${old})`).run(before);
        return Number(db.prepare(`DELETE FROM a2a_task WHERE id IN (${old})`).run(before).changes);
      }),
  };
}

/** Deleted while it was at work, with the conversation: nothing of it is written any more. */
function gone(): ConsiliumError {
  return new ConsiliumError('TASK_UNKNOWN', 'This task was deleted.');
}

const USUAL_PAGE = 50;

function list(db: DatabaseSync, owner: string, agent: string, query: ListRequest): ReturnType<TaskTables['list']> {
  const { contextId, status, statusTimestampAfter, pageSize = USUAL_PAGE, pageToken } = query;
  const filters: [string, string | number][] = [
    ['owner = ?', owner],
    ['agent = ?', agent],
  ];
  if (contextId) filters.push(['context = ?', contextId]);
  if (status) filters.push(['state = ?', status]);
  if (statusTimestampAfter) filters.push(['updated >= ?', Date.parse(statusTimestampAfter)]);
  const where = filters.map(([text]) => text).join(' AND ');
  const values = filters.map(([, value]) => value);
  const total = db.prepare(`SELECT count(*) AS n FROM a2a_task WHERE ${where}`).get(...values)!['n'] as number;
  const place = readPlace(pageToken);
  const rows = db
    .prepare(
      `SELECT id, updated, task FROM a2a_task WHERE ${where} ${place ? 'AND (updated < ? OR (updated = ? AND id > ?))' : ''}
       ORDER BY updated DESC, id LIMIT ?`,
    )
    .all(...values, ...(place ? [place[0], place[0], place[1]] : []), pageSize + 1);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const next = rows.length > pageSize && last ? `${last['updated']}.${last['id']}` : '';
  return { rows: shown.map((row) => JSON.parse(row['task'] as string) as Task), next, total };
}

function readPlace(token: string | undefined): [number, string] | undefined {
  const found = /^(\d{1,16})\.([\w-]+)$/.exec(token ?? '');
  return found ? [Number(found[1]), found[2]!] : undefined;
}

function toRow(row: Record<string, unknown>): TaskRow {
  return {
    owner: row['owner'] as string,
    agent: row['agent'] as string,
    seq: row['seq'] as number,
    task: JSON.parse(row['task'] as string) as Task,
    request: JSON.parse(row['request'] as string) as TaskWork,
  };
}
