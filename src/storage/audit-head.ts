/**
 * The head of the trail, kept outside of its table: how many rows there are and the hash of the last, in a small file beside
 * the database, sealed with a key of the house. Whoever cuts the trail off, wipes it or writes it anew has to forge this too.
 * It is at most a moment behind the trail, never ahead of it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../kernel/clock.ts';
import type { ChainEnd } from './chain.ts';
import { readKey } from './key-file.ts';

export interface Heads {
  readonly trail: ChainEnd;
  readonly citations: ChainEnd;
}

export type KeptHeads =
  | { readonly kind: 'kept'; readonly heads: Heads }
  | { readonly kind: 'none' }
  /** The seal is not that of this house's key. */
  | { readonly kind: 'foreign' };

export interface HeadFile {
  read(): KeptHeads;
  write(heads: Heads): void;
}

const HEAD = 'audit.head';
const KEY = 'audit.key';

/** For a backup: the head as it is before the database is copied, so that it is never ahead of the copy. Returned is what puts it there. */
export function holdHead(dir: string): (into: string) => void {
  const held = [HEAD, KEY].flatMap((name) => {
    const text = readIfThere(join(dir, name));
    return text === undefined ? [] : [{ name, text }];
  });
  return (into) => {
    for (const { name, text } of held) writeFileSync(join(into, name), text, { mode: 0o600 });
  };
}

/** `key` is somebody's who keeps it elsewhere; without it, one in the data folder. */
export function openHeadFile(dir: string, key?: string): HeadFile {
  const path = join(dir, HEAD);
  const seal = (said: string) =>
    createHmac('sha256', key ?? keyIn(dir))
      .update(said)
      .digest();
  return {
    read: () => {
      const text = readIfThere(path);
      if (text === undefined) return { kind: 'none' };
      const [said = '', mac = ''] = text.split('\n');
      const given = Buffer.from(mac, 'hex');
      const own = seal(said);
      if (given.length !== own.length || !timingSafeEqual(given, own)) return { kind: 'foreign' };
      return { kind: 'kept', heads: JSON.parse(said) as Heads };
    },
    write: (heads) => {
      const said = JSON.stringify(heads);
      writeFileSync(`${path}.new`, `${said}\n${seal(said).toString('hex')}\n`, { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}

/** Whether a head is kept here that tells of rows, whoever sealed it. */
export function tellsOfRows(dir: string): boolean {
  const said = readIfThere(join(dir, HEAD))?.split('\n')[0];
  try {
    return said !== undefined && (JSON.parse(said) as Heads).trail.rows !== 0;
  } catch {
    return true;
  }
}

/** How the head stands, looked at without making or changing anything. */
export function examineHead(dir: string, key?: string): { ok: boolean; says: string } {
  const own = readIfThere(join(dir, KEY))?.trim();
  const by = key === undefined ? `the key in ${join(dir, KEY)}` : 'CONSILIUM_AUDIT_KEY';
  const isKept = readIfThere(join(dir, HEAD)) !== undefined;
  if (!isKept)
    return {
      ok: own === undefined,
      says: own === undefined ? 'None is kept yet' : `${HEAD} is gone; its key is there`,
    };
  if (key === undefined && !own)
    return { ok: false, says: `The key that ${HEAD} was sealed with is gone: ${join(dir, KEY)}` };
  const kept = openHeadFile(dir, key ?? own).read();
  return kept.kind === 'kept'
    ? { ok: true, says: `Row ${kept.heads.trail.rows}, sealed with ${by}` }
    : { ok: false, says: `${HEAD} was not sealed with ${by}, or was changed` };
}

function keyIn(dir: string): string {
  const path = join(dir, KEY);
  const known = readIfThere(path)?.trim();
  if (known) return known;
  const made = randomBytes(32).toString('base64');
  writeFileSync(path, `${made}\n`, { mode: 0o600 });
  return made;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw thrown;
  }
}

/** The key that the head is sealed with, where it is not to lie in the data folder. */
export function readAuditKey(env: Readonly<Record<string, string | undefined>>, cwd = '.'): string | undefined {
  return readKey(env, cwd, {
    variable: 'CONSILIUM_AUDIT_KEY',
    code: 'AUDIT_KEY',
    shortest: 16,
    called: 'The key of the trail',
    hint: 'openssl rand -base64 32 makes one.',
  });
}

export interface HeadKeeper {
  /** There may be something new. */
  stir(): void;
  /** Writes what there is, at once, and no more. */
  close(): void;
}

/** How far the head may be behind, in milliseconds. */
const BEHIND_MS = 1000;

/**
 * Brings the file after the trail, a moment later and beside the work. What it says is on the disk before it is said: after
 * a power cut the head knows of no row that is lost. (The log that SQLite writes ahead has no locks that closing it here
 * could take away; the database file has.) `read`: the heads now; `later` in the middle of something, `never` where the trail
 * is not what the file says: then the file stays as it is, for whoever looks into it.
 */
export function keepHead(file: HeadFile, database: string, read: () => Heads | 'later' | 'never'): HeadKeeper {
  const log = `${database}-wal`;
  let callOff: (() => void) | undefined;
  let isBehind = false;
  let isClosed = false;
  const write = async (): Promise<void> => {
    const heads = read();
    if (heads === 'later') return stir();
    if (heads === 'never') return;
    const handle = await open(log, 'r+').catch(() => undefined);
    await handle?.sync().finally(() => handle.close());
    if (isClosed) return;
    file.write(heads);
    isBehind = callOff !== undefined;
  };
  const stir = (): void => {
    isBehind = true;
    if (callOff !== undefined || isClosed) return;
    callOff = systemClock.after(
      BEHIND_MS,
      () => {
        callOff = undefined;
        // A disk that fails says so where rows are written; the next row tries again.
        write().catch(() => {});
      },
      true,
    );
  };
  const settle = (): void => {
    const heads = read();
    if (heads === 'later' || heads === 'never') return;
    syncNow(log);
    file.write(heads);
  };
  return {
    stir,
    close: () => {
      callOff?.();
      isClosed = true;
      if (!isBehind) return;
      try {
        settle();
      } catch {} // it stays a moment behind
    },
  };
}

function syncNow(path: string): void {
  try {
    const handle = openSync(path, 'r+');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
  }
}
