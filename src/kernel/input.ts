/** What a turn is given, and what must be right about it before it begins. */
import { ConsiliumError, type ErrorShape } from './errors.ts';
import type { Delta, MaybePromise, Utterance } from './event.ts';
import type { Place } from './place.ts';
import { checkPrincipal, type Principal } from './principal.ts';
import type { State } from './state.ts';
import type { Transaction } from './store.ts';
import type { TurnResult } from './turn.ts';

export interface RunInput {
  readonly message: string;
  /** Who is acting. Without it, the machine's own user. */
  readonly principal?: Principal | undefined;
  /** Goes on with this session; created under this id if it is new. */
  readonly session?: string | undefined;
  /** The session that asks, where this one is opened by a tool of it. Settled with the first message. */
  readonly outer?: string | undefined;
  /** The same key of the same user again is the same turn and the same answer, across crashes too. */
  readonly key?: string | undefined;
  /** Does no harm when it is done twice: so it may begin before it is stored, and is stored with its end if that is near. */
  readonly repeatable?: boolean | undefined;
  /** Where the person is; kept with the session. */
  readonly place?: Place | undefined;
  /** A turn of this session that the message stands in for: it and all after it are no longer part of the talk. */
  readonly replaces?: string | undefined;
  /** Written to state with the message. */
  readonly state?: Delta | undefined;
  /** Written to state with the first message of a session, where this is it. */
  readonly initialState?: Delta | undefined;
  /** What was said elsewhere before; part of the talk where this is the first message of a session. */
  readonly before?: readonly Utterance[] | undefined;
  /** Done in the transaction that stores the message: what is taken back when it stands in for another, say. */
  readonly commit?: ((transaction: Transaction, turn: Begun) => MaybePromise<void>) | undefined;
  /** Written in the same transaction where nothing of it can refuse the message: the row of the trail. Not beside `commit`. */
  readonly also?: ((transaction: Transaction, turn: Begun) => MaybePromise<void>) | undefined;
  /** Done in the transaction that stores the end of the turn: what is kept of an answer elsewhere. */
  readonly closing?: ((result: TurnResult) => void) | undefined;
  /** What whoever asked is told where the turn fails; its code stays. */
  readonly wording?: ((error: ErrorShape) => ErrorShape) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How long whoever asks waits: agents elsewhere are given no longer than what is left of it. */
  readonly withinMs?: number | undefined;
  /** Whether words are shown as they come. Default: yes. */
  readonly stream?: boolean | undefined;
}

export interface Begun {
  readonly session: string;
  readonly invocation: string;
  /** The turns that it stands in for. */
  readonly replaced: readonly string[];
  readonly state: Pick<State, 'get'>;
}

const MAX_MESSAGE = 1_000_000;
const MAX_KEY = 200;

export function checkInput(input: RunInput, session: string): void {
  if (input.principal !== undefined) checkPrincipal(input.principal);
  if (!/^[\w.:-]{1,128}$/.test(session))
    throw new ConsiliumError('SESSION_INVALID', 'A session id has 1 to 128 letters, digits and . : _ -');
  if (typeof input.message !== 'string' || input.message.trim() === '')
    throw new ConsiliumError('MESSAGE_EMPTY', 'There is no message.');
  if (input.message.length > MAX_MESSAGE)
    throw new ConsiliumError(
      'MESSAGE_TOO_LONG',
      `A message has at most ${MAX_MESSAGE} characters; this one has ${input.message.length}.`,
    );
  if (input.key !== undefined && (input.key === '' || input.key.length > MAX_KEY))
    throw new ConsiliumError('KEY_INVALID', `A key has 1 to ${MAX_KEY} characters.`);
}

/** What the key stands for: another message under it would be another turn. */
export function digestOf({ message, replaces = '' }: RunInput): string {
  return hash(`${message}\u0000${replaces}`);
}

/** The session of a keyed turn that names none: the same whenever it is asked again. */
export function sessionForKey(owner: string, key: string): string {
  return `key-${hash(`${owner}\u0000${key}`).slice(0, 32)}`;
}

export function keyReused(): ConsiliumError {
  return new ConsiliumError('KEY_REUSED', 'This key was used for another message or another session.', {
    hint: 'A key names one turn: use a new one for another message.',
  });
}

export function hash(text: string): string {
  // Loaded when it is needed: it is a quarter of the kernel's start.
  return process.getBuiltinModule('node:crypto').hash('sha256', text, 'hex');
}
