/**
 * A data folder as one file (`backup-form.ts`; back again: `restore.ts`). Databases are copied whole at one moment while they
 * are in use; every part has its checksum, and the whole is encrypted (AES-256-GCM) where a key is given. Written part after
 * part, whatever the size. Of a sealed folder the parts are sealed as they are there, and need its key where they are restored.
 */
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile, lstat, mkdir, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { ConsiliumError, storageFault } from '../kernel/errors.ts';
import { holdHead } from './audit-head.ts';
import { type BackupPart, type Head, MARK, readAt } from './backup-form.ts';
import { stretch } from './backup-key.ts';
import { guardDisk, openFile } from './database.ts';
import { copySealed } from './sealed/copying.ts';
import { isSealedDatabase } from './sealed/database.ts';

const ASIDE = 'backing-up-';
/** Of the folder, what is copied as databases are, and what belongs to the process that has it open. */
const APART =
  /^(?:[\w-]+\.db(?:-\w+)?|audit\.(?:head(?:\.new)?|key)|owner\.(?:json|sock)|backing-up-.*|restoring-.*|seal-work)$/;

export interface BackupOf {
  readonly dir: string;
  /** The open database of the folder. */
  readonly main: DatabaseSync;
  readonly key?: string | undefined;
  /** Databases that others hold open: each writes a copy of its own. */
  readonly copies?: Readonly<Record<string, (to: string) => Promise<void>>>;
}

/** Those that are being written: a second of the same folder would take what the first has put aside for left behind. */
const writing = new WeakMap<DatabaseSync, Promise<unknown>>();

/** Part after part, whatever the size: nothing is held whole in memory. Returns what is in the file. One at a time. */
export async function writeBackup(of: BackupOf, file: string): Promise<BackupPart[]> {
  const before = writing.get(of.main);
  const mine = (async () => {
    await before?.catch(() => {}); // whoever asked for it hears of it
    return writeNow(of, file);
  })();
  writing.set(of.main, mine);
  return mine;
}

async function writeNow({ dir, main, key, copies = {} }: BackupOf, file: string): Promise<BackupPart[]> {
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
      const db = openFile(tokens, { timeout: 2000 });
      await copyDatabase(db, join(aside, 'tokens.db')).finally(() => db.close());
    }
    for (const [name, copy] of Object.entries(copies)) await copy(join(aside, name));
    for (const name of readdirSync(dir))
      if (!APART.test(name) && !isBackup(join(dir, name))) await copyTree(join(dir, name), join(aside, name));
    putHead(aside);
    const parts: BackupPart[] = [];
    for (const path of listFiles(aside)) parts.push(await describe(path, relative(aside, path)));
    await writeSealed(aside, parts, partial, key);
    renameSync(partial, file); // under its name only when it is whole
    return parts;
  } catch (thrown) {
    const { code, path } = thrown as NodeJS.ErrnoException;
    rmSync(partial, { force: true });
    const full = storageFault(thrown);
    if (full !== undefined) throw full;
    if (path === partial)
      throw new ConsiliumError('BACKUP_UNWRITABLE', `${file} cannot be written (${code}).`, {
        hint: 'Choose a folder that exists, may be written to and has room.',
      });
    throw thrown;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** What goes while it is copied is gone, as if it had been before; links lead out of the folder and are not followed. */
async function copyTree(from: string, to: string): Promise<void> {
  const there = await lstat(from).catch(goneSince);
  if (there?.isFile()) await copyFile(from, to).catch(goneSince);
  if (!there?.isDirectory()) return;
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of (await readdir(from).catch(goneSince)) ?? []) await copyTree(join(from, name), join(to, name));
}

function goneSince(thrown: NodeJS.ErrnoException): undefined {
  if (thrown.code !== 'ENOENT') throw thrown;
}

/** One that lies in the folder itself is not saved again with each that follows. */
function isBackup(path: string): boolean {
  return (
    lstatSync(path, { throwIfNoEntry: false })?.isFile() === true && readAt(path, 0, MARK.length).toString() === MARK
  );
}

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

async function copyDatabase(db: DatabaseSync, to: string): Promise<void> {
  try {
    await (isSealedDatabase(db) ? copySealed(db, to) : backup(db, to));
  } catch (thrown) {
    guardDisk(db.location() ?? 'memory', () => {
      throw thrown;
    });
  }
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
