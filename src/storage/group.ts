/**
 * Commits that are shared. What a commit costs is the pages it writes, and turns that run side by side write the same
 * ones: so whoever can wait and writes in a round of the loop in which another did waits for the end of it, and they
 * are written as one. Whoever writes alone, or is waited for, is written at once.
 *
 * Everybody is answered after the commit that holds them: nothing that was acknowledged is lost, nothing else is half
 * there. What goes wrong with one of them undoes all, and then each is written by itself: so it goes wrong for that one
 * alone, and nobody pays for a way back that is hardly ever gone.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { MaybePromise } from '../kernel/index.ts';
import { guardDisk, inTransaction } from './database.ts';

/** So that nobody waits long for others: a round begins one request. */
const MOST = 32;

export interface Member {
  /** Whether it may be written together with others, a moment later. */
  readonly mayWait: boolean;
  /** Writers of the same name come one after another: they are no company to each other. */
  readonly name: string;
  /** Writes, inside a transaction. What it throws undoes what it wrote; after that it may be called again. */
  write(): void;
  /** Instead, where it is written alone: a single statement is a transaction of its own. */
  writeAlone?(): void;
  /** What it wrote is not there, or may still be taken back. */
  onLost(): void;
}

export interface Group {
  /** Throws, or rejects, where it was not written. */
  write(member: Member): MaybePromise<void>;
  /** Writes whoever waits, now. */
  flush(): void;
}

interface Waiting {
  readonly member: Member;
  resolve(): void;
  reject(reason: unknown): void;
}

export function createGroup(db: DatabaseSync, nextRound: (work: () => void) => void = setImmediate): Group {
  const path = db.location() ?? 'memory';
  let waiting: Waiting[] = [];
  let lastSize = 0;
  /** Who wrote in this round; null: several. */
  let writer: string | null | undefined;

  const mark = (name: string | null): void => {
    if (writer === undefined)
      nextRound(() => {
        writer = undefined;
      });
    writer = writer === undefined || writer === name ? name : null;
  };

  const writeAlone = (member: Member): void => {
    mark(member.name);
    writeOne(db, path, member, member.writeAlone);
  };

  const flush = (): void => {
    const group = waiting;
    waiting = [];
    lastSize = 0;
    if (group.length > 0) mark(null);
    if (group.length > 1 && writeTogether(db, group)) for (const { resolve } of group) resolve();
    else for (const one of group) settleAlone(one, writeAlone);
  };

  /** For as long as others join, it is worth the wait. */
  const flushWhenQuiet = (): void => {
    if (waiting.length === 0) return;
    const isQuiet = waiting.length === lastSize;
    lastSize = waiting.length;
    if (isQuiet || waiting.length >= MOST) flush();
    else nextRound(flushWhenQuiet);
  };

  return {
    write: (member) => {
      // A part of a larger transaction stands or falls with it.
      if (db.isTransaction) {
        writeOne(db, path, member);
        return member.onLost();
      }
      const isCrowded = waiting.length > 0 || (writer !== undefined && writer !== member.name);
      if (!member.mayWait || !isCrowded) return writeAlone(member);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ member, resolve, reject });
      if (waiting.length === 1) {
        lastSize = 1;
        nextRound(flushWhenQuiet);
      }
      return promise;
    },
    flush,
  };
}

function writeOne(db: DatabaseSync, path: string, member: Member, writeAlone?: () => void): void {
  try {
    guardDisk(path, writeAlone ?? (() => inTransaction(db, () => member.write())));
  } catch (thrown) {
    member.onLost();
    throw thrown;
  }
}

function settleAlone({ member, resolve, reject }: Waiting, writeAlone: (member: Member) => void): void {
  try {
    writeAlone(member);
    resolve();
  } catch (thrown) {
    reject(thrown);
  }
}

/** Whether it was: all of them or none. */
function writeTogether(db: DatabaseSync, group: readonly Waiting[]): boolean {
  try {
    inTransaction(db, () => {
      for (const { member } of group) member.write();
    });
    return true;
  } catch {
    // Each finds out for itself what is wrong.
    for (const { member } of group) member.onLost();
    return false;
  }
}
