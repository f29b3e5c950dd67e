/**
 * Tables and their versions. Each room declares the tables that it owns as a list of steps, and opens with `migrate`;
 * the file says for each room how far it has come. A step and the note that it was done are one transaction, so that a
 * process that is killed half-way leaves the step undone. Steps that were released are never changed: a new one is added.
 */
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError } from '../kernel/index.ts';
import { guardDisk, inTransaction } from './database.ts';

/** What one version adds to the one before: SQL, or code where rows have to be read. */
export type Step = string | ((db: DatabaseSync) => void);

export interface Tables {
  /** Names the room in the file; never changed. */
  readonly room: string;
  /** The first is the first released form (with IF NOT EXISTS: files from before there were versions have it). */
  readonly steps: readonly Step[];
}

export interface TablesVersion {
  readonly room: string;
  readonly version: number;
}

/** Brings a room's tables to their newest form. Refuses a file that a newer version of the house has written. */
export function migrate(db: DatabaseSync, { room, steps }: Tables): void {
  guardDisk(db.location() ?? 'memory', () => {
    const found = versionOf(db, room);
    if (found > steps.length) throw newer(room, found, steps.length);
    if (found === steps.length) return;
    db.exec(VERSIONS);
    const note = db.prepare('INSERT INTO migration (room, version, at) VALUES (?, ?, ?)');
    for (const [index, step] of steps.entries()) {
      if (index < found) continue;
      inTransaction(db, () => {
        // Somebody else may have been first: not every file is locked.
        if (versionOf(db, room) > index) return;
        if (typeof step === 'string') db.exec(step);
        else step(db);
        note.run(room, index + 1, systemClock.now());
      });
    }
  });
}

/** Throws where any of these is from a newer version, before anything is changed. */
export function refuseNewer(db: DatabaseSync, known: readonly Tables[]): void {
  const found = new Map(readVersions(db).map(({ room, version }) => [room, version]));
  for (const { room, steps } of known) {
    const version = found.get(room) ?? 0;
    if (version > steps.length) throw newer(room, version, steps.length);
  }
}

/** How far each room of a file has come. */
export function readVersions(db: DatabaseSync): TablesVersion[] {
  if (!hasVersions(db)) return [];
  return db
    .prepare('SELECT room, max(version) AS version FROM migration GROUP BY room ORDER BY room')
    .all() as unknown as TablesVersion[];
}

/** Tables, indexes and triggers that the file lacks, by what its rooms have been brought to. */
export function missingIn(db: DatabaseSync, known: readonly Tables[]): string[] {
  const held = new Map(readVersions(db).map(({ room, version }) => [room, version]));
  const sound = new DatabaseSync(':memory:');
  try {
    for (const { room, steps } of known) migrate(sound, { room, steps: steps.slice(0, held.get(room) ?? 0) });
    const there = new Set(namesIn(db));
    return namesIn(sound).filter((name) => !there.has(name));
  } finally {
    sound.close();
  }
}

function namesIn(db: DatabaseSync): string[] {
  const rows = db.prepare("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name").all();
  return rows.map(({ name }) => String(name));
}

const VERSIONS = `
  CREATE TABLE IF NOT EXISTS migration (
    room TEXT NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (room, version)
  ) STRICT, WITHOUT ROWID`;

function versionOf(db: DatabaseSync, room: string): number {
  if (!hasVersions(db)) return 0;
  return Number(db.prepare('SELECT max(version) AS version FROM migration WHERE room = ?').get(room)?.['version'] ?? 0);
}

function hasVersions(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migration'").get() !== undefined;
}

function newer(room: string, found: number, known: number): ConsiliumError {
  return new ConsiliumError(
    'STORAGE_NEWER',
    `This data was written by a newer Consilium: its ${room} tables are version ${found}, this one knows ${known}.`,
    { hint: 'Update Consilium, or use another folder with --home; nothing was changed.' },
  );
}
