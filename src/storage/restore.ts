/** A backup read again: checked whole, part after part, and put into a folder that holds nothing yet. */
import { createDecipheriv, createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ConsiliumError, storageFault, toConsiliumError } from '../kernel/errors.ts';
import { type BackupPart, type Head, readAt } from './backup-form.ts';
import { stretch } from './backup-key.ts';
import { makeFolder } from './folder.ts';
import { Pieces } from './pieces.ts';
import { isSealed } from './sealed/seal.ts';

/** Reads a backup whole and checks every part; what does not fit is BACKUP_INVALID. */
export async function checkBackup(file: string, key?: string): Promise<BackupPart[]> {
  return unpack(file, key, undefined);
}

/** Puts a backup into a folder that holds nothing yet: only once all of it is read and found sound. */
export async function restoreBackup(file: string, dir: string, key?: string): Promise<BackupPart[]> {
  if (existsSync(join(dir, 'consilium.db')) || isSealed(dir))
    throw new ConsiliumError('RESTORE_REFUSED', `${dir} holds data already.`, {
      hint: 'Restore into an empty folder (--home), or move the old one away first.',
    });
  makeFolder(dir);
  for (const name of readdirSync(dir)) if (name.startsWith(ASIDE)) rmSync(join(dir, name), { recursive: true });
  const aside = mkdtempSync(join(dir, ASIDE));
  try {
    const parts = await unpack(file, key, aside);
    // The data file last: what breaks off before it is there has restored nothing, and can be done again.
    for (const { path } of parts.toSorted((a, b) => Number(a.path === MAIN) - Number(b.path === MAIN))) {
      mkdirSync(dirname(join(dir, path)), { recursive: true, mode: 0o700 });
      renameSync(join(aside, path), join(dir, path));
    }
    return parts;
  } catch (thrown) {
    throw toConsiliumError(thrown, 'RESTORE_FAILED');
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

const MAIN = 'consilium.db';
/** What a killed one left goes with the next. */
const ASIDE = 'restoring-';

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
      try {
        for await (const chunk of reader.take(part.size)) {
          digest.update(chunk);
          size += chunk.length;
          if (out !== undefined) writeSync(out, chunk);
        }
      } finally {
        if (out !== undefined) closeSync(out);
      }
      if (size !== part.size || digest.digest('hex') !== part.sha256) throw invalid(file, `${part.path} is damaged`);
    }
    // What is encrypted is known to be whole only at its end.
    if ((await reader.end()) > 0) throw invalid(file, 'it holds more than was saved');
    return parts;
  } catch (thrown) {
    if (thrown instanceof ConsiliumError) throw thrown;
    // The disk that it goes to, or comes from: nothing is said of the backup.
    const fault = storageFault(thrown);
    if (fault !== undefined) throw fault;
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

function invalid(file: string, why: string): ConsiliumError {
  return new ConsiliumError('BACKUP_INVALID', `${file} cannot be restored: ${why}.`);
}
