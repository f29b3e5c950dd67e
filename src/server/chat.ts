/** Talking to a team over HTTP: one JSON answer, or the events as they happen. */
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { type App, toAnswer } from '../app/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import { readBody } from './request.ts';

const chatRequest = z.strictObject({
  team: z.string().optional(),
  patient_id: z.string().optional(),
  session_id: z.string().optional(),
  message: z.string(),
});

export function chatRoutes(app: App): Hono {
  const routes = new Hono();

  routes.post('/chat', async (context) => {
    const { team: name, patient_id: patient, session_id: session, message } = await readBody(context, chatRequest);
    const { team, send } = await app.team(name);
    const wantsEvents = context.req.header('accept')?.includes('text/event-stream') ?? false;
    const turn = send({ message, session, patient, stream: wantsEvents });
    if (!wantsEvents) return context.json(toAnswer(team.name, await turn.result));
    return streamSSE(context, async (stream) => {
      // Whoever closes the connection stops listening; the turn goes on and can be read from the log.
      for await (const signal of turn) {
        if (stream.aborted) break;
        const id = 'seq' in signal ? { id: String(signal.seq) } : {};
        await stream.writeSSE({ event: signal.type, data: JSON.stringify(signal), ...id });
      }
      await stream.writeSSE({ event: 'answer', data: JSON.stringify(toAnswer(team.name, await turn.result)) });
    });
  });

  routes.get('/sessions/:id/events', async (context) => {
    const after = Number(context.req.header('last-event-id') ?? context.req.query('after') ?? 0);
    if (!Number.isInteger(after) || after < 0)
      throw new ConsiliumError('REQUEST_INVALID', 'after must be the number of an event.');
    const session = await app.home.store.session(context.req.param('id'));
    if (session === undefined) throw new ConsiliumError('SESSION_UNKNOWN', 'There is no such session.');
    return context.json({
      session_id: session.id,
      team: session.app,
      events: await app.home.store.events(session.id, { after }),
    });
  });

  return routes;
}
