/**
 * The seal of a data folder: `seal.json` in it says that everything there is encrypted, with what salt, and how to tell the
 * right key from a wrong one. From the key come two secrets, one for databases and one for files. A folder without the
 * file is plain; one with it opens with its key or not at all.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/errors.ts';
import { readKey } from '../key-file.ts';

export const SEAL = 'seal.json';

/** `sealing`, `opening`: on the way there or back, which a killed process may have left unfinished. */
const fileSchema = z.object({
  consilium: z.literal('seal'),
  version: z.literal(1),
  state: z.enum(['sealed', 'sealing', 'opening']),
  salt: z.hex(),
  check: z.hex(),
  /** Of the state, by whoever has the key: who can only write to the folder talks nobody into opening it. */
  mark: z.hex().optional(),
});
type SealFile = z.infer<typeof fileSchema>;
export type SealState = SealFile['state'];

export interface Seal {
  /** For databases: 32 bytes in hexadecimal. */
  readonly database: string;
  /** The content of a file, as it lies on the disk at that place and at no other. */
  close(content: Uint8Array, path: string): Buffer;
  /** And back. What was changed, not sealed here, or lay elsewhere in the folder, is DATA_FILE_FOREIGN. */
  open(sealed: Uint8Array, path: string): Buffer;
  /** What shows that this state was written with the key. */
  markOf(state: SealState): string;
  /** A name of a file or folder, as it stands on the disk: the same each time. */
  hide(name: string): string;
  /** And back; undefined for a name that was not hidden with this key. */
  show(hidden: string): string | undefined;
}

/** `CONSILIUM_DATA_KEY`, or the file that `CONSILIUM_DATA_KEY_FILE` names. */
export function readDataKey(env: Readonly<Record<string, string | undefined>>, cwd = '.'): string | undefined {
  return readKey(env, cwd, {
    variable: 'CONSILIUM_DATA_KEY',
    code: 'DATA_KEY',
    shortest: 16,
    called: 'The key of the data folder',
    hint: 'openssl rand -base64 32 makes one. Keep it elsewhere than the folder, and twice: without it nothing can be read.',
  });
}

/** Folders whose key was given in this process. */
const unlocked = new Map<string, Seal>();

/**
 * Before anything in a folder is opened. With a key, an empty folder is sealed from the beginning; one that holds plain data
 * is refused, and so is a sealed one without its key: nothing plain is ever written beside what is sealed.
 */
export function unlockFolder(dir: string, key: string | undefined): Seal | undefined {
  const file = readSeal(dir);
  if (file === undefined) {
    if (key === undefined) {
      // Another process may have opened for good what this one once had under a key.
      if (existsSync(dir)) forget(dir);
      return undefined;
    }
    if (holdsData(dir))
      throw new ConsiliumError(
        'DATA_NOT_SEALED',
        'A key of the data folder is given, but the folder is not encrypted.',
        {
          place: dir,
          hint: 'Stop what uses it and run consilium seal; or unset CONSILIUM_DATA_KEY and CONSILIUM_DATA_KEY_FILE.',
        },
      );
    return remember(dir, makeSeal(dir, key, 'sealed'));
  }
  if (key === undefined) throw locked(dir);
  const seal = checkKey(file, key, dir);
  if (!isMarked(file, seal)) throw unmarked(dir);
  if (file.state !== 'sealed') throw unfinished(file.state, dir);
  return remember(dir, seal);
}

/** The seal of a folder; undefined where it is plain, an error where it is sealed and nobody gave the key. */
export function sealOf(dir: string): Seal | undefined {
  const known = unlocked.get(resolve(dir));
  if (known === undefined && existsSync(join(dir, SEAL))) throw locked(dir);
  return known;
}

/** The seal that what lies below a folder is under. */
export function sealAbove(path: string): Seal | undefined {
  for (let at = resolve(path); ; at = dirname(at)) {
    const known = sealOf(at);
    if (known !== undefined || at === dirname(at)) return known;
  }
}

export function isSealed(dir: string): boolean {
  return existsSync(join(dir, SEAL));
}

export function readSeal(dir: string): SealFile | undefined {
  const path = join(dir, SEAL);
  if (!existsSync(path)) return undefined;
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (thrown) {
    throw new ConsiliumError('DATA_SEAL_BROKEN', 'The seal of the data folder cannot be read.', {
      place: path,
      hint: 'Put seal.json back from a backup: without it the key alone opens nothing.',
      cause: thrown,
    });
  }
}

/** Begins a seal: from now on the folder opens with this key only. */
export function makeSeal(dir: string, key: string, state: SealState): Seal {
  const salt = randomBytes(16);
  const { check, seal } = derive(key, salt);
  writeSeal(dir, { consilium: 'seal', version: 1, state, salt: salt.toString('hex'), check }, seal);
  return seal;
}

export function writeSeal(dir: string, file: SealFile, { markOf }: Pick<Seal, 'markOf'>): void {
  const path = join(dir, SEAL);
  writeFileSync(`${path}.new`, `${JSON.stringify({ ...file, mark: markOf(file.state) })}\n`, {
    mode: 0o600,
    flush: true,
  });
  renameSync(`${path}.new`, path);
}

export function removeSeal(dir: string): void {
  rmSync(join(dir, SEAL), { force: true });
  forget(dir);
}

/** A wrong key is told by the check alone: nothing of the data is tried with it. */
export function checkKey(file: SealFile, key: string, dir: string): Seal {
  const { check, seal } = derive(key, Buffer.from(file.salt, 'hex'));
  const [own, kept] = [Buffer.from(check, 'hex'), Buffer.from(file.check, 'hex')];
  if (own.length === kept.length && timingSafeEqual(own, kept)) return seal;
  throw new ConsiliumError('DATA_KEY_WRONG', 'This is not the key of the data folder.', {
    place: dir,
    hint: 'Give the key that it was sealed with: CONSILIUM_DATA_KEY or CONSILIUM_DATA_KEY_FILE.',
  });
}

/** Whether what the file says of the folder was written with the key. */
export function isMarked({ state, mark = '' }: SealFile, { markOf }: Pick<Seal, 'markOf'>): boolean {
  const [own, kept] = [Buffer.from(markOf(state), 'hex'), Buffer.from(mark, 'hex')];
  return own.length === kept.length && timingSafeEqual(own, kept);
}

export function remember(dir: string, seal: Seal): Seal {
  for (const name of namesOf(dir)) unlocked.set(name, seal);
  return seal;
}

function forget(dir: string): void {
  for (const name of namesOf(dir)) unlocked.delete(name);
}

/** As it is called, and as it is called behind every link. */
function namesOf(dir: string): string[] {
  return [resolve(dir), realpathSync(dir)];
}

/** What is written to a folder before its first data: its databases. */
function holdsData(dir: string): boolean {
  return [
    ...['consilium.db', 'tokens.db', 'search.db', 'audit.head'],
    ...['memory', 'workspaces', 'courses', 'caldav', 'a2a-keys.json'],
  ].some((name) => existsSync(join(dir, name)));
}

/** Slow on purpose: a key may be words that somebody can remember. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

function derive(key: string, salt: Buffer): { check: string; seal: Seal } {
  const secret = scryptSync(key, salt, 32, COST);
  const part = (name: string) => Buffer.from(hkdfSync('sha256', secret, salt, `consilium ${name}`, 32));
  const [files, names, marks, states] = [part('files'), part('names'), part('marks of names'), part('states')] as const;
  return {
    check: createHmac('sha256', part('check')).update('consilium').digest('hex'),
    seal: {
      database: part('databases').toString('hex'),
      close: (content, path) => closeBytes(content, files, placeOf(path)),
      open: (sealed, path) => openBytes(sealed, files, placeOf(path)),
      markOf: (state) => createHmac('sha256', states).update(state).digest('hex'),
      hide: (name) => hideName(name, names, marks),
      show: (hidden) => showName(hidden, names, marks),
    },
  };
}

/** What a sealed file begins with; the first ones did not know where they lay, and are read as they are. */
const MARK = Buffer.from('\0CSEAL2\n', 'latin1');
const FIRST_MARK = Buffer.from('\0CSEAL1\n', 'latin1');
const NONCE = 12;
const TAG = 16;
/** By how much a sealed file is longer than what it holds. */
export const SEALED_MORE = MARK.length + NONCE + TAG;

export function bearsMark(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, MARK.length);
  return bytes.length >= SEALED_MORE && (MARK.equals(head) || FIRST_MARK.equals(head));
}

/** Where a file lies, seen from its data folder, wherever that is now and whatever it is called by. */
function placeOf(path: string): Buffer {
  const full = resolve(path);
  for (let at = dirname(full); at !== dirname(at); at = dirname(at))
    if (isSealed(at)) return Buffer.from(relative(at, full).replaceAll('\\', '/'));
  throw foreign();
}

function closeBytes(content: Uint8Array, key: Buffer, place: Buffer): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([MARK, place]));
  return Buffer.concat([MARK, nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function openBytes(sealed: Uint8Array, key: Buffer, place: Buffer): Buffer {
  if (!bearsMark(sealed)) throw foreign();
  const isFirst = FIRST_MARK.equals(sealed.subarray(0, MARK.length));
  const known = isFirst ? FIRST_MARK : Buffer.concat([MARK, place]);
  const body = sealed.subarray(MARK.length + NONCE, sealed.length - TAG);
  const opening = createDecipheriv('aes-256-gcm', key, sealed.subarray(MARK.length, MARK.length + NONCE)).setAAD(known);
  opening.setAuthTag(sealed.subarray(sealed.length - TAG));
  try {
    return Buffer.concat([opening.update(body), opening.final()]);
  } catch {
    throw foreign();
  }
}

/** What a name begins with when it is hidden: it is its own sum, so that the same name is hidden the same way. */
function sumOf(name: Uint8Array, marks: Buffer): Buffer {
  return createHmac('sha256', marks).update(name).digest().subarray(0, NONCE);
}

function hideName(name: string, names: Buffer, marks: Buffer): string {
  const plain = Buffer.from(name);
  const sum = sumOf(plain, marks);
  return Buffer.concat([sum, turned(plain, sum, names)]).toString('base64url');
}

function showName(hidden: string, names: Buffer, marks: Buffer): string | undefined {
  const bytes = Buffer.from(hidden, 'base64url');
  if (bytes.length <= NONCE || bytes.toString('base64url') !== hidden) return undefined;
  const plain = turned(bytes.subarray(NONCE), bytes.subarray(0, NONCE), names);
  return timingSafeEqual(sumOf(plain, marks), bytes.subarray(0, NONCE)) ? plain.toString('utf8') : undefined;
}

function turned(bytes: Uint8Array, sum: Buffer, names: Buffer): Buffer {
  return createCipheriv('aes-256-ctr', names, Buffer.concat([sum, Buffer.alloc(4)])).update(bytes);
}

/** Where something lies below a folder: under names that say nothing where the folder is sealed. */
export function placeBelow(dir: string, segments: readonly string[]): string {
  const seal = sealAbove(dir);
  return join(dir, ...(seal === undefined ? segments : segments.map(seal.hide)));
}

function foreign(): ConsiliumError {
  return new ConsiliumError(
    'DATA_FILE_FOREIGN',
    'A file of the data folder was changed or moved, or not sealed with its key.',
    {
      hint: 'Put it back from a backup, or bring it through Consilium: what lies in a sealed folder is sealed.',
    },
  );
}

function locked(dir: string): ConsiliumError {
  return new ConsiliumError('DATA_KEY_MISSING', 'The data folder is encrypted.', {
    place: dir,
    hint: 'Set CONSILIUM_DATA_KEY, or CONSILIUM_DATA_KEY_FILE to a file that holds the key.',
  });
}

function unmarked(dir: string): ConsiliumError {
  return new ConsiliumError(
    'DATA_SEAL_UNMARKED',
    'What seal.json says of the data folder was not written with its key.',
    {
      place: dir,
      hint: 'Run consilium seal with the same key: it looks at every file and seals what is not. Somebody may have changed seal.json, or it comes from before it was signed.',
    },
  );
}

function unfinished(state: Exclude<SealState, 'sealed'>, dir: string): ConsiliumError {
  const command = state === 'sealing' ? 'consilium seal' : 'consilium seal --open';
  return new ConsiliumError('DATA_HALF_SEALED', 'The data folder is sealed in part: the work on it was broken off.', {
    place: dir,
    hint: `Run ${command} again with the same key; nothing is lost.`,
  });
}
