/**
 * A2A over HTTP: requests in, responses out. `POST` at one address speaks the envelope and JSON-RPC alike; what a body is
 * shows in its fields. Who calls was found out before anything of the body was read.
 */
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError } from '../kernel/index.ts';
import { agentIn, idIn, otherAgent, requireSome, tenantIn } from './addressee.ts';
import { type CallFacts, factsOfEnvelope, factsOfRefusal, factsOfRpc } from './call-facts.ts';
import { type CardForm, finishCard, makeCard, type SigningKey } from './card.ts';
import type { Desk } from './desk.ts';
import { answerEnvelopes, type FindAgent, failure, isEnvelope, unknownAgent } from './envelope.ts';
import { shownError, toRestError } from './fault.ts';
import { answerRpc, type RpcDelivery, rpcFailure } from './jsonrpc.ts';
import {
  type Asked,
  asksForLegacy,
  keyIn,
  lastEventIn,
  parseJson,
  readRestText,
  readText,
  timeoutIn,
  versionOf,
} from './reading.ts';
import { answerRest } from './rest.ts';
import { retryAfterHeaders } from './retry-after.ts';
import { type Caller, mayCall, namesOf, type ServedAgent } from './served.ts';
import { failsInRest, failsInRpc, sse } from './sse.ts';
import { httpStatusOf } from './statuses.ts';

export interface AgentHouse {
  readonly find: FindAgent;
  list(): Promise<ServedAgent[]>;
  /** Who answers where no agent is named. */
  usual(): Promise<string>;
  deskOf(agent: ServedAgent): Desk;
  /** Whether a token is asked for. */
  readonly auth: boolean;
  /** Throws where a signed body is not what was signed, for one of these names. Without a signature only where none is asked for. */
  readonly checkBody?: ((request: Asked, body: string, agents: readonly string[]) => Promise<void>) | undefined;
  /** What a card that is served at this address is signed with; undefined: nobody vouches for it. */
  readonly keyFor?: ((address: string) => Promise<SigningKey | undefined>) | undefined;
  readonly extensions?: readonly { uri: string; required?: boolean }[];
  /** How long a body may take to arrive. */
  readonly bodyTimeoutMs?: number | undefined;
  /** The port of the gRPC binding, where it is served. */
  readonly grpcPort?: (() => number | undefined) | undefined;
}

export interface Door {
  /** The envelope and JSON-RPC; `agent` from the path, where it names one. */
  post(request: Asked, caller: Caller, agent?: string, watch?: Watch): Promise<Response>;
  /** The REST binding; `path` below its own address. */
  rest(request: Asked, caller: Caller, path: string, agent?: string, watch?: Watch): Promise<Response>;
  /** `legacy`: as 0.3 has it. */
  card(request: Asked, agent?: string, legacy?: boolean): Promise<Response>;
  /** The agents and actions that this caller may use. */
  list(request: Asked, caller: Caller): Promise<Response>;
}

export interface Watch {
  /** Counts the calls of a batch, and throws where they are too many. */
  charge?(calls: number): Promise<void>;
  /** Hears of every call that was answered, refused ones too. */
  note?(facts: CallFacts): void;
}

export function createDoor(house: AgentHouse): Door {
  const cards = new Map<string, object>();
  const since = new Date(systemClock.now()).toUTCString();

  const require = async (name: string | undefined): Promise<ServedAgent> => {
    const asked = name ?? (await house.usual());
    const found = await house.find(asked);
    if (found === undefined) throw unknownAgent(asked);
    return found;
  };

  /** Nobody, or several, of that name: whoever asked is told so when they are let in. */
  const meant = async (name: string) => house.find(name).catch(() => undefined);
  /** What a signature may call whom it is for. */
  const audienceOf = async (name: string): Promise<readonly string[]> => {
    const found = await meant(name);
    return found === undefined ? [name] : namesOf(found);
  };
  /** As logs name it, whatever it was called by. */
  const idOf = async (name: string | undefined) => (name === undefined ? name : ((await meant(name))?.id ?? name));

  const cardOf = async (request: Asked, name: string | undefined, form: CardForm): Promise<object> => {
    const agent = await require(name);
    const { origin, hostname } = new URL(request.url);
    const port = house.grpcPort?.();
    const base = `${origin}/a2a${name === undefined ? '' : `/agents/${encodeURIComponent(name)}`}`;
    const signing = await house.keyFor?.(base);
    const key = [base, agent.version, form, port, signing?.kid].join(' ');
    const known = cards.get(key);
    if (known !== undefined) return known;
    const { auth, extensions } = house;
    const push = house.deskOf(agent).pushes;
    const grpc = port === undefined ? undefined : { url: `${hostname}:${port}`, ...(name && { tenant: name }) };
    const card = makeCard(agent, {
      ...{ rpc: base, rest: `${base}/rest`, grpc, auth, push },
      ...(extensions && { extensions }),
    });
    const made = await finishCard(card, form, signing);
    if (cards.size > 1000) cards.clear();
    cards.set(key, made);
    return made;
  };

  const deliveryOf = (request: Asked, caller: Caller, agent: string | undefined): RpcDelivery => ({
    caller,
    version: versionOf(request),
    extensions: (request.headers.get('a2a-extensions') ?? '').split(',').map((each) => each.trim()),
    key: keyIn(request),
    lastEventId: lastEventIn(request),
    timeoutMs: timeoutIn(request),
    trace: request.headers.get('traceparent') ?? undefined,
    extendedCard: async (isLegacy) => {
      if (!house.auth)
        throw new ConsiliumError('OPERATION_UNSUPPORTED', 'There is no other card than the public one.', {
          hint: 'It is at /.well-known/agent-card.json.',
        });
      return cardOf(request, agent, isLegacy ? '0.3' : '1.0');
    },
  });

  /** An envelope at an agent's own address is for that one, by whichever of its names. */
  const requireNamed = async (body: unknown, name: string): Promise<void> => {
    const names = await audienceOf(name);
    if ([body].flat().some((each) => !names.includes(agentIn(each) ?? ''))) throw otherAgent(name);
  };

  const requireExtensions = (delivery: RpcDelivery): void => {
    const missing = house.extensions?.find(({ uri, required }) => required && !delivery.extensions.includes(uri));
    if (missing !== undefined)
      throw new ConsiliumError('EXTENSION_REQUIRED', `This agent asks for the extension ${missing.uri}.`, {
        hint: `Send the header A2A-Extensions: ${missing.uri}.`,
      });
  };

  /** `at`: its place in a batch. */
  const answerOne = async (request: Asked, body: unknown, caller: Caller, name?: string, at?: number) => {
    const agent = name ?? tenantIn(body);
    try {
      const { key, ...delivery } = deliveryOf(request, caller, agent);
      requireExtensions(delivery);
      const desk = house.deskOf(await require(agent));
      const outcome = await answerRpc(body, desk, { ...delivery, key: at === undefined ? key : key && `${key}.${at}` });
      if (outcome.kind === 'stream' && at !== undefined)
        throw new ConsiliumError('OPERATION_UNSUPPORTED', 'A batch has no streams.');
      return { id: desk.agent.id, keeps: !desk.agent.answersDirectly, outcome };
    } catch (thrown) {
      return {
        id: await idOf(agent),
        keeps: false,
        outcome: { kind: 'answer', answer: rpcFailure(idIn(body), thrown) } as const,
      };
    }
  };

  const answerRpcBody = async (
    request: Asked,
    body: unknown,
    caller: Caller,
    name?: string,
    note?: Watch['note'],
  ): Promise<Response> => {
    if (Array.isArray(body)) {
      if (body.length > MOST_OF_BATCH)
        return answerJson(rpcFailure(null, new ConsiliumError('REQUEST_INVALID', 'A batch has 1 to 100 requests.')));
      // Each is for whom it names itself.
      const all = await Promise.all(body.map((each, at) => answerOne(request, each, caller, name, at)));
      const told = all.flatMap(({ outcome }) => (outcome.kind === 'answer' ? [outcome.answer] : []));
      note?.(factsOfRpc(body, all[0]?.id, told[0]));
      return answerJson(told);
    }
    const { id, keeps, outcome } = await answerOne(request, body, caller, name);
    note?.(factsOfRpc(body, id, outcome.kind === 'answer' ? outcome.answer : undefined));
    if (outcome.kind === 'stream') return sse(outcome.events, request.signal, failsInRpc);
    return answerJson(outcome.answer, 200, keeps ? KEEPS_KEYS : {});
  };

  return {
    post: async (request, caller, name, { charge, note } = {}) => {
      let body: unknown;
      let timeoutMs: number | undefined;
      try {
        timeoutMs = timeoutIn(request);
        const text = await readText(request, house.bodyTimeoutMs);
        body = await parseJson(request, text);
        requireSome(body);
        if (Array.isArray(body)) await charge?.(body.length);
        const audience = name ?? agentIn(body) ?? (await house.usual());
        await house.checkBody?.(request, text, await audienceOf(audience));
        if (name !== undefined && isEnvelope(body)) await requireNamed(body, name);
      } catch (thrown) {
        note?.(factsOfRefusal(await idOf(name ?? agentIn(body)), shownError(thrown).code));
        return answerUnread(request, thrown);
      }
      if (!isEnvelope(body)) return answerRpcBody(request, body, caller, name, note);
      const { status, body: answer } = await answerEnvelopes(body, house.find, {
        caller,
        key: keyIn(request),
        timeoutMs,
        trace: request.headers.get('traceparent') ?? undefined,
        signal: request.signal,
      });
      if (note !== undefined) note(factsOfEnvelope(body, answer, await idOf([answer].flat()[0]?.agent_name)));
      const wait = Array.isArray(answer) || answer.status !== 'error' ? {} : { details: answer.error };
      return answerJson(answer, status, { ...retryAfterHeaders(status, { details: {}, ...wait }), ...KEEPS_KEYS });
    },

    rest: async (request, caller, path, name, { note } = {}) => {
      try {
        const delivery = deliveryOf(request, caller, name);
        requireExtensions(delivery);
        const desk = house.deskOf(await require(name));
        const query = Object.fromEntries(new URL(request.url).searchParams);
        delete query['A2A-Version'];
        const text = await readRestText(request, house.bodyTimeoutMs);
        await house.checkBody?.(request, text, namesOf(desk.agent));
        let read: unknown;
        const body = async () => {
          read ??= text === '' ? {} : await parseJson(request, text);
          return read;
        };
        const outcome = await answerRest({ method: request.method, path, query, body }, desk, delivery);
        const told = outcome.kind === 'answer' ? outcome.body : undefined;
        note?.(factsOfRpc({ method: path.split('/')[1], params: read }, desk.agent.id, told));
        if (outcome.kind === 'stream') return sse(outcome.events, request.signal, failsInRest);
        return answerJson(outcome.body, outcome.status, outcome.headers);
      } catch (thrown) {
        const { status, body, headers } = toRestError(thrown);
        note?.(factsOfRefusal(await idOf(name), shownError(thrown).code));
        return answerJson(body, status, headers);
      }
    },

    card: async (request, name, legacy = asksForLegacy(request)) => {
      const form = legacy ? '0.3' : versionOf(request) === '' ? 'shared' : '1.0';
      const text = JSON.stringify(await cardOf(request, name, form));
      const etag = `"${await digest(text)}"`;
      const headers = {
        ...{ 'cache-control': 'public, max-age=300', etag, 'last-modified': since },
        ...{ 'content-type': 'application/json', vary: 'a2a-version' },
      };
      if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
      return new Response(text, { headers });
    },

    list: async (request, caller) => {
      const { origin } = new URL(request.url);
      const open = (await house.list()).filter((agent) => agent.isFor?.(caller) ?? true);
      const agents = open.flatMap((agent) => {
        const { id, name, version, description, actions } = agent;
        const usable = [...actions.keys()].filter((action) => mayCall(caller, agent, action));
        if (usable.length === 0) return [];
        const url = `${origin}/a2a/agents/${encodeURIComponent(name)}`;
        return [{ id, name, version, description, actions: usable, url }];
      });
      return Response.json({ agents });
    },
  };
}

const MOST_OF_BATCH = 100;

/** The same request sent twice is done once, and callers may go by that. */
const KEEPS_KEYS = { 'x-idempotency': 'kept' };

/** Its head stays as it is written here until somebody looks at it. */
function answerJson(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  const head = { 'content-type': 'application/json', 'content-length': length, ...headers };
  return new Response(text, { status, headers: head });
}

/** What cannot be read is in no language yet: told in JSON-RPC to those who say that they speak A2A, else as an envelope. */
function answerUnread(request: Asked, thrown: unknown): Response {
  const status = httpStatusOf(shownError(thrown));
  if (request.headers.has('a2a-version')) return answerJson(rpcFailure(null, thrown));
  return answerJson(failure('', '', thrown), status);
}

async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(hash).toString('base64url').slice(0, 27);
}
