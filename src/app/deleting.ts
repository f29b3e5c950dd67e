/** Deleting a conversation: those that it opened go with it, and what was told in them where that is wished. */
import { openBreath } from '../kernel/breath.ts';
import type { Pending } from '../kernel/index.ts';
import type { Visitor } from '../record/index.ts';
import type { App } from './index.ts';

export interface Deletion {
  /** What was told in it leaves the record too. */
  readonly withFacts: boolean;
  readonly visitor: Visitor;
}

export interface Deleted {
  /** Facts that left the record. */
  readonly undone: number;
  /** Facts that were told in it and are in the record still. */
  readonly left: number;
}

/** The conversation and those that it opened, what they told where that is wished, and the rows that say so: all or nothing. */
export async function deleteSession(app: App, session: string, deletion: Deletion): Promise<Deleted> {
  const left = deletion.withFacts ? 0 : await countToldFacts(app, session, deletion.visitor);
  const sessions = await withInner(app, session);
  const open = await prepareEnd(app, sessions);
  const cuts = await Promise.all(sessions.map((id) => prepareCut(app, id, deletion)));
  const undone = cuts.reduce<() => number>(
    (before, cut) => () => cut(before),
    () => 0,
  )();
  await end(app, sessions, open);
  return { undone, left };
}

/** What rooms kept of them goes first: who is killed in between finds the conversations still there, and deletes them again. */
export async function prepareEnd(app: App, sessions: readonly string[]): Promise<Pending[]> {
  const { store } = app.home;
  const breathe = openBreath();
  const open: Pending[] = [];
  for (const id of sessions) {
    open.push(...(await store.pending({ session: id, status: 'open' })));
    const row = await store.session(id);
    if (row !== undefined) await app.forgetKept(row);
    await breathe();
  }
  return open;
}

/** After they have left the store: what is held in memory, who waits for an answer, what SQLite has written ahead. */
export async function end(app: App, sessions: readonly string[], open: readonly Pending[]): Promise<void> {
  const breathe = openBreath();
  for (const id of sessions) {
    await app.forget(id);
    await breathe();
  }
  app.settle(open.map((asked) => ({ ...asked, status: 'cancelled' })));
  app.home.scrub();
}

/** How many facts of the record were told in it, and in those that it opened. */
export async function countToldFacts(app: App, session: string, visitor: Visitor): Promise<number> {
  let told = 0;
  for (const id of await withInner(app, session)) {
    const patientId = patientOf(app, id);
    if (patientId === undefined) continue;
    told += (await app.records.open(patientId, visitor)).told(await turnsOf(app, id));
  }
  return told;
}

/** A session after those that its tools opened. */
async function withInner(app: App, session: string): Promise<string[]> {
  const inner = await app.home.store.sessions({ outer: session, limit: MOST_INNER });
  return [...(await Promise.all(inner.map(({ id }) => withInner(app, id)))).flat(), session];
}

const MOST_INNER = 1_000_000;

async function prepareCut(app: App, session: string, { withFacts, visitor }: Deletion) {
  const { home, records } = app;
  const patientId = patientOf(app, session);
  const told = withFacts ? await turnsOf(app, session) : [];
  const record = withFacts && patientId !== undefined ? await records.open(patientId, visitor) : undefined;
  return (before: () => number) =>
    home.audit.within({ ...visitor, patientId, action: 'delete:session', object: session }, () => {
      const facts = before() + (record?.undoMessages(told) ?? 0);
      void home.store.deleteSession(session); // at once, in this transaction
      return facts;
    });
}

async function turnsOf({ home: { store } }: App, session: string): Promise<string[]> {
  return [...new Set((await store.events(session)).map(({ invocation }) => invocation))];
}

function patientOf({ home }: App, session: string): string | undefined {
  const patient = home.settled(session, 'patient_id');
  return typeof patient === 'string' ? patient : undefined;
}
