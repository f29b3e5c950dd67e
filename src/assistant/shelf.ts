/**
 * A person's things: todos, projects, events, notes, facts. One shelf for all kinds, so that they are kept, found,
 * exported and undone the same way. Everything belongs to a user, and nobody reads another's.
 *
 * Invariant: whatever changes here is one change row with the thing before and after, in the same transaction. An undo
 * puts back what stood before, unless somebody changed it meanwhile, and is itself a change. What changes remember is kept
 * for as long as they can be undone (UNDO_DAYS): then what was deleted is gone.
 */
export { UNDO_DAYS } from '../storage/index.ts';

export interface Thing<Body = unknown> {
  readonly id: string;
  readonly kind: string;
  readonly body: Body;
  readonly created: number;
  readonly updated: number;
}

/** What was done, in words, and what can be taken back by its id. */
export interface Change {
  readonly id: string;
  readonly at: number;
  readonly what: string;
  readonly kind: string;
  readonly thing: string;
  readonly undone: boolean;
  /** What it was done under; of a tool's changes it begins with the turn and the call: `turn:path#step`. */
  readonly key?: string | undefined;
}

/** What was done outside the shelf: to files, to devices, to reminders that were put off. */
export const EFFECT = 'effect';

export interface Wish<Body> {
  readonly user: string;
  readonly kind: string;
  /** Absent: a new thing. */
  readonly id?: string | undefined;
  readonly body: Body;
  /** What was done, as a person would say it: "Added milk to groceries". */
  readonly what: string;
  /** What can be searched. */
  readonly text: string;
  /** The same key twice is one change. */
  readonly key?: string | undefined;
}

export interface WhichChanges {
  /** 50 without it. */
  readonly limit?: number | undefined;
  /** Only what has not been undone. */
  readonly open?: boolean | undefined;
  readonly notKinds?: readonly string[] | undefined;
  /** Not those whose words begin so. */
  readonly notSaid?: readonly string[] | undefined;
}

export interface Shelf {
  put<Body>(wish: Wish<Body>): { thing: Thing<Body>; change: Change };
  /** Takes a thing away; its change can be undone. */
  remove(user: string, kind: string, id: string, what: string, key?: string): Change;
  get<Body>(user: string, kind: string, id: string): Thing<Body> | undefined;
  list<Body>(user: string, kind: string): Thing<Body>[];
  /** Things whose text holds the words, the best first. */
  search<Body>(user: string, query: string, kinds: readonly string[], limit?: number): Thing<Body>[];
  /** The newest first. */
  changes(user: string, which?: WhichChanges): Change[];
  change(user: string, id: string): Change | undefined;
  undo(user: string, change: string): Change;
  /** The things of a kind, of everybody: for what the house itself left unfinished. */
  ofAll<Body>(kind: string): (Thing<Body> & { readonly user: string })[];
  /** Everything of a user, for them to take away: one after another, as they are asked for. */
  export(user: string): Iterable<Thing>;
  /** Drops changes that can no longer be undone; says which things are now nowhere any more. */
  sweep(): { readonly user: string; readonly kind: string; readonly thing: string }[];
  /** For good: the things, and what the changes remember of them. */
  forget(user: string, kind: string, id: string): boolean;
  count(user: string): number;
}
