/**
 * The stores that rooms keep in the data file. A room says what it asks of its store (an interface of its own) and is
 * handed it open; the tables and the SQL are here, and the handle goes no further.
 */
import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../kernel/clock.ts';
import type { Audit } from './audit.ts';
import type { Tables } from './migrations.ts';
import { openTaskTables, TABLES as tasks } from './rooms/a2a.ts';
import { openSeenSignatures, TABLES as signatures } from './rooms/a2a-signatures.ts';
import { openShelf, TABLES as shelf } from './rooms/assistant.ts';
import { TABLES as citations, openCitationAudit } from './rooms/citations.ts';
import { TABLES as indexing, openIndexJobStore } from './rooms/indexing.ts';
import { TABLES as letters, openLetters } from './rooms/mail.ts';
import { TABLES as archive, openArchive } from './rooms/memory.ts';
import { openResearchRecords, TABLES as research } from './rooms/research.ts';
import { openStudyStore, TABLES as study } from './rooms/study.ts';
import { TABLES as marks, openTodayMarks } from './rooms/today.ts';
import { openTriggerStore, TABLES as triggers } from './rooms/triggers.ts';
import { tellTo, untold } from './telling.ts';

/** All their tables, opened or not. */
export const STORE_TABLES: readonly Tables[] = [
  citations,
  research,
  letters,
  shelf,
  archive,
  triggers,
  study,
  marks,
  tasks,
  signatures,
  indexing,
];

/** Each is opened at its first call, and is then the same. */
export type Stores = ReturnType<typeof openStores>;

/** `audit`: where what is changed is told, in the same transaction. */
export function openStores(db: DatabaseSync, now: () => number = systemClock.now, audit?: Pick<Audit, 'write'>) {
  const tell = audit === undefined ? untold : tellTo(audit);
  return {
    citations: once(() => openCitationAudit(db, now)),
    research: once(() => openResearchRecords(db, tell)),
    letters: once(() => openLetters(db, tell)),
    shelf: once(() => openShelf(db, { now }, tell)),
    /** Every version of every file in a workspace. */
    archive: once(() => openArchive(db, tell)),
    triggers: once(() => openTriggerStore(db, tell)),
    study: once(() => openStudyStore(db, tell)),
    todayMarks: once(() => openTodayMarks(db, tell)),
    /** Work for agents of other machines. */
    tasks: once(() => openTaskTables(db)),
    seenSignatures: once(() => openSeenSignatures(db)),
    indexJobs: once(() => openIndexJobStore(db, tell)),
  };
}

export function once<T>(open: () => T): () => T {
  let opened: { value: T } | undefined;
  return () => {
    opened ??= { value: open() };
    return opened.value;
  };
}
