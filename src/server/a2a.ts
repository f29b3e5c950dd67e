/**
 * Agents for other machines, over HTTP: `/a2a` (the envelope and JSON-RPC), `/a2a/rest` and the agent cards.
 */
import { isIP } from 'node:net';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { isOwnAddress } from '../a2a/auth/audience.ts';
import { isSigned, readSigned } from '../a2a/auth/caller.ts';
import { openKeys } from '../a2a/auth/keys.ts';
import { openSignatures } from '../a2a/auth/replay.ts';
import {
  type Caller as AgentCaller,
  type AgentHouse,
  createAddresses,
  createDoor,
  createPushSender,
  Desk,
  type Door,
  envelopeRequest,
  openTasks,
  type ServedAgent,
} from '../a2a/index.ts';
import { SIGNATURE_HEADER } from '../a2a/wire.ts';
import { type App, type ServedAgents, serveAgents } from '../app/index.ts';
import { ConsiliumError, type Log, machineUser, type Principal, type Turn, toConsiliumError } from '../kernel/index.ts';
import { actsForAnyone, SIGNED, type TokenRow, type Tokens } from '../storage/index.ts';
import { teamDirs, teamScopes } from '../teams/index.ts';
import type { Rule } from './access.ts';
import { arrivalOf, LOOPBACK, tokenOf } from './caller.ts';
import { isLetIn } from './let-in.ts';
import { chargeBatch } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { readRequest } from './request.ts';
import { CALL } from './request-log.ts';
import { EVENTS, JSON_TYPE, type Route } from './route.ts';
import type { RunningTurns } from './turns.ts';

export interface AgentDoorOptions {
  readonly app: App;
  readonly log: Log;
  readonly turns: RunningTurns;
  readonly metrics: Metrics;
  readonly tokens: Tokens | undefined;
  /** One agent as a service of its own, of this team where it is named. */
  readonly only?: string | undefined;
  readonly team?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly grpcPort?: (() => number | undefined) | undefined;
  /** The address that the house listens on. */
  readonly host: string;
}

/** The routes beside /v1, and the agents behind them. */
export function agentRoutes(options: AgentDoorOptions): Hono {
  const { app, log, turns, metrics, only, team } = options;
  const agents = serveAgents(app, {
    only,
    team,
    onTurn: ({ id }, turn, { action, caller, conversation, trace }) => {
      app.traces.adopt(turn.invocation, trace);
      turns.follow(turn);
      metrics.followTurn(id.split('/')[0]!, turn, id);
      logCall(log, turn, { agent: id, action, caller: caller.name, conversation });
    },
  });
  const door = openDoor(options, agents);
  const routes = new Hono();
  const post = async (context: Context, agent?: string) =>
    door.post(await readRequest(context), callerFor(context), agent, {
      charge: (calls) => chargeBatch(context, calls),
      note: (facts) => context.set(CALL, facts),
    });
  routes.post('/a2a', (context) => post(context));
  routes.post('/a2a/agents/:agent', (context) => post(context, context.req.param('agent')));
  // Clients that join addresses with a slash mean the same.
  routes.all('/a2a/', (context) => post(context));
  routes.all('/a2a/agents/:agent/', (context) => post(context, context.req.param('agent')));
  routes.get('/a2a/agents', (context) => door.list(context.req.raw, callerFor(context)));
  routes.all('/a2a/rest/*', (context) => rest(door, context, '/a2a/rest'));
  routes.all('/a2a/agents/:agent/rest/*', (context) => {
    const agent = context.req.param('agent');
    return rest(door, context, `/a2a/agents/${encodeURIComponent(agent)}/rest`, agent);
  });
  routes.get('/.well-known/agent-card.json', (context) => door.card(context.req.raw));
  routes.get('/.well-known/agent.json', (context) => door.card(context.req.raw, undefined, true));
  routes.get('/a2a/agents/:agent/.well-known/agent-card.json', (context) =>
    door.card(context.req.raw, context.req.param('agent')),
  );
  routes.get('/a2a/agents/:agent/.well-known/agent.json', (context) =>
    door.card(context.req.raw, context.req.param('agent'), true),
  );
  routes.get('/.well-known/jwks.json', async (context) => context.json(await openKeys(app.home.dir).jwks()));
  return routes;
}

/** Ids, how it ended and how long it took: what was said is in the store, not in the log. */
function logCall(log: Log, { session, invocation, result }: Turn, call: Record<string, string>): void {
  const began = performance.now();
  const end = (outcome: string) =>
    log.info({ ...call, session, invocation, outcome, ms: Math.round(performance.now() - began) }, 'agent call');
  result.then(
    ({ outcome, error }) => end(error?.code ?? outcome),
    () => end('refused'),
  );
}

async function rest(door: Door, context: Context, base: string, agent?: string): Promise<Response> {
  const path = context.req.path.slice(base.length);
  return door.rest(await readRequest(context), callerFor(context), path, agent, {
    note: (facts) => context.set(CALL, facts),
  });
}

function openDoor({ app, log, tokens, env, grpcPort, host }: AgentDoorOptions, agents: ServedAgents): Door {
  const tasks = openTasks(app.home.stores.tasks());
  const keys = openKeys(app.home.dir);
  const signatures = openSignatures(app.home.stores.seenSignatures(), keys);
  const mustSign = env['CONSILIUM_A2A_SIGNED'] === 'required';
  const push = createPushSender({
    addresses: createAddresses(listOf(env['CONSILIUM_A2A_PRIVATE']), listOf(env['CONSILIUM_A2A_PLAIN'])),
    sign: keys.signBody,
    mayTell: (owner) => tokens === undefined || isLetIn(owner, tokens),
    log,
  });
  const desks = new Map<string, Desk>();
  const deskOf = (agent: ServedAgent) => {
    const known = desks.get(agent.id);
    if (known?.agent === agent) return known;
    // Tasks from before agents were known by their ids are under the name alone: of whoever has it alone.
    if (agent.name !== agent.id) tasks.rename(agent.name, agent.id);
    const desk = new Desk({ agent, tasks, push, now: app.clock.now });
    desks.set(agent.id, desk);
    return desk;
  };
  app.hearSettled((settled) => {
    for (const { id } of settled) for (const desk of desks.values()) desk.settle(id);
  });
  void resumeTasks(agents, deskOf, tasks.agentsAtWork(), log);
  const house: AgentHouse = {
    find: agents.find,
    list: agents.list,
    usual: agents.usual,
    deskOf,
    auth: tokens !== undefined,
    grpcPort,
    // A name that anybody can put into a request is nothing to vouch for.
    keyFor: async (address) => (mayVouchFor(address, host, env['CONSILIUM_URL']) ? keys.current() : undefined),
    checkBody: async ({ headers, arrival }, body, names) => {
      const signature = headers.get(SIGNATURE_HEADER);
      const isOwn = (url: URL) => isOwnAddress(url, arrival, env['CONSILIUM_URL']);
      if (signature !== null) return signatures.check(signature, body, names, isOwn);
      if (mustSign)
        throw new ConsiliumError('SIGNATURE_INVALID', 'This house takes signed requests only.', {
          hint: 'Set signed: true for this agent in the YAML of the caller.',
        });
    },
  };
  return createDoor(house);
}

/** Tasks that a dead process left at work go on, for whoever had asked. */
async function resumeTasks(
  agents: ServedAgents,
  deskOf: (agent: ServedAgent) => Desk,
  names: readonly string[],
  log: Log,
): Promise<void> {
  for (const name of names) {
    const agent = await agents.find(name).catch((thrown: unknown) => {
      log.warn(
        { agent: name, code: toConsiliumError(thrown).code },
        'interrupted tasks wait: their agent is not there',
      );
      return undefined;
    });
    const count = agent === undefined ? 0 : deskOf(agent).resume();
    if (count > 0) log.info({ agent: agent!.id, count }, 'interrupted tasks go on');
  }
}

export function callerFor(context: Context): AgentCaller {
  const token = tokenOf(context);
  if (token === undefined) return { owner: LOOPBACK, name: 'machine', agents: null, principal: machineUser() };
  const { family, name, user, agents, id, scopes, patients, expires } = token;
  const principal: Principal = {
    user,
    how: 'peer',
    via: id,
    scopes,
    patients,
    ...(token.bound && { onBehalfOf: user }),
    ...(id.startsWith(SIGNED) && expires !== null && { until: expires }),
  };
  return { owner: `token:${family}`, name, ...(!actsForAnyone(token) && { user }), agents, principal };
}

/** A token that somebody signed, as a row; undefined for every other text. */
export async function readSignedToken(
  { home, env }: Pick<App, 'home' | 'env'>,
  token: string,
  context: Context,
): Promise<TokenRow | undefined> {
  if (!isSigned(token)) return undefined;
  const isOwn = (url: URL) => isOwnAddress(url, arrivalOf(context), env['CONSILIUM_URL']);
  return readSigned(token, openKeys(home.dir), isOwn, () => teamScopes(teamDirs(env)));
}

/** An address that a card may be signed for: an IP address, the one it listens on, this machine, or what CONSILIUM_URL says. */
function mayVouchFor(url: string, host: string, known: string | undefined): boolean {
  const { hostname, host: named } = new URL(url);
  const isLiteral = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return (
    isLiteral ||
    hostname === 'localhost' ||
    hostname === host ||
    listOf(known).some((each) => URL.parse(each)?.host === named)
  );
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((each) => each.trim() || []);
}

const CARDS = ['/.well-known/agent-card.json', '/.well-known/agent.json', '/.well-known/jwks.json'];
const OF_ONE = '/a2a/agents/:agent/.well-known/';

/** Whose data a call is about is the agent's to check. */
export const agentRules: readonly Rule[] = [
  '/a2a/',
  '/a2a/agents/:agent/',
  '/a2a/rest/*',
  '/a2a/agents/:agent/rest/*',
].map((path): Rule => ({ method: 'all', path, scope: 'a2a', about: 'nobody', told: 'below' }));

const callAnswer = z
  .union([
    z.looseObject({ agent_name: z.string(), conversation_id: z.string(), status: z.string() }),
    z.looseObject({ jsonrpc: z.literal('2.0') }),
  ])
  .describe('an envelope to an envelope, JSON-RPC to JSON-RPC');
const cardAnswer = z.looseObject({ name: z.string(), description: z.string(), version: z.string() });

const call = {
  method: 'post',
  scope: 'a2a',
  about: 'nobody',
  told: 'below',
  tag: 'a2a',
  body: envelopeRequest,
  once: true,
  shape: callAnswer,
  gives: [JSON_TYPE, EVENTS],
} as const;
const card = { method: 'get', scope: 'open', about: 'nobody', tag: 'a2a', shape: cardAnswer } as const;

export const agentRouteRows: readonly Route[] = [
  {
    ...call,
    path: '/a2a',
    summary: 'Call an agent: an envelope that names it, or A2A in JSON-RPC (1.0 and 0.3)',
    answer: 'The envelope of the answer, or JSON-RPC; a stream where one was asked for.',
  },
  {
    ...call,
    path: '/a2a/agents/:agent',
    summary: 'Call this agent in A2A',
    answer: 'JSON-RPC; a stream where one was asked for.',
  },
  {
    ...{ method: 'get', path: '/a2a/agents', scope: 'a2a', about: 'nobody', tag: 'a2a' },
    summary: 'List the agents that can be called',
    answer: 'Ids, the names to call them by (the id where several have the name), versions, actions and addresses.',
    shape: z.object({
      agents: z.array(
        z.looseObject({
          id: z.string().describe('team, or team/Agent'),
          name: z.string(),
          actions: z.array(z.string()),
        }),
      ),
    }),
  },
  { ...card, path: CARDS[0]!, summary: 'The card of the usual agent', answer: 'The agent card of A2A 1.0, signed.' },
  { ...card, path: CARDS[1]!, summary: 'The same as 0.3 has it', answer: 'The agent card of A2A 0.3.' },
  {
    ...card,
    path: CARDS[2]!,
    summary: 'The keys that this house signs with',
    answer: 'A set of public keys.',
    shape: z.object({ keys: z.array(z.looseObject({})) }),
  },
  { ...card, path: `${OF_ONE}agent-card.json`, summary: 'The card of this agent', answer: 'The agent card, signed.' },
  { ...card, path: `${OF_ONE}agent.json`, summary: 'The same as 0.3 has it', answer: 'The agent card of A2A 0.3.' },
];

/** Cards are for everybody: they say how to come in. */
export function isCard(path: string): boolean {
  return CARDS.includes(path) || /^\/a2a\/agents\/[^/]+\/\.well-known\/agent(-card)?\.json$/.test(path);
}
