/**
 * The house as an MCP server (`/mcp`). Who may come in is the gateway's business. Clients of the protocol of 2026 send
 * each request by itself; those of 2025 open a session first, which is kept so that they can call off what they asked.
 */
import { randomUUID } from 'node:crypto';
import type { Duplex, Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ServerContext, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Context } from 'hono';
import { takeTurn } from '../kernel/breath.ts';
import { actAs, ConsiliumError, isPatientName, machineUser, mayUse, type Principal } from '../kernel/index.ts';
import type { Audit } from '../storage/index.ts';
import { callerOf, keyOf, requireScope } from './caller.ts';
import { shapeOf } from './functions.ts';
import { chargeBatch } from './limits.ts';
import { readLines } from './mcp-lines.ts';
import { type HouseTool, type ToolHouse, toolsOf } from './mcp-tools.ts';
import { parsedRequest } from './request.ts';

type Serve = (request: Request, caller: Principal, body?: unknown) => Promise<Response>;

/** Serves MCP requests. The protocol's code is loaded with the first of them. */
export function serveMcp(app: ToolHouse): (context: Context) => Promise<Response> {
  let serving: Promise<Serve> | undefined;
  return async (context) => {
    serving ??= toolsOf(app).then((tools) => createServing(tools, app.home.audit));
    serving.catch(() => {
      serving = undefined;
    });
    const { request, body } = await parsedRequest(context);
    context.set(ASKED, idsIn(body));
    // Clients of 2025 may send several calls as one list.
    if (request.method === 'POST') await chargeBatch(context, Array.isArray(body) ? body.length : 1);
    return (await serving)(request, callerOf(context), body);
  };
}

const ASKED = 'mcpAsked';

/** How a stream of MCP ends that the house breaks off: what was asked on it is answered with why; undefined: there is none. */
export function tellMcpEnd(context: Context): ((error: ConsiliumError) => string) | undefined {
  const ids = context.get(ASKED) as (string | number)[] | undefined;
  if (ids === undefined) return undefined;
  return (error) => {
    const told = { code: ENDED, message: error.message, data: error.toJSON() };
    return ids.map((id) => `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, error: told })}\n\n`).join('');
  };
}

/** As in A2A: who calls is not, or no longer, known here. */
const ENDED = -32010;

/** Of the requests that a body holds; a notification has none. */
function idsIn(body: unknown): (string | number)[] {
  return (Array.isArray(body) ? body : [body]).flatMap((each) => {
    const { id } = (each ?? {}) as { id?: unknown };
    return typeof id === 'string' || typeof id === 'number' ? id : [];
  });
}

/** Loads the protocol's code before somebody waits for it. */
export async function warmMcp(): Promise<void> {
  const { preloadSchemas } = await import('@modelcontextprotocol/server');
  await takeTurn();
  preloadSchemas();
}

/**
 * The same tools over a pair of streams, until the reading end is closed and what was asked before is answered: for clients
 * that start their servers. The protocol's own code hangs up at the end of what it reads, so that end is kept from it.
 */
export async function serveMcpStream(app: ToolHouse, input: Readable, output: Writable): Promise<void> {
  const [sdk, { StdioServerTransport }, tools] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
    toolsOf(app),
  ]);
  const relay = readLines(output);
  const transport = new StdioServerTransport(relay, output);
  const running = new Set<Promise<unknown>>();
  const server = createServer(sdk, tools, machineUser(), app.home.audit, (call) => {
    running.add(call);
    return call.finally(() => running.delete(call));
  });
  const hungUp = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve);
    input.once('close', resolve);
  });
  await server.connect(transport);
  input.pipe(relay, { end: false });
  await Promise.race([hungUp, ended.then(() => untilAnswered(relay, running))]);
  await server.close();
}

/** What was read is taken up within a turn of the loop, and what was answered is written within one. */
async function untilAnswered(relay: Duplex, running: ReadonlySet<Promise<unknown>>): Promise<void> {
  do {
    await Promise.allSettled(running);
    await setImmediate();
  } while (running.size > 0 || relay.writableLength > 0 || relay.readableLength > 0);
  await setImmediate();
}

const MAX_BODY = { maxRequestBodySize: 16 * 1024 * 1024 };

async function createServing(tools: readonly HouseTool[], audit: Audit): Promise<Serve> {
  const sdk = await import('@modelcontextprotocol/server');
  const handler = sdk.createMcpHandler(
    ({ authInfo }) => createServer(sdk, tools, authInfo?.extra?.['caller'] as Principal, audit),
    MAX_BODY,
  );
  const sessions: Sessions = new Sessions(async (caller) => {
    const transport: Transport = new sdk.WebStandardStreamableHTTPServerTransport({
      ...MAX_BODY,
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => sessions.keep(id, caller, transport),
      onsessionclosed: (id) => sessions.drop(id),
    });
    await createServer(sdk, tools, caller, audit).connect(transport);
    return transport;
  });
  return async (request, caller, body) => {
    if (request.method === 'GET') return new Response(null, { status: 405, headers: { allow: 'POST, DELETE' } });
    const session = request.headers.get('mcp-session-id');
    if (session !== null) return sessions.serve(request, session, keyOf(caller), body);
    return (await opensSession(sdk, request, body))
      ? sessions.open(request, caller, body)
      : handler.fetch(request, { ...introduce(caller), parsedBody: body });
  };
}

/** Who asks, for the server that is made for this request. The token itself goes no further than the gateway. */
function introduce(caller: Principal) {
  return { authInfo: { token: '', clientId: keyOf(caller), scopes: [...(caller.scopes ?? [])], extra: { caller } } };
}

type Sdk = typeof import('@modelcontextprotocol/server');

/** A server for one caller: it shows the tools that they may call, and checks when they do. */
function createServer(
  { Server, ProtocolError, ProtocolErrorCode }: Sdk,
  tools: readonly HouseTool[],
  caller: Principal,
  audit: Audit,
  follow: <T>(call: Promise<T>) => Promise<T> = (call) => call,
) {
  const server = new Server({ name: 'consilium', version: '1' }, { capabilities: { tools: {} } });
  const listed = tools.filter(({ scope }) => mayUse(caller, scope)).map(({ tool }) => tool);
  server.setRequestHandler('tools/list', () => ({ tools: listed }));
  server.setRequestHandler('tools/call', async ({ params }, context: ServerContext) => {
    const found = tools.find(({ tool }) => tool.name === params.name);
    if (found === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 60)}.`);
    const stray = Object.keys(params._meta ?? {}).find(isPatientName);
    if (stray !== undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Whom it is about stands in patient_id of the tool’s arguments, not in _meta.${stray.slice(0, 40)}.`,
      );
    return follow(callTool(found, params.arguments ?? {}, caller, context.mcpReq.signal, audit));
  });
  return server;
}

const DENIALS = new Set([
  ...['SCOPE_MISSING', 'PATIENT_FORBIDDEN', 'PATIENT_REQUIRED', 'PATIENT_NOT_FOUND', 'FORBIDDEN'],
  ...['SESSION_UNKNOWN', 'STATE_PROTECTED'],
]);

/** What goes wrong in a tool is an answer that the model reads, not a fault of the protocol. */
async function callTool(
  { tool, scope, call, about }: HouseTool,
  input: unknown,
  caller: Principal,
  signal: AbortSignal,
  audit: Audit,
) {
  const row = { action: `call:${tool.name}`, actor: 'mcp', principal: caller };
  try {
    requireScope(caller, scope);
    if (about === undefined) audit.write({ ...row, why: `tool ${tool.name}` });
    const who = { principal: caller, actor: 'mcp', why: `tool ${tool.name}` };
    const answer = await actAs(who, () => call(input, caller, signal));
    return { content: [{ type: 'text' as const, text: JSON.stringify(answer) }], structuredContent: answer };
  } catch (thrown) {
    if (thrown instanceof ConsiliumError && DENIALS.has(thrown.code))
      audit.deny({ ...row, ...(await about?.(input).catch(() => undefined)) }, thrown);
    const text = JSON.stringify({ error: shapeOf(thrown) });
    return { content: [{ type: 'text' as const, text }], isError: true };
  }
}

async function opensSession(sdk: Sdk, request: Request, body: unknown): Promise<boolean> {
  return request.method === 'POST' && sdk.isInitializeRequest(body) && sdk.isLegacyRequest(request, body, MAX_BODY);
}

type Transport = WebStandardStreamableHTTPServerTransport;

/** Sessions of clients of 2025: each is its caller's own, and makes room when it was quiet the longest: of theirs, then of all. */
class Sessions {
  readonly #kept = new Map<string, { caller: string; user: string; transport: Transport }>();
  readonly #create: (caller: Principal) => Promise<Transport>;

  constructor(create: (caller: Principal) => Promise<Transport>) {
    this.#create = create;
  }

  async open(request: Request, caller: Principal, body: unknown): Promise<Response> {
    return (await this.#create(caller)).handleRequest(request, { parsedBody: body });
  }

  async serve(request: Request, id: string, caller: string, body: unknown): Promise<Response> {
    const session = this.#kept.get(id);
    if (session?.caller !== caller) return unknownSession();
    this.#kept.delete(id);
    this.#kept.set(id, session);
    return session.transport.handleRequest(request, { parsedBody: body });
  }

  keep(id: string, caller: Principal, transport: Transport): void {
    const { user } = caller;
    this.#kept.set(id, { caller: keyOf(caller), user, transport });
    const own = [...this.#kept].filter(([, session]) => session.user === user);
    const oldest = own.length > MAX_OF_ONE ? own[0] : this.#kept.size > MAX_SESSIONS ? [...this.#kept][0] : undefined;
    if (oldest === undefined) return;
    this.#kept.delete(oldest[0]);
    void oldest[1].transport.close();
  }

  drop(id: string): void {
    this.#kept.delete(id);
  }
}

const MAX_SESSIONS = 1000;
/** Whoever opens them without end pushes out their own. */
const MAX_OF_ONE = 100;

/** Clients take this as a sign to begin anew. */
function unknownSession(): Response {
  const error = { code: -32001, message: 'There is no such session.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
