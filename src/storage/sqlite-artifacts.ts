/** Artifacts in SQLite: each belongs to a user, and its versions are numbered within that. */
import type { DatabaseSync } from 'node:sqlite';
import {
  type Artifact,
  type ArtifactEntry,
  type Json,
  type Store,
  sealArtifact,
  verifyArtifact,
} from '../kernel/index.ts';
import { inTransaction } from './database.ts';

type Row = Record<string, null | number | bigint | string | Uint8Array>;

const ENTRY = 'owner, namespace, name, version, mime_type, created, checksum, metadata';

export function artifactTable(
  db: DatabaseSync,
  guard: <T>(work: () => T) => T,
  now: () => number,
): Pick<Store, 'saveArtifact' | 'artifact' | 'artifacts' | 'deleteArtifact'> {
  const save: Store['saveArtifact'] = (owner, input) => {
    const newest = db
      .prepare('SELECT max(version) AS version FROM artifact WHERE owner = ? AND namespace = ? AND name = ?')
      .get(owner, input.namespace, input.name);
    const artifact = sealArtifact(owner, input, Number(newest?.['version'] ?? 0) + 1, now());
    const { namespace, name, version, mimeType, createdAt, checksum, metadata, data } = artifact;
    const about = JSON.stringify(metadata);
    db.prepare(`INSERT INTO artifact (${ENTRY}, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`).run(
      ...[owner, namespace, name, version, mimeType, createdAt, checksum, about, data],
    );
    return artifact;
  };
  return {
    saveArtifact: (owner, input) => guard(() => inTransaction(db, () => save(owner, input))),
    artifact: (owner, namespace, name, version) =>
      guard(() => {
        const row = db
          .prepare(
            `SELECT ${ENTRY}, data FROM artifact
             WHERE owner = ? AND namespace = ? AND name = ? AND (?4 IS NULL OR version = ?4)
             ORDER BY version DESC LIMIT 1`,
          )
          .get(owner, namespace, name, version ?? null) as Row | undefined;
        if (row === undefined) return undefined;
        return verifyArtifact({ ...toEntry(row), data: row['data'] as Uint8Array } as Artifact);
      }),
    artifacts: ({ owner, namespace } = {}) =>
      guard(() => {
        const rows = db
          .prepare(
            `SELECT ${ENTRY}, length(data) AS bytes FROM artifact
             WHERE (?1 IS NULL OR owner = ?1) AND (?2 IS NULL OR namespace = ?2)
             ORDER BY owner, namespace, name, version`,
          )
          .all(owner ?? null, namespace ?? null) as Row[];
        return rows.map((row) => ({ ...toEntry(row), bytes: Number(row['bytes']) }));
      }),
    deleteArtifact: (...which) =>
      guard(() => {
        const sql = 'DELETE FROM artifact WHERE owner = ? AND namespace = ? AND name = ? AND version = ?';
        return Number(db.prepare(sql).run(...which).changes) > 0;
      }),
  };
}

function toEntry(row: Row): Omit<ArtifactEntry, 'bytes'> {
  return {
    owner: row['owner'] as string,
    namespace: row['namespace'] as string,
    name: row['name'] as string,
    version: Number(row['version']),
    mimeType: row['mime_type'] as string,
    createdAt: Number(row['created']),
    checksum: row['checksum'] as string,
    metadata: JSON.parse(row['metadata'] as string) as Record<string, Json>,
  };
}
