/**
 * The stores that rooms keep in the data file. A room says what it asks of its store (an interface of its own) and is
 * handed it open; the tables and the SQL are here, and the handle goes no further.
 */
import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../kernel/clock.ts';
import { openTaskTables } from './rooms/a2a.ts';
import { openSeenSignatures } from './rooms/a2a-signatures.ts';
import { openShelf } from './rooms/assistant.ts';
import { openCitationAudit } from './rooms/citations.ts';
import { openLetters } from './rooms/mail.ts';
import { openArchive } from './rooms/memory.ts';
import { openResearchRecords } from './rooms/research.ts';
import { openStudyStore } from './rooms/study.ts';
import { openTodayMarks } from './rooms/today.ts';
import { openTriggerStore } from './rooms/triggers.ts';

/** Each is opened at its first call, and is then the same. */
export type Stores = ReturnType<typeof openStores>;

export function openStores(db: DatabaseSync, now: () => number = systemClock.now) {
  return {
    citations: once(() => openCitationAudit(db, now)),
    research: once(() => openResearchRecords(db)),
    letters: once(() => openLetters(db)),
    shelf: once(() => openShelf(db, { now })),
    /** Every version of every file in a workspace. */
    archive: once(() => openArchive(db)),
    triggers: once(() => openTriggerStore(db)),
    study: once(() => openStudyStore(db)),
    todayMarks: once(() => openTodayMarks(db)),
    /** Work for agents of other machines. */
    tasks: once(() => openTaskTables(db)),
    seenSignatures: once(() => openSeenSignatures(db)),
  };
}

export function once<T>(open: () => T): () => T {
  let opened: { value: T } | undefined;
  return () => {
    opened ??= { value: open() };
    return opened.value;
  };
}
