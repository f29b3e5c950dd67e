/**
 * Tokens for the API: who may come in where the loopback address is not the lock. Kept as hashes; shown once. They have
 * a file of their own in the data folder, which is not locked while a server runs: whoever may write to the folder may
 * issue and revoke, and a server sees it with the next request.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError, checkPrincipal, machineUser } from '../kernel/index.ts';
import { guardDisk, inTransaction, openFile } from './database.ts';
import { makeFolder } from './folder.ts';
import { adoptFormer } from './former-tokens.ts';
import { type Grant, type GrantWish, readExpiry, readGrant, type TeamScopes } from './grants.ts';
import { migrate, type Tables } from './migrations.ts';
import { KEPT_SIGNED_MS, notKept, SIGNED, SIGNED_ID, type SignedRow, strangerOf } from './signed-tokens.ts';
import { dropPatient } from './token-patients.ts';

export interface TokenRow extends Grant {
  readonly id: string;
  /** Who or what it was made for. */
  readonly name: string;
  /** As whom it acts: whose sessions, runs and state are its own. */
  readonly user: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly revoked: number | null;
  /** When it was last shown, to the hour (of the first hour: when it was made); null: never. */
  readonly used: number | null;
  /** The id of the token that it was first: the same through all rotations. */
  readonly family: string;
  /** Of one that is not kept but signed: who is measured for all that bear that signature. */
  readonly signer?: string;
}

export interface IssuedToken extends TokenRow {
  /** The token itself: it cannot be had again. */
  readonly token: string;
}

/** What a token that was shown turned out to be. One that is altered or revoked is as unknown as any other text. */
export type Shown =
  | { readonly kind: 'valid'; readonly row: TokenRow }
  | { readonly kind: 'expired'; readonly row: TokenRow }
  | { readonly kind: 'unknown' };

export interface Rotation {
  /** For how long the old one stays good (`1h`); absent: not at all. */
  readonly overlap?: string | undefined;
  /** The new one ends then at the latest; null and absent: when the old one would have. */
  readonly until?: number | null | undefined;
}

export interface Tokens {
  /** In one transaction: what is written elsewhere meanwhile (the trail) is there before what is done here counts. */
  within<T>(work: () => T): T;
  issue(name: string, wish?: GrantWish): IssuedToken;
  /** A new token that allows the same and ends when the old one would have, which is revoked. */
  rotate(id: string, how?: Rotation): IssuedToken;
  /** Also a signed one, by its jti, with or without `signed:`; with it, one that was not signed here too. */
  revoke(id: string): TokenRow;
  /** Nobody of that id is theirs any more: out of every list of patients; who had no other is revoked. Says which changed. */
  forgetPatient(patient: string): string[];
  /** Keeps of a token that was signed here what it allows, so that it can be listed and taken back; never the token. */
  noteSigned(row: SignedRow): TokenRow;
  /** Whether this one was taken back, kept or signed. */
  isRevoked(id: string): boolean;
  /** Whether a signed one that is shown was not taken back; that it was shown is noted, where it is listed here. */
  admitSigned(id: string): boolean;
  /** Newest first, expired and revoked ones too. */
  list(): TokenRow[];
  check(token: string): Shown;
  /** Whether a token that was let in would still be. */
  isValid(id: string): boolean;
}

export interface TokenFile extends Tokens {
  close(): void;
}

type Clock = () => number;

export interface TokenOptions {
  /** The database that they were kept in once. */
  readonly former?: DatabaseSync | undefined;
  readonly now?: Clock | undefined;
  /** Scopes of teams that a token can have beside those of the house. */
  readonly scopes?: TeamScopes | undefined;
}

/** The tokens of a data folder, whoever else has it open. */
export function openTokenFile(dir: string, options: TokenOptions = {}): TokenFile {
  makeFolder(dir);
  const path = join(dir, 'tokens.db');
  return guardDisk(path, () => {
    const db = openFile(path, { timeout: 2000 });
    try {
      chmodSync(path, 0o600);
      // FULL: what was revoked stays revoked, also after a power cut.
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF');
      const tokens = openTokens(db, options.now, options.scopes);
      adoptFormer(db, dir, options.former);
      return { ...tokens, close: () => db.close() };
    } catch (thrown) {
      db.close();
      throw thrown;
    }
  });
}

export const tokenTables: Tables = {
  room: 'tokens',
  steps: [
    `
  CREATE TABLE IF NOT EXISTS token (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, hash BLOB NOT NULL, created INTEGER NOT NULL, revoked INTEGER,
    expires INTEGER, used INTEGER, scopes TEXT NOT NULL, patients TEXT
  ) WITHOUT ROWID, STRICT;`,
    // Tokens from before there were users become users of their own: nothing new is shared between their holders.
    `ALTER TABLE token ADD COLUMN user TEXT NOT NULL DEFAULT '';
     UPDATE token SET user = 'token-' || id WHERE user = '';`,
    // Agents it may call; whether it acts for its own user only; the token that it was first.
    `ALTER TABLE token ADD COLUMN agents TEXT;
     ALTER TABLE token ADD COLUMN bound INTEGER NOT NULL DEFAULT 1;
     ALTER TABLE token ADD COLUMN family TEXT;`,
  ],
};
const COLUMNS = 'id, name, user, created, revoked, expires, used, scopes, patients, agents, bound, family';

/** `consilium_<id>_<secret>`: the id finds the row, the secret is proven. */
const SHAPE = /^consilium_([0-9a-f]{12})_[\w-]{43}$/;

export function openTokens(db: DatabaseSync, now: Clock = systemClock.now, scopes: TeamScopes = {}): Tokens {
  const path = db.location() ?? 'memory';
  const guard = <T>(work: () => T): T => guardDisk(path, work);
  migrate(db, tokenTables);
  const prepared = guard(() => {
    return {
      add: db.prepare(
        `INSERT INTO token (id, name, user, hash, created, expires, scopes, patients, agents, bound, family)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      list: db.prepare(`SELECT ${COLUMNS} FROM token ORDER BY created DESC, id`),
      find: db.prepare(`SELECT ${COLUMNS}, hash FROM token WHERE id = ?`),
      revoke: db.prepare('UPDATE token SET revoked = ? WHERE id = ? AND revoked IS NULL'),
      revokeEarlier: db.prepare(
        `UPDATE token SET revoked = ? WHERE revoked IS NULL AND id <> ? AND EXISTS (
           SELECT 1 FROM token AS late WHERE late.id = ? AND late.family IN (token.id, token.family)
             AND late.created > token.created)`,
      ),
      shorten: db.prepare('UPDATE token SET expires = ? WHERE id = ? AND (expires IS NULL OR expires > ?)'),
      use: db.prepare('UPDATE token SET used = ? WHERE id = ?'),
      isRevoked: db.prepare('SELECT 1 FROM token WHERE id = ? AND revoked IS NOT NULL'),
      sweep: db.prepare(`DELETE FROM token WHERE id LIKE '${SIGNED}%' AND expires < ?`),
      isValid: db.prepare('SELECT 1 FROM token WHERE id = ? AND revoked IS NULL AND (expires IS NULL OR expires > ?)'),
    };
  });

  const add = (
    name: string,
    wished: string | undefined,
    grant: Grant,
    created: number,
    before?: TokenRow,
  ): IssuedToken => {
    const { scopes, patients, expires, agents, bound } = grant;
    const id = randomBytes(6).toString('hex');
    const user = readUser(wished, name, id);
    const family = before?.family ?? id;
    const token = `consilium_${id}_${randomBytes(32).toString('base64url')}`;
    const list = (given: readonly string[] | null) => (given === null ? null : JSON.stringify(given));
    prepared.add.run(
      ...([id, name, user, digest(token), created, expires] as const),
      ...([JSON.stringify(scopes), list(patients), list(agents), bound ? 1 : 0, family] as const),
    );
    const row = { id, name, user, created, revoked: null, used: null, scopes, patients, expires };
    return { ...row, agents, bound, family, token };
  };
  const keepSigned = ({ jti, audience, ...row }: SignedRow, created: number, revoked: number | null): TokenRow => {
    // One that ended says nothing any more: it is refused by its own date.
    prepared.sweep.run(created - KEPT_SIGNED_MS);
    const id = `${SIGNED}${jti}`;
    const list = (given: readonly string[] | null) => (given === null ? null : JSON.stringify(given));
    const { name, user, expires, scopes, patients, agents, bound } = row;
    prepared.add.run(
      ...([id, name, user, NOTHING, created, expires] as const),
      ...([JSON.stringify(scopes), list(patients), list(agents), bound ? 1 : 0, audience] as const),
    );
    if (revoked !== null) prepared.revoke.run(revoked, id);
    return toRow(prepared.find.get(id)!);
  };
  const drop = (given: string, time: number): TokenRow => {
    const id = prepared.find.get(given) === undefined && !given.startsWith(SIGNED) ? `${SIGNED}${given}` : given;
    prepared.revoke.run(time, id);
    const row = prepared.find.get(id);
    if (row === undefined && SIGNED_ID.test(given)) return keepSigned(strangerOf(given, time), time, time);
    if (row === undefined)
      throw new ConsiliumError('TOKEN_UNKNOWN', 'There is no such token.', {
        hint: 'consilium token list shows their ids.',
      });
    return toRow(row);
  };
  /** Another secret for the same: it is not good for longer than was granted. */
  const renew = (before: TokenRow, time: number, until: number | null): IssuedToken => {
    const { name, user, expires } = before;
    if (expires !== null && expires <= time) throw ended();
    const earlier = Math.min(expires ?? Number.POSITIVE_INFINITY, until ?? Number.POSITIVE_INFINITY);
    return add(name, user, { ...before, expires: Number.isFinite(earlier) ? earlier : null }, time, before);
  };
  /** A courtesy to whoever reads the list: nobody is turned away because it could not be written. */
  const note = ({ id, used, created }: TokenRow): void => {
    const hour = Math.floor(now() / HOUR) * HOUR;
    if (used !== null && used >= hour) return;
    try {
      // Nothing is used before it is made.
      prepared.use.run(Math.max(hour, created), id);
    } catch {}
  };

  return {
    within: (work) => guard(() => inTransaction(db, work)),
    issue: (name, wish = {}) => {
      const time = now();
      return guard(() => add(readName(name), wish.user, readGrant(wish, time, scopes), time));
    },
    rotate: (id, { overlap, until = null } = {}) => {
      const time = now();
      const good = overlap === undefined ? null : readExpiry(overlap, time);
      if (overlap !== undefined && good === null) throw endless();
      return guard(() =>
        inTransaction(db, () => {
          if (id.startsWith(SIGNED)) throw notKept();
          const before = prepared.find.get(id);
          if (before?.['revoked'] != null) throw revoked();
          if (good === null || before === undefined) return renew(drop(id, time), time, until);
          // Good until then, or until it would have expired anyway.
          prepared.shorten.run(good, id, good);
          return renew(toRow(before), time, until);
        }),
      );
    },
    revoke: (id) =>
      guard(() =>
        inTransaction(db, () => {
          const row = drop(id, now());
          // What it came from, and is good for a while yet, is the same key in older hands.
          prepared.revokeEarlier.run(now(), row.id, row.id);
          return row;
        }),
      ),
    forgetPatient: (patient) => guard(() => inTransaction(db, () => dropPatient(db, patient, now()))),
    noteSigned: (row) => guard(() => keepSigned(row, now(), null)),
    isRevoked: (id) => guard(() => prepared.isRevoked.get(id) !== undefined),
    admitSigned: (id) =>
      guard(() => {
        const found = prepared.find.get(id);
        if (found === undefined) return true;
        if (found['revoked'] !== null) return false;
        note(toRow(found));
        return true;
      }),
    list: () => guard(() => prepared.list.all().map(toRow)),
    check: (token) =>
      guard(() => {
        const found = prepared.find.get(SHAPE.exec(token)?.[1] ?? '');
        // Compared even where there is nothing to compare with: how long it takes tells nobody which ids there are.
        const same = timingSafeEqual(digest(token), (found?.['hash'] as Uint8Array | undefined) ?? NOTHING);
        if (!same || found === undefined || found['revoked'] !== null) return { kind: 'unknown' };
        const row = toRow(found);
        if (row.expires !== null && row.expires <= now()) return { kind: 'expired', row };
        note(row);
        return { kind: 'valid', row };
      }),
    isValid: (id) => guard(() => prepared.isValid.get(id, now()) !== undefined),
  };
}

const HOUR = 3_600_000;
/** No text has this hash: what is kept of a signed token lets nobody in. */
const NOTHING = new Uint8Array(32);
function digest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** It stands on the audit trail and in terminals: one line of visible signs. */
function readName(text: string): string {
  const name = text.trim();
  if (/^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u.test(name)) return name;
  throw new ConsiliumError('NAME_INVALID', 'The name of a token has 1 to 100 visible characters.', {
    hint: 'Say who or what it is for: consilium token issue "ward laptop".',
  });
}

/** What was taken back stays taken back. */
function revoked(): ConsiliumError {
  return new ConsiliumError('TOKEN_REVOKED', 'This token was revoked: it cannot be renewed.', {
    hint: 'consilium token issue <name> makes another.',
  });
}

function ended(): ConsiliumError {
  return new ConsiliumError('TOKEN_ENDED', 'This token has expired: rotating gives no more time than was granted.', {
    hint: 'consilium token issue <name> makes another.',
  });
}

function endless(): ConsiliumError {
  return new ConsiliumError('EXPIRES_INVALID', 'The old token cannot stay good without end.', {
    hint: 'Write a span such as 1h or 2d; without overlap it is revoked at once.',
  });
}

/** As whom a token acts: who was named, else somebody called like the token. Nobody becomes the machine's user unasked. */
function readUser(wished: string | undefined, name: string, id: string): string {
  if (wished !== undefined) {
    checkPrincipal({ user: wished });
    return wished;
  }
  const called = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return called === '' || called === machineUser().user ? `token-${id}` : called;
}

function toRow(row: Record<string, unknown>): TokenRow {
  return {
    id: row['id'] as string,
    name: row['name'] as string,
    user: row['user'] as string,
    created: row['created'] as number,
    revoked: row['revoked'] as number | null,
    expires: row['expires'] as number | null,
    used: row['used'] as number | null,
    scopes: JSON.parse(row['scopes'] as string) as string[],
    patients: row['patients'] === null ? null : (JSON.parse(row['patients'] as string) as string[]),
    agents: row['agents'] === null ? null : (JSON.parse(row['agents'] as string) as string[]),
    bound: row['bound'] === 1,
    family: (row['family'] as string | null) ?? (row['id'] as string),
  };
}
