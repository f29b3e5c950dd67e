/** Letters and correspondents in the embedded database. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Letter } from '../../mail/letters.ts';
import { guardDisk, inTransaction } from '../database.ts';
import { migrate, type Tables } from '../migrations.ts';
import { type Tell, untold } from '../telling.ts';

export const TABLES: Tables = {
  room: 'mail',
  steps: [
    `CREATE TABLE IF NOT EXISTS mail_letters (
       id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, message_id TEXT NOT NULL UNIQUE, thread TEXT NOT NULL,
       direction TEXT NOT NULL CHECK (direction IN ('out', 'in')),
       state TEXT NOT NULL CHECK (state IN ('sending', 'sent', 'failed', 'uncertain', 'received')),
       owner TEXT NOT NULL, agent_id TEXT NOT NULL, correspondent TEXT NOT NULL, subject TEXT NOT NULL,
       body TEXT NOT NULL, at INTEGER NOT NULL, reply_to TEXT
     ) STRICT;
     CREATE INDEX IF NOT EXISTS mail_letters_agent ON mail_letters (agent_id, at);
     CREATE INDEX IF NOT EXISTS mail_letters_thread ON mail_letters (thread, at);
     CREATE TABLE IF NOT EXISTS mail_contacts (
       owner TEXT NOT NULL, address TEXT NOT NULL, approved INTEGER NOT NULL, by TEXT NOT NULL, PRIMARY KEY (owner, address)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE IF NOT EXISTS mail_marks (mailbox TEXT PRIMARY KEY, validity TEXT NOT NULL, uid INTEGER NOT NULL) STRICT;`,
  ],
};

type Row = Record<string, SQLInputValue>;
export type Letters = ReturnType<typeof openLetters>;

export function openLetters(db: DatabaseSync, tell: Tell = untold) {
  migrate(db, TABLES);
  const guard = <T>(work: () => T) => guardDisk(db.location() ?? 'memory', work);
  const sql = guard(() => ({
    add: db.prepare('INSERT INTO mail_letters VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'),
    byId: db.prepare('SELECT * FROM mail_letters WHERE id = ?'),
    byKey: db.prepare('SELECT * FROM mail_letters WHERE key = ?'),
    byMessage: db.prepare('SELECT * FROM mail_letters WHERE message_id = ?'),
    state: db.prepare('UPDATE mail_letters SET state = ? WHERE id = ?'),
    ofAgent: db.prepare('SELECT * FROM mail_letters WHERE agent_id = ? ORDER BY at DESC, rowid DESC LIMIT ?'),
    ofThread: db.prepare('SELECT * FROM mail_letters WHERE thread = ? ORDER BY at, rowid'),
    contact: db.prepare('SELECT 1 FROM mail_contacts WHERE owner = ? AND address = ?'),
    approve: db.prepare('INSERT OR IGNORE INTO mail_contacts VALUES (?, ?, ?, ?)'),
    mark: db.prepare('SELECT validity, uid FROM mail_marks WHERE mailbox = ?'),
    setMark: db.prepare(
      `INSERT INTO mail_marks VALUES (?, ?, ?) ON CONFLICT (mailbox) DO UPDATE SET validity = excluded.validity, uid = excluded.uid`,
    ),
  }));
  const read = (row: unknown) => (row === undefined ? undefined : toLetter(row as Row));
  return {
    /** False if there is one with this key or message id. */
    add: (l: Letter) =>
      guard(() =>
        inTransaction(db, () => {
          const values = [l.id, l.key, l.messageId, l.thread, l.direction, l.state, l.owner, l.agent, l.correspondent];
          const isNew = sql.add.run(...values, l.subject, l.body, l.at, l.replyTo ?? null).changes > 0;
          if (isNew) tell(l.direction === 'out' ? 'send:letter' : 'receive:letter', l.owner, l.id);
          return isNew;
        }),
      ),
    byId: (id: string) => guard(() => read(sql.byId.get(id))),
    byKey: (key: string) => guard(() => read(sql.byKey.get(key))),
    byMessage: (id: string) => guard(() => read(sql.byMessage.get(id))),
    setState: (id: string, state: Letter['state']) => guard(() => void sql.state.run(state, id)),
    ofAgent: (agent: string, limit = 200) => guard(() => (sql.ofAgent.all(agent, limit) as Row[]).map(toLetter)),
    ofThread: (thread: string) => guard(() => (sql.ofThread.all(thread) as Row[]).map(toLetter)),
    isContact: (owner: string, address: string) => guard(() => sql.contact.get(owner, address) !== undefined),
    approve: (owner: string, address: string, at: number, by: string) =>
      guard(() =>
        inTransaction(db, () => {
          if (sql.approve.run(owner, address, at, by).changes > 0) tell('write:contact', owner);
        }),
      ),
    /** How far a mailbox has been read. */
    mark: (mailbox: string) => guard(() => sql.mark.get(mailbox) as { validity: string; uid: number } | undefined),
    setMark: (mailbox: string, validity: string, uid: number) =>
      guard(() => void sql.setMark.run(mailbox, validity, uid)),
  };
}

function toLetter(row: Row): Letter {
  return {
    id: String(row['id']),
    key: String(row['key']),
    messageId: String(row['message_id']),
    thread: String(row['thread']),
    direction: String(row['direction']) as Letter['direction'],
    state: String(row['state']) as Letter['state'],
    owner: String(row['owner']),
    agent: String(row['agent_id']),
    correspondent: String(row['correspondent']),
    subject: String(row['subject']),
    body: String(row['body']),
    at: Number(row['at']),
    ...(row['reply_to'] !== null && { replyTo: String(row['reply_to']) }),
  };
}
