import type { IncomingMessage } from 'node:http';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ConsiliumError } from '../kernel/errors.ts';
import { type Address, type Resolve, refuse, resolvePublic } from './address.ts';
import { NOBODY, type PrivateHosts } from './private.ts';

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** For all of it: names, redirects and a body that drips. */
  readonly timeoutMs?: number;
  /** Of the body, unpacked. */
  readonly maxBytes?: number | ((type: string) => number);
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Which types of content are taken; all where it is absent. */
  readonly types?: RegExp;
  readonly redirects?: number;
  /** Private hosts that may be asked (`privateHostsOf`); none unless given. */
  readonly privateHosts?: PrivateHosts;
  /** How names are resolved; the machine's own way unless a test brings another. */
  readonly resolve?: Resolve;
  /** Checks a host and says where to connect, in place of all the above; for tests with a web of their own. */
  readonly locate?: (host: string) => Promise<Address>;
  readonly ports?: ReadonlySet<string>;
}

export interface Fetched {
  /** Where it was found in the end. */
  readonly url: string;
  readonly status: number;
  /** The content type as the server wrote it. */
  readonly type: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

const REDIRECTS = 5;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 2 * 1024 * 1024;
const PORTS = new Set(['', '80', '443', '8080', '8443']);
const AGENT = 'Consilium/0.1 (assistant; reads one page on request)';

/** Throws URL_REFUSED for an address that is not opened, URL_FAILED (with the status, where there is one) for what fails. */
export async function fetchBytes(given: string, options: FetchOptions = {}): Promise<Fetched> {
  const { timeoutMs = TIMEOUT_MS, redirects = options.body === undefined ? REDIRECTS : 0 } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  const open = options.privateHosts ?? NOBODY;
  let url = readUrl(given, options.ports ?? PORTS, open);
  const first = url;
  for (let hop = 0; hop <= redirects; hop++) {
    const at = await stoppable(locate(url, options, open), signal);
    const response = await ask(url, at, options, url.origin === first.origin, signal);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (status < 300 || status >= 400 || location === undefined) return read(url, response, status, options);
    response.destroy();
    if (!URL.canParse(location, url)) throw failed('The page redirects to what is no address.', status);
    url = readUrl(new URL(location, url).href, options.ports ?? PORTS, open);
  }
  if (redirects === 0) throw failed('The address redirects, which is not followed here.');
  throw failed(`The page redirects more than ${redirects} times.`);
}

/** The body as text, in the encoding that it or its type names. */
export async function fetchText(url: string, options: FetchOptions = {}): Promise<Fetched & { text: string }> {
  const fetched = await fetchBytes(url, options);
  return { ...fetched, text: decode(fetched.bytes, fetched.type) };
}

/** What the JSON says; its shape is the caller's to check. */
export async function fetchJson(url: string, options: FetchOptions = {}): Promise<unknown> {
  const { text } = await fetchText(url, { ...options, headers: { accept: 'application/json', ...options.headers } });
  return parseJson(text);
}

/** Sends JSON by POST; not redirected, so that what is sent goes nowhere else. */
export async function sendJson(url: string, value: unknown, options: FetchOptions = {}): Promise<Fetched> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...options.headers };
  return fetchBytes(url, { method: 'POST', ...options, headers, body: JSON.stringify(value), redirects: 0 });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw failed('The answer is not JSON.');
  }
}

function readUrl(given: string, ports: ReadonlySet<string>, open: PrivateHosts): URL {
  if (!URL.canParse(given)) throw refuse('That is not a web address.');
  const url = new URL(given);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse('Only http and https are opened.');
  if (url.username !== '' || url.password !== '') throw refuse('An address with a password in it is not opened.');
  if (!ports.has(url.port) && !open.has(url.hostname, url.port))
    throw refuse(`Port ${url.port} is not one of the web.`);
  return url;
}

function locate(url: URL, { locate: own, resolve }: FetchOptions, open: PrivateHosts): Promise<Address> {
  if (own !== undefined) return own(url.hostname);
  const isOpen = open.has(url.hostname, url.port);
  return resolvePublic(url.hostname, resolve, isOpen ? () => true : (address) => open.holds(address));
}

/** Name servers cannot be called off; whoever waits for them can. */
async function stoppable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(failed('The page gave no answer in time.'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, promise]);
  } catch (thrown) {
    throw thrown instanceof ConsiliumError ? thrown : failed(`The name could not be resolved: ${codeOf(thrown)}.`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Headers of a caller (a key, perhaps) go to the host that they were meant for, not where it redirects. */
function ask(
  url: URL,
  at: Address,
  options: FetchOptions,
  own: boolean,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve: done, reject } = Promise.withResolvers<IncomingMessage>();
  const { method = 'GET', body, headers = {} } = options;
  const accept = { accept: headers['accept'] ?? '*/*' };
  const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
    method,
    signal,
    agent: false, // no connection of before, perhaps to another address
    // Pinned: whatever the name says by now, this is the address that was checked.
    lookup: (_host, asked, answer) =>
      asked.all
        ? (answer as unknown as (error: null, all: Address[]) => void)(null, [at])
        : answer(null, at.address, at.family),
    headers: {
      'accept-encoding': 'gzip, br',
      'user-agent': AGENT,
      ...(own ? headers : accept),
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
  });
  request
    .on('response', done)
    .on('error', (error) =>
      reject(
        failed(signal.aborted ? 'The page gave no answer in time.' : `The page could not be opened: ${error.message}.`),
      ),
    );
  request.end(body);
  return promise;
}

async function read(url: URL, response: IncomingMessage, status: number, options: FetchOptions): Promise<Fetched> {
  const type = response.headers['content-type'] ?? '';
  const stop = (error: ConsiliumError) => {
    response.destroy();
    return error;
  };
  if (status < 200 || status >= 300) throw stop(failed(`The page answered ${status}.`, status));
  if (options.types !== undefined && !options.types.test(type))
    throw stop(failed(`The page is ${type || 'of an unknown type'}, not text.`, status));
  const { maxBytes = MAX_BYTES } = options;
  const bytes = await readBytes(response, typeof maxBytes === 'number' ? maxBytes : maxBytes(type));
  return { url: url.href, status, type, headers: response.headers, bytes };
}

async function readBytes(response: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const body = unpacked(response);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw failed(`The page is larger than ${most} bytes.`);
      chunks.push(chunk);
    }
  } catch (thrown) {
    throw thrown instanceof ConsiliumError ? thrown : failed(`The page broke off: ${codeOf(thrown)}.`);
  } finally {
    body.destroy();
    response.destroy();
  }
  return Buffer.concat(chunks);
}

/** The body as it was before it was packed; an error of the connection reaches whoever reads. */
function unpacked(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const unpack = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }[
    encoding
  ];
  if (unpack === undefined) {
    response.destroy();
    throw failed(`The page is packed in a way that is not read: ${encoding.slice(0, 40)}.`);
  }
  const stream = unpack();
  response.on('error', (error) => stream.destroy(error)).pipe(stream);
  return stream;
}

function decode(bytes: Buffer, type: string): string {
  const named =
    /charset=["']?([\w-]+)/i.exec(type)?.[1] ??
    /<meta[^<>]+charset=["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
}

function codeOf(thrown: unknown): string {
  const { code, message } = thrown as NodeJS.ErrnoException;
  return code ?? message;
}

export function failed(message: string, status?: number): ConsiliumError {
  return new ConsiliumError('URL_FAILED', message, {
    retryable: status === undefined || status === 429 || status >= 500,
    ...(status !== undefined && { details: { status } }),
  });
}
