/**
 * The index on disk: scopes, files, their passages with the terms they hold, and vectors by content. A file is replaced
 * in one transaction, so that it is there as it was or as it is.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { SourceMetadata } from '../../../citations/source.ts';
import { openBreath } from '../../../kernel/breath.ts';
import { ConsiliumError } from '../../../kernel/errors.ts';
import type {
  Counts,
  DigestVector,
  StoredFile,
  StoredPassage,
  StoredScope,
  Unembedded,
  Volume,
} from '../../../search/holdings.ts';
import type { Entry, Orphans, Snapshot, StoredVolume, Writing } from '../../../search/local/kept.ts';
import type { Passage } from '../../../search/reading/index.ts';
import type { KeptPassage } from '../../../search/search.ts';
import { guardDisk, inTransaction, openDatabase } from '../../database.ts';
import { migrate, type Tables } from '../../migrations.ts';
import { truncateLog } from '../../sealed/copying.ts';
import { readSnapshot, SNAPSHOT_SCHEMA, writeSnapshot } from './snapshot.ts';

export type IndexFile = ReturnType<typeof openIndexTables>;

/** Throws SEARCH_LOCKED while another process has it. */
export function openIndexFile(path: string, writing: Writing): IndexFile {
  const db = openLocked(path);
  try {
    return guardDisk(path, () => openIndexTables(db, path, writing));
  } catch (thrown) {
    // A file that stays open stays locked: whoever tries next would be told that somebody uses it.
    db.close();
    throw damaged(thrown) ?? thrown;
  }
}

/** An index is made from files that are still there. */
function damaged(thrown: unknown): ConsiliumError | undefined {
  if (!(thrown instanceof ConsiliumError) || thrown.code !== 'STORAGE_CORRUPT') return undefined;
  return new ConsiliumError('STORAGE_CORRUPT', 'The search index (search.db) is damaged.', {
    hint: 'Move it away from the data folder and index your folders again; nothing else is touched.',
    cause: thrown,
  });
}

export function openIndexTables(db: DatabaseSync, path: string, writing: Writing) {
  const stale = guardDisk(path, () => prepareTables(db, writing.form));
  const statements = prepareAll(db);
  /** Read when a passage is first stored; to ask for some terms, those are looked up. */
  let termIds: Map<string, number> | undefined;
  /** The highest number that a term has been given: none is given twice while an index in memory knows it. */
  let lastTerm = 0;
  let unsaved: string[] = [];
  const run = <T>(work: () => T): T =>
    guardDisk(path, () =>
      inTransaction(db, () => {
        const result = work();
        statements.revise.run();
        return result;
      }),
    );
  guardDisk(path, () => {
    for (const some of leaving(db)) inTransaction(db, some);
  });
  if (stale) renewTerms();

  return {
    scopes(): StoredScope[] {
      const rows = statements.scopes.all() as unknown as (Omit<StoredScope, 'embeds'> & { embeds: number })[];
      return rows.map((row) => ({ ...row, embeds: !!row.embeds }));
    },
    /** The scope's number; it is made where it is not there. */
    scope(name: string): number {
      statements.addScope.run(name);
      return (statements.scopeId.get(name) as { id: number }).id;
    },
    /** Notes when the scope was brought up to date, and whether its passages are to have vectors. */
    touchScope(id: number, time: number, embeds: boolean): void {
      guardDisk(path, () => statements.touchScope.run(time, embeds ? 1 : 0, id));
    },
    dropScope: (id: number, along: Orphans): Promise<void> => drop(() => void statements.dropScope.run(id), along),
    counts(scope: number): Counts {
      return statements.counts.get(scope, scope, scope) as unknown as Counts;
    },
    files(scope: number): StoredFile[] {
      return (statements.filesOf.all(scope) as unknown as FileRow[]).map(toFile);
    },
    file(id: number): StoredFile | undefined {
      const row = statements.file.get(id) as FileRow | undefined;
      return row && toFile(row);
    },
    /** File → scope. */
    fileScopes(): Map<number, number> {
      const rows = statements.fileScopes.all() as { id: number; scope: number }[];
      return new Map(rows.map(({ id, scope }) => [id, scope]));
    },
    entries(): IterableIterator<Entry> {
      return statements.entries.iterate() as unknown as IterableIterator<Entry>;
    },
    passage(id: number): StoredPassage | undefined {
      const row = statements.passage.get(id) as (Omit<StoredPassage, 'source'> & { source: string }) | undefined;
      return row && { ...row, source: JSON.parse(row.source) as SourceMetadata };
    },
    /** Of a book these are thousands: others have their turn in between. */
    async contents(scope: number, file?: string): Promise<KeptPassage[]> {
      const order = statements.contents.all(scope, file ?? null) as unknown as { id: number }[];
      const breathe = openBreath();
      const passages: KeptPassage[] = [];
      for (const { id } of order) {
        const turn = breathe();
        if (turn !== undefined) await turn;
        const row = statements.kept.get(id) as (Omit<KeptPassage, 'source'> & { source: string }) | undefined;
        // What left meanwhile is not in the course any more.
        if (row !== undefined) passages.push({ ...row, source: JSON.parse(row.source) as SourceMetadata });
      }
      return passages;
    },
    /** The number of a term; undefined where no passage ever held it. */
    termId(term: string): number | undefined {
      if (termIds !== undefined) return termIds.get(term);
      return (statements.termId.get(term) as { id: number } | undefined)?.id;
    },
    replaceFiles,
    /** What passages of the file are found by. */
    entriesOf(file: number): readonly Pick<Entry, 'terms' | 'digest'>[] {
      return statements.entriesOf.all(file) as unknown as Pick<Entry, 'terms' | 'digest'>[];
    },
    removeFiles: (ids: readonly number[], along: Orphans): Promise<void> =>
      drop(() => {
        for (const id of ids) statements.removeFile.run(id);
      }, along),
    settleFile(id: number, mtime: number, settled: boolean): void {
      guardDisk(path, () => statements.settleFile.run(mtime, settled ? 1 : 0, id));
    },
    /** Passages of the scope whose words have no vector yet, each text once. */
    unembedded(scope: number): Unembedded[] {
      return statements.unembedded.all(scope) as unknown as Unembedded[];
    },
    addVectors(vectors: readonly DigestVector[]): void {
      run(() => {
        for (const { digest, vector } of vectors) statements.addVector.run(digest, vector);
      });
    },
    vectors(): IterableIterator<DigestVector> {
      return statements.vectors.iterate() as unknown as IterableIterator<DigestVector>;
    },
    vector(digest: Uint8Array): Uint8Array | undefined {
      return (statements.vector.get(digest) as { vector: Uint8Array } | undefined)?.vector;
    },
    /** The index in memory as it was written last; undefined where something was stored since. */
    snapshot(): Snapshot | undefined {
      return guardDisk(path, () => readSnapshot(db, revision()));
    },
    hasSnapshot(): boolean {
      return statements.hasSnapshot.get(revision()) !== undefined;
    },
    writeSnapshot(snapshot: Snapshot): void {
      guardDisk(path, () => writeSnapshot(db, revision(), snapshot));
    },
    copyTo(file: string): void {
      guardDisk(path, () => db.prepare('VACUUM INTO ?').run(file));
    },
    close: () => db.close(),
  };

  /**
   * What was deleted is gone with its words and vectors, from older copies of the index and from what is written ahead, too.
   * Words are many: those that are to go are written down with the deed, and go in pieces, after a crash at the next start.
   */
  async function drop(remove: () => void, { terms, digests }: Orphans): Promise<void> {
    run(() => {
      remove();
      for (const digest of digests) statements.dropVector.run(digest);
      statements.dropSnapshot.run();
      statements.noteLeaving.run(JSON.stringify(terms));
    });
    for (const id of terms) lastTerm = Math.max(lastTerm, id);
    termIds = undefined;
    const breathe = openBreath();
    for (const some of leaving(db)) {
      guardDisk(path, () => inTransaction(db, some));
      await breathe();
    }
    guardDisk(path, () => truncateLog(db));
  }

  function revision(): number {
    return (statements.revision.get() as { value: number }).value;
  }

  /** The terms of all passages made anew, because they are made differently now. */
  function renewTerms(): void {
    termIds = new Map();
    unsaved = [];
    run(() => {
      db.exec('DELETE FROM term');
      for (const { id, title, text } of statements.texts.all() as { id: number; title: string; text: string }[]) {
        const { terms, length } = writing.terms(title, text, numberOf);
        statements.setTerms.run(terms, length, id);
      }
      saveTerms();
      db.exec(`PRAGMA user_version = ${writing.form}`);
    });
  }

  function saveTerms(): void {
    for (const term of unsaved) statements.addTerm.run(termIds?.get(term) as number, term);
  }

  /**
   * Stores files in place of what was there under their paths. All of them or, where that fails, none. Others have their
   * turn in between: nobody else may write until it is done.
   */
  async function replaceFiles(scope: number, files: readonly Volume[]): Promise<StoredVolume[]> {
    unsaved = [];
    const stored: StoredVolume[] = [];
    const breathe = openBreath();
    guardDisk(path, () => db.exec('BEGIN IMMEDIATE'));
    try {
      for (const volume of files) stored.push(await replaceFile(scope, volume, breathe));
      guardDisk(path, () => {
        saveTerms();
        statements.revise.run();
        db.exec('COMMIT');
      });
      return stored;
    } catch (thrown) {
      if (db.isTransaction) db.exec('ROLLBACK');
      for (const term of unsaved) termIds?.delete(term);
      throw thrown;
    }
  }

  async function replaceFile(scope: number, { facts, passages }: Volume, breathe: () => Promise<void> | undefined) {
    const replaced = (statements.fileId.get(scope, facts.path) as { id: number } | undefined)?.id;
    if (replaced !== undefined) statements.removeFile.run(replaced);
    const source_type = writing.typeOf(passages);
    const { path: filePath, name, hash, mtime, size, settled } = facts;
    const id = Number(
      statements.addFile.run(scope, filePath, name, source_type, hash, mtime, size, settled ? 1 : 0).lastInsertRowid,
    );
    const keys = new Map<string, number>();
    const entries: Entry[] = [];
    for (const passage of passages) {
      entries.push(guardDisk(path, () => addPassage(id, writing.keyOf(facts.path, passage, keys), passage)));
      await breathe();
    }
    return { file: { ...facts, id, scope, source_type }, entries, replaced };
  }

  function addPassage(file: number, key: string, passage: Passage): Entry {
    const { title, text, start, end, lines } = passage;
    const { terms, length } = writing.terms(title, text, numberOf);
    const digest = writing.digestOf(title, text);
    const source = JSON.stringify({ id: key, ...passage.source });
    const { lastInsertRowid } = statements.addPassage.run(
      ...[file, key, title, text, start, end, lines ?? null, source, length, terms, digest],
    );
    return { id: Number(lastInsertRowid), file, length, terms, digest };
  }

  function numberOf(term: string): number {
    if (termIds === undefined) {
      termIds = readTerms(db);
      for (const id of termIds.values()) lastTerm = Math.max(lastTerm, id);
    }
    let id = termIds.get(term);
    if (id === undefined) {
      id = ++lastTerm;
      termIds.set(term, id);
      unsaved.push(term);
    }
    return id;
  }
}

/** Takes away words that are to go, some at a time: each piece is done by whoever takes it. */
function* leaving(db: DatabaseSync): Generator<() => void, void> {
  const drop = db.prepare('DELETE FROM term WHERE id = ?');
  const end = db.prepare('DELETE FROM leaving WHERE id = ?');
  for (const { id, terms } of db.prepare('SELECT id, terms FROM leaving ORDER BY id').all()) {
    const all = JSON.parse(terms as string) as number[];
    for (let from = 0; from < all.length; from += MOST_LEAVING)
      yield () => {
        for (const term of all.slice(from, from + MOST_LEAVING)) drop.run(term);
      };
    yield () => void end.run(id as number);
  }
}

const MOST_LEAVING = 200;

function readTerms(db: DatabaseSync): Map<string, number> {
  const terms = new Map<string, number>();
  for (const row of db.prepare('SELECT id, term FROM term').iterate())
    terms.set((row as { term: string }).term, (row as { id: number }).id);
  return terms;
}

type FileRow = Omit<StoredFile, 'settled'> & { settled: number };

function toFile(row: FileRow): StoredFile {
  return { ...row, settled: !!row.settled };
}

/** True where the terms in it are of an older form. */
function prepareTables(db: DatabaseSync, newest: number): boolean {
  const { user_version: form } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  const isNew = !hasScopes(db);
  migrate(db, searchTables);
  if (isNew) db.exec(`PRAGMA user_version = ${newest}`);
  return !isNew && form < newest;
}

function hasScopes(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'scope'").get() !== undefined;
}

const searchTables: Tables = {
  room: 'search',
  steps: [
    (db) => {
      const hasColumn =
        db.prepare("SELECT 1 FROM pragma_table_info('scope') WHERE name = 'embeds'").get() !== undefined;
      // The first form had no such column; every scope was embedded then.
      if (hasScopes(db) && !hasColumn) db.exec('ALTER TABLE scope ADD COLUMN embeds INTEGER NOT NULL DEFAULT 1');
      db.exec(SCHEMA);
    },
    // The numbers of words that no passage holds any more.
    'CREATE TABLE IF NOT EXISTS leaving (id INTEGER PRIMARY KEY, terms TEXT NOT NULL)',
  ],
};

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS scope (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, updated INTEGER, embeds INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE IF NOT EXISTS file (
    id INTEGER PRIMARY KEY AUTOINCREMENT, scope INTEGER NOT NULL REFERENCES scope ON DELETE CASCADE, path TEXT NOT NULL,
    name TEXT NOT NULL, source_type TEXT NOT NULL, hash TEXT NOT NULL, mtime REAL NOT NULL, size INTEGER NOT NULL,
    settled INTEGER NOT NULL, UNIQUE (scope, path));
  CREATE TABLE IF NOT EXISTS passage (
    id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL REFERENCES file ON DELETE CASCADE, key TEXT NOT NULL,
    title TEXT NOT NULL, text TEXT NOT NULL, start INTEGER NOT NULL, finish INTEGER NOT NULL, lines TEXT,
    source TEXT NOT NULL, length INTEGER NOT NULL, terms BLOB NOT NULL, digest BLOB NOT NULL);
  CREATE INDEX IF NOT EXISTS passage_of_file ON passage (file);
  CREATE TABLE IF NOT EXISTS term (id INTEGER PRIMARY KEY, term TEXT NOT NULL);
  CREATE UNIQUE INDEX IF NOT EXISTS term_by_name ON term (term);
  CREATE TABLE IF NOT EXISTS vector (digest BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS revision (id INTEGER PRIMARY KEY CHECK (id = 1), value INTEGER NOT NULL);
  INSERT OR IGNORE INTO revision (id, value) VALUES (1, 0);
  ${SNAPSHOT_SCHEMA}
`;

function prepareAll(db: DatabaseSync) {
  const file = 'id, scope, path, name, source_type, hash, mtime, size, settled';
  return {
    scopes: db.prepare('SELECT id, name, updated, embeds FROM scope ORDER BY name'),
    addScope: db.prepare('INSERT OR IGNORE INTO scope (name) VALUES (?)'),
    scopeId: db.prepare('SELECT id FROM scope WHERE name = ?'),
    touchScope: db.prepare('UPDATE scope SET updated = ?, embeds = ? WHERE id = ?'),
    dropScope: db.prepare('DELETE FROM scope WHERE id = ?'),
    counts: db.prepare(`SELECT (SELECT count(*) FROM file WHERE scope = ?) AS files,
      (SELECT count(*) FROM passage JOIN file ON file.id = passage.file WHERE scope = ?) AS chunks,
      (SELECT count(*) FROM passage JOIN file ON file.id = passage.file JOIN vector USING (digest) WHERE scope = ?) AS embedded`),
    file: db.prepare(`SELECT ${file} FROM file WHERE id = ?`),
    fileScopes: db.prepare('SELECT id, scope FROM file'),
    filesOf: db.prepare(`SELECT ${file} FROM file WHERE scope = ?`),
    fileId: db.prepare('SELECT id FROM file WHERE scope = ? AND path = ?'),
    addFile: db.prepare(`INSERT INTO file (scope, path, name, source_type, hash, mtime, size, settled)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    removeFile: db.prepare('DELETE FROM file WHERE id = ?'),
    entriesOf: db.prepare('SELECT terms, digest FROM passage WHERE file = ?'),
    noteLeaving: db.prepare('INSERT INTO leaving (terms) VALUES (?)'),
    dropVector: db.prepare('DELETE FROM vector WHERE digest = ?'),
    dropSnapshot: db.prepare('DELETE FROM snapshot'),
    settleFile: db.prepare('UPDATE file SET mtime = ?, settled = ? WHERE id = ?'),
    entries: db.prepare('SELECT id, file, length, terms, digest FROM passage ORDER BY file, id'),
    passage: db.prepare(`SELECT scope, key, title, text, start, finish AS end, lines, source
      FROM passage JOIN file ON file.id = passage.file WHERE passage.id = ?`),
    contents: db.prepare(`SELECT passage.id
      FROM passage JOIN file ON file.id = passage.file WHERE scope = ?1 AND (?2 IS NULL OR name = ?2)
      ORDER BY name, file.id, start, passage.id`),
    kept: db.prepare(`SELECT key AS id, name AS file, title, text, start, finish AS end, source
      FROM passage JOIN file ON file.id = passage.file WHERE passage.id = ?`),
    addPassage: db.prepare(`INSERT INTO passage
      (file, key, title, text, start, finish, lines, source, length, terms, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    addTerm: db.prepare('INSERT INTO term (id, term) VALUES (?, ?)'),
    termId: db.prepare('SELECT id FROM term WHERE term = ?'),
    texts: db.prepare('SELECT id, title, text FROM passage'),
    setTerms: db.prepare('UPDATE passage SET terms = ?, length = ? WHERE id = ?'),
    revise: db.prepare('UPDATE revision SET value = value + 1'),
    revision: db.prepare('SELECT value FROM revision'),
    hasSnapshot: db.prepare('SELECT 1 FROM snapshot WHERE revision = ? LIMIT 1'),
    unembedded: db.prepare(`SELECT digest, min(CASE title WHEN '' THEN text ELSE title || '. ' || text END) AS text
      FROM passage JOIN file ON file.id = passage.file
      WHERE scope = ? AND NOT EXISTS (SELECT 1 FROM vector WHERE vector.digest = passage.digest)
      GROUP BY digest ORDER BY min(passage.id)`),
    addVector: db.prepare('INSERT OR REPLACE INTO vector (digest, vector) VALUES (?, ?)'),
    vectors: db.prepare('SELECT digest, vector FROM vector'),
    vector: db.prepare('SELECT vector FROM vector WHERE digest = ?'),
  };
}

function openLocked(path: string): DatabaseSync {
  try {
    return guardDisk(path, () => openDatabase(path));
  } catch (thrown) {
    const broken = damaged(thrown);
    if (broken !== undefined) throw broken;
    if (!(thrown instanceof ConsiliumError) || thrown.code !== 'STORAGE_BUSY') throw thrown;
    throw new ConsiliumError('SEARCH_LOCKED', `Another process is using the search index ${path}.`, {
      retryable: true,
      hint: 'Stop it, ask it over HTTP, or use another folder with --home.',
      cause: thrown,
    });
  }
}
