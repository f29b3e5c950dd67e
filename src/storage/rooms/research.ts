/** The research desk's records in the embedded database. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Json } from '../../kernel/index.ts';
import type { AgentRow, AgentStatus, Remembered } from '../../research/records.ts';
import { guardDisk, inTransaction } from '../database.ts';
import { migrate, type Tables } from '../migrations.ts';
import { type Tell, untold } from '../telling.ts';
import { openFeedRecords } from './research-feed.ts';
import { rewordStored } from './rewording.ts';

export const TABLES: Tables = {
  room: 'research',
  steps: [
    `CREATE TABLE IF NOT EXISTS research_agents (
       id TEXT PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, slug TEXT NOT NULL, description TEXT NOT NULL,
       workspace_path TEXT NOT NULL UNIQUE, requirements TEXT NOT NULL, status TEXT NOT NULL, last_finding TEXT,
       created_at INTEGER NOT NULL, last_active INTEGER NOT NULL, UNIQUE (owner, slug)
     ) STRICT;
     CREATE TABLE IF NOT EXISTS agent_memory (
       agent_id TEXT PRIMARY KEY REFERENCES research_agents (id) ON DELETE CASCADE,
       messages TEXT NOT NULL, summary TEXT NOT NULL
     ) STRICT;
     CREATE TABLE IF NOT EXISTS conversation (user_id TEXT PRIMARY KEY, messages TEXT NOT NULL, summary TEXT NOT NULL) STRICT;
     CREATE TABLE IF NOT EXISTS research_asks (
       id INTEGER PRIMARY KEY, owner TEXT NOT NULL, session TEXT NOT NULL, at INTEGER NOT NULL, question TEXT NOT NULL,
       agent_id TEXT NOT NULL
     ) STRICT;
     CREATE INDEX IF NOT EXISTS research_asks_owner ON research_asks (owner, at);
     CREATE TABLE IF NOT EXISTS research_relay (
       id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, agent_id TEXT NOT NULL, at INTEGER NOT NULL,
       message TEXT NOT NULL, facts TEXT NOT NULL
     ) STRICT;
     CREATE TABLE IF NOT EXISTS research_feed (
       id TEXT PRIMARY KEY, relay TEXT UNIQUE, owner TEXT NOT NULL, agent_id TEXT NOT NULL, at INTEGER NOT NULL,
       kind TEXT NOT NULL CHECK (kind IN ('surfaced', 'suppressed')), text TEXT NOT NULL, reason TEXT NOT NULL
     ) STRICT;
     CREATE INDEX IF NOT EXISTS research_feed_owner ON research_feed (owner, at);
     CREATE TABLE IF NOT EXISTS research_telling (
       feed TEXT NOT NULL REFERENCES research_feed (id) ON DELETE CASCADE, session TEXT NOT NULL, told INTEGER,
       PRIMARY KEY (feed, session)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX IF NOT EXISTS research_telling_session ON research_telling (session) WHERE told IS NULL;
     CREATE TABLE IF NOT EXISTS source_cache (
       key TEXT PRIMARY KEY, body TEXT NOT NULL, etag TEXT, modified TEXT, at INTEGER NOT NULL
     ) STRICT;`,
    // By which rules what is kept was cleared of who patients are.
    'CREATE TABLE research_cleared (rules INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT',
  ],
};

export type Row = Record<string, SQLInputValue>;
export type ResearchRecords = ReturnType<typeof openResearchRecords>;

type ClearedAgents = readonly Pick<AgentRow, 'id' | 'name' | 'description' | 'requirements' | 'lastFinding'>[];

const MOST_REMEMBERED = 60;
/** Where words of people are kept, beside the agents themselves. */
const CLEARED = [
  {
    ...{ table: 'agent_memory', id: 'agent_id', texts: ['summary'], stored: ['messages'] },
    owner: '(SELECT owner FROM research_agents a WHERE a.id = agent_id)',
  },
  { table: 'conversation', id: 'user_id', owner: 'user_id', texts: ['summary'], stored: ['messages'] },
  { table: 'research_asks', id: 'id', owner: 'owner', texts: ['question'], stored: [] },
  { table: 'research_relay', id: 'id', owner: 'owner', texts: ['message'], stored: ['facts'] },
  { table: 'research_feed', id: 'id', owner: 'owner', texts: ['text', 'reason'], stored: [] },
] as const;

export function openResearchRecords(db: DatabaseSync, tell: Tell = untold) {
  migrate(db, TABLES);
  const guard = <T>(work: () => T) => guardDisk(db.location() ?? 'memory', work);
  const all = (sql: string, ...values: SQLInputValue[]) => guard(() => db.prepare(sql).all(...values) as Row[]);
  const run = (sql: string, ...values: SQLInputValue[]) => guard(() => db.prepare(sql).run(...values).changes > 0);

  /** What is written and the row that tells of it, if it was written. */
  const deed = (action: string, owner: string, object: string, write: () => boolean) =>
    guard(() =>
      inTransaction(db, () => {
        const done = write();
        if (done) tell(action, owner, object);
        return done;
      }),
    );

  const remember = (table: 'agent_memory' | 'conversation', key: string, id: string, entries: readonly Json[]) =>
    guard(() =>
      inTransaction(db, () => {
        const [row] = db.prepare(`SELECT messages, summary FROM ${table} WHERE ${key} = ?`).all(id) as Row[];
        const messages = [...(row ? (JSON.parse(String(row['messages'])) as Json[]) : []), ...entries];
        const old = messages.splice(0, Math.max(0, messages.length - MOST_REMEMBERED));
        const summary = compress(String(row?.['summary'] ?? ''), old);
        db.prepare(
          `INSERT INTO ${table} (${key}, messages, summary) VALUES (?, ?, ?)
           ON CONFLICT (${key}) DO UPDATE SET messages = excluded.messages, summary = excluded.summary`,
        ).run(id, JSON.stringify(messages), summary);
      }),
    );
  const recall = (table: 'agent_memory' | 'conversation', key: string, id: string): Remembered => {
    const [row] = all(`SELECT messages, summary FROM ${table} WHERE ${key} = ?`, id);
    if (row === undefined) return { messages: [], summary: '' };
    return { messages: JSON.parse(String(row['messages'])) as Json[], summary: String(row['summary']) };
  };

  return {
    addAgent: (a: AgentRow) =>
      deed('write:agent', a.owner, a.id, () =>
        run(
          'INSERT INTO research_agents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
          ...[a.id, a.owner, a.name, a.slug, a.description, a.workspacePath, JSON.stringify(a.requirements)],
          ...[a.status, a.lastFinding ?? null, a.created, a.lastActive],
        ),
      ),
    removeAgent: ({ id, owner }: Pick<AgentRow, 'id' | 'owner'>) =>
      deed('delete:agent', owner, id, () => {
        run('DELETE FROM agent_memory WHERE agent_id = ?', id);
        run('DELETE FROM research_asks WHERE agent_id = ?', id);
        return run('DELETE FROM research_agents WHERE id = ?', id);
      }),
    agent: (id: string) => all('SELECT * FROM research_agents WHERE id = ?', id).map(toAgent)[0],
    /** By the newest activity. */
    agents: (owner: string) =>
      all('SELECT * FROM research_agents WHERE owner = ? ORDER BY last_active DESC, id', owner).map(toAgent),
    agentBySlug: (owner: string, slug: string) =>
      all('SELECT * FROM research_agents WHERE owner = ? AND slug = ?', owner, slug).map(toAgent)[0],
    everybody: () => all('SELECT * FROM research_agents ORDER BY id').map(toAgent),
    /** Who has something here. */
    owners: () =>
      all(
        `SELECT owner FROM research_agents UNION SELECT owner FROM research_asks UNION SELECT user_id FROM conversation
         UNION SELECT owner FROM research_feed`,
      ).map((row) => String(row['owner'])),
    /** The newest rules by which what is kept was cleared; 0: by none. */
    clearedBy: () => Number(all('SELECT max(rules) AS rules FROM research_cleared')[0]?.['rules'] ?? 0),
    /** All that is kept in words, in one transaction with the note by which rules. */
    clear: (by: { rules: number; at: number }, reword: (owner: string, text: string) => string, rows: ClearedAgents) =>
      guard(() =>
        inTransaction(db, () => {
          for (const { id, name, description, requirements, lastFinding } of rows)
            run(
              'UPDATE research_agents SET name = ?, description = ?, requirements = ?, last_finding = ? WHERE id = ?',
              ...[name, description, JSON.stringify(requirements), lastFinding ?? null, id],
            );
          for (const { table, id, owner, texts, stored } of CLEARED)
            for (const row of all(`SELECT *, ${id} AS own_id, ${owner} AS own_owner FROM ${table}`)) {
              const mine = (text: string) => reword(String(row['own_owner']), text);
              const next = [
                ...texts.map((column) => mine(String(row[column]))),
                ...stored.map((column) => rewordStored(String(row[column]), mine)),
              ];
              const columns = [...texts, ...stored];
              if (columns.every((column, at) => row[column] === next[at])) continue;
              const set = columns.map((column) => `${column} = ?`).join(', ');
              run(`UPDATE ${table} SET ${set} WHERE ${id} = ?`, ...next, row['own_id']!);
            }
          run('INSERT OR REPLACE INTO research_cleared VALUES (?, ?)', by.rules, by.at);
        }),
      ),
    setStatus: (id: string, status: AgentStatus, at: number) =>
      run('UPDATE research_agents SET status = ?, last_active = ? WHERE id = ?', status, at, id),
    setFinding: (id: string, finding: string) =>
      run('UPDATE research_agents SET last_finding = ? WHERE id = ?', finding, id),
    setRequirements: (id: string, requirements: Json) =>
      run('UPDATE research_agents SET requirements = ? WHERE id = ?', JSON.stringify(requirements), id),
    rememberAgent: (id: string, entries: readonly Json[]) => remember('agent_memory', 'agent_id', id, entries),
    agentMemory: (id: string) => recall('agent_memory', 'agent_id', id),
    rememberTalk: (user: string, entries: readonly Json[]) => remember('conversation', 'user_id', user, entries),
    conversation: (user: string) => recall('conversation', 'user_id', user),
    /** What was asked and said in one conversation. What is shortened already is of all of them: it goes. */
    forgetTalk: (user: string, session: string) =>
      deed('forget:talk', user, session, () => {
        const asked = run('DELETE FROM research_asks WHERE owner = ? AND session = ?', user, session);
        const told = 'SELECT feed FROM research_telling WHERE session = ?';
        run(`DELETE FROM research_feed WHERE owner = ? AND relay IS NULL AND id IN (${told})`, user, session);
        const { messages, summary } = recall('conversation', 'user_id', user);
        const left = messages.filter((entry) => (entry as { session?: unknown }).session !== session);
        if (left.length === messages.length && summary === '') return asked;
        return run("UPDATE conversation SET messages = ?, summary = '' WHERE user_id = ?", JSON.stringify(left), user);
      }),
    ...openFeedRecords({ db, all, run, deed, guard }),
  };
}

/** What leaves the window is kept as one line each. */
function compress(summary: string, old: readonly Json[]): string {
  const lines = old.map((entry) => {
    const { at, text } = entry as { at?: string; text?: string };
    return `${(at ?? '').slice(0, 10)} ${(text ?? JSON.stringify(entry)).replace(/\s+/g, ' ').slice(0, 160)}`.trim();
  });
  return [summary, ...lines].filter(Boolean).join('\n').slice(-8000);
}

function toAgent(row: Row): AgentRow {
  return {
    id: String(row['id']),
    owner: String(row['owner']),
    name: String(row['name']),
    slug: String(row['slug']),
    description: String(row['description']),
    workspacePath: String(row['workspace_path']),
    requirements: JSON.parse(String(row['requirements'])) as Json,
    status: String(row['status']) as AgentStatus,
    ...(row['last_finding'] !== null && { lastFinding: String(row['last_finding']) }),
    created: Number(row['created_at']),
    lastActive: Number(row['last_active']),
  };
}
