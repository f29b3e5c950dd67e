/** The key that a backup is encrypted with: where it comes from, and what becomes of it. */
import { scrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConsiliumError } from '../kernel/errors.ts';

/** Beside the work of the server: it is meant to take a while. */
export function stretch(key: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(key, salt, 32, (error, secret) => (error ? reject(error) : resolve(secret))),
  );
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
