/**
 * What the kernel asks of storage. Implementations: src/storage/memory.ts and sqlite.ts; one contract suite holds them
 * to this. Embedded stores answer at once, shared ones with a promise; callers await both.
 *
 * Contract: `append` is all or nothing (events, state, session row, key, questions and the work that goes with them in
 * one transaction) and, once it returned, survives the death of the process. It fails with STORAGE_CONFLICT, and changes
 * nothing, where the log does not end just before the batch's first event, where another holder has the open turn, and
 * where the turn's key was taken. What cannot be read back whole is an error (SESSION_CORRUPT), never a guess.
 */
import type { Artifact, ArtifactEntry, ArtifactInput } from './artifact.ts';
import { ConsiliumError } from './errors.ts';
import type { Event, MaybePromise } from './event.ts';
import type { Pending, PendingStatus } from './question.ts';
import type { Entry } from './state.ts';

export interface Store {
  session(id: string): MaybePromise<SessionRow | undefined>;
  sessions(filter?: SessionFilter): MaybePromise<SessionRow[]>;
  append(batch: Batch): MaybePromise<void>;
  events(session: string, query?: EventQuery): MaybePromise<Event[]>;
  /** The live entries of a scope. The map is the caller's to change; storage learns of changes through `append`. */
  state(scope: 'session' | 'user' | 'app', owner: string): MaybePromise<Map<string, Entry>>;
  /** Sessions with a turn that nobody runs: its lease has run out, or is this holder's own, from a former life. */
  unfinished(holder: string): MaybePromise<SessionRow[]>;
  /** Takes or renews the lease of an open turn. False where another holder has it, or no turn is open. */
  claim(session: string, lease: Lease): MaybePromise<boolean>;
  /** The turn that was begun with this key. */
  turn(owner: string, key: string): MaybePromise<KeyedTurn | undefined>;
  /** Questions to people, oldest first. */
  pending(filter?: PendingFilter): MaybePromise<Pending[]>;
  /** With what it left in its user's state. */
  deleteSession(id: string): MaybePromise<boolean>;
  saveArtifact(owner: string, input: ArtifactInput): MaybePromise<Artifact>;
  artifact(owner: string, namespace: string, name: string, version?: number): MaybePromise<Artifact | undefined>;
  artifacts(filter?: ArtifactFilter): MaybePromise<ArtifactEntry[]>;
  /** One version of it. */
  deleteArtifact(owner: string, namespace: string, name: string, version: number): MaybePromise<boolean>;
  close(): MaybePromise<void>;
}

/** Who runs an open turn, and until when that is believed without another word. */
export interface Lease {
  readonly holder: string;
  readonly until: number;
}

/** Whose keys and `user:` state these are: a user's within an app. */
export function ownerOf({ app, user }: Pick<SessionRow, 'app' | 'user'>): string {
  return `${app}/${user}`;
}

export function conflict(session: string, why: string): ConsiliumError {
  return new ConsiliumError('STORAGE_CONFLICT', `Session ${session} was changed by another process: ${why}.`, {
    retryable: true,
    hint: 'Send it again: the session is read anew.',
  });
}

export interface SessionRow {
  readonly id: string;
  readonly app: string;
  readonly user: string;
  readonly created: number;
  readonly updated: number;
  readonly lastSeq: number;
  /** The unfinished turn and where it began, if there is one. */
  readonly open: OpenTurn | null;
  /** The newest `compacted` event: the conversation before it is in its summary. 0 if there is none. */
  readonly compactedAt: number;
  /** What the first message said, shortened: how a person finds the session again. */
  readonly title: string;
  /** The session whose tool opened this one to ask another team. A person did not begin it. */
  readonly outer?: string;
}

export interface OpenTurn {
  readonly invocation: string;
  readonly seq: number;
  /** Absent in data from before there were leases: anybody may take it up. */
  readonly lease?: Lease | undefined;
}

export interface SessionFilter {
  readonly app?: string;
  /** None of these: chats without the runs of functions, say. */
  readonly notApps?: readonly string[];
  readonly user?: string;
  /** Those that this session opened; null: those that a person began. */
  readonly outer?: string | null;
  /** None whose id begins so. */
  readonly notFrom?: readonly string[];
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
  /** The first one's sequence number says where the log must end now. */
  readonly events: readonly Event[];
  readonly changes: readonly StateChange[];
  /** Who writes: must be the holder of the turn that is open now, if one is. */
  readonly holder?: string | undefined;
  /** Nobody waits for its words as they come: it may be written together with others, a moment later. */
  readonly mayWait?: boolean | undefined;
  /** The turn that begins with this batch, under its key. */
  readonly key?: KeyedTurn | undefined;
  /** A turn of the session whose keys are free again. */
  readonly unkeyed?: string | undefined;
  /** Questions as they are after this batch. */
  readonly pending?: readonly Pending[] | undefined;
  /** Work of other rooms in the same transaction, done before the events are written; what it throws undoes all. */
  readonly within?: ((transaction: Transaction) => MaybePromise<void>) | undefined;
}

/** What a room needs to write into the transaction of an append; only that store and that room know what it is. */
export interface Transaction {
  readonly handle: unknown;
}

export interface KeyedTurn {
  /** See `ownerOf`. */
  readonly owner: string;
  readonly key: string;
  readonly session: string;
  readonly invocation: string;
  /** Where it begins on the log. */
  readonly seq: number;
  /** Of what was asked: the same key must not mean two things. */
  readonly digest: string;
}

export interface PendingFilter {
  readonly id?: string;
  readonly app?: string;
  readonly session?: string;
  readonly invocation?: string;
  readonly status?: PendingStatus;
  /** Those that are too late then. */
  readonly dueBy?: number;
}

export interface ArtifactFilter {
  readonly owner?: string | undefined;
  readonly namespace?: string | undefined;
}
