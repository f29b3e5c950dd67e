/**
 * The gateway: the app over HTTP. This room knows requests and responses; what they mean is
 * the app's business. Logged are method, route, status, time, request id and the id of the token (not the token),
 * never a body, an address or a parameter.
 */
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { tellAgentEnd } from '../a2a/sse.ts';
import type { App } from '../app/index.ts';
import { ConsiliumError, type Log, storageFault, toConsiliumError } from '../kernel/index.ts';
import { agentRoutes, isCard, readSignedToken } from './a2a.ts';
import { guardRoutes } from './access.ts';
import { type Door, refuseStrangers, requireToken, stillValid } from './auth.ts';
import { bodyFault } from './drips.ts';
import { answerError, isRefusal, statusOf } from './errors.ts';
import { takeTurns } from './fairness.ts';
import { completeHead } from './heads.ts';
import { doOnce } from './idempotency.ts';
import { limitRate, limitStreams, type RateLimits, readRateLimits, refusePacked } from './limits.ts';
import { isDelivery, readDelivery } from './mail.ts';
import { serveMcp, tellMcpEnd } from './mcp.ts';
import { createMetrics, METRICS_TYPE } from './metrics.ts';
import { tellCompletionEnd } from './openai-request.ts';
import { describeApi } from './openapi.ts';
import { describeRequest } from './request-log.ts';
import { relayRoute } from './research.ts';
import { RememberingRouter } from './router.ts';
import { OPEN_PATHS, ROOMS, RULES } from './routes.ts';
import { readIndexRoots } from './search.ts';
import type { Spans } from './spans.ts';
import { statusPage } from './status.ts';
import { STREAM_FAILED } from './streaming.ts';
import { createRunningTurns } from './turns.ts';
import { isPage, type WebFiles, webRoutes } from './web.ts';

export { inUrl, isLoopback, readAuthMode } from './auth.ts';
export { limitConnections } from './connections.ts';
export { endDrips } from './drips.ts';
export { withGivenTokens } from './given-token.ts';
export { serveMcpStream, warmMcp } from './mcp.ts';
export { openSpans, type Spans } from './spans.ts';
export { endStalls } from './stalls.ts';
export { openWeb, type WebFiles } from './web.ts';

/** The body was read, within its limit, to know whose it is. */
const READ = 'read';

type Env = { Variables: { requestId: string; [READ]?: true; [STREAM_FAILED]: (code: string) => void } };

const IMPORT = '/v1/patients/import';
const limitBody = limit(2 * 1024 * 1024);
/** Documents: as much as a function reads at all (four million characters), as JSON. */
const DOCUMENTS = /^\/(?:v1\/(?:functions|pipelines)\/|v1\/study\/(?:anki|plan)$|cds-services\/|mcp$|a2a(?:\/|$))/;
const limitDocument = limit(8 * 1024 * 1024);
/** A book of a course. */
const COURSE = '/v1/study/files';
const limitCourse = limit(64 * 1024 * 1024);
/** An import is read as it comes; whole hospitals go through the command line. */
const limitImport = limit(256 * 1024 * 1024);

export interface GatewayOptions {
  /** The app's files (`openWeb`); without them the front page is the status page. */
  readonly web?: WebFiles | undefined;
  /** Where it listens and who may come in; without it, loopback and whoever is on this machine. */
  readonly door?: Door;
  /** How much one caller may ask for; without it, what CONSILIUM_RATE_LIMIT says. */
  readonly limits?: RateLimits;
  /** One agent of a team as a service of its own: nothing else is served but signs of life. */
  readonly agent?: string | undefined;
  /** The team that it is of, or its folder. */
  readonly team?: string | undefined;
  /** Where turns are told to, for OpenTelemetry (`openSpans`). */
  readonly spans?: Spans | undefined;
  /** Folders that may be indexed over HTTP; without it, those of CONSILIUM_INDEX_ROOTS. */
  readonly indexRoots?: readonly string[];
  /** Where agents are called in gRPC too, once that is known. */
  readonly grpcPort?: (() => number | undefined) | undefined;
}

export function createGateway(app: App, log: Log, options: GatewayOptions = {}): Hono<Env> {
  const gateway = new Hono<Env>({ router: new RememberingRouter() });
  const metrics = createMetrics();
  gateway.use(metrics.measure);
  gateway.use(async (context, next) => {
    const began = performance.now();
    const id = randomUUID();
    context.set('requestId', id);
    context.set(STREAM_FAILED, (code) => log.warn({ id, code }, 'a stream failed'));
    await next();
    // Whatever was deleted, in whichever room: nothing of it stays in what SQLite writes ahead.
    if (context.req.method === 'DELETE' && context.res.ok) app.home.scrub();
    completeHead(context.res.headers, { id });
    const ms = Math.round(performance.now() - began);
    log.info({ id, ...describeRequest(context), ms }, 'request');
  });
  const { web, door = { host: '127.0.0.1' } } = options;
  gateway.use(refuseStrangers(door));
  const isOpen = (path: string) =>
    OPEN_PATHS.has(path) || isCard(path) || (web !== undefined && (web.has(path) || isPage(web, path)));
  const readSigned = (token: string, context: Context) => readSignedToken(app, token, context);
  const tellRefusal = (context: Context, { code: why }: ConsiliumError) =>
    app.home.audit.write({
      ...{ action: `${context.req.method} ${context.req.path.slice(0, 200)}`, actor: 'app' },
      ...{ principal: null, outcome: 'denied', why },
    });
  const tokens = door.tokens ?? door.shown;
  if (tokens !== undefined) {
    gateway.use(
      requireToken({
        ...{ tokens, isOpen, readSigned, onRefused: tellRefusal, tellEnd: tellStreamEnd },
        readDelivered: async (context) =>
          isDelivery(context) ? readWithin(limitBody, context, () => readDelivery(app, context)) : undefined,
        isAsked: door.tokens !== undefined,
      }),
    );
    app.admitBy(stillValid(tokens));
  }
  gateway.use(takeTurns());
  gateway.use(refusePacked);
  // Nothing of a body is read before it is known whose it is.
  gateway.use((context, next) => (context.get(READ) ? next() : limitFor(context.req.path)(context, next)));
  gateway.use(limitRate(options.limits ?? readRateLimits(app.env)));
  gateway.use(limitStreams());
  guardRoutes(gateway, app, RULES, {
    asksForTokens: door.tokens !== undefined,
    isRefusal,
  });
  const showStatus = async (context: Context) => context.html(await statusPage(app, new URL(context.req.url).origin));
  gateway.get('/status', showStatus);
  gateway.get('/healthz', (context) => context.json({ status: 'ok' }));
  gateway.get('/readyz', async (context) => {
    app.home.test();
    if (damage !== undefined) throw damage;
    return context.json({ status: 'ready', models: app.models.describe().chain });
  });
  gateway.get('/metrics', async (context) => {
    const remotes = (await app.remotes()).lines().join('\n');
    return context.body(`${metrics.text()}${remotes}\n`, 200, { 'content-type': METRICS_TYPE });
  });
  let described: Promise<string> | undefined;
  gateway.get('/openapi.json', async (context) => {
    described ??= describeApi({ auth: door.tokens !== undefined }).then((description) => JSON.stringify(description));
    described.catch(() => {
      described = undefined;
    });
    return context.body(await described, 200, { 'content-type': 'application/json' });
  });
  const turns = createRunningTurns();
  app.watchBy((signal) => {
    metrics.see(signal);
    options.spans?.see(signal);
  });
  const house = {
    app,
    turns,
    metrics,
    once: doOnce(app.home.requests()),
    indexRoots: options.indexRoots ?? readIndexRoots(app.env),
    tokens: door.tokens,
  };
  const { agent, team } = options;
  const { grpcPort } = options;
  const agentDoor = { app, log, turns, metrics, tokens: door.tokens, env: app.env, grpcPort, host: door.host };
  gateway.route('/', agentRoutes({ ...agentDoor, only: agent, team }));
  if (agent === undefined) {
    for (const room of ROOMS) gateway.route(room.at ?? '/v1', room.mount(house));
    gateway.route('/', relayRoute(app));
    gateway.all('/mcp', serveMcp(app));
  }
  if (web === undefined) gateway.get('/', showStatus);
  else gateway.route('/', webRoutes(web));
  gateway.notFound((context) =>
    answerError(context, new ConsiliumError('NOT_FOUND', `There is nothing at ${context.req.path}.`)),
  );
  /** What was found damaged stays so until it is mended: from then on this house is not ready. */
  let damage: ConsiliumError | undefined;
  gateway.onError((thrown, context) => {
    const body = bodyFault((context.env as { incoming?: unknown } | undefined)?.incoming);
    const error = body ?? storageFault(thrown) ?? toConsiliumError(thrown);
    if (error.code === 'STORAGE_CORRUPT') damage ??= error;
    if (statusOf(error.code) >= 500) log.warn({ id: context.get('requestId'), code: error.code }, 'request failed');
    return answerError(context, error);
  });
  return gateway;
}

/** In the language of the door that the stream came through. */
function tellStreamEnd(context: Context) {
  const { path } = context.req;
  return tellAgentEnd(path) ?? tellCompletionEnd(path) ?? tellMcpEnd(context);
}

/** What is read before it is known whose it is has its limit there. */
async function readWithin<T>(limited: typeof limitBody, context: Context, read: () => Promise<T>): Promise<T> {
  let value: { read: T } | undefined;
  await limited(context, async () => {
    context.set(READ, true);
    value = { read: await read() };
  });
  return value!.read;
}

function limitFor(path: string): ReturnType<typeof limit> {
  if (path === IMPORT) return limitImport;
  if (path === COURSE) return limitCourse;
  return DOCUMENTS.test(path) ? limitDocument : limitBody;
}

function limit(maxSize: number): ReturnType<typeof bodyLimit> {
  const onError = () => {
    throw new ConsiliumError('BODY_TOO_LARGE', `This request may have at most ${maxSize} bytes.`, {
      hint: 'Send less at once, or in several requests; what is large is imported or indexed by the command line.',
    });
  };
  const limited = bodyLimit({ maxSize, onError });
  return (context, next) => {
    const length = context.req.header('content-length');
    // A length that is said is all that comes: the body itself need not be looked at.
    if (length === undefined || context.req.header('transfer-encoding') !== undefined) return limited(context, next);
    if (Number(length) > maxSize) return onError();
    return next();
  };
}
