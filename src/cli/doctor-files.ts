/** What can be said of the files of a data folder before any of them is opened. */
import { closeSync, existsSync, lstatSync, openSync, readlinkSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { damageOf, isSealed } from '../storage/index.ts';

export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly says: string;
  readonly mend?: string;
}

export function lookAtFolder(dir: string): Omit<Finding, 'check'> {
  const files = ['consilium.db', 'tokens.db', 'search.db', 'a2a-keys.json', 'audit.head', 'audit.key'].map((name) =>
    join(dir, name),
  );
  const open = [dir, ...files].filter((path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0);
  return open.length === 0
    ? { ok: true, says: [`${dir} is its owner's alone`, ...links(files)].join('; ') }
    : { ok: false, says: `Others may read ${open.join(', ')}`, mend: `chmod -R go= ${dir}` };
}

/** A file may lie elsewhere; whoever copies the folder by hand should know. */
function links(files: readonly string[]): string[] {
  return files
    .filter((file) => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
    .map((file) => `${basename(file)} lies in ${readlinkSync(file)}`);
}

/**
 * What SQLite has written ahead stands in a log beside each database until the next start. One that does not begin as a log
 * is passed over there without a word, with all that was in it.
 */
export function lookAtLogs(dir: string): Omit<Finding, 'check'> {
  if (isSealed(dir)) return { ok: true, says: 'Encrypted: they are read with the files' };
  const broken = ['consilium.db', 'tokens.db', 'search.db']
    .map((name) => join(dir, `${name}-wal`))
    .filter((file) => existsSync(file) && statSync(file).size >= HEAD_OF_LOG && !beginsAsLog(file));
  if (broken.length === 0) return { ok: true, says: 'What was written last is there' };
  return {
    ok: false,
    says: `Not a log of SQLite: ${broken.join(', ')}. What was written last is lost with it`,
    mend: 'Keep a copy of the file; then restore a backup, or go on without what it held: consilium audit verify says whether rows are missing.',
  };
}

const HEAD_OF_LOG = 32;
const LOG_SIGNS = [0x377f0682, 0x377f0683];

function beginsAsLog(file: string): boolean {
  const head = Buffer.alloc(4);
  const open = openSync(file, 'r');
  try {
    readSync(open, head, 0, head.length, 0);
  } finally {
    closeSync(open);
  }
  return LOG_SIGNS.includes(head.readUInt32BE());
}

export function lookAtFile(file: string, mend: string): Omit<Finding, 'check'> {
  if (!existsSync(file)) return { ok: true, says: 'There is none yet' };
  const wrong = damageOf(file);
  return wrong === undefined ? { ok: true, says: 'The file is sound' } : { ok: false, says: wrong, mend };
}
