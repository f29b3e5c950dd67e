/** The archive of workspaces in the embedded database. */
import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FileHit, FileVersion, NewVersion, Rewording, StoredFile, TrailRow } from '../../memory/archive.ts';
import { shaOf, textOf } from '../../text/bytes.ts';
import { excerptAround } from '../../text/excerpt.ts';
import { guardDisk, inTransaction } from '../database.ts';
import { migrate, type Tables } from '../migrations.ts';
import { type Tell, untold } from '../telling.ts';
import { settleWords } from '../words.ts';

export const TABLES: Tables = {
  room: 'memory',
  steps: [
    `CREATE TABLE IF NOT EXISTS memory_files (
       id INTEGER PRIMARY KEY, workspace TEXT NOT NULL, path TEXT NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL,
       size INTEGER NOT NULL, sha TEXT NOT NULL, mtime INTEGER NOT NULL, modified INTEGER NOT NULL, present INTEGER NOT NULL,
       UNIQUE (workspace, path)
     ) STRICT;
     CREATE INDEX IF NOT EXISTS memory_keys ON memory_files (workspace, key);
     CREATE TABLE IF NOT EXISTS memory_versions (
       file INTEGER NOT NULL REFERENCES memory_files (id) ON DELETE CASCADE, version INTEGER NOT NULL,
       size INTEGER NOT NULL, sha TEXT NOT NULL, at INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
       content BLOB, PRIMARY KEY (file, version)
     ) STRICT, WITHOUT ROWID;
     CREATE VIRTUAL TABLE IF NOT EXISTS memory_words USING fts5 (
       space, path, text, tokenize = 'porter unicode61 remove_diacritics 2');
     CREATE TABLE IF NOT EXISTS memory_trail (
       seq INTEGER PRIMARY KEY AUTOINCREMENT, workspace TEXT NOT NULL, at INTEGER NOT NULL, actor TEXT NOT NULL,
       action TEXT NOT NULL, path TEXT NOT NULL, version INTEGER
     ) STRICT;
     CREATE INDEX IF NOT EXISTS memory_trail_workspace ON memory_trail (workspace, seq);
     CREATE TRIGGER IF NOT EXISTS memory_trail_no_update BEFORE UPDATE ON memory_trail
       BEGIN SELECT RAISE(ABORT, 'the trail is append-only'); END;
     CREATE TRIGGER IF NOT EXISTS memory_trail_no_delete BEFORE DELETE ON memory_trail
       BEGIN SELECT RAISE(ABORT, 'the trail is append-only'); END;`,
    // What is deleted leaves the index of words too, at once; what was deleted before leaves it now.
    `INSERT INTO memory_words (memory_words, rank) VALUES ('secure-delete', 1);
     INSERT INTO memory_words (memory_words) VALUES ('optimize');`,
    // It was garbled by files that were written anew (words.ts).
    `INSERT INTO memory_words (memory_words) VALUES ('rebuild');`,
  ],
};

type Row = Record<string, SQLInputValue>;
const MOST_INDEXED = 400_000;

export type Archive = ReturnType<typeof openArchive>;

/** One for all workspaces of a database. */
export function openArchive(db: DatabaseSync, tell: Tell = untold) {
  migrate(db, TABLES);
  const guard = <T>(work: () => T) => guardDisk(db.location() ?? 'memory', work);
  const sql = guard(() => ({
    file: db.prepare('SELECT * FROM memory_files WHERE workspace = ? AND path = ?'),
    twin: db.prepare('SELECT path FROM memory_files WHERE workspace = ? AND key = ? AND path <> ? AND present = 1'),
    files: db.prepare('SELECT * FROM memory_files WHERE workspace = ? ORDER BY path'),
    size: db.prepare(
      'SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM memory_files WHERE workspace = ? AND present = 1',
    ),
    put: db.prepare(
      `INSERT INTO memory_files (workspace, path, key, version, size, sha, mtime, modified, present)
       VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?)
       ON CONFLICT (workspace, path) DO UPDATE SET version = version + 1, size = excluded.size, sha = excluded.sha,
         mtime = excluded.mtime, modified = excluded.modified, present = excluded.present RETURNING id, version`,
    ),
    rewordVersion: db.prepare(
      'UPDATE memory_versions SET content = ?, size = ?, sha = ? WHERE file = ? AND version = ?',
    ),
    rewordFile: db.prepare('UPDATE memory_files SET size = ?, sha = ?, mtime = ? WHERE id = ?'),
    touch: db.prepare('UPDATE memory_files SET mtime = ? WHERE id = ?'),
    addVersion: db.prepare('INSERT INTO memory_versions VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
    versions: db.prepare(
      'SELECT version, size, at, actor, action FROM memory_versions WHERE file = ? ORDER BY version DESC',
    ),
    content: db.prepare('SELECT content FROM memory_versions WHERE file = ? AND version = ?'),
    unindex: db.prepare('DELETE FROM memory_words WHERE rowid = ?'),
    index: db.prepare('INSERT INTO memory_words (rowid, space, path, text) VALUES (?, ?, ?, ?)'),
    search: db.prepare(
      `SELECT rowid, bm25(memory_words, 0, 2, 1) AS score
       FROM memory_words WHERE memory_words MATCH ? ORDER BY score LIMIT ?`,
    ),
    text: db.prepare('SELECT text FROM memory_words WHERE rowid = ?'),
    path: db.prepare('SELECT path FROM memory_files WHERE id = ?'),
    addTrail: db.prepare(
      'INSERT INTO memory_trail (workspace, at, actor, action, path, version) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    trail: db.prepare(
      'SELECT seq, at, actor, action, path, version FROM memory_trail WHERE workspace = ? ORDER BY seq DESC LIMIT ?',
    ),
  }));

  const unindex = (file: SQLInputValue) => {
    sql.unindex.run(file);
    settleWords(db);
  };

  const addVersion = (workspace: string, given: NewVersion): StoredFile => {
    const { path, key, content, mtime, at, actor, action } = given;
    const size = content?.byteLength ?? 0;
    const sha = content === undefined ? '' : shaOf(content);
    inTransaction(db, () => {
      const [row] = sql.put.all(workspace, path, key, size, sha, mtime, at, content === undefined ? 0 : 1) as Row[];
      const [id, version] = [row!['id']!, row!['version']!];
      sql.addVersion.run(
        id,
        version,
        size,
        sha,
        at,
        actor,
        action,
        content === undefined ? null : deflateRawSync(content),
      );
      unindex(id);
      const text = content && textOf(content);
      if (text !== undefined) sql.index.run(id, spaceToken(workspace), path, text.slice(0, MOST_INDEXED));
      sql.addTrail.run(workspace, at, actor, action, path, version);
      tell(content === undefined ? 'delete:file' : 'write:file', actor, `file ${id} version ${version}`);
    });
    return toFile(sql.file.get(workspace, path) as Row);
  };

  return {
    file: (workspace: string, path: string) =>
      guard(() => {
        const row = sql.file.get(workspace, path) as Row | undefined;
        return row && toFile(row);
      }),
    /** Another file there whose name some disk or eye takes for this one. */
    twin: (workspace: string, key: string, path: string) =>
      guard(() => sql.twin.get(workspace, key, path)?.['path'] as string | undefined),
    files: (workspace: string) => guard(() => (sql.files.all(workspace) as Row[]).map(toFile)),
    /** What is to be on the disk, in all workspaces. */
    present: () =>
      guard(() =>
        db
          .prepare('SELECT workspace, path FROM memory_files WHERE present = 1 ORDER BY workspace, path')
          .all()
          .map((row) => ({ workspace: String(row['workspace']), path: String(row['path']) })),
      ),
    size: (workspace: string) =>
      guard(() => {
        const row = sql.size.get(workspace) as Row;
        return { files: Number(row['files']), bytes: Number(row['bytes']) };
      }),
    addVersion: (workspace: string, given: NewVersion) => guard(() => addVersion(workspace, given)),
    /** Every file with every version; the trail stays, and says who did it. */
    forget: (workspace: string, row: { at: number; actor: string }) =>
      guard(() =>
        inTransaction(db, () => {
          const files = sql.files.all(workspace) as { id: number }[];
          for (const { id } of files) sql.unindex.run(id);
          settleWords(db);
          db.prepare('DELETE FROM memory_versions WHERE file IN (SELECT id FROM memory_files WHERE workspace = ?)').run(
            workspace,
          );
          db.prepare('DELETE FROM memory_files WHERE workspace = ?').run(workspace);
          sql.addTrail.run(workspace, row.at, row.actor, 'workspace removed', '', null);
          tell('forget:files', row.actor, `${files.length} files`);
        }),
      ),
    /** One file with every version. */
    erase: (workspace: string, { id, path }: StoredFile, row: { at: number; actor: string }) =>
      guard(() =>
        inTransaction(db, () => {
          unindex(id);
          db.prepare('DELETE FROM memory_versions WHERE file = ?').run(id);
          db.prepare('DELETE FROM memory_files WHERE id = ?').run(id);
          sql.addTrail.run(workspace, row.at, row.actor, 'erased', path, null);
          tell('forget:files', row.actor, 'one file');
        }),
      ),
    /** Every version of a file in other words, under the number that it has. `mtime`: of the newest, as it is on the disk now. */
    reword: (workspace: string, file: StoredFile, given: Rewording) =>
      guard(() =>
        inTransaction(db, () => {
          let changed = 0;
          for (const { version } of sql.versions.all(file.id) as unknown as FileVersion[]) {
            const stored = sql.content.get(file.id, version)?.['content'] as Uint8Array | null | undefined;
            const text = stored == null ? undefined : textOf(inflateRawSync(stored));
            const next = text === undefined ? text : given.reword(text);
            if (next === text || next === undefined) continue;
            const content = Buffer.from(next, 'utf8');
            sql.rewordVersion.run(deflateRawSync(content), content.byteLength, shaOf(content), file.id, version);
            changed++;
            if (version !== file.version) continue;
            sql.rewordFile.run(content.byteLength, shaOf(content), given.mtime ?? file.mtime, file.id);
            unindex(file.id);
            sql.index.run(file.id, spaceToken(workspace), file.path, next.slice(0, MOST_INDEXED));
          }
          if (changed === 0) return 0;
          sql.addTrail.run(workspace, given.at, given.actor, given.action, file.path, null);
          tell('write:file', given.actor, `file ${file.id}: ${changed} versions reworded`);
          return changed;
        }),
      ),
    touch: (id: number, mtime: number) => guard(() => void sql.touch.run(mtime, id)),
    versions: (id: number) => guard(() => sql.versions.all(id) as unknown as FileVersion[]),
    content: (id: number, version: number) =>
      guard(() => {
        const content = sql.content.get(id, version)?.['content'] as Uint8Array | null | undefined;
        return content == null ? undefined : inflateRawSync(content);
      }),
    note: (workspace: string, row: Omit<TrailRow, 'seq'>) =>
      guard(() => void sql.addTrail.run(workspace, row.at, row.actor, row.action, row.path, row.version)),
    trail: (workspace: string, limit: number) => guard(() => sql.trail.all(workspace, limit) as unknown as TrailRow[]),
    search: (workspace: string, query: string, limit: number): FileHit[] =>
      guard(() => {
        const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu))].slice(0, MOST_WORDS);
        if (words.length === 0) return [];
        const find = (by: string) =>
          sql.search.all(
            `space : "${spaceToken(workspace)}" AND {path text} : (${words.map((word) => `"${word}"`).join(` ${by} `)})`,
            limit,
          ) as Row[];
        const all = find('AND');
        return (all.length > 0 ? all : find('OR')).map((row) => ({
          path: String(sql.path.get(row['rowid']!)?.['path']),
          snippet: excerptAround(String(sql.text.get(row['rowid']!)?.['text'] ?? ''), words),
          score: -Number(row['score']),
        }));
      }),
  };
}

/** Each once: FTS5 weighs the same word anew as often as it is asked for. */
const MOST_WORDS = 40;

/** One word, whatever the workspace is called. */
function spaceToken(workspace: string): string {
  return `w${createHash('sha1').update(workspace).digest('hex')}`;
}

function toFile(row: Row): StoredFile {
  return {
    id: Number(row['id']),
    path: String(row['path']),
    key: String(row['key']),
    version: Number(row['version']),
    size: Number(row['size']),
    sha: String(row['sha']),
    mtime: Number(row['mtime']),
    modified: Number(row['modified']),
    present: row['present'] === 1,
  };
}
