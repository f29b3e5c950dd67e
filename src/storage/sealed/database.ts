/**
 * An encrypted SQLite file behind the face of Node's own: as much of `DatabaseSync` as the house uses. Each page is encrypted
 * and signed (SQLCipher 4: AES-256-CBC, HMAC-SHA512), the log that is written ahead as well. Loaded only where a
 * folder is sealed.
 */
import { createRequire } from 'node:module';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { ConsiliumError } from '../../kernel/errors.ts';

export interface SealedOptions {
  readonly readOnly?: boolean | undefined;
  readonly timeout?: number | undefined;
}

/** `secret`: 32 bytes in hexadecimal. */
export function openSealed(path: string, secret: string, options: SealedOptions = {}): DatabaseSync {
  const db = open(path, options);
  try {
    keyWith(db, 'key', secret);
    return new SealedDatabase(db, path) as unknown as DatabaseSync;
  } catch (thrown) {
    db.close();
    throw toComplaint(thrown);
  }
}

/** Rewrites a plain file as a sealed one, or back: for a copy that nobody uses, since it is neither while that goes on. */
export function rewrite(path: string, secret: string, to: 'sealed' | 'plain'): void {
  const db = open(path, {});
  try {
    if (to === 'plain') keyWith(db, 'key', secret);
    // What has to be put aside meanwhile stays in memory: nothing of it may lie elsewhere on the disk.
    db.exec('PRAGMA temp_store = MEMORY; PRAGMA journal_mode = OFF');
    if (to === 'sealed') keyWith(db, 'rekey', secret);
    else db.exec("PRAGMA rekey = ''");
  } catch (thrown) {
    throw toComplaint(thrown);
  } finally {
    db.close();
  }
}

export function isSealedDatabase(db: DatabaseSync): boolean {
  return (db as unknown) instanceof SealedDatabase;
}

/** What we use of the library. */
interface Native {
  readonly inTransaction: boolean;
  exec(sql: string): unknown;
  prepare(sql: string): NativeStatement;
  function(name: string, options: object, work: (...given: never[]) => unknown): unknown;
  unsafeMode(on: boolean): unknown;
  close(): unknown;
}

interface NativeStatement {
  readonly reader: boolean;
  run(...values: unknown[]): { changes: number; lastInsertRowid: number | bigint };
  get(...values: unknown[]): Row | undefined;
  all(...values: unknown[]): Row[];
  iterate(...values: unknown[]): IterableIterator<Row>;
  raw(on: boolean): unknown;
}

type Row = Record<string, unknown> | unknown[];

function open(path: string, { readOnly = false, timeout = 0 }: SealedOptions): Native {
  try {
    const db = new (library())(path, { readonly: readOnly, timeout });
    // As with Node's: rows may be written while others are read.
    db.unsafeMode(true);
    return db;
  } catch (thrown) {
    // A folder that is not there is told in words only.
    throw thrown instanceof TypeError ? Object.assign(thrown, { errcode: 14 }) : toComplaint(thrown);
  }
}

type Library = new (path: string, options: object) => Native;
let loaded: Library | undefined;

function library(): Library {
  try {
    loaded ??= createRequire(import.meta.url)('better-sqlite3-multiple-ciphers') as Library;
    return loaded;
  } catch (thrown) {
    throw new ConsiliumError('DATA_SEAL_UNSUPPORTED', 'Encrypted data folders cannot be opened on this machine.', {
      hint: 'Run npm ci. Linux, macOS and Windows on x64 and arm64 are supported.',
      cause: thrown,
    });
  }
}

function keyWith(db: Native, pragma: 'key' | 'rekey', secret: string): void {
  db.exec(`PRAGMA cipher = 'sqlcipher'; PRAGMA legacy = 4; PRAGMA ${pragma} = "x'${secret}'"`);
}

class SealedDatabase {
  readonly #db: Native;
  readonly #path: string;

  constructor(db: Native, path: string) {
    this.#db = db;
    this.#path = path;
  }

  get isTransaction(): boolean {
    return this.#db.inTransaction;
  }

  location(): string {
    return this.#path;
  }

  exec(sql: string): void {
    guard(() => this.#db.exec(sql));
  }

  prepare(sql: string): StatementSync {
    const { plain, places } = withPlainPlaces(sql);
    const made = guard(() => this.#db.prepare(plain));
    return new SealedStatement(made, places) as unknown as StatementSync;
  }

  function(name: string, options: object, work: (...given: never[]) => unknown): void {
    this.#db.function(name, options, work);
  }

  close(): void {
    guard(() => this.#db.close());
  }
}

class SealedStatement {
  readonly #made: NativeStatement;
  readonly #places: readonly number[] | undefined;

  constructor(made: NativeStatement, places: readonly number[] | undefined) {
    this.#made = made;
    this.#places = places;
  }

  run(...given: SQLInputValue[]) {
    return guard(() => this.#made.run(...this.#bound(given)));
  }

  get(...given: SQLInputValue[]): Row | undefined {
    if (!this.#made.reader) {
      this.run(...given);
      return undefined;
    }
    const row = guard(() => this.#made.get(...this.#bound(given)));
    return row === undefined ? undefined : withPlainBytes(row);
  }

  all(...given: SQLInputValue[]): Row[] {
    if (!this.#made.reader) {
      this.run(...given);
      return [];
    }
    const rows = guard(() => this.#made.all(...this.#bound(given)));
    for (const row of rows) withPlainBytes(row);
    return rows;
  }

  *iterate(...given: SQLInputValue[]): IterableIterator<Row> {
    const rows = guard(() => this.#made.iterate(...this.#bound(given)));
    try {
      for (const row of rows) yield withPlainBytes(row);
    } catch (thrown) {
      throw toComplaint(thrown);
    }
  }

  setReturnArrays(on: boolean): void {
    if (this.#made.reader) this.#made.raw(on);
  }

  #bound(given: SQLInputValue[]): unknown[] {
    return this.#places === undefined ? given : this.#places.map((place) => given[place] ?? null);
  }
}

const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?(\d*)/g;

/** The library knows no `?1`, and wants every value: each becomes a `?` of its own, and the values are put in their places. */
function withPlainPlaces(sql: string): { plain: string; places?: readonly number[] } {
  if (!sql.includes('?')) return { plain: sql };
  const places: number[] = [];
  let last = 0;
  const plain = sql.replace(TOKENS, (token: string, number: string | undefined) => {
    if (number === undefined) return token;
    const place = number === '' ? last + 1 : Number(number);
    last = Math.max(last, place);
    places.push(place - 1);
    return '?';
  });
  return { plain, places };
}

/** Bytes as Node's own gives them. */
function withPlainBytes<R extends Row>(row: R): R {
  const cells = row as Record<string, unknown>;
  for (const name in cells) {
    const value = cells[name];
    if (Buffer.isBuffer(value)) cells[name] = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  return row;
}

function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw toComplaint(thrown);
  }
}

/** SQLite's numbers for what its names say: the house goes by them (`kernel/errors.ts`). */
const NUMBERS: Readonly<Record<string, number | undefined>> = {
  SQLITE_ERROR: 1,
  SQLITE_BUSY: 5,
  SQLITE_LOCKED: 6,
  SQLITE_NOMEM: 7,
  SQLITE_READONLY: 8,
  SQLITE_INTERRUPT: 9,
  SQLITE_IOERR: 10,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_TOOBIG: 18,
  SQLITE_CONSTRAINT: 19,
  SQLITE_CONSTRAINT_PRIMARYKEY: 1555,
  SQLITE_CONSTRAINT_UNIQUE: 2067,
  SQLITE_NOTADB: 26,
};

function toComplaint(thrown: unknown): unknown {
  const code = (thrown as { code?: unknown }).code;
  if (!(thrown instanceof Error) || typeof code !== 'string' || !code.startsWith('SQLITE_')) return thrown;
  const errcode = NUMBERS[code] ?? NUMBERS[code.split('_').slice(0, 2).join('_')] ?? 1;
  return Object.assign(thrown, { errcode });
}
