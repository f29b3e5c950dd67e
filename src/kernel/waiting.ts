/** Turns that wait for a person: whose word it is, how they go on with it, and how they are called off. */
import { demandOpen, mayAnswer } from './answering.ts';
import { viewOf } from './ask.ts';
import { ConsiliumError } from './errors.ts';
import type { Event, EventBody } from './event.ts';
import type { LiveSession } from './live.ts';
import type { Principal } from './principal.ts';
import type { GivenReply, Pending, PendingStatus, ReadReply, Reply } from './question.ts';
import { readResult } from './result.ts';
import { freeRow, resumeTurn } from './resuming.ts';
import type { Batch, KeyedTurn, SessionRow } from './store.ts';
import type { Turn } from './turn.ts';
import type { Desk } from './turn-course.ts';

/** A question that this principal may answer now. */
export async function demand(desk: Desk, id: string, principal: Principal): Promise<Pending> {
  const [pending] = await desk.house.store.pending({ id });
  return demandOpen(pending?.app === desk.app ? pending : undefined, principal, desk.house.clock.now());
}

/** What a message that is nothing but an answer means for the questions that wait. */
export type PlainWord =
  | { readonly kind: 'answer'; readonly pending: Pending; readonly reply: Omit<Reply, 'at'> & { principal: Principal } }
  /** Something else was said since: it is shown again before a word counts. */
  | { readonly kind: 'unclear'; readonly pending: Pending }
  /** The team itself has asked something since, and the word is for the team. */
  | { readonly kind: 'elsewhere'; readonly pending: Pending };

type ReadAnswer = (message: string) => ReadReply | undefined;

/** A plain word is the answer to what the person was told last in this session, and to nothing older. */
export async function readPlainWord(
  desk: Desk,
  session: string,
  principal: Principal,
  { message, read, begins }: { message: string; read: ReadAnswer; begins: (message: string) => boolean },
): Promise<PlainWord | undefined> {
  const { store, clock } = desk.house;
  const now = clock.now();
  const open = (await store.pending({ session, status: 'open' })).filter(
    (pending) => mayAnswer(pending, principal) && (pending.until === undefined || now < pending.until),
  );
  const { orders, ...said } = read(message) ?? { kind: undefined };
  const plain = said.kind === undefined ? undefined : said;
  const replyTo = ({ choices, part, free }: Pending): GivenReply | undefined => {
    const choice = choices?.find((text) => text.toLowerCase() === message.trim().toLowerCase());
    if (choice !== undefined) return { kind: 'text', text: choice };
    return plain?.kind === 'text' && !part && !free ? undefined : plain;
  };
  const meant = open.filter((each) => replyTo(each) !== undefined);
  // "Yes, and also …": what is said beside it may change what is agreed to, so that nothing is agreed.
  if (meant.length === 0)
    return open.length > 0 && begins(message) ? { kind: 'elsewhere', pending: open.at(-1)! } : undefined;
  const last = await readLastSaid(desk, session, Math.min(...meant.map(({ seq }) => seq)));
  const pending = meant.find(({ id }) => id === last.asked);
  if (pending === undefined)
    return { kind: orders || asks(last.text) ? 'elsewhere' : 'unclear', pending: meant.at(-1)! };
  return { kind: 'answer', pending, reply: { ...replyTo(pending)!, by: principal.user, principal } };
}

/**
 * Whether a sentence of it is a question to the person. A mark in something quoted, in a name or an address ends none: the
 * sentence goes on behind it.
 */
function asks(text: string): boolean {
  return ASKS.test(text.replace(QUOTED, ''));
}

const QUOTED = /"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|`[^`\n]*`|https?:\/\/\S+/g;
const ASKS = /[?\u037e\u061f\uff1f][*_)\]"”’]*(?:$|\n|\s+(?=[^\p{Ll}\s]))/u;

/** How the session's latest turn ended: with a question that waits (of several, the first is shown), or with words. */
async function readLastSaid({ house: { store } }: Desk, session: string, since: number) {
  const events = await store.events(session, { after: since - 1 });
  const last = events.findLast(({ type }) => type === 'invocation_waiting' || type === 'invocation_finished');
  if (last?.type === 'invocation_waiting') return { asked: last.pending[0], text: '' };
  return { text: readResult(session, last === undefined ? [] : events.filter(isOf(last))).text };
}

function isOf({ invocation }: Event): (event: Event) => boolean {
  return (event) => event.invocation === invocation;
}

/** Shows a question that waits once more: from then on it is what was said last. */
export async function askAgain(desk: Desk, turn: Turn, pending: Pending, key?: KeyedTurn): Promise<LiveSession> {
  const { store, clock, node } = desk.house;
  const { session, invocation, seq } = pending;
  const row = await freeRow(desk, session);
  const before = await store.events(session, { after: seq - 1, invocation });
  const others = (await store.pending({ session, invocation, status: 'open' })).filter(({ id }) => id !== pending.id);
  const times = before.filter(({ type }) => type === 'invocation_waiting').length;
  const body = { type: 'invocation_waiting' as const, pending: [pending, ...others].map(({ id }) => id) };
  const event = nextEvent(row, pending, `waiting.${times}`, clock.now(), body);
  await store.append({
    session: { ...row, lastSeq: event.seq, updated: event.time },
    ...{ events: [event], changes: [], holder: node },
    ...(key && { key: { ...key, invocation, seq } }),
  });
  desk.sessions.forget(session);
  turn.invocation = invocation;
  desk.house.see?.(event);
  turn.push(event);
  turn.finish({ ...readResult(session, [...before, event]), pending: viewOf(pending), isAskedAgain: true });
  return desk.sessions.open(session, row.user, '');
}

/** The answer, and that the turn is open again, are one append; then it is run over its journal. */
export async function goOn(
  desk: Desk,
  turn: Turn,
  pending: Pending,
  given: Omit<Reply, 'at'> & { readonly principal?: Principal },
  { key, also }: { key?: KeyedTurn | undefined; also?: Batch['within'] } = {},
): Promise<LiveSession> {
  const row = await freeRow(desk, pending.session);
  const { principal, ...said } = given;
  const reply: Reply = { ...said, at: desk.house.clock.now() };
  const status: PendingStatus = reply.kind === 'expired' ? 'expired' : 'answered';
  const lease = desk.leases.next();
  const open = { invocation: pending.invocation, seq: pending.seq, lease };
  const event = nextEvent(row, pending, `answered.${pending.id}`, reply.at, {
    type: 'answered',
    id: pending.id,
    reply,
    ...(principal?.user === pending.user && { through: credentialOf(principal) }),
  });
  const batch = {
    session: { ...row, lastSeq: event.seq, updated: event.time, open },
    ...{ events: [event], changes: [], holder: lease.holder, pending: [{ ...pending, status }] },
    ...(key && { key: { ...key, invocation: pending.invocation, seq: pending.seq } }),
    ...(also && { within: also }),
  };
  await desk.house.store.append(batch);
  desk.house.see?.(event);
  turn.push(event);
  desk.house.onSettled?.(batch.pending);
  return resumeTurn(desk, turn);
}

function credentialOf({ how, via }: Principal): Pick<Principal, 'how' | 'via'> {
  return { how, ...(via !== undefined && { via }) };
}

/** `heard`: those that were taken back elsewhere already. */
export async function cancelWaiting(
  desk: Desk,
  turn: Turn,
  pending: Pending,
  { heard, also }: { heard: ReadonlySet<string>; also?: (() => void) | undefined },
): Promise<LiveSession> {
  const { store, clock } = desk.house;
  const row = await freeRow(desk, pending.session);
  const { session, invocation, seq } = pending;
  const open = await store.pending({ session, invocation, status: 'open' });
  const asked = open.map(({ far, ...each }): Pending => {
    return { ...each, status: 'cancelled', ...(far && !heard.has(each.id) && { far }) };
  });
  const error = new ConsiliumError('CANCELLED', 'The turn was cancelled while it waited.').toJSON();
  const body = { type: 'invocation_finished' as const, outcome: 'cancelled' as const, error, ms: 0 };
  const event = nextEvent(row, pending, 'end', clock.now(), body);
  await store.append({
    session: { ...row, lastSeq: event.seq, updated: event.time },
    ...{ events: [event], changes: [], holder: desk.house.node },
    pending: asked,
    ...(also && { within: also }),
  });
  desk.sessions.forget(session);
  turn.invocation = invocation;
  desk.house.see?.(event);
  turn.push(event);
  desk.house.onSettled?.(asked);
  turn.finish(readResult(session, await store.events(session, { after: seq - 1, invocation })));
  return desk.sessions.open(session, row.user, '');
}

/** An event that the runner itself writes into a turn that waits. */
function nextEvent(row: SessionRow, pending: Pending, step: string, now: number, body: EventBody): Event {
  const { invocation, agent } = pending;
  const [seq, time] = [row.lastSeq + 1, Math.max(now, row.updated)];
  return { seq, time, invocation, key: `#${step}`, agent, branch: '', ...body };
}
