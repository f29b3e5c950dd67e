/** Talking to a team over HTTP: one JSON answer, or the events as they happen. */
import { Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { type App, toAnswer } from '../app/index.ts';
import type { Signal } from '../kernel/index.ts';
import type { Metrics } from './metrics.ts';
import { readBody } from './request.ts';
import { type RunningTurns, unknownSession } from './turns.ts';

export const chatRequest = z.strictObject({
  team: z.string().optional(),
  patient_id: z.string().optional(),
  session_id: z.string().optional(),
  message: z.string(),
  /** The turn (its invocation id) that this message stands in for: an edited message. */
  replaces: z.string().optional(),
});

export function chatRoutes(app: App, turns: RunningTurns, metrics: Metrics): Hono {
  const routes = new Hono();

  routes.post('/chat', async (context) => {
    const body = await readBody(context, chatRequest);
    const { team: name, patient_id: patient, session_id: session, message, replaces } = body;
    if (session !== undefined && turns.isBuried(session)) throw unknownSession();
    const { team, send } = await app.team(name);
    const wantsEvents = context.req.header('accept')?.includes('text/event-stream') ?? false;
    const turn = send({ message, session, patient, replaces, stream: wantsEvents });
    turns.follow(turn);
    metrics.followTurn(team.name, turn);
    if (!wantsEvents) return context.json(toAnswer(team.name, await turn.result));
    const watch = turns.watch(turn.session)!;
    const signals = watch[Symbol.asyncIterator]();
    // Until something happened it can still be refused with a status of its own.
    let next = await signals.next();
    if (next.done) await turn.result;
    return streamSSE(context, async (stream) => {
      // Whoever closes the connection stops listening; the turn goes on and can be read from the log.
      stream.onAbort(() => watch.close());
      for (; !next.done && !stream.aborted; next = await signals.next()) {
        if (next.value.invocation !== turn.invocation) continue;
        await writeSignal(stream, next.value);
        if (next.value.type === 'invocation_finished') break;
      }
      watch.close();
      await stream.writeSSE({ event: 'answer', data: JSON.stringify(toAnswer(team.name, await turn.result)) });
    });
  });

  return routes;
}

export function writeSignal(stream: SSEStreamingApi, signal: Signal): Promise<void> {
  const id = 'seq' in signal ? { id: String(signal.seq) } : {};
  return stream.writeSSE({ event: signal.type, data: JSON.stringify(signal), ...id });
}
