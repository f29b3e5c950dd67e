/** The line to an MCP server: a process that is started, or an address; opened once, and closed whatever it is doing. */
import { basename } from 'node:path';
import type { Client, Transport } from '@modelcontextprotocol/client';
import { ConsiliumError } from '../kernel/index.ts';
import type { McpConfig } from '../teams/index.ts';
import { createAddresses } from './address.ts';
import { isNamedHost, isOfHouse, isPrivate, LOOPBACK, listOf, namedHosts } from './hosts.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface McpConnection {
  readonly client: Promise<Client>;
  /** Why the line was closed from here, where it was. */
  flaw(): ConsiliumError | undefined;
  close(): Promise<void>;
}

/** Lists of tools that never end. */
const MOST_PAGES = 20;

interface Line {
  readonly config: McpConfig;
  readonly env: Env;
  /** As people are told it is called. */
  readonly server: string;
  readonly readyMs: number;
}

export function openConnection({ config, env, server, readyMs }: Line, onClose: () => void): McpConnection {
  let opened: Client | undefined;
  let isClosed = false;
  let flaw: ConsiliumError | undefined;
  const open = async (): Promise<Client> => {
    const { Client } = await import('@modelcontextprotocol/client');
    opened = new Client({ name: 'consilium', version: '1' }, { listMaxPages: MOST_PAGES });
    opened.onclose = () => {
      if (!isClosed) onClose();
    };
    try {
      const transport = await transportTo(config, env);
      transport.onerror = ({ message }) => {
        if (!TOO_LARGE.test(message)) return;
        flaw = tooLarge(server);
        // The rest of it is not waited for, nor read: whoever sends it is ended at once.
        endProcess(transport);
      };
      await opened.connect(transport, { timeout: readyMs });
      return opened;
    } catch (thrown) {
      await opened.close().catch(() => {});
      if (!isClosed) onClose();
      throw thrown instanceof ConsiliumError ? thrown : unavailable(server, causeOf(thrown));
    }
  };
  const client = open();
  client.catch(() => {});
  return {
    client,
    flaw: () => flaw,
    close: async () => {
      isClosed = true;
      await opened?.close().catch(() => {});
    },
  };
}

async function transportTo(config: McpConfig, env: Env): Promise<Transport> {
  if ('command' in config) {
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    const { command, args = [], env: own = {} } = config;
    const known = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, expand(value, env)]));
    return new StdioClientTransport({
      ...{ command, args, stderr: 'ignore', maxBufferSize: MOST_BYTES },
      env: { PATH: env['PATH'] ?? '', ...known },
    });
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const token = config.auth_token === undefined ? undefined : expand(config.auth_token, env);
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const url = new URL(expand(config.url, env));
  requireTls(url, env);
  if (!isOfHouse(config.url)) await requirePublic(url, env);
  const requestInit: RequestInit = { headers, redirect: 'error' };
  return hearingEnds(new StreamableHTTPClientTransport(url, { requestInit, fetch: fetchSome }));
}

/**
 * A stream that ends before the answer, and cannot be taken up again, is one: the SDK would go on waiting for its time-out. Of
 * one that had been answered nobody waits for this any more.
 */
function hearingEnds(transport: Transport): Transport {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!('method' in message) || !('id' in message)) return send(message, options);
    const { id } = message;
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.();
      transport.onmessage?.({ jsonrpc: '2.0', id, error: { code: LINE_ENDED, message: 'The stream ended early.' } });
    };
    return send(message, { ...options, onRequestStreamEnd });
  };
  return transport;
}

/** As the SDK numbers a line that was closed. */
const LINE_ENDED = -32_000;

/** More than any tool should say at once. */
const MOST_BYTES = 10 * 1024 * 1024;
/** In the words of `fetchSome`, and of the SDK for what a process writes. */
const TOO_LARGE = /too large|exceeded maximum size/;

function tooLarge(server: string): ConsiliumError {
  return new ConsiliumError(
    'MCP_TOO_LARGE',
    `The line to the MCP server ${server} was closed: an answer of it was larger than ${MOST_BYTES} bytes.`,
    { hint: 'Ask it for less at once, or look what it sends.' },
  );
}

function endProcess(transport: Transport): void {
  const { pid } = transport as { pid?: number | null };
  try {
    if (pid) process.kill(pid, 'SIGKILL');
  } catch {} // it has ended by itself
}

/** An answer that never ends is cut off while it comes, and not when it has filled the memory. */
async function fetchSome(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.body === null) return response;
  // A stream of events goes on for as long as it likes; one event does not.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const sizeAfter = isStream ? countEvent() : countAll();
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      if (sizeAfter(chunk) > MOST_BYTES) controller.error(new Error('The answer is too large.'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
}

function countAll(): (chunk: Uint8Array) => number {
  let size = 0;
  return (chunk) => {
    size += chunk.length;
    return size;
  };
}

const [LINE_FEED, RETURN] = [10, 13];

/** The size of the event that is not at its end: an empty line ends one. */
function countEvent(): (chunk: Uint8Array) => number {
  let [size, line] = [0, 0];
  return (chunk) => {
    for (const byte of chunk) {
      size++;
      if (byte === LINE_FEED) {
        if (line === 0) size = 0;
        line = 0;
      } else if (byte !== RETURN) line++;
    }
    return size;
  };
}

/** As for agents of other machines: nothing, and no token, is told in the clear. */
function requireTls({ protocol, hostname, host }: URL, env: Env): void {
  const plain = [...LOOPBACK, ...listOf(env['CONSILIUM_A2A_PLAIN'])];
  if (protocol === 'http:' && !plain.includes(hostname) && !plain.includes(host))
    throw unreachable(`${host} is to be spoken to without TLS.`, `Use https, or CONSILIUM_A2A_PLAIN=${hostname}.`);
}

/** What a team's file names is not therefore ours to call. */
async function requirePublic(url: URL, env: Env): Promise<void> {
  const hint = `Where it may be called, name it: CONSILIUM_A2A_PRIVATE=${url.host}`;
  if (isPrivate(url) && !isNamedHost(url, env)) throw unreachable(`${url.host} is a private address.`, hint);
  const { lookup } = createAddresses([...LOOPBACK, ...namedHosts(env)]);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  lookup(url.hostname.replace(/^\[(.*)\]$/, '$1'), { all: true }, (error) => {
    const isRefused = error instanceof ConsiliumError;
    if (isRefused && !isNamedHost(url, env) && !LOOPBACK.includes(url.hostname))
      reject(unreachable(`${url.host} leads to a private address.`, hint));
    else resolve(); // a name that leads nowhere is told of by whoever goes there
  });
  await promise;
}

function unreachable(message: string, hint: string): ConsiliumError {
  return new ConsiliumError('MCP_CONFIG', message, { hint });
}

/** What people are told it is: its host or its program, without what its address may have in it. */
export function nameOfServer(config: McpConfig, env: Env): string {
  if ('command' in config) return basename(config.command);
  const written = config.url.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, key: string) => env[key] ?? key);
  return URL.parse(written)?.host || config.url.replace(/[${}]/g, '');
}

export function unavailable(server: string, why: string): ConsiliumError {
  return new ConsiliumError('MCP_UNAVAILABLE', `The MCP server ${server} cannot be asked: ${why}.`, {
    retryable: true,
    hint: 'Check that it runs, and its address or command in the YAML; it is tried again by itself.',
  });
}

/** In a few words, and none of the server's own. */
function causeOf(thrown: unknown): string {
  const { code, cause, message } = thrown as { code?: unknown; cause?: { code?: unknown }; message?: string };
  const name = [cause?.code, code].find((each) => typeof each === 'string');
  if (name === 'ENOENT') return 'there is no such program';
  if (name !== undefined) return String(name).slice(0, 60);
  if (/timed? ?out/i.test(message ?? '')) return 'it gave no answer in time';
  return 'what it answers is not MCP';
}

function expand(text: string, env: Env): string {
  return text.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, key: string) => {
    const value = env[key];
    if (value) return value;
    throw new ConsiliumError('MCP_CONFIG', `${key} is not set.`, { hint: `Set ${key} in the environment.` });
  });
}
