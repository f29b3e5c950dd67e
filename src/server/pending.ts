/** Turns that wait for a person, over HTTP: which there are, and the answer that lets one go on. */
import { Hono } from 'hono';
import { z } from 'zod';
import { type App, demandReply, toAnswer } from '../app/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import type { Check } from './access.ts';
import { answer as answerShape } from './answers.ts';
import { callerOf } from './caller.ts';
import { standing } from './chat.ts';
import { findPatient } from './patient.ts';
import { describePending } from './questions.ts';
import { readBody } from './request.ts';
import type { Room } from './route.ts';
import { nameList, nameSubject } from './subject.ts';
import type { RunningTurns } from './turns.ts';

export const replyRequest = z.strictObject({
  answer: z.string().trim().min(1).max(10_000).describe('yes, no, or words'),
});

const pendingShape = z.object({
  id: z.string(),
  session_id: z.string(),
  team: z.string(),
  agent: z.string(),
  what: z.string(),
  why: z.string(),
  effect: z.string(),
  undo: z.string().optional(),
  until: z.string().optional().describe('ISO 8601'),
  choices: z.array(z.string()).optional(),
});

function pendingRoutes(app: App, turns: RunningTurns): Hono {
  const routes = new Hono();
  routes.get('/pending', async (context) => {
    const pending = (await app.pending(callerOf(context))).map(describePending);
    nameList(context, pending, 'questions');
    return context.json({ pending });
  });
  routes.post('/pending/:id', async (context) => {
    const { answer } = await readBody(context, replyRequest);
    const [id, caller] = [context.req.param('id'), callerOf(context)];
    const asked = (await app.pending(caller)).find((one) => one.id === id);
    const { app: team, turn } = await app.answer(id, demandReply(asked, answer), caller);
    turns.follow(turn);
    return context.json(standing(toAnswer(team, await turn.result)));
  });
  return routes;
}

/** A question about somebody else's data is as good as none; who of the others may answer, the turn itself says. */
const checkPending: Check = async (context, caller, { home, mayReach }) => {
  const [asked] = await home.store.pending({ id: context.req.param('id') ?? '' });
  const patientId = asked && (await findPatient(home.store, asked.session));
  nameSubject(context, { patientId });
  if (asked === undefined || !(await mayReach(caller, asked.app, asked.session)))
    throw new ConsiliumError('PENDING_UNKNOWN', 'There is no such question.');
};

export const pendingRoom: Room = {
  mount: ({ app, turns }) => pendingRoutes(app, turns),
  routes: [
    {
      method: 'get',
      path: '/v1/pending',
      scope: 'chat',
      about: 'listed',
      shape: z.object({ pending: z.array(pendingShape) }),
      tag: 'chat',
      summary: 'List the turns that wait for you',
      answer: 'What each asks, why, what a yes does and how that is undone, the oldest first.',
    },
    {
      method: 'post',
      path: '/v1/pending/:id',
      scope: 'chat',
      about: checkPending,
      told: 'below',
      shape: answerShape,
      tag: 'chat',
      summary: 'Answer a turn that waits',
      answer: 'What came of the turn; it may wait again.',
      body: replyRequest,
    },
  ],
};
