/** Tokens for certain patients, when one of these is erased. */
import type { DatabaseSync } from 'node:sqlite';
import { SIGNED } from './signed-tokens.ts';

/** Out of every list; who had no other, and who is signed (what it says cannot be changed), is revoked. Inside a transaction. */
export function dropPatient(db: DatabaseSync, patient: string, now: number): string[] {
  const rows = db
    .prepare(
      `SELECT id, patients FROM token
        WHERE patients IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(patients) WHERE value = ?) ORDER BY id`,
    )
    .all(patient);
  const change = db.prepare('UPDATE token SET patients = ? WHERE id = ?');
  const revoke = db.prepare('UPDATE token SET revoked = ? WHERE id = ? AND revoked IS NULL');
  return rows.map((row) => {
    const id = row['id'] as string;
    const others = (JSON.parse(row['patients'] as string) as string[]).filter((each) => each !== patient);
    // An empty list would be nobody's: the id stays on those, which are good for nothing.
    if (others.length === 0 || id.startsWith(SIGNED)) revoke.run(now, id);
    else change.run(JSON.stringify(others), id);
    return id;
  });
}
