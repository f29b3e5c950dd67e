/** The tables of the store, in the form of each version. */
import type { Tables } from './migrations.ts';

export const storeTables: Tables = {
  room: 'store',
  steps: [
    `
  CREATE TABLE IF NOT EXISTS session (
    id TEXT PRIMARY KEY, number INTEGER NOT NULL, app TEXT NOT NULL, user TEXT NOT NULL, title TEXT NOT NULL,
    created INTEGER NOT NULL, compacted_at INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE IF NOT EXISTS event (
    id INTEGER PRIMARY KEY, updated INTEGER NOT NULL, open_invocation TEXT, open_seq INTEGER, body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS state (
    scope TEXT NOT NULL, owner TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, expires INTEGER,
    PRIMARY KEY (scope, owner, key)
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX IF NOT EXISTS state_expires ON state (expires) WHERE expires IS NOT NULL;
  CREATE TABLE IF NOT EXISTS artifact (
    namespace TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, mime_type TEXT NOT NULL,
    created INTEGER NOT NULL, checksum TEXT NOT NULL, metadata TEXT NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (namespace, name, version)
  ) STRICT;`,
    // Leases of open turns, keys of turns, questions to people, and artifacts that belong to somebody. Until then all
    // were the machine's user's, except that pipelines noted whose run it was.
    `
  ALTER TABLE event ADD COLUMN holder TEXT;
  ALTER TABLE event ADD COLUMN lease INTEGER;
  CREATE TABLE turn_key (
    owner TEXT NOT NULL, key TEXT NOT NULL, session TEXT NOT NULL, invocation TEXT NOT NULL, seq INTEGER NOT NULL,
    digest TEXT NOT NULL, PRIMARY KEY (owner, key)
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX turn_key_session ON turn_key (session);
  CREATE TABLE pending (
    id TEXT PRIMARY KEY, app TEXT NOT NULL, session TEXT NOT NULL, invocation TEXT NOT NULL, status TEXT NOT NULL,
    until INTEGER, body TEXT NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX pending_session ON pending (session);
  CREATE INDEX pending_open ON pending (until) WHERE status = 'open';
  ALTER TABLE artifact RENAME TO artifact_of_all;
  CREATE TABLE artifact (
    owner TEXT NOT NULL, namespace TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL,
    mime_type TEXT NOT NULL, created INTEGER NOT NULL, checksum TEXT NOT NULL, metadata TEXT NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY (owner, namespace, name, version)
  ) STRICT;
  INSERT INTO artifact (owner, namespace, name, version, mime_type, created, checksum, metadata, data)
    SELECT coalesce(
        (SELECT user FROM session WHERE id = a.namespace), json_extract(a.metadata, '$.user'), 'local'),
      namespace, name, version, mime_type, created, checksum, metadata, data
    FROM artifact_of_all a;
  DROP TABLE artifact_of_all;`,
    // Events that take room are packed; then `body` is empty.
    'ALTER TABLE event ADD COLUMN packed BLOB',
    // A session that another one opened says so; until then only its name did: the other's, a point, the team.
    `
  ALTER TABLE session ADD COLUMN outer TEXT;
  UPDATE session SET outer = substr(id, 1, length(id) - length(app) - 1)
    WHERE substr(id, -length(app) - 1) = '.' || app
      AND substr(id, 1, length(id) - length(app) - 1) IN (SELECT id FROM session);
  CREATE INDEX session_outer ON session (outer) WHERE outer IS NOT NULL;`,
    // The row that a turn's key came with says so: what goes with a session is found by its log, not by an index of its
    // own, of which every turn wrote another page. `keyed`: pairs of owner and key.
    `
  ALTER TABLE event ADD COLUMN keyed TEXT;
  UPDATE event SET keyed = found.pairs FROM (
    SELECT (SELECT min(id) FROM event WHERE id >= s.number * 4194304 + k.seq AND id < (s.number + 1) * 4194304) AS id,
           json_group_array(json_array(k.owner, k.key)) AS pairs
    FROM turn_key k JOIN session s ON s.id = k.session GROUP BY 1
  ) AS found WHERE event.id = found.id;
  DELETE FROM turn_key WHERE session NOT IN (SELECT id FROM session);
  DROP INDEX turn_key_session;`,
    // Which session left an entry in its user's state: it goes with that.
    `
  ALTER TABLE state ADD COLUMN session TEXT;
  CREATE INDEX state_session ON state (session) WHERE session IS NOT NULL;`,
  ],
};
