/** Tokens for the API: who may come in where the loopback address is not the lock. Kept as hashes; shown once. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { ConsiliumError } from '../kernel/index.ts';
import { guardDisk, inTransaction } from './database.ts';

export interface TokenRow {
  readonly id: string;
  /** Who or what it was made for. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly revoked: number | null;
}

export interface IssuedToken extends TokenRow {
  /** The token itself: it cannot be had again. */
  readonly token: string;
}

export interface Tokens {
  issue(name: string): IssuedToken;
  /** A new token in place of this one, which is revoked. */
  rotate(id: string): IssuedToken;
  revoke(id: string): TokenRow;
  /** Newest first, revoked ones too. */
  list(): TokenRow[];
  /** Whose token this is; nobody's if it is unknown, altered or revoked. */
  check(token: string): TokenRow | undefined;
}

const TABLE = `
  CREATE TABLE IF NOT EXISTS token (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, hash BLOB NOT NULL, created INTEGER NOT NULL, revoked INTEGER
  ) WITHOUT ROWID, STRICT;`;

/** `consilium_<id>_<secret>`: the id finds the row, the secret is proven. */
const SHAPE = /^consilium_([0-9a-f]{12})_[\w-]{43}$/;

export function openTokens(db: DatabaseSync): Tokens {
  const path = db.location() ?? 'memory';
  const guard = <T>(work: () => T): T => guardDisk(path, work);
  const prepared = guard(() => {
    db.exec(TABLE);
    return {
      add: db.prepare('INSERT INTO token (id, name, hash, created) VALUES (?, ?, ?, ?)'),
      list: db.prepare('SELECT id, name, created, revoked FROM token ORDER BY created DESC, id'),
      find: db.prepare('SELECT id, name, created, revoked, hash FROM token WHERE id = ?'),
      revoke: db.prepare('UPDATE token SET revoked = ? WHERE id = ? AND revoked IS NULL'),
    };
  });

  const add = (name: string): IssuedToken => {
    const id = randomBytes(6).toString('hex');
    const token = `consilium_${id}_${randomBytes(32).toString('base64url')}`;
    const created = Date.now();
    prepared.add.run(id, name, hash(token), created);
    return { id, name, created, revoked: null, token };
  };
  const drop = (id: string): TokenRow => {
    prepared.revoke.run(Date.now(), id);
    const row = prepared.find.get(id);
    if (row === undefined)
      throw new ConsiliumError('TOKEN_UNKNOWN', 'There is no such token.', {
        hint: 'consilium token list shows their ids.',
      });
    return toRow(row);
  };

  return {
    issue: (name) => guard(() => add(name)),
    rotate: (id) => guard(() => inTransaction(db, () => add(drop(id).name))),
    revoke: (id) => guard(() => drop(id)),
    list: () => guard(() => prepared.list.all().map(toRow)),
    check: (token) =>
      guard(() => {
        const row = prepared.find.get(SHAPE.exec(token)?.[1] ?? '');
        // Compared even where there is nothing to compare with: how long it takes tells nobody which ids there are.
        const same = timingSafeEqual(hash(token), (row?.['hash'] as Uint8Array | undefined) ?? NOTHING);
        return same && row !== undefined && row['revoked'] === null ? toRow(row) : undefined;
      }),
  };
}

const NOTHING = new Uint8Array(32);

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function toRow(row: Record<string, unknown>): TokenRow {
  return {
    id: row['id'] as string,
    name: row['name'] as string,
    created: row['created'] as number,
    revoked: row['revoked'] as number | null,
  };
}
