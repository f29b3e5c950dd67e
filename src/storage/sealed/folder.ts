/**
 * A plain data folder made a sealed one, and back (`consilium seal`). Each file is written anew beside the others, checked,
 * and takes its place in one step; the former one is overwritten. Until all is done the folder says that it is on the
 * way, and nothing else opens it: whoever was killed goes on from there.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConsiliumError, complaintOf } from '../../kernel/errors.ts';
import { readAt } from '../backup-form.ts';
import { openSealed, rewrite } from './database.ts';
import {
  bearsMark,
  checkKey,
  isMarked,
  makeSeal,
  readSeal,
  removeSeal,
  SEALED_MORE,
  type Seal,
  writeSeal,
} from './seal.ts';

export type Direction = 'sealed' | 'plain';

/** What people have given to the house, or it has written, outside of its databases. */
const FOLDERS = ['memory', 'workspaces', 'caldav', 'courses'];
/** The names of what learners brought stay: a file is read by the kind that its name says. */
const NAMED = ['courses'];
const FILES = ['a2a-keys.json'];
/** What is neither: no word of anybody's data is in it, or somebody wrote it for the house to read. */
const OPEN =
  /^(?:seal\.json|audit\.(?:head(?:\.new)?|key)|owner\.(?:json|sock)|models\.yml|trusted-keys\.json|pipelines\/.*)$/;
/** What a process that was killed has put aside. */
const LEFT = /^(?:backing-up-|restoring-)/;
const WORK = 'seal-work';

/** Seals a folder that nobody uses, or opens it again for good. Returns how many files changed. */
export async function changeFolder(dir: string, key: string, to: Direction): Promise<number> {
  const seal = begin(dir, key, to);
  const work = join(dir, WORK);
  wipeTree(work);
  mkdirSync(work, { mode: 0o700 });
  let changed = 0;
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    if (LEFT.test(name)) wipeTree(path);
    else if (name.endsWith('.db')) changed += Number(await changeDatabase(path, seal, to, work));
    else if (FILES.includes(name)) changed += Number(changeFile(path, path, seal, to, work));
    else if (FOLDERS.includes(name)) changed += changeTree(path, seal, to, work);
  }
  wipeTree(work);
  if (to === 'plain') removeSeal(dir);
  else writeSeal(dir, { ...readSeal(dir)!, state: 'sealed' }, seal);
  return changed;
}

/** Files of a sealed folder that are not sealed: those that never are, and those that should be. */
export function plainIn(dir: string): { open: string[]; wrong: string[] } {
  const [open, wrong]: [string[], string[]] = [[], []];
  for (const path of filesIn(dir)) {
    const name = relative(dir, path).replaceAll('\\', '/');
    if (OPEN.test(name)) open.push(name);
    // What is written ahead begins with a head that names no data; its pages are those of its database.
    else if (!/\.db(?:-\w+)?$/.test(name) ? !isClosed(path) : isPlainDatabase(path)) wrong.push(name);
  }
  for (const path of linksIn(dir)) wrong.push(relative(dir, path).replaceAll('\\', '/'));
  return { open: open.sort(), wrong: wrong.sort() };
}

/** The seal to work with, once it is certain that nobody has the folder open and that the key is the right one. */
function begin(dir: string, key: string, to: Direction): Seal {
  const file = readSeal(dir);
  if (file === undefined) {
    if (to === 'plain')
      throw new ConsiliumError('DATA_NOT_SEALED', 'The data folder is not encrypted.', { place: dir });
    return alone(dir, undefined, () => makeSeal(dir, key, 'sealing'));
  }
  const seal = checkKey(file, key, dir);
  if (to === 'sealed' && file.state === 'sealed' && isMarked(file, seal))
    throw new ConsiliumError('DATA_SEALED', 'The data folder is encrypted already.', { place: dir });
  return alone(dir, seal, () => {
    writeSeal(dir, { ...file, state: to === 'sealed' ? 'sealing' : 'opening' }, seal);
    return seal;
  });
}

/** Whoever has the folder open holds a lock on its data file. */
function alone<T>(dir: string, seal: Seal | undefined, work: () => T): T {
  const path = join(dir, 'consilium.db');
  if (!existsSync(path)) return work();
  const db =
    seal === undefined || isPlainDatabase(path)
      ? new DatabaseSync(path, { timeout: 200 })
      : openSealed(path, seal.database);
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT');
    return work();
  } catch (thrown) {
    if (complaintOf(thrown)?.[0] !== 'STORAGE_BUSY') throw thrown;
    throw new ConsiliumError('HOME_LOCKED', `Another process is using the data folder ${dir}.`, {
      retryable: true,
      hint: 'Stop it first: nobody may use a folder while it is sealed or opened.',
    });
  } finally {
    db.close();
  }
}

async function changeDatabase(path: string, seal: Seal, to: Direction, work: string): Promise<boolean> {
  if (statSync(path).size > 0 && isPlainDatabase(path) === (to === 'plain')) return false;
  const plain = isPlainDatabase(path);
  const open = (file: string, isPlain: boolean) =>
    isPlain ? new DatabaseSync(file) : openSealed(file, seal.database, { timeout: 2000 });
  // What a killed process wrote ahead belongs to it.
  const db = open(path, plain);
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
  for (const beside of ['-wal', '-shm', '-journal']) rmSync(`${path}${beside}`, { force: true });
  const next = join(work, 'database');
  await copyFile(path, next);
  rewrite(next, seal.database, to);
  const made = open(next, to === 'plain');
  try {
    const said = Object.values(made.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
    if (said !== 'ok') throw new ConsiliumError('STORAGE_CORRUPT', 'The data file is damaged.', { place: path });
  } finally {
    made.close();
  }
  takePlace(next, path);
  return true;
}

/** Every file below a folder, under its new name; then the folders that held them. */
function changeTree(dir: string, seal: Seal, to: Direction, work: string): number {
  const placeOf = (path: string) => {
    const segments = relative(dir, path).split(sep);
    const isDone =
      NAMED.includes(basename(dir)) || segments.every((each) => (seal.show(each) !== undefined) === (to === 'sealed'));
    if (isDone) return path;
    return join(dir, ...segments.map((each) => (to === 'sealed' ? seal.hide(each) : (seal.show(each) ?? each))));
  };
  let changed = 0;
  for (const path of filesIn(dir)) changed += Number(changeFile(path, placeOf(path), seal, to, work));
  // The deepest first.
  for (const path of foldersIn(dir).sort((a, b) => b.length - a.length)) {
    const place = placeOf(path);
    if (place === path) continue;
    mkdirSync(place, { recursive: true, mode: 0o700 });
    if (readdirSync(path).length === 0) rmdirSync(path);
  }
  return changed;
}

function changeFile(path: string, place: string, seal: Seal, to: Direction, work: string): boolean {
  const bytes = readFileSync(path);
  if (bearsMark(bytes) === (to === 'sealed')) return false;
  const next = join(work, 'file');
  writeFileSync(next, to === 'sealed' ? seal.close(bytes, place) : seal.open(bytes, path), { mode: 0o600 });
  const { atime, mtime } = statSync(path);
  utimesSync(next, atime, mtime); // by which a workspace knows that nobody changed it
  mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
  takePlace(next, place, path);
  return true;
}

/** In one step; then what was there is overwritten, as far as the disk writes over what it is told to. */
function takePlace(next: string, path: string, before = path): void {
  const made = openSync(next, 'r+');
  fsyncSync(made);
  closeSync(made);
  const former = openSync(before, 'r+');
  try {
    const { size } = statSync(before);
    renameSync(next, path);
    if (before !== path) rmSync(before);
    overwrite(former, size);
  } finally {
    closeSync(former);
  }
}

const NOTHING = Buffer.alloc(1024 * 1024);

function overwrite(handle: number, size: number): void {
  for (let at = 0; at < size; at += NOTHING.length)
    writeSync(handle, NOTHING, 0, Math.min(NOTHING.length, size - at), at);
  fsyncSync(handle);
}

function wipeTree(dir: string): void {
  for (const path of filesIn(dir)) {
    const handle = openSync(path, 'r+');
    overwrite(handle, statSync(path).size);
    closeSync(handle);
  }
  rmSync(dir, { recursive: true, force: true });
}

/** Links below a folder: what they lead to is not of it, and is neither sealed nor read. */
function linksIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Plain files below a folder; links lead out of it. */
function filesIn(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function foldersIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}

function isPlainDatabase(path: string): boolean {
  return readAt(path, 0, 15).toString('latin1') === 'SQLite format 3';
}

function isClosed(path: string): boolean {
  return bearsMark(readAt(path, 0, SEALED_MORE));
}
