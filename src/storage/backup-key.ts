/** The key that a backup is encrypted with: where it comes from, and what becomes of it. */
import { scrypt } from 'node:crypto';
import { readKey } from './key-file.ts';

/** Beside the work of the server: it is meant to take a while. */
export function stretch(key: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(key, salt, 32, (error, secret) => (error ? reject(error) : resolve(secret))),
  );
}

/** `CONSILIUM_BACKUP_KEY`, or the file that `CONSILIUM_BACKUP_KEY_FILE` names, seen from `cwd`. */
export function readBackupKey(env: Readonly<Record<string, string | undefined>>, cwd: string): string | undefined {
  return readKey(env, cwd, {
    variable: 'CONSILIUM_BACKUP_KEY',
    code: 'BACKUP_KEY',
    shortest: 12,
    called: 'A key',
    hint: 'openssl rand -base64 32 makes one. Keep it elsewhere than the backup: without it nothing can be restored.',
  });
}
