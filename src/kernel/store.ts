/**
 * What the kernel asks of storage. Implementations: src/storage/memory.ts and sqlite.ts; one contract suite holds them
 * to this. Embedded stores answer at once, shared ones with a promise.
 *
 * Contract: `append` is all or nothing (events, state, session row in one transaction) and, once it returned, survives
 * the death of the process. What cannot be read back whole is an error (SESSION_CORRUPT), never a guess.
 */
import type { Artifact, ArtifactEntry, ArtifactInput } from './artifact.ts';
import type { Event, MaybePromise } from './event.ts';
import type { Entry } from './state.ts';

export interface Store {
  session(id: string): MaybePromise<SessionRow | undefined>;
  sessions(filter?: SessionFilter): MaybePromise<SessionRow[]>;
  append(batch: Batch): MaybePromise<void>;
  events(session: string, query?: EventQuery): MaybePromise<Event[]>;
  /** The live entries of a scope. The map is the caller's to change; storage learns of changes through `append`. */
  state(scope: 'session' | 'user' | 'app', owner: string): MaybePromise<Map<string, Entry>>;
  /** Sessions whose last turn did not finish: the process died. */
  unfinished(): MaybePromise<SessionRow[]>;
  deleteSession(id: string): MaybePromise<boolean>;
  saveArtifact(input: ArtifactInput): MaybePromise<Artifact>;
  artifact(namespace: string, name: string, version?: number): MaybePromise<Artifact | undefined>;
  artifacts(namespace?: string): MaybePromise<ArtifactEntry[]>;
  close(): MaybePromise<void>;
}

export interface SessionRow {
  readonly id: string;
  readonly app: string;
  readonly user: string;
  readonly created: number;
  readonly updated: number;
  readonly lastSeq: number;
  /** The unfinished turn and where it began, if there is one. */
  readonly open: { readonly invocation: string; readonly seq: number } | null;
  /** The newest `compacted` event: the conversation before it is in its summary. 0 if there is none. */
  readonly compactedAt: number;
  /** What the first message said, shortened: how a person finds the session again. */
  readonly title: string;
}

export interface SessionFilter {
  readonly app?: string;
  /** None of these: chats without the runs of functions, say. */
  readonly notApps?: readonly string[];
  readonly user?: string;
  readonly limit?: number;
}

export interface EventQuery {
  readonly after?: number;
  readonly invocation?: string;
  readonly limit?: number;
}

/** State that changes with a batch; `null` removes. `temp:` never comes here. */
export interface StateChange {
  readonly scope: 'session' | 'user' | 'app';
  readonly owner: string;
  readonly key: string;
  readonly entry: Entry | null;
}

/** At least one event, and the session's `lastSeq` is that of the last. */
export interface Batch {
  /** The session as it is after this batch; created if it is new. */
  readonly session: SessionRow;
  readonly events: readonly Event[];
  readonly changes: readonly StateChange[];
}
