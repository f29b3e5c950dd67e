/** What this machine knows of agents elsewhere, for the app: who they are, how they are, and a call to try one. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { Remotes } from '../a2a/client/index.ts';
import { requireContext } from '../a2a/context.ts';
import type { App } from '../app/index.ts';
import { requireRights } from '../app/team.ts';
import { toConsiliumError } from '../kernel/index.ts';
import { callerOf, visitorOf } from './caller.ts';
import { onceName } from './idempotency.ts';
import { readBody } from './request.ts';
import type { Room } from './route.ts';
import { nameSubject } from './subject.ts';

/** Whoever looks sees how they are now; one that hangs does not keep the others from being seen. */
const PATIENCE_MS = 1_000;

const tryRequest = z.strictObject({
  action: z.string().min(1).max(100).default('ask').describe('what it is asked to do'),
  parameters: z
    .record(z.string(), z.json())
    .default({})
    .describe('what the action takes; of ask, {message} with the words'),
  context: z
    .record(z.string(), z.json())
    .default({})
    .describe('goes along: conversation_history, user_preferences, and what the agent reads beside them'),
  conversation: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('goes on with this one of the agent; without it, another begins'),
});

const problem = z
  .looseObject({ team: z.string().optional(), agent: z.string().optional(), code: z.string(), message: z.string() })
  .describe(
    'a team that cannot be loaded, an agent that is not set up, or an MCP server whose tools an agent is without',
  );
const view = z.looseObject({
  id: z.string().describe('team/Root/Name'),
  name: z.string(),
  team: z.string(),
  path: z.string(),
  circuit: z.string(),
});

export const remotesRoom: Room = {
  mount: ({ app, once }) => {
    const routes = new Hono();
    routes.get('/remotes', async (context) => {
      const { remotes, problems } = await declareAll(app);
      await remotes.lookAgain(PATIENCE_MS);
      return context.json({ remotes: remotes.list(), problems });
    });
    routes.post('/remotes/:name/try', once, async (context) => {
      const { action, parameters, context: given, conversation } = await readBody(context, tryRequest);
      requireContext(given);
      const { remotes } = await declareAll(app);
      const { id: object, team, remote } = remotes.find(context.req.param('name')!);
      nameSubject(context, { object });
      const caller = callerOf(context);
      // The house calls with a token of its own: for nobody who may not talk to the team whose agent it is.
      requireRights(app.home, await app.team(team), caller);
      // Under a key of the caller it is one call, also to a peer that is asked again after this house has died.
      const id = onceName(context) ?? crypto.randomUUID();
      const { user } = caller;
      // What leaves the house cannot be taken back: told before it goes, and again where it came to nothing.
      const row = { ...visitorOf(context), action: 'call:remote', object };
      app.home.audit.write(row);
      const call = { action, parameters, context: given, user, conversation: conversation ?? id, key: id };
      const answer = await remote.call(call).catch((thrown: unknown) => {
        app.home.audit.deny(row, toConsiliumError(thrown));
        throw thrown;
      });
      return context.json({ ...answer });
    });
    return routes;
  },
  routes: [
    {
      method: 'get',
      path: '/v1/remotes',
      scope: 'metrics',
      about: 'nobody',
      tag: 'a2a',
      summary: 'List the agents of other machines that teams call',
      answer: 'Their endpoints and health, circuit, latency and last calls.',
      shape: z.object({ remotes: z.array(view), problems: z.array(problem) }),
    },
    {
      method: 'post',
      path: '/v1/remotes/:name/try',
      // What others may call here (a2a) is no right to call others from here.
      scope: 'work',
      about: 'everybody',
      told: 'below',
      tag: 'a2a',
      summary: 'Call one of them once, by its id (with its slashes as %2F), or by a name that only one has',
      answer: 'Its output, and how many attempts it took.',
      body: tryRequest,
      once: true,
      shape: z.looseObject({ output: z.looseObject({}), source: z.string() }),
    },
  ],
};

interface Declared {
  readonly remotes: Remotes;
  /** Teams that could not be loaded and agents that are not set up here, and why. */
  readonly problems: readonly object[];
}

/** Remote agents are known once their teams are loaded. */
async function declareAll(app: App): Promise<Declared> {
  const teams = await app.listTeams();
  const loading = teams.map(({ name }) =>
    app.team(name).then(
      ({ team }) => team.lacks.map(({ agent, problem }) => ({ team: name, agent, ...problem.toJSON() })),
      (thrown: unknown) => [{ team: name, ...toConsiliumError(thrown).toJSON() }],
    ),
  );
  const problems: object[] = (await Promise.all(loading)).flat();
  const remotes = await app.remotes(({ team, name }, thrown) => {
    problems.push({ team, agent: name, ...toConsiliumError(thrown).toJSON() });
  });
  return { remotes, problems };
}
