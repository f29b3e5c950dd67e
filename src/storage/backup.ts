/**
 * A data folder as one file, and back. Databases are copied whole at one moment while they are in use; every part has
 * its checksum, and the whole is encrypted (AES-256-GCM) where a key is given. Written and read part after part, whatever
 * the size.
 *
 * The file: a line of JSON (what it is, and of an encrypted one salt and nonce), then a line of JSON that lists the
 * parts, then the parts one after another.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { ConsiliumError } from '../kernel/index.ts';
import { holdHead } from './audit-head.ts';
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

const ASIDE = 'backing-up-';
/** Of the folder, what is copied as databases are, and what belongs to the process that has it open. */
const APART = /^(?:[\w-]+\.db(?:-\w+)?|audit\.(?:head(?:\.new)?|key)|owner\.(?:json|sock)|backing-up-.*|restoring-.*)$/;

export interface BackupOf {
  readonly dir: string;
  /** The open database of the folder. */
  readonly main: DatabaseSync;
  readonly key?: string | undefined;
  /** Databases that others hold open: each writes a copy of its own. */
  readonly copies?: Readonly<Record<string, (to: string) => Promise<void>>>;
}

/** Part after part, whatever the size: nothing is held whole in memory. Returns what is in the file. */
export async function writeBackup({ dir, main, key, copies = {} }: BackupOf, file: string): Promise<BackupPart[]> {
  if (existsSync(file))
    throw new ConsiliumError('BACKUP_EXISTS', `${file} is there already.`, { hint: 'Choose another name.' });
  const partial = `${file}.partial`;
  // In the folder itself: whoever keeps it on an encrypted disk wants no copy elsewhere, and of one that was killed nothing stays.
  for (const name of readdirSync(dir)) if (name.startsWith(ASIDE)) rmSync(join(dir, name), { recursive: true });
  const aside = mkdtempSync(join(dir, ASIDE));
  try {
    const putHead = holdHead(dir);
    await copyDatabase(main, join(aside, 'consilium.db'));
    const tokens = join(dir, 'tokens.db');
    if (existsSync(tokens)) {
      const db = new DatabaseSync(tokens, { timeout: 2000 });
      await copyDatabase(db, join(aside, 'tokens.db')).finally(() => db.close());
    }
    for (const [name, copy] of Object.entries(copies)) await copy(join(aside, name));
    for (const name of readdirSync(dir))
      if (!APART.test(name) && !isBackup(join(dir, name)))
        await cp(join(dir, name), join(aside, name), { recursive: true });
    putHead(aside);
    const parts: BackupPart[] = [];
    for (const path of listFiles(aside)) parts.push(await describe(path, relative(aside, path)));
    await writeSealed(aside, parts, partial, key);
    renameSync(partial, file); // under its name only when it is whole
    return parts;
  } catch (thrown) {
    const { code, path } = thrown as NodeJS.ErrnoException;
    rmSync(partial, { force: true });
    if (path === partial)
      throw new ConsiliumError('BACKUP_UNWRITABLE', `${file} cannot be written (${code}).`, {
        hint: 'Choose a folder that exists, may be written to and has room.',
      });
    throw thrown;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** One that lies in the folder itself is not saved again with each that follows. */
function isBackup(path: string): boolean {
  return statSync(path).isFile() && readAt(path, 0, MARK.length).toString() === MARK;
}

const MARK = '{"consilium":"backup"';

async function writeSealed(aside: string, parts: readonly BackupPart[], file: string, key?: string): Promise<void> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const encrypted =
    key === undefined ? {} : { encrypted: { salt: salt.toString('hex'), nonce: nonce.toString('hex') } };
  const cipher = key === undefined ? undefined : createCipheriv('aes-256-gcm', await stretch(key, salt), nonce);
  async function* content(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${JSON.stringify({ parts })}\n`);
    for (const { path } of parts) yield* createReadStream(join(aside, path)) as AsyncIterable<Buffer>;
  }
  async function* sealed(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${JSON.stringify({ consilium: 'backup', version: 1, ...encrypted } satisfies Head)}\n`);
    for await (const chunk of content()) yield cipher === undefined ? chunk : cipher.update(chunk);
    if (cipher !== undefined) yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
  }
  await pipeline(sealed, createWriteStream(file, { mode: 0o600, flush: true }));
}

/** Reads a backup whole and checks every part; what does not fit is BACKUP_INVALID. */
export async function checkBackup(file: string, key?: string): Promise<BackupPart[]> {
  return unpack(file, key, undefined);
}

/** Puts a backup into a folder that holds nothing yet: only once all of it is read and found sound. */
export async function restoreBackup(file: string, dir: string, key?: string): Promise<BackupPart[]> {
  if (existsSync(join(dir, 'consilium.db')))
    throw new ConsiliumError('RESTORE_REFUSED', `${dir} holds data already.`, {
      hint: 'Restore into an empty folder (--home), or move the old one away first.',
    });
  makeFolder(dir);
  const aside = mkdtempSync(join(dir, 'restoring-'));
  try {
    const parts = await unpack(file, key, aside);
    for (const { path } of parts) {
      mkdirSync(dirname(join(dir, path)), { recursive: true, mode: 0o700 });
      renameSync(join(aside, path), join(dir, path));
    }
    return parts;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Every part in turn, into a folder if there is one. */
async function unpack(file: string, key: string | undefined, into: string | undefined): Promise<BackupPart[]> {
  const reader = new Pieces(openBody(file, key));
  try {
    const parts = readParts((await reader.line()) ?? '', file, key !== undefined);
    for (const part of parts) {
      const digest = createHash('sha256');
      const to = into === undefined ? undefined : join(into, part.path);
      if (to !== undefined) mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
      const out = to === undefined ? undefined : openSync(to, 'wx', 0o600);
      let size = 0;
      for await (const chunk of reader.take(part.size)) {
        digest.update(chunk);
        size += chunk.length;
        if (out !== undefined) writeSync(out, chunk);
      }
      if (out !== undefined) closeSync(out);
      if (size !== part.size || digest.digest('hex') !== part.sha256) throw invalid(file, `${part.path} is damaged`);
    }
    // What is encrypted is known to be whole only at its end.
    if ((await reader.end()) > 0) throw invalid(file, 'it holds more than was saved');
    return parts;
  } catch (thrown) {
    if (thrown instanceof ConsiliumError) throw thrown;
    throw invalid(file, key === undefined ? 'it cannot be read' : 'the key is wrong, or it was changed');
  }
}

/** What cannot be read of what is encrypted was read with another key, as a rule. */
function readParts(line: string, file: string, isEncrypted: boolean): BackupPart[] {
  try {
    const { parts } = JSON.parse(line) as { parts: BackupPart[] };
    for (const { path } of parts)
      if (path.split(/[\\/]/).includes('..') || path.startsWith('/')) throw invalid(file, 'a part lies outside');
    return parts;
  } catch (thrown) {
    if (thrown instanceof ConsiliumError) throw thrown;
    throw invalid(file, isEncrypted ? 'the key is wrong, or it was changed' : 'its list of parts cannot be read');
  }
}

const LONGEST_HEAD = 1000;
const TAG = 16;

/** What stands behind the first line, in the clear. */
async function* openBody(file: string, key: string | undefined): AsyncGenerator<Buffer> {
  const size = statSync(file).size;
  const start = readAt(file, 0, Math.min(size, LONGEST_HEAD));
  const end = start.indexOf(0x0a);
  const head = readHead(start.subarray(0, Math.max(0, end)).toString(), file);
  const body = (last: number) => createReadStream(file, { start: end + 1, end: last - 1 }) as AsyncIterable<Buffer>;
  if (head.encrypted === undefined) return yield* body(size);
  if (key === undefined)
    throw new ConsiliumError('BACKUP_KEY_MISSING', 'This backup is encrypted.', {
      hint: 'Set CONSILIUM_BACKUP_KEY, or CONSILIUM_BACKUP_KEY_FILE to a file that holds the key.',
    });
  const { salt, nonce } = head.encrypted;
  const secret = await stretch(key, Buffer.from(salt, 'hex'));
  const opening = createDecipheriv('aes-256-gcm', secret, Buffer.from(nonce, 'hex'));
  opening.setAuthTag(readAt(file, size - TAG, TAG));
  for await (const chunk of body(size - TAG)) yield opening.update(chunk);
  yield opening.final();
}

function readHead(line: string, file: string): Head {
  let head: Head | undefined;
  try {
    head = JSON.parse(line) as Head;
  } catch {}
  if (head?.consilium !== 'backup' || head.version !== 1) throw invalid(file, 'it is not a backup of this version');
  return head;
}

function readAt(file: string, position: number, length: number): Buffer {
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(handle, buffer, 0, length, position));
  } finally {
    closeSync(handle);
  }
}

/** A stream taken in pieces that were agreed on: a line, then so many bytes, then so many. */
class Pieces {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }

  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf(0x0a);
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString();
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      if (!(await this.#more())) return undefined;
    }
  }

  async *take(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more())) return;
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }

  /** How many bytes are left. */
  async end(): Promise<number> {
    let left = this.#rest.length;
    this.#rest = Buffer.alloc(0);
    while (await this.#more()) {
      left += this.#rest.length;
      this.#rest = Buffer.alloc(0);
    }
    return left;
  }
}

async function copyDatabase(db: DatabaseSync, to: string): Promise<void> {
  try {
    await backup(db, to);
  } catch (thrown) {
    guardDisk(db.location() ?? 'memory', () => {
      throw thrown;
    });
  }
}

/** Beside the work of the server: it is meant to take a while. */
function stretch(key: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(key, salt, 32, (error, secret) => (error ? reject(error) : resolve(secret))),
  );
}

async function describe(path: string, name: string): Promise<BackupPart> {
  const digest = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    digest.update(chunk);
    size += chunk.length;
  }
  return { path: name, size, sha256: digest.digest('hex') };
}

function listFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile())
    .sort();
}

function invalid(file: string, why: string): ConsiliumError {
  return new ConsiliumError('BACKUP_INVALID', `${file} cannot be restored: ${why}.`);
}

/** A key of fewer characters is one that somebody guesses. */
const SHORTEST_KEY = 12;

/** `CONSILIUM_BACKUP_KEY`, or the file that `CONSILIUM_BACKUP_KEY_FILE` names, seen from `cwd`. */
export function readBackupKey(env: Readonly<Record<string, string | undefined>>, cwd: string): string | undefined {
  const path = env['CONSILIUM_BACKUP_KEY_FILE'];
  const key = env['CONSILIUM_BACKUP_KEY'] || (path ? readKeyFile(resolve(cwd, path)) : undefined);
  if (!key && !path) return undefined;
  if (!key || key.length < SHORTEST_KEY)
    throw new ConsiliumError('BACKUP_KEY_WEAK', `A key has at least ${SHORTEST_KEY} characters.`, {
      hint: 'openssl rand -base64 32 makes one. Keep it elsewhere than the backup: without it nothing can be restored.',
    });
  return key;
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw new ConsiliumError('BACKUP_KEY_MISSING', `The key's file ${path} cannot be read (${code}).`);
  }
}
