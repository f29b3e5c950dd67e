/** Tokens of data folders from before they had a file of their own. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ConsiliumError } from '../kernel/index.ts';
import { guardDisk, inTransaction, openDatabase } from './database.ts';
import type { Scope } from './grants.ts';

/** What every token could do before there were scopes. */
const FORMER_SCOPES: readonly Scope[] = ['read', 'chat', 'work', 'audit', 'metrics'];

/** Tokens were once kept with everything else. They are taken over once; whoever holds that lock has to do it. */
export function adoptFormer(db: DatabaseSync, dir: string, former?: DatabaseSync): void {
  if (db.prepare('PRAGMA user_version').get()?.['user_version'] !== 0) return;
  const rows = former === undefined ? readFormerFile(dir) : readFormer(former);
  if (rows === undefined) return;
  const add = db.prepare(
    'INSERT OR IGNORE INTO token (id, name, user, hash, created, revoked, scopes) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  inTransaction(db, () => {
    for (const { id, name, hash, created, revoked } of rows)
      add.run(id!, name!, `token-${id}`, hash!, created!, revoked!, JSON.stringify(FORMER_SCOPES));
    db.exec('PRAGMA user_version = 1');
  });
}

type FormerRow = ReturnType<ReturnType<DatabaseSync['prepare']>['all']>[number];

function readFormer(db: DatabaseSync): FormerRow[] {
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'token'").get() !== undefined;
  return isThere ? db.prepare('SELECT id, name, hash, created, revoked FROM token').all() : [];
}

/** Undefined while somebody else has it open. */
function readFormerFile(dir: string): FormerRow[] | undefined {
  const path = join(dir, 'consilium.db');
  if (!existsSync(path)) return [];
  try {
    const db = openDatabase(path, { readOnly: true });
    try {
      return guardDisk(path, () => readFormer(db));
    } finally {
      db.close();
    }
  } catch (thrown) {
    if (thrown instanceof ConsiliumError && thrown.code === 'STORAGE_BUSY') return undefined;
    throw thrown;
  }
}
