/** Talking to a team over HTTP: one JSON answer, or the events as they happen. */
import { Hono } from 'hono';
import type { SSEStreamingApi } from 'hono/streaming';
import { z } from 'zod';
import { type Answer, type App, onlyPatient, patientMeant, toAnswer } from '../app/index.ts';
import { ConsiliumError, fromShape, type Signal } from '../kernel/index.ts';
import { type Check, type House, requireSession } from './access.ts';
import * as answers from './answers.ts';
import { callerOf, requirePatientOf } from './caller.ts';
import { readKey } from './idempotency.ts';
import type { Metrics } from './metrics.ts';
import { findPatient } from './patient.ts';
import { readBody } from './request.ts';
import { EVENTS, JSON_TYPE, type Room } from './route.ts';
import { streamEvents } from './streaming.ts';
import { nameSubject, type Subject } from './subject.ts';
import { type RunningTurns, unknownSession } from './turns.ts';

export const chatRequest = z.strictObject({
  team: z.string().optional(),
  patient_id: z.string().optional(),
  session_id: z.string().optional(),
  message: z.string(),
  /** The turn (its invocation id) that this message stands in for: an edited message. */
  replaces: z.string().optional(),
  /** Where the person is: decides what “this morning” and the emergency number are. */
  place: z
    .strictObject({
      timezone: z.string().max(100).optional(),
      country: z.string().max(100).optional(),
      city: z.string().max(200).optional(),
    })
    .optional(),
});

export function chatRoutes(app: App, turns: RunningTurns, metrics: Metrics): Hono {
  const routes = new Hono();

  routes.post('/chat', async (context) => {
    const { team: name, patient_id: patient, session_id: session, ...asked } = await readBody(context, chatRequest);
    const { message, replaces, place } = asked;
    if (session !== undefined && turns.isBuried(session)) throw unknownSession();
    const { team, send } = await app.team(name);
    const principal = callerOf(context);
    await app.lanes.begin();
    const wantsEvents = context.req.header('accept')?.includes('text/event-stream') ?? false;
    const turn = send({
      message,
      session,
      principal,
      key: readKey(context),
      place,
      patient: patient ?? onlyPatient(principal),
      replaces,
      door: 'app',
      stream: wantsEvents,
    });
    turns.follow(turn);
    metrics.followTurn(team.name, turn);
    if (!wantsEvents) {
      return context.json(standing(toAnswer(team.name, await turn.result)));
    }
    const watch = turns.watch(turn.session)!;
    const signals = watch[Symbol.asyncIterator]();
    // Until something happened it can still be refused with a status of its own.
    let next = await signals.next();
    if (next.done) await turn.result;
    return streamEvents(context, async (stream) => {
      // Whoever closes the connection stops listening; the turn goes on and can be read from the log.
      stream.onAbort(() => watch.close());
      for (; !next.done && !stream.aborted; next = await signals.next()) {
        const own = next.value.filter(({ invocation }) => invocation === turn.invocation);
        await writeSignals(stream, own);
        if (own.some(({ type }) => type === 'invocation_finished')) break;
      }
      watch.close();
      await stream.writeSSE({ event: 'answer', data: JSON.stringify(toAnswer(team.name, await turn.result)) });
    });
  });

  return routes;
}

/** What could not be stored has not happened, whatever was said meanwhile; whose token is gone is told nothing. */
export function standing(answer: Answer): Answer {
  const { error } = answer;
  if (error?.code.startsWith('STORAGE_') || error?.code === 'TOKEN_INVALID') throw fromShape(error);
  return answer;
}

/** In one piece: what a write costs is the write. JSON has no line breaks, so each signal's data is one line. */
export async function writeSignals(stream: SSEStreamingApi, signals: readonly Signal[]): Promise<void> {
  if (signals.length > 0) await stream.write(signals.map(tellSignal).join(''));
}

function tellSignal(signal: Signal): string {
  const id = 'seq' in signal ? `id: ${signal.seq}\n` : '';
  return `event: ${signal.type}\ndata: ${JSON.stringify(signal)}\n${id}\n`;
}

/** Its session and the patient that it names. */
const checkChat: Check = async (context, token, app) => {
  const { patient_id, session_id, message } = await readBody(context, chatRequest);
  nameSubject(context, { patientId: patient_id, object: session_id });
  const isThere = session_id !== undefined && (await app.home.store.session(session_id)) !== undefined;
  // Whose record was tried is whom the message names, else whom the session is about.
  const name = ({ patientId }: Subject) => nameSubject(context, { patientId: patient_id ?? patientId });
  if (isThere) await requireSession(app, token, session_id, name);
  if (patient_id !== undefined) requirePatientOf(token, patient_id);
  else if (!isThere)
    nameSubject(context, { patientId: await patientMeant(token, undefined, { message, where: 'patient_id' }) });
  if (isThere && patient_id !== undefined) await requireSamePatient(app, session_id, patient_id);
};

/** Whose a session is, is settled with its first message: what was said before is not for whom it is about later. */
async function requireSamePatient({ home, records }: House, session: string, patient: string): Promise<void> {
  await records.require(patient);
  if ((await findPatient(home.store, session)) === patient) return;
  throw new ConsiliumError('STATE_PROTECTED', 'patient_id is fixed with the first message of a session.', {
    hint: 'Start a new session for another one.',
  });
}

export const chatRoom: Room = {
  mount: ({ app, turns, metrics }) => chatRoutes(app, turns, metrics),
  routes: [
    {
      method: 'post',
      path: '/v1/chat',
      scope: 'chat',
      about: checkChat,
      told: 'below',
      shape: answers.answer,
      tag: 'chat',
      summary: 'Send a message to a team',
      answer:
        'The answer as one document; or, asked for text/event-stream, the events as they happen and the answer last.',
      body: chatRequest,
      once: true,
      gives: [JSON_TYPE, EVENTS],
    },
  ],
};
