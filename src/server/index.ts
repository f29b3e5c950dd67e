/**
 * The gateway: the app over HTTP. This room knows requests and responses; what they mean is
 * the app's business. Logged are method, route, status, time and request id, never a body, an address or a parameter.
 */
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { secureHeaders } from 'hono/secure-headers';
import type { App } from '../app/index.ts';
import { ConsiliumError, type Log, toConsiliumError } from '../kernel/index.ts';
import { type Door, refuseStrangers, requireToken } from './auth.ts';
import { chatRoutes } from './chat.ts';
import { factRoutes } from './facts.ts';
import { houseRoutes } from './house.ts';
import { createMetrics, METRICS_TYPE } from './metrics.ts';
import { describeApi } from './openapi.ts';
import { recordRoutes } from './record.ts';
import { sessionRoutes } from './sessions.ts';
import { statusPage } from './status.ts';
import { createRunningTurns } from './turns.ts';
import { type WebFiles, webRoutes } from './web.ts';

export { inUrl, isLoopback, readAuthMode } from './auth.ts';
export { openWeb, type WebFiles } from './web.ts';

type Env = { Variables: { requestId: string } };

const IMPORT = '/v1/patients/import';
const limitBody = limit(2 * 1024 * 1024);
/** An import is read as it comes; whole hospitals go through the command line. */
const limitImport = limit(256 * 1024 * 1024);

export interface GatewayOptions {
  /** The app's files (`openWeb`); without them the front page is the status page. */
  readonly web?: WebFiles | undefined;
  /** Where it listens and who may come in; without it, loopback and whoever is on this machine. */
  readonly door?: Door;
}

export function createGateway(app: App, log: Log, options: GatewayOptions = {}): Hono<Env> {
  const gateway = new Hono<Env>();
  const metrics = createMetrics();
  gateway.use(metrics.measure);
  gateway.use(async (context, next) => {
    const began = performance.now();
    const id = randomUUID();
    context.set('requestId', id);
    await next();
    context.header('x-request-id', id);
    const ms = Math.round(performance.now() - began);
    log.info(
      { id, method: context.req.method, route: context.req.routePath, status: context.res.status, ms },
      'request',
    );
  });
  gateway.use(
    secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'self'"], styleSrc: ["'self'", "'unsafe-inline'"] } }),
  );
  gateway.use((context, next) => (context.req.path === IMPORT ? limitImport : limitBody)(context, next));
  const { web, door = { host: '127.0.0.1' } } = options;
  gateway.use(refuseStrangers(door));
  if (door.tokens !== undefined) gateway.use(requireToken(door.tokens, web));
  const showStatus = async (context: Context) => context.html(await statusPage(app, new URL(context.req.url).origin));
  gateway.get('/status', showStatus);
  gateway.get('/healthz', (context) => context.json({ status: 'ok' }));
  gateway.get('/readyz', async (context) => {
    await app.home.store.sessions({ limit: 1 });
    return context.json({ status: 'ready', models: app.models.describe().chain });
  });
  gateway.get('/metrics', (context) => context.body(metrics.text(), 200, { 'content-type': METRICS_TYPE }));
  gateway.get('/openapi.json', (context) => context.json(describeApi({ auth: door.tokens !== undefined })));
  const turns = createRunningTurns(metrics.see);
  gateway.route('/v1', chatRoutes(app, turns, metrics));
  gateway.route('/v1', sessionRoutes(app, turns));
  gateway.route('/v1', houseRoutes(app));
  gateway.route('/v1', factRoutes(app));
  gateway.route('/v1', recordRoutes(app));
  if (web === undefined) gateway.get('/', showStatus);
  else gateway.route('/', webRoutes(web));
  gateway.notFound((context) =>
    answerError(context, new ConsiliumError('NOT_FOUND', `There is nothing at ${context.req.path}.`)),
  );
  gateway.onError((thrown, context) => {
    const error = toConsiliumError(thrown);
    if (statusOf(error.code) >= 500) log.warn({ id: context.get('requestId'), code: error.code }, 'request failed');
    return answerError(context, error);
  });
  return gateway;
}

function limit(maxSize: number): ReturnType<typeof bodyLimit> {
  const onError = () => {
    throw new ConsiliumError('BODY_TOO_LARGE', `This request may have at most ${maxSize} bytes.`);
  };
  return bodyLimit({ maxSize, onError });
}

function answerError(context: Context, error: ConsiliumError): Response {
  // A fault of our own has no place for its details outside.
  const shown =
    error.code === 'INTERNAL'
      ? new ConsiliumError('INTERNAL', 'Something went wrong here. The log has the request id.')
      : error;
  return context.json({ error: shown.toJSON() }, statusOf(error.code));
}

const STATUS: Record<string, 400 | 401 | 403 | 404 | 409 | 413 | 422 | 503 | 507> = {
  TOKEN_REQUIRED: 401,
  TOKEN_INVALID: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  SESSION_UNKNOWN: 404,
  TEAM_UNKNOWN: 404,
  PATIENT_NOT_FOUND: 404,
  ENTRY_NOT_FOUND: 404,
  FACT_NOT_FOUND: 404,
  UNKNOWN_SECTION: 404,
  STATE_PROTECTED: 409,
  BODY_TOO_LARGE: 413,
  TEAM_INVALID: 422,
  STORAGE_FULL: 507,
  STORAGE_BUSY: 503,
};

function statusOf(code: string): 400 | 401 | 403 | 404 | 409 | 413 | 422 | 500 | 502 | 503 | 507 {
  if (code.startsWith('MODEL_')) return 502;
  if (code === 'INTERNAL' || code === 'SESSION_CORRUPT' || (code.startsWith('STORAGE_') && STATUS[code] === undefined))
    return 500;
  return STATUS[code] ?? 400;
}
