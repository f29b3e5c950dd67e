/** Turns that were begun before: taken up over their journal, or told from their log. */
import { viewOf } from './ask.ts';
import { ConsiliumError } from './errors.ts';
import type { Event } from './event.ts';
import { digestOf, keyReused, type RunInput } from './input.ts';
import type { LiveSession } from './live.ts';
import { machineUser, type Principal } from './principal.ts';
import { readResult } from './result.ts';
import type { KeyedTurn, SessionRow } from './store.ts';
import { Turn } from './turn.ts';
import { begin, complete, type Desk } from './turn-course.ts';

/** How often a turn that another process runs is looked at by whoever waits for it. */
const LOOK_MS = 250;

/** Takes up the open turn of a session, where nobody else runs it. */
export async function resumeTurn(desk: Desk, turn: Turn): Promise<LiveSession> {
  const { store } = desk.house;
  desk.sessions.forget(turn.session);
  if ((await store.session(turn.session))?.open == null)
    throw new ConsiliumError('NOTHING_TO_RESUME', `Session ${turn.session} has no open turn.`);
  if (!(await store.claim(turn.session, desk.leases.next())))
    throw new ConsiliumError('SESSION_BUSY', `Another process runs a turn of session ${turn.session}.`, {
      retryable: true,
      hint: 'Wait until it has ended.',
    });
  const row = (await store.session(turn.session))!;
  const { invocation: id, seq } = row.open!;
  const journal = await store.events(row.id, { after: seq - 1, invocation: id });
  const [first] = journal;
  if (first?.type !== 'invocation_started')
    throw new ConsiliumError('SESSION_CORRUPT', `Session ${row.id}: its open turn has no beginning on the log.`);
  const live = await desk.sessions.load(row, id);
  turn.invocation = id;
  const principal = actingIn(first, journal);
  const invocation = begin(desk, turn, live, { message: first.message, principal, streaming: true, journal });
  const trunk = invocation.trunk();
  invocation.record(trunk, 'message', first);
  return complete(desk, { turn, invocation, live, trunk });
}

/** Whoever began it, with their rights of then, by the credential that they have shown last: the first may be gone by now. */
function actingIn(first: Extract<Event, { type: 'invocation_started' }>, journal: readonly Event[]): Principal {
  const began = first.principal ?? machineUser(first.user);
  const shown = journal.findLast((event) => event.type === 'answered' && event.through !== undefined);
  if (shown?.type !== 'answered') return began;
  const { via: _, ...kept } = began;
  return { ...kept, ...shown.through };
}

/** The session's row with no turn open: one that a dead process left is finished first. */
export async function freeRow(desk: Desk, session: string): Promise<SessionRow> {
  const { store } = desk.house;
  const row = await store.session(session);
  if (row === undefined) throw new ConsiliumError('SESSION_UNKNOWN', `There is no session ${session}.`);
  if (row.open === null) return row;
  await resumeTurn(desk, new Turn(session, { watched: false }));
  return (await store.session(session))!;
}

/** The same key again: what came of it, once it is there. */
export async function again(desk: Desk, turn: Turn, known: KeyedTurn, input: RunInput): Promise<LiveSession> {
  if (known.digest !== digestOf(input) || known.session !== turn.session) throw keyReused();
  return tellAgain(desk, turn, known);
}

/** Once nobody is at work on it. */
export async function tellAgain(desk: Desk, turn: Turn, known: Begun): Promise<LiveSession> {
  const { store, work, node } = desk.house;
  turn.invocation = known.invocation;
  for (;;) {
    const row = await store.session(known.session);
    if (row === undefined) throw new ConsiliumError('SESSION_UNKNOWN', `There is no session ${known.session}.`);
    if (row.open?.invocation !== known.invocation) return tell(desk, turn, row, known);
    const lease = row.open.lease;
    if (lease === undefined || lease.holder === node || lease.until <= work.now()) return resumeTurn(desk, turn);
    await work.sleep(LOOK_MS, turn.signal);
  }
}

/** Where a turn begins on the log. */
type Begun = Pick<KeyedTurn, 'session' | 'invocation' | 'seq'>;

/** Tells a turn that was over, or waits, from its log. */
async function tell(desk: Desk, turn: Turn, row: SessionRow, { invocation, seq }: Begun): Promise<LiveSession> {
  const { store } = desk.house;
  const events = await store.events(row.id, { after: seq - 1, invocation });
  const [pending] = await store.pending({ session: row.id, invocation, status: 'open' });
  for (const event of events) turn.push(event);
  turn.finish({ ...readResult(row.id, events), ...(pending && { pending: viewOf(pending) }) });
  return desk.sessions.open(row.id, row.user, '');
}
