/** Which folder it is, and which process has it: what every command asks first, before anything is opened. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Env } from '../kernel/context.ts';

export function homeDir(given: string | undefined, env: Env): string {
  return resolve(given ?? env['CONSILIUM_HOME'] ?? '.consilium');
}

export interface Owner {
  readonly pid: number;
  /** Where it serves the app. */
  readonly url?: string;
  /** Where it takes commands. */
  readonly socket?: string;
}

/** A courtesy to whoever comes second: the lock holds without it. */
export function writeOwner(dir: string, where: Omit<Owner, 'pid'> = {}): void {
  const known = readOwner(dir);
  const owner: Owner = { ...(known?.pid === process.pid && known), pid: process.pid, ...where };
  try {
    writeFileSync(join(dir, 'owner.json'), JSON.stringify(owner), { mode: 0o600 });
  } catch {}
}

/** Whoever opened the folder last; it may be gone. */
export function readOwner(dir: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, 'owner.json'), 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}
