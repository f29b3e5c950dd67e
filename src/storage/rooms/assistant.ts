/** The assistant's shelf in the embedded database; what it promises stands with its interface. */
import type { DatabaseSync } from 'node:sqlite';
import type { Change, Shelf, Thing, Wish } from '../../assistant/shelf.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ConsiliumError, DAY_MS, newId } from '../../kernel/index.ts';
import { inTransaction } from '../database.ts';
import { migrate, type Tables } from '../migrations.ts';
import { type Tell, untold } from '../telling.ts';
import { settleWords } from '../words.ts';
import { MOST_OF_A_KIND, openLists, openSizes } from './assistant-lists.ts';

/** More than a person writes in a lifetime; a runaway agent stops here. */
export const MOST_THINGS = 100_000;
const MOST_BYTES = 64 * 1024;
/** For so long what was changed or deleted can be brought back; then nothing of it is kept. */
export const UNDO_DAYS = 30;

export const TABLES: Tables = {
  room: 'assistant',
  steps: [
    `CREATE TABLE assistant_thing (
       user TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, text TEXT NOT NULL,
       created INTEGER NOT NULL, updated INTEGER NOT NULL, PRIMARY KEY (user, kind, id)
     ) STRICT;
     CREATE VIRTUAL TABLE assistant_words USING fts5(text, content='assistant_thing', tokenize='porter unicode61');
     CREATE TRIGGER assistant_thing_added AFTER INSERT ON assistant_thing BEGIN
       INSERT INTO assistant_words (rowid, text) VALUES (new.rowid, new.text); END;
     CREATE TRIGGER assistant_thing_removed AFTER DELETE ON assistant_thing BEGIN
       INSERT INTO assistant_words (assistant_words, rowid, text) VALUES ('delete', old.rowid, old.text); END;
     CREATE TRIGGER assistant_thing_changed AFTER UPDATE ON assistant_thing BEGIN
       INSERT INTO assistant_words (assistant_words, rowid, text) VALUES ('delete', old.rowid, old.text);
       INSERT INTO assistant_words (rowid, text) VALUES (new.rowid, new.text); END;
     CREATE TABLE assistant_change (
       seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, user TEXT NOT NULL, at INTEGER NOT NULL, what TEXT NOT NULL,
       kind TEXT NOT NULL, thing TEXT NOT NULL, before TEXT, after TEXT, key TEXT, undone INTEGER NOT NULL DEFAULT 0
     ) STRICT;
     CREATE UNIQUE INDEX assistant_change_key ON assistant_change (user, key) WHERE key IS NOT NULL;
     CREATE INDEX assistant_change_thing ON assistant_change (user, kind, thing);`,
    'CREATE INDEX assistant_change_user ON assistant_change (user, seq)',
    // What is deleted leaves the index of words too, at once.
    `CREATE INDEX assistant_change_at ON assistant_change (at);
     INSERT INTO assistant_words (assistant_words, rank) VALUES ('secure-delete', 1);
     INSERT INTO assistant_words (assistant_words) VALUES ('rebuild');`,
    // It was garbled by what was written anew (words.ts).
    `INSERT INTO assistant_words (assistant_words) VALUES ('rebuild');`,
  ],
};

/** How a row stands in a change: enough to put it back. */
interface Snapshot {
  readonly body: unknown;
  readonly text: string;
  readonly created: number;
  readonly updated: number;
}

export function openShelf(db: DatabaseSync, clock: Pick<Clock, 'now'>, tell: Tell = untold): Shelf {
  migrate(db, TABLES);
  const sql = prepare(db);

  /** What was changed before this is not brought back any more. */
  const since = () => clock.now() - UNDO_DAYS * DAY_MS;
  const read = <Body>(user: string, kind: string, id: string): (Thing<Body> & { text: string }) | undefined => {
    const row = sql.get.get(user, kind, id);
    return row && { ...toThing<Body>(row), text: String(row['text']) };
  };
  const note = (given: {
    user: string;
    kind: string;
    id: string;
    what: string;
    before?: Snapshot | undefined;
    after?: Snapshot | undefined;
    key?: string | undefined;
  }): Change => {
    const { user, kind, id: thing, what, before, after, key } = given;
    const change = { id: newId(), at: clock.now(), what, kind, thing, undone: false, key };
    sql.note.run(
      change.id,
      user,
      change.at,
      what,
      kind,
      thing,
      before ? JSON.stringify(before) : null,
      after ? JSON.stringify(after) : null,
      key ?? null,
    );
    tell(`${after === undefined ? 'delete' : 'write'}:${kind}`, user, thing);
    return change;
  };
  const lists = openLists();
  const sizes = openSizes((user, kind) => Number(sql.size.get(user, kind)?.['bytes']));
  const write = (user: string, kind: string, id: string, snapshot: Snapshot | undefined): void => {
    lists.drop(user, kind);
    const { changes } =
      snapshot === undefined ? sql.remove.run(user, kind, id) : sql.blank.run(user, kind, id, snapshot.text);
    if (changes > 0) settleWords(db);
    if (snapshot !== undefined)
      sql.put.run(user, kind, id, JSON.stringify(snapshot.body), snapshot.text, snapshot.created, snapshot.updated);
  };
  const known = (user: string, key: string | undefined): Change | undefined => {
    const row = key === undefined ? undefined : sql.byKey.get(user, key);
    return row && toChange(row);
  };

  return {
    put: <Body>({ user, kind, id = newId(), body, what, text, key }: Wish<Body>) =>
      inTransaction(db, () => {
        const done = known(user, key);
        if (done !== undefined) {
          const thing = read<Body>(user, done.kind, done.thing);
          if (thing !== undefined) return { thing, change: done };
        }
        const size = Buffer.byteLength(JSON.stringify(body));
        if (size > MOST_BYTES)
          throw new ConsiliumError('THING_TOO_LARGE', `One entry may have at most ${MOST_BYTES / 1024} kB.`, {
            hint: 'Keep long texts as files in the workspace.',
          });
        const before = read(user, kind, id);
        if (before === undefined && Number(sql.count.get(user)?.['many']) >= MOST_THINGS)
          throw new ConsiliumError('SHELF_FULL', `There are ${MOST_THINGS} entries already; that is the most.`);
        const more = size - (before === undefined ? 0 : Buffer.byteLength(JSON.stringify(before.body)));
        if (more > 0 && sizes.after(user, kind, more) > MOST_OF_A_KIND)
          throw new ConsiliumError(
            'SHELF_FULL',
            `Entries of this kind take ${MOST_OF_A_KIND / 2 ** 20} MB already; that is the most.`,
            { hint: 'Delete what is no longer needed, or keep long texts as files in the workspace.' },
          );
        const now = clock.now();
        const after: Snapshot = { body, text, created: before?.created ?? now, updated: now };
        write(user, kind, id, after);
        return {
          thing: { id, kind, body, created: after.created, updated: now },
          change: note({ user, kind, id, what, before: before && snap(before), after, key }),
        };
      }),
    remove: (user, kind, id, what, key) =>
      inTransaction(db, () => {
        const done = known(user, key);
        if (done !== undefined) return done;
        const before = read(user, kind, id);
        if (before === undefined) throw unknown(kind);
        write(user, kind, id, undefined);
        return note({ user, kind, id, what, before: snap(before), key });
      }),
    get: <Body>(user: string, kind: string, id: string) => {
      const found = read<Body>(user, kind, id);
      if (found === undefined) return undefined;
      const { text: _, ...thing } = found;
      return thing;
    },
    list: <Body>(user: string, kind: string) => {
      const listed = () => sql.list.all(user, kind).map((row) => toThing<Body>(row));
      // What a transaction wrote may yet be taken back.
      return db.isTransaction ? listed() : [...lists.get(user, kind, listed)];
    },
    search: <Body>(user: string, query: string, kinds: readonly string[], limit = 20) => {
      const match = toMatch(query);
      if (match === '') return [];
      const wanted = new Set(kinds);
      return sql.search
        .all(match, user)
        .filter(({ kind }) => wanted.has(String(kind)))
        .slice(0, limit)
        .map((row) => toThing<Body>(row));
    },
    changes: (user, { limit = 50, open = false, notKinds = [], notSaid = [] } = {}) =>
      sql.changes
        .all(user, since(), open ? 1 : 0, JSON.stringify(notKinds), JSON.stringify(notSaid), limit)
        .map(toChange),
    change: (user, id) => {
      const row = sql.change.get(user, id);
      return row && toChange(row);
    },
    ofAll: <Body>(kind: string) =>
      sql.ofAll.all(kind).map((row) => ({ ...toThing<Body>(row), user: String(row['user']) })),
    undo: (user, id) =>
      inTransaction(db, () => {
        const row = sql.change.get(user, id);
        if (row === undefined || Number(row['at']) < since())
          throw new ConsiliumError('CHANGE_UNKNOWN', 'There is no such change to undo.', {
            hint: `What was changed can be brought back for ${UNDO_DAYS} days.`,
          });
        const change = toChange(row);
        if (change.undone) throw new ConsiliumError('CHANGE_UNDONE', 'This has been undone already.');
        const { kind, thing } = change;
        const [before, after] = [readSnapshot(row['before']), readSnapshot(row['after'])];
        const now = read(user, kind, thing);
        if (!isSame(now, after))
          throw new ConsiliumError(
            'CHANGE_OVERTAKEN',
            'It was changed again since then, so this alone cannot be undone.',
            {
              hint: 'Undo the later change first.',
            },
          );
        write(user, kind, thing, before);
        sql.undone.run(id);
        return note({ user, kind, id: thing, what: `Undone: ${change.what}`, before: after, after: before });
      }),
    *export(user) {
      for (const { kind } of sql.kinds.all(user))
        for (const row of sql.list.all(user, String(kind))) yield toThing(row);
    },
    sweep: () =>
      inTransaction(db, () => {
        const gone = sql.sweep.all(since()) as { user: string; kind: string; thing: string }[];
        if (gone.length > 0) tell('forget:changes', 'system', `${gone.length} changes`);
        const kinds = new Map(
          gone.map(({ user, kind, thing }) => [`${user}\n${kind}\n${thing}`, { user, kind, thing }]),
        );
        return [...kinds.values()].filter(
          ({ user, kind, thing }) =>
            read(user, kind, thing) === undefined && sql.remembered.get(user, kind, thing) === undefined,
        );
      }),
    forget: (user, kind, id) =>
      inTransaction(db, () => {
        lists.drop(user, kind);
        const there = sql.remove.run(user, kind, id).changes > 0;
        settleWords(db);
        const remembered = sql.forgetChanges.run(user, kind, id).changes > 0;
        if (there || remembered) tell(`forget:${kind}`, user, id);
        return there || remembered;
      }),
    count: (user) => Number(sql.count.get(user)?.['many']),
  };
}

function prepare(db: DatabaseSync) {
  const columns = 'thing.kind, thing.id, thing.body, thing.text, thing.created, thing.updated';
  const from = `SELECT ${columns} FROM assistant_thing AS thing`;
  const change = 'SELECT id, at, what, kind, thing, before, after, undone, key FROM assistant_change';
  return {
    get: db.prepare(`${from} WHERE user = ? AND kind = ? AND id = ?`),
    list: db.prepare(`${from} WHERE user = ? AND kind = ? ORDER BY created, id`),
    search: db.prepare(
      `SELECT ${columns} FROM assistant_words JOIN assistant_thing AS thing ON thing.rowid = assistant_words.rowid
       WHERE assistant_words MATCH ? AND thing.user = ? ORDER BY rank LIMIT 500`,
    ),
    put: db.prepare(
      `INSERT INTO assistant_thing (user, kind, id, body, text, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (user, kind, id) DO UPDATE SET body = excluded.body, text = excluded.text, created = excluded.created,
         updated = excluded.updated`,
    ),
    blank: db.prepare(`UPDATE assistant_thing SET text = '' WHERE user = ? AND kind = ? AND id = ? AND text <> ?`),
    remove: db.prepare('DELETE FROM assistant_thing WHERE user = ? AND kind = ? AND id = ?'),
    size: db.prepare(
      'SELECT coalesce(sum(octet_length(body)), 0) AS bytes FROM assistant_thing WHERE user = ? AND kind = ?',
    ),
    kinds: db.prepare('SELECT DISTINCT kind FROM assistant_thing WHERE user = ? ORDER BY kind'),
    count: db.prepare('SELECT count(*) AS many FROM assistant_thing WHERE user = ?'),
    note: db.prepare(
      'INSERT INTO assistant_change (id, user, at, what, kind, thing, before, after, key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    byKey: db.prepare(`${change} WHERE user = ? AND key = ?`),
    change: db.prepare(`${change} WHERE user = ? AND id = ?`),
    changes: db.prepare(
      `${change} WHERE user = ? AND at >= ? AND (undone = 0 OR ? = 0) AND kind NOT IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM json_each(?) AS said WHERE substr(what, 1, length(said.value)) = said.value)
       ORDER BY seq DESC LIMIT ?`,
    ),
    ofAll: db.prepare(
      `SELECT thing.user, ${columns} FROM assistant_thing AS thing WHERE kind = ? ORDER BY created, id`,
    ),
    undone: db.prepare('UPDATE assistant_change SET undone = 1 WHERE id = ?'),
    sweep: db.prepare('DELETE FROM assistant_change WHERE at < ? RETURNING user, kind, thing'),
    remembered: db.prepare('SELECT 1 FROM assistant_change WHERE user = ? AND kind = ? AND thing = ?'),
    forgetChanges: db.prepare('DELETE FROM assistant_change WHERE user = ? AND kind = ? AND thing = ?'),
  };
}

type Row = Record<string, unknown>;

function toThing<Body>(row: Row): Thing<Body> {
  const { kind, id, body, created, updated } = row;
  return {
    id: String(id),
    kind: String(kind),
    body: JSON.parse(String(body)) as Body,
    created: Number(created),
    updated: Number(updated),
  };
}

function toChange(row: Row): Change {
  const { id, at, what, kind, thing, undone, key } = row;
  return {
    id: String(id),
    at: Number(at),
    what: String(what),
    kind: String(kind),
    thing: String(thing),
    undone: undone === 1,
    ...(key !== null && { key: String(key) }),
  };
}

function snap({ body, text, created, updated }: Thing & { text: string }): Snapshot {
  return { body, text, created, updated };
}

/** Whether both say the same, whenever it was written. */
function isSame(one: Pick<Snapshot, 'body' | 'text'> | undefined, other: Snapshot | undefined): boolean {
  const says = (thing: Pick<Snapshot, 'body' | 'text'> | undefined) =>
    thing && JSON.stringify([thing.body, thing.text]);
  return says(one) === says(other);
}

function readSnapshot(json: unknown): Snapshot | undefined {
  return typeof json === 'string' ? (JSON.parse(json) as Snapshot) : undefined;
}

/** Words as the index knows them, any of them; what a person types is never its syntax. */
function toMatch(query: string): string {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)]
    .slice(0, 20)
    .map((word) => `"${word}"*`)
    .join(' OR ');
}

function unknown(kind: string): ConsiliumError {
  return new ConsiliumError('THING_UNKNOWN', `There is no such ${kind}.`);
}
