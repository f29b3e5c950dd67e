/**
 * Sessions in memory: those in use and a number of idle ones, the longest unused leaving first. All others live in the
 * store only and are read back when they are needed.
 */
import type { Clock } from './clock.ts';
import { Conversation } from './conversation.ts';
import { ConsiliumError } from './errors.ts';
import type { Entry, Shelves } from './state.ts';
import { ownerOf, type SessionRow, type Store } from './store.ts';

/** A session while it is in memory. */
export interface LiveSession {
  row: SessionRow;
  readonly conversation: Conversation;
  readonly shelves: Omit<Shelves, 'temp'>;
  /** A question of it waits for a person. */
  hasPending: boolean;
}

export class LiveSessions {
  readonly #app: string;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #keep: number;
  readonly #isBusy: (session: string) => boolean;
  /** In order of last use. */
  readonly #live = new Map<string, LiveSession>();
  /** State that sessions share, for as long as one of them is in memory. */
  readonly #shared = new Map<string, WeakRef<Map<string, Entry>>>();

  constructor(given: {
    app: string;
    store: Store;
    clock: Clock;
    keep: number;
    isBusy: (session: string) => boolean;
  }) {
    this.#app = given.app;
    this.#store = given.store;
    this.#clock = given.clock;
    this.#keep = given.keep;
    this.#isBusy = given.isBusy;
  }

  /** The session of this user, new if there is none of that name. Somebody else's does not exist. */
  async open(id: string, user: string, message: string, isFresh = false): Promise<LiveSession> {
    let live = this.#live.get(id);
    if (live === undefined) {
      // A name that was made for this very message is nobody's yet.
      const found = isFresh ? undefined : await this.#store.session(id);
      const row = found ?? newSession(id, this.#app, user, message, this.#clock.now());
      live = await this.load(row);
    }
    if (live.row.user !== user || live.row.app !== this.#app)
      throw new ConsiliumError('SESSION_UNKNOWN', `There is no session ${id}.`);
    this.#live.delete(id);
    this.#live.set(id, live);
    this.#letGo();
    return live;
  }

  /** Reads a session back: its state, and the conversation since the last summary, without the turn that is done again. */
  async load(row: SessionRow, without?: string): Promise<LiveSession> {
    const session = row.lastSeq === 0 ? new Map<string, Entry>() : await this.#store.state('session', row.id);
    const user = await this.#shelf('user', ownerOf(row));
    const app = await this.#shelf('app', row.app);
    const conversation = await this.#readConversation(row, without);
    const questions = row.lastSeq === 0 ? [] : await this.#store.pending({ session: row.id, status: 'open' });
    return { row, conversation, shelves: { session, user, app }, hasPending: questions.length > 0 };
  }

  /** Memory is ahead of the store (it could not be written): everybody is read anew. */
  forgetAll(): void {
    this.#live.clear();
    this.#shared.clear();
  }

  forget(id: string): void {
    this.#live.delete(id);
  }

  #letGo(): void {
    for (const [session] of this.#live) {
      if (this.#live.size <= this.#keep) break;
      if (!this.#isBusy(session)) this.#live.delete(session);
    }
  }

  async #readConversation(row: SessionRow, without: string | undefined): Promise<Conversation> {
    const conversation = new Conversation();
    if (row.lastSeq === 0) return conversation;
    const [summary] =
      row.compactedAt === 0 ? [] : await this.#store.events(row.id, { after: row.compactedAt - 1, limit: 1 });
    if (summary !== undefined) conversation.append(summary);
    const from = summary?.type === 'compacted' ? summary.upTo : 0;
    for (const event of await this.#store.events(row.id, { after: from })) {
      if (event.invocation === without) continue;
      // Older summaries are in the newest; what was said inside an agent tool was not said here.
      if (event.type !== 'compacted' && !event.key.includes('>')) conversation.append(event);
    }
    return conversation;
  }

  async #shelf(scope: 'user' | 'app', owner: string): Promise<Map<string, Entry>> {
    const name = `${scope} ${owner}`;
    const known = this.#shared.get(name)?.deref();
    if (known !== undefined) return known;
    const loaded = await this.#store.state(scope, owner);
    const meanwhile = this.#shared.get(name)?.deref();
    if (meanwhile !== undefined) return meanwhile;
    this.#shared.set(name, new WeakRef(loaded));
    if (this.#shared.size > 2 * this.#live.size + 1_000) this.#sweep();
    return loaded;
  }

  #sweep(): void {
    for (const [name, shelf] of this.#shared) if (shelf.deref() === undefined) this.#shared.delete(name);
  }
}

function newSession(id: string, app: string, user: string, message: string, now: number): SessionRow {
  const title = message.replace(/\s+/g, ' ').trim().slice(0, 80);
  return { id, app, user, created: now, updated: now, lastSeq: 0, open: null, compactedAt: 0, title };
}
