/** What was asked of the research desk, what agents reported, what of it was told to whom; and what sources answered before. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Json } from '../../kernel/index.ts';
import type { AskRow, FeedRow, RelayRow } from '../../research/records.ts';
import { inTransaction } from '../database.ts';
import type { Row } from './research.ts';

/** The room's way to its tables. */
export interface Access {
  readonly db: DatabaseSync;
  all(sql: string, ...values: SQLInputValue[]): Row[];
  run(sql: string, ...values: SQLInputValue[]): boolean;
  /** What is written and the row that tells of it, if it was written. */
  deed(action: string, owner: string, object: string, write: () => boolean): boolean;
  guard<T>(work: () => T): T;
}

export function openFeedRecords({ db, all, run, deed, guard }: Access) {
  return {
    /** Newest first. */
    asks: (owner: string, limit = 2000): AskRow[] =>
      all('SELECT * FROM research_asks WHERE owner = ? ORDER BY at DESC LIMIT ?', owner, limit).map((row) => ({
        id: Number(row['id']),
        session: String(row['session']),
        at: Number(row['at']),
        question: String(row['question']),
        agent: String(row['agent_id']),
      })),
    /** False if this was relayed before. */
    addRelay: (r: RelayRow) =>
      deed('write:report', r.owner, r.id, () =>
        run(
          'INSERT INTO research_relay VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
          ...[r.id, r.key, r.owner, r.agent, r.at, r.message, JSON.stringify(r.facts)],
        ),
      ),
    relay: (key: string): RelayRow | undefined =>
      all('SELECT * FROM research_relay WHERE key = ? OR id = ?', key, key).map((row) => ({
        id: String(row['id']),
        key: String(row['key']),
        owner: String(row['owner']),
        agent: String(row['agent_id']),
        at: Number(row['at']),
        message: String(row['message']),
        facts: JSON.parse(String(row['facts'])) as Json,
      }))[0],
    addFeed: (f: FeedRow, sessions: readonly string[]) =>
      guard(() =>
        inTransaction(db, () => {
          const values = [f.id, f.relay ?? null, f.owner, f.agent, f.at, f.kind, f.text, f.reason];
          if (!run('INSERT INTO research_feed VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING', ...values))
            return false;
          for (const session of sessions)
            run('INSERT OR IGNORE INTO research_telling VALUES (?, ?, NULL)', f.id, session);
          return true;
        }),
      ),
    /** What was asked and what was answered to it there and then: one fact, once for each key. */
    addAnswer: (f: FeedRow, ask: Omit<AskRow, 'id'>) =>
      guard(() =>
        inTransaction(db, () => {
          const values = [f.id, null, f.owner, f.agent, f.at, f.kind, f.text, f.reason];
          if (!run('INSERT INTO research_feed VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING', ...values))
            return false;
          run('INSERT OR IGNORE INTO research_telling VALUES (?, ?, ?)', f.id, ask.session, f.at);
          return run(
            'INSERT INTO research_asks (owner, session, at, question, agent_id) VALUES (?, ?, ?, ?, ?)',
            ...[f.owner, ask.session, ask.at, ask.question, ask.agent],
          );
        }),
      ),
    /** What was answered at once, with where, newest first. */
    answers: (owner: string, limit = 200): (FeedRow & { readonly session: string })[] =>
      all(
        `SELECT f.*, t.session FROM research_feed f JOIN research_telling t ON t.feed = f.id
         WHERE f.owner = ? AND f.relay IS NULL ORDER BY f.at DESC, f.id DESC LIMIT ?`,
        ...[owner, limit],
      ).map((row) => ({ ...toFeed(row), session: String(row['session']) })),
    /** What agents reported by themselves, newest first. */
    feed: (owner: string, limit = 200): FeedRow[] =>
      all(
        'SELECT * FROM research_feed WHERE owner = ? AND relay IS NOT NULL ORDER BY at DESC, id DESC LIMIT ?',
        ...[owner, limit],
      ).map(toFeed),
    /** Whether somebody decided what becomes of a report. */
    isDecided: (relay: string) => all('SELECT 1 FROM research_feed WHERE relay = ? LIMIT 1', relay).length > 0,
    feedRow: (id: string) => all('SELECT * FROM research_feed WHERE id = ?', id).map(toFeed)[0],
    /** What was surfaced and not yet said in this session. */
    untold: (session: string): FeedRow[] =>
      all(
        `SELECT f.* FROM research_telling t JOIN research_feed f ON f.id = t.feed WHERE t.session = ? AND t.told IS NULL
         ORDER BY f.at LIMIT 20`,
        session,
      ).map(toFeed),
    markTold: (session: string, feed: string, at: number) =>
      run('UPDATE research_telling SET told = ? WHERE session = ? AND feed = ?', at, session, feed),
    cache: {
      get: (key: string) => {
        const [row] = all('SELECT body, etag, modified, at FROM source_cache WHERE key = ?', key);
        if (row === undefined) return undefined;
        const optional = (name: string) => (row[name] === null ? undefined : String(row[name]));
        return {
          body: String(row['body']),
          etag: optional('etag'),
          modified: optional('modified'),
          at: Number(row['at']),
        };
      },
      put: (key: string, a: { body: string; etag?: string | undefined; modified?: string | undefined; at: number }) => {
        run(
          `INSERT INTO source_cache VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET body = excluded.body,
             etag = excluded.etag, modified = excluded.modified, at = excluded.at`,
          ...[key, a.body, a.etag ?? null, a.modified ?? null, a.at],
        );
        run('DELETE FROM source_cache WHERE at < ?', a.at - 90 * 86_400_000);
      },
    },
  };
}

function toFeed(row: Row): FeedRow {
  return {
    id: String(row['id']),
    ...(row['relay'] !== null && { relay: String(row['relay']) }),
    owner: String(row['owner']),
    agent: String(row['agent_id']),
    at: Number(row['at']),
    kind: String(row['kind']) as FeedRow['kind'],
    text: String(row['text']),
    reason: String(row['reason']),
  };
}
