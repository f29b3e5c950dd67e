/** Today's page: what each room wants a person to see, and what they do with it. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type App, onlyPatient, patientUnnamed } from '../app/index.ts';
import type { Principal } from '../kernel/index.ts';
import { type Check, requirePatient } from './access.ts';
import { callerOf } from './caller.ts';
import { readBody, readQuery } from './request.ts';
import type { Room } from './route.ts';
import { nameList } from './subject.ts';

const todayQuery = z.object({ patient_id: z.string().max(128).optional(), timezone: z.string().max(64).optional() });
const markRequest = z.strictObject({
  ...todayQuery.shape,
  id: z.string().min(1).max(600),
  mark: z.enum(['done', 'later', 'dismiss']).describe('later: until tomorrow morning; dismiss: for good'),
});
const place = z.union([
  z.object({ page: z.string(), rest: z.array(z.string()).optional() }),
  z.object({ ask: z.string(), team: z.string().optional() }),
  z.object({ session: z.string() }),
  z.object({ entry: z.string() }),
]);
const item = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  at: z.string().optional(),
  flag: z.string().optional(),
  to: place.optional(),
  can: z.array(z.enum(['done', 'later', 'dismiss'])),
});
const todayAnswer = z.object({
  groups: z.array(z.object({ room: z.string(), title: z.string(), items: z.array(item) })),
});

function todayRoutes(app: App): Hono {
  const routes = new Hono();
  const ask = (principal: Principal, given: z.infer<typeof todayQuery>) => ({
    principal,
    patient: given.patient_id ?? onlyPatient(principal),
    timezone: given.timezone,
    now: app.clock.now(),
  });
  routes.get('/today', async (context) => {
    const today = await app.service('today');
    const groups = await today.gather(ask(callerOf(context), readQuery(context, todayQuery)));
    nameList(
      context,
      groups.flatMap(({ items }) => items),
      'lines',
    );
    return context.json({ groups });
  });
  routes.post('/today', async (context) => {
    const { id, mark, ...given } = await readBody(context, markRequest);
    const today = await app.service('today');
    await today.mark(id, mark, ask(callerOf(context), given));
    return context.json({ id, mark });
  });
  return routes;
}

/** A token of several patients names one of them. */
function requireNamed(context: Context, caller: Principal, named: string | undefined): void {
  const patient = named ?? onlyPatient(caller);
  if (patient !== undefined) requirePatient(context, caller, patient);
  else if (caller.patients !== null) throw patientUnnamed('patient_id');
}

const checkQuery: Check = (context, caller) => {
  requireNamed(context, caller, readQuery(context, todayQuery).patient_id);
};
const checkBody: Check = async (context, caller) => {
  requireNamed(context, caller, (await readBody(context, markRequest)).patient_id);
};

export const todayRoom: Room = {
  mount: ({ app }) => todayRoutes(app),
  routes: [
    {
      method: 'get',
      path: '/v1/today',
      scope: 'read',
      about: checkQuery,
      shape: todayAnswer,
      tag: 'house',
      summary: 'What is on today',
      answer: 'What each room wants a person to see, in groups.',
      query: todayQuery,
    },
    {
      method: 'post',
      path: '/v1/today',
      scope: 'chat',
      about: checkBody,
      told: 'below',
      shape: z.object({ id: z.string(), mark: z.string() }),
      tag: 'house',
      summary: 'Do, put off or dismiss a line of today',
      answer: 'The line and its mark.',
      body: markRequest,
    },
  ],
};
