/**
 * A data folder as one file, and back. Databases are copied whole at one moment while they are in use; every part has
 * its checksum, and the whole is encrypted (AES-256-GCM) where a key is given. The search index is left out: it is made
 * again from its documents.
 *
 * The file: a line of JSON (what it is, and of an encrypted one salt and nonce), then a line of JSON that lists the
 * parts, then the parts one after another.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes, scryptSync } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConsiliumError } from '../kernel/index.ts';
import { guardDisk } from './database.ts';
import { makeFolder } from './folder.ts';

export interface BackupPart {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

interface Head {
  readonly consilium: 'backup';
  readonly version: 1;
  readonly encrypted?: { readonly salt: string; readonly nonce: string };
}

const FOLDERS = ['workspaces', 'pipelines'];

/** `main`: the open database of the folder. Returns what is in the file. */
export function writeBackup(dir: string, main: DatabaseSync, file: string, key?: string): BackupPart[] {
  const aside = mkdtempSync(join(tmpdir(), 'consilium-backup-'));
  try {
    copyDatabase(main, join(aside, 'consilium.db'));
    const tokens = join(dir, 'tokens.db');
    if (existsSync(tokens)) {
      const db = new DatabaseSync(tokens, { timeout: 2000 });
      copyDatabase(db, join(aside, 'tokens.db'));
      db.close();
    }
    const found = [
      ...listFiles(aside).map((path) => ({ path, name: relative(aside, path) })),
      ...FOLDERS.flatMap((name) => listFiles(join(dir, name))).map((path) => ({ path, name: relative(dir, path) })),
    ];
    const contents = found.map(({ path }) => readFileSync(path));
    const parts = found.map(({ name }, at) => describe(name, contents[at]!));
    const body = Buffer.concat([Buffer.from(`${JSON.stringify({ parts })}\n`), ...contents]);
    writeFileSync(file, seal(body, key), { mode: 0o600, flag: 'wx' });
    return parts;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST')
      throw new ConsiliumError('BACKUP_EXISTS', `${file} is there already.`, { hint: 'Choose another name.' });
    throw thrown;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Reads a backup whole and checks every part; what does not fit is BACKUP_INVALID. */
export function readBackup(file: string, key?: string): { part: BackupPart; data: Buffer }[] {
  const body = unseal(readFileSync(file), file, key);
  const end = body.indexOf(0x0a);
  let parts: BackupPart[];
  try {
    ({ parts } = JSON.parse(body.subarray(0, end).toString()) as { parts: BackupPart[] });
  } catch {
    throw invalid(file, 'its list of parts cannot be read');
  }
  let at = end + 1;
  return parts.map((part) => {
    const data = body.subarray(at, at + part.size);
    at += part.size;
    if (data.length !== part.size || hash('sha256', data) !== part.sha256)
      throw invalid(file, `${part.path} is damaged`);
    if (part.path.split(/[\\/]/).includes('..') || part.path.startsWith('/'))
      throw invalid(file, 'a part lies outside');
    return { part, data };
  });
}

/** Puts a backup into a folder that holds nothing yet. */
export function restoreBackup(file: string, dir: string, key?: string): BackupPart[] {
  const read = readBackup(file, key);
  if (existsSync(join(dir, 'consilium.db')))
    throw new ConsiliumError('RESTORE_REFUSED', `${dir} holds data already.`, {
      hint: 'Restore into an empty folder (--home), or move the old one away first.',
    });
  makeFolder(dir);
  for (const { part, data } of read) {
    mkdirSync(dirname(join(dir, part.path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(dir, part.path), data, { mode: 0o600 });
  }
  return read.map(({ part }) => part);
}

function copyDatabase(db: DatabaseSync, to: string): void {
  guardDisk(db.location() ?? 'memory', () => db.prepare('VACUUM INTO ?').run(to));
}

function describe(path: string, data: Buffer): BackupPart {
  return { path, size: data.length, sha256: hash('sha256', data) };
}

function listFiles(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile())
    .sort();
}

function seal(body: Buffer, key: string | undefined): Buffer {
  const head = (more: Partial<Head>) =>
    Buffer.from(`${JSON.stringify({ consilium: 'backup', version: 1, ...more })}\n`);
  if (key === undefined) return Buffer.concat([head({}), body]);
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', scryptSync(key, salt, 32), nonce);
  const sealed = Buffer.concat([cipher.update(body), cipher.final(), cipher.getAuthTag()]);
  return Buffer.concat([head({ encrypted: { salt: salt.toString('hex'), nonce: nonce.toString('hex') } }), sealed]);
}

function unseal(whole: Buffer, file: string, key: string | undefined): Buffer {
  const end = whole.indexOf(0x0a);
  let head: Head;
  try {
    head = JSON.parse(whole.subarray(0, Math.max(0, end)).toString()) as Head;
  } catch {
    throw invalid(file, 'it is not a backup');
  }
  if (head.consilium !== 'backup' || head.version !== 1) throw invalid(file, 'it is not a backup of this version');
  const body = whole.subarray(end + 1);
  if (head.encrypted === undefined) return body;
  if (key === undefined)
    throw new ConsiliumError('BACKUP_KEY_MISSING', 'This backup is encrypted.', {
      hint: 'Set CONSILIUM_BACKUP_KEY, or CONSILIUM_BACKUP_KEY_FILE to a file that holds the key.',
    });
  const { salt, nonce } = head.encrypted;
  const secret = scryptSync(key, Buffer.from(salt, 'hex'), 32);
  const opening = createDecipheriv('aes-256-gcm', secret, Buffer.from(nonce, 'hex'));
  opening.setAuthTag(body.subarray(-16));
  try {
    return Buffer.concat([opening.update(body.subarray(0, -16)), opening.final()]);
  } catch {
    throw invalid(file, 'the key is wrong, or it was changed');
  }
}

function invalid(file: string, why: string): ConsiliumError {
  return new ConsiliumError('BACKUP_INVALID', `${file} cannot be restored: ${why}.`);
}

/** `CONSILIUM_BACKUP_KEY`, or the file that `CONSILIUM_BACKUP_KEY_FILE` names. */
export function readBackupKey(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const path = env['CONSILIUM_BACKUP_KEY_FILE'];
  return env['CONSILIUM_BACKUP_KEY'] || (path ? readFileSync(path, 'utf8').trim() : undefined) || undefined;
}
