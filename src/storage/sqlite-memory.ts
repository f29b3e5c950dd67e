/**
 * What is remembered of the sessions of a file, once a connection, however many stores are on it. Where the file is locked
 * for this connection, what it wrote last is how the file stands, and need not be read again.
 */
import type { DatabaseSync } from 'node:sqlite';

const MOST = 10_000;

export interface Known {
  readonly number: number;
  /** How its log ends, if that was written here and no other can have written since. */
  readonly end?: End | undefined;
}

export interface End {
  readonly seq: number;
  /** Who runs its open turn, if one is open and somebody does. */
  readonly holder: string | null;
}

export class SessionMemory {
  readonly #known = new Map<string, Known>();
  readonly #isAlone: boolean;
  #next: number | undefined;

  constructor(db: DatabaseSync) {
    this.#isAlone = db.prepare('PRAGMA locking_mode').get()?.['locking_mode'] === 'exclusive';
  }

  /** The number of the next new session, if that is known. */
  get next(): number | undefined {
    return this.#next;
  }

  get(id: string): Known | undefined {
    return this.#known.get(id);
  }

  putNumber(id: string, number: number): void {
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(id, { number });
  }

  /** After a commit. Only a new session has the highest number: an old one says nothing of those after it. */
  putEnd(id: string, end: End, isNew: boolean): void {
    const number = this.#known.get(id)?.number;
    if (number === undefined || !this.#isAlone) return;
    this.#known.set(id, { number, end });
    if (isNew) this.#next = number + 1;
  }

  /** Its log's end was changed, or is not yet sure. */
  dropEnd(id: string): void {
    const number = this.#known.get(id)?.number;
    if (number !== undefined) this.#known.set(id, { number });
    this.#next = undefined;
  }

  /** What is remembered of it may be another's by now. */
  drop(id: string): void {
    this.#known.delete(id);
    this.#next = undefined;
  }
}

const memories = new WeakMap<DatabaseSync, SessionMemory>();

export function memoryOf(db: DatabaseSync): SessionMemory {
  let memory = memories.get(db);
  if (memory === undefined) {
    memory = new SessionMemory(db);
    memories.set(db, memory);
  }
  return memory;
}
