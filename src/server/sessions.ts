/** Sessions over HTTP: which there are, what happened in one (as a log or live), stopping and deleting. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import {
  type App,
  countToldFacts,
  deleteSession,
  isAmongAgents,
  OF_MACHINES,
  RUN_APPS,
  readAnswers,
} from '../app/index.ts';
import { ConsiliumError, type Event, type Principal, type SessionRow, type Signal, takeTurn } from '../kernel/index.ts';
import { isOwn } from './access.ts';
import * as answers from './answers.ts';
import { callerOf, visitorOf } from './caller.ts';
import { writeSignals } from './chat.ts';
import { findPatient } from './patient.ts';
import { readQuery } from './request.ts';
import { EVENTS, JSON_TYPE, type Room } from './route.ts';
import { streamEvents } from './streaming.ts';
import { nameList, nameSubject } from './subject.ts';
import { type RunningTurns, unknownSession } from './turns.ts';

export const listQuery = z.object({
  team: z.string().optional(),
  patient_id: z.string().optional(),
  q: z.string().max(200).optional(),
  from: z
    .enum(['app', 'all'])
    .optional()
    .describe(
      'all: also what other programs began (A2A, OpenAI, MCP); without it, those only where words are looked for',
    ),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

export const deleteQuery = z.object({
  facts: z.enum(['true', 'false']).optional().describe('whether the facts told in it leave the record as well'),
});

export function sessionRoutes(app: App, turns: RunningTurns): Hono {
  const { store } = app.home;
  const routes = new Hono();
  const sessionOf = async (context: Context): Promise<SessionRow> => {
    const row = await store.session(context.req.param('id') ?? '');
    if (row === undefined) throw unknownSession();
    return row;
  };

  routes.get('/sessions', async (context) => {
    const { team, patient_id, q, from = q ? 'all' : 'app', limit } = readQuery(context, listQuery);
    const caller = callerOf(context);
    const which = {
      ...{ user: caller.user, outer: null, notFrom: from === 'all' ? [] : OF_MACHINES },
      ...(team ? { app: team } : { notApps: RUN_APPS }),
    };
    const rows = (await store.sessions({ ...which, limit: SEARCHED })).filter(
      (row) => isOwn(caller, row) && (team !== undefined || !isAmongAgents(row.app)),
    );
    const words = fold(q ?? '')
      .split(/\s+/)
      .filter(Boolean);
    const sessions = [];
    const enough = performance.now() + SEARCH_MS;
    for (const row of rows) {
      if (sessions.length === limit || (words.length > 0 && performance.now() > enough)) break;
      const patient = await findPatient(store, row.id);
      if (!(await app.mayReach(caller, row.app, row.id))) continue;
      if (patient_id !== undefined && patient !== undefined && patient !== patient_id) continue;
      if (words.length === 0 || (await isAbout(app, row, words))) sessions.push(describe(row, patient));
    }
    nameSubject(context, { patientId: patient_id });
    nameList(context, sessions, 'sessions');
    return context.json({ sessions });
  });

  routes.get('/sessions/:id', async (context) => {
    const row = await sessionOf(context);
    const told_facts = await countToldFacts(app, row.id, visitorOf(context));
    return context.json({ ...describe(row, await findPatient(store, row.id)), told_facts });
  });

  routes.get('/sessions/:id/events', async (context) => {
    const after = Number(context.req.header('last-event-id') ?? context.req.query('after') ?? 0);
    if (!Number.isInteger(after) || after < 0)
      throw new ConsiliumError('REQUEST_INVALID', 'after, or Last-Event-ID, must be the number of an event.', {
        hint: 'Events have theirs as id (seq in the log); leave it out to begin with the first.',
      });
    const { id, app: team, lastSeq } = await sessionOf(context);
    if (after > lastSeq)
      throw new ConsiliumError('REQUEST_INVALID', 'This session has had no event of that number yet.', {
        hint: `Its last one is ${lastSeq}. Send the number of an event of this session, or none to begin with the first.`,
      });
    if (context.req.header('accept')?.includes('text/event-stream'))
      return streamEvents(context, async (stream) => {
        const reader = new AbortController();
        stream.onAbort(() => reader.abort());
        for await (const signals of tell(app, turns, id, after, reader.signal)) await writeSignals(stream, signals);
        if (!reader.signal.aborted) await stream.writeSSE({ event: 'idle', data: '{}' });
      });
    const events = await store.events(id, { after });
    return context.json({ session_id: id, team, events, answers: readAnswers(events) });
  });

  routes.post('/sessions/:id/stop', async (context) => {
    const id = context.req.param('id');
    const row = { ...visitorOf(context), patientId: await findPatient(store, id), action: 'stop', object: id };
    const stopped = await turns.stop(id, () => app.home.audit.write(row));
    return context.json({ stopped: stopped || (await callOff(app, id, callerOf(context))) });
  });

  routes.delete('/sessions/:id', async (context) => {
    const { id } = await sessionOf(context);
    const { facts } = readQuery(context, deleteQuery);
    await turns.stop(id);
    await turns.idle(id);
    const gone = await deleteSession(app, id, { withFacts: facts === 'true', visitor: visitorOf(context) });
    turns.bury(id);
    return context.json({ deleted: id, ...gone });
  });

  return routes;
}

/** Where no turn runs, those that wait for a word are stopped, with all that they ask. */
async function callOff(app: App, session: string, caller: Principal): Promise<number> {
  const open = (await app.pending(caller)).filter((pending) => pending.session === session);
  const turns = new Map(open.map(({ invocation, id }) => [invocation, id]));
  for (const id of turns.values()) await app.cancel(id, caller);
  return turns.size;
}

/** The log first, then what happens now, each event once; ends when the session has no open turn. */
async function* tell(
  app: App,
  turns: RunningTurns,
  session: string,
  after: number,
  reader: AbortSignal,
): AsyncGenerator<readonly Signal[]> {
  const { store } = app.home;
  let told = after;
  const news = (signals: readonly Signal[]): readonly Signal[] =>
    signals.filter((signal) => {
      if (!('seq' in signal)) return true;
      if (signal.seq <= told) return false;
      told = signal.seq;
      return true;
    });
  while (!reader.aborted) {
    // Watching begins before the log is read: what comes in between is told twice and heard once.
    const watch = turns.watch(session);
    const stop = () => watch?.close();
    reader.addEventListener('abort', stop, { once: true });
    try {
      yield news(await store.events(session, { after: told }));
      for await (const signals of watch ?? []) yield news(signals);
    } finally {
      stop();
      reader.removeEventListener('abort', stop);
    }
    // An open turn that is not watched is one that is being resumed after a crash.
    if ((await store.session(session))?.open == null && !turns.isRunning(session)) break;
    if (watch === undefined) await sleep(RESUME_POLL, undefined, { signal: reader }).catch(() => {});
  }
  if (!reader.aborted) yield news(await store.events(session, { after: told }));
}

const RESUME_POLL = 200;
const SEARCHED = 1000;
/** A person looks again with better words; nobody waits longer than this for old talk. */
const SEARCH_MS = 3000;

function describe(row: SessionRow, patient: string | undefined) {
  const { id, app: team, title, created, updated, open, outer } = row;
  const more = { ...(patient && { patient_id: patient }), ...(outer !== undefined && { outer }) };
  return { id, team, title, created, updated, running: open !== null, ...more };
}

/** Whether every word was said in it, by either side. Read page by page, others being served in between. */
async function isAbout(app: App, row: SessionRow, words: readonly string[]): Promise<boolean> {
  const holds = (text: string) => words.every((word) => fold(text).includes(word));
  if (holds(row.title)) return true;
  for (let after = 0; after < row.lastSeq; ) {
    const events = await app.home.store.events(row.id, { after, limit: PAGE });
    if (events.length === 0) return false;
    if (events.some((event) => saysIn(event).some(holds))) return true;
    after = events.at(-1)!.seq;
    await takeTurn();
  }
  return false;
}

function saysIn(event: Event): string[] {
  if (event.type === 'invocation_started') return [event.message];
  const isSaid = event.type === 'agent_finished' && !event.result.silent && !event.key.includes('>');
  return isSaid ? [event.result.text] : [];
}

const PAGE = 100;

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export const sessionsRoom: Room = {
  mount: ({ app, turns }) => sessionRoutes(app, turns),
  routes: [
    {
      method: 'get',
      path: '/v1/sessions',
      scope: 'read',
      about: 'listed',
      shape: answers.sessions,
      tag: 'sessions',
      summary: 'List the sessions that you began, the newest first',
      answer: 'Sessions, filtered by team, patient and words that were said in them.',
      query: listQuery,
    },
    {
      method: 'get',
      path: '/v1/sessions/:id',
      scope: 'read',
      about: 'session',
      shape: answers.session,
      tag: 'sessions',
      summary: 'Describe a session',
      answer: 'The session, and how many facts that were told in it are in the record.',
    },
    {
      method: 'get',
      path: '/v1/sessions/:id/events',
      scope: 'read',
      about: 'session',
      shape: answers.events,
      tag: 'sessions',
      summary: 'Read the log of a session, or follow it',
      answer: 'The events after `after` (or the header Last-Event-ID); as a stream, also those still to come.',
      query: z.object({ after: z.coerce.number().int().min(0).optional() }),
      gives: [JSON_TYPE, EVENTS],
    },
    {
      method: 'post',
      path: '/v1/sessions/:id/stop',
      scope: 'chat',
      about: 'session',
      told: 'below',
      shape: answers.stopped,
      tag: 'sessions',
      summary: 'Stop the running turns of a session, or, where none runs, those that wait for a word',
      answer: 'How many were stopped.',
    },
    {
      method: 'delete',
      path: '/v1/sessions/:id',
      scope: 'chat',
      about: 'session',
      told: 'below',
      shape: answers.deleted,
      tag: 'sessions',
      summary: 'Delete a session',
      answer: 'Its id, how many told facts went with it, and how many it leaves in the record.',
      query: deleteQuery,
    },
  ],
};
