/**
 * One exchange with a peer over a pool of kept connections: so long and not longer, so much and not more, however the
 * peer behaves. What fails says whether anything had been sent, for only what was not sent may always be sent again.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { ConsiliumError } from '../../kernel/index.ts';
import { certificateTrouble } from './certificate.ts';
import { calledOff, unanswered } from './outage.ts';

export interface PoolOptions {
  readonly maxSockets?: number;
  /** Authorities that are trusted, in place of the system's own, PEM. */
  readonly ca?: string | undefined;
  readonly lookup?: LookupFunction | undefined;
}

export interface Pool {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
  close(): void;
}

export function createPool({ maxSockets = 256, ca, lookup }: PoolOptions = {}): Pool {
  const options = { keepAlive: true, maxSockets, maxFreeSockets: 64, noDelay: true, ...(lookup && { lookup }) };
  const http = new HttpAgent(options);
  const https = new HttpsAgent({ ...options, ...(ca && { ca }) });
  return {
    http,
    https,
    close: () => {
      http.destroy();
      https.destroy();
    },
  };
}

export interface Exchange {
  /** As a person calls it; it stands in the errors. */
  readonly peer: string;
  readonly url: URL;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: string | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly maxBytes?: number;
  readonly traffic?: Traffic | undefined;
}

/** Counts the bytes of bodies that went over the line. */
export interface Traffic {
  sent: number;
  received: number;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

const MAX_BYTES = 16 * 1024 * 1024;

/** The whole answer. */
export function exchange(pool: Pool, asked: Exchange): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const limit = asked.maxBytes ?? MAX_BYTES;
  const connection = connect(pool, asked, reject, (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (asked.traffic !== undefined) asked.traffic.received += chunk.length;
      if (size > limit) connection.fail(tooLarge(asked.peer, limit));
      else chunks.push(chunk);
    });
    response.on('end', () => {
      connection.done();
      if (!response.complete) return reject(unavailable(asked.peer, 'ended early', true));
      const text = chunks.length === 1 ? chunks[0]!.toString() : Buffer.concat(chunks).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
    response.on('error', (error) => connection.fail(describe(asked.peer, error, true)));
  });
  return promise;
}

/** The answer as it comes, for streams. The time-out is for all of it. */
export async function* readStream(pool: Pool, asked: Exchange): AsyncGenerator<Buffer, void> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const connection = connect(pool, asked, reject, resolve);
  const response = await promise;
  const status = response.statusCode ?? 0;
  try {
    // Who refuses before a stream begins, or has the whole answer at once, says so in one piece.
    if (status !== 200 || isJson(response)) {
      const [chunks, limit] = [[] as Buffer[], status === 200 ? (asked.maxBytes ?? MAX_BYTES) : MAX_REFUSAL];
      let size = 0;
      for await (const chunk of response as AsyncIterable<Buffer>) {
        if (asked.traffic !== undefined) asked.traffic.received += chunk.length;
        size += chunk.length;
        if (size <= limit) chunks.push(chunk);
        else if (status === 200) throw tooLarge(asked.peer, limit);
        else break;
      }
      throw new WholeAnswer({ status, headers: response.headers, text: Buffer.concat(chunks).toString() });
    }
    for await (const chunk of response) {
      if (asked.traffic !== undefined) asked.traffic.received += chunk.length;
      yield chunk as Buffer;
    }
    if (!response.complete) throw unavailable(asked.peer, 'ended early', true);
  } catch (thrown) {
    if (thrown instanceof WholeAnswer) throw thrown;
    throw connection.failure() ?? describe(asked.peer, thrown, true);
  } finally {
    connection.done();
    response.destroy();
  }
}

function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '');
}

const MAX_REFUSAL = 1024 * 1024;

/** What came in place of a stream. */
export class WholeAnswer extends Error {
  readonly received: Received;
  constructor(received: Received) {
    super(`status ${received.status}`);
    this.received = received;
  }
}

interface Connection {
  fail(error: ConsiliumError): void;
  failure(): ConsiliumError | undefined;
  /** Nothing can go wrong any more. */
  done(): void;
}

function connect(
  pool: Pool,
  asked: Exchange,
  reject: (error: ConsiliumError) => void,
  onResponse: (response: IncomingMessage) => void,
): Connection {
  const { peer, url, method = 'POST', headers = {}, body, timeoutMs, signal, traffic } = asked;
  const isTls = url.protocol === 'https:';
  let failed: ConsiliumError | undefined;
  let sent = false;
  const request = (isTls ? httpsRequest : httpRequest)(url, {
    method,
    agent: isTls ? pool.https : pool.http,
    headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
  });
  const fail = (error: ConsiliumError) => {
    failed ??= error;
    done();
    reject(failed);
    request.destroy();
  };
  const timer = setTimeout(() => fail(unanswered(peer, timeoutMs, sent)), Math.max(0, timeoutMs));
  const onAbort = () => fail(calledOff(peer, signal!, { ms: timeoutMs, sent }));
  const done = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  if (signal?.aborted) queueMicrotask(onAbort);
  else signal?.addEventListener('abort', onAbort, { once: true });
  const send = () => {
    if (failed !== undefined || request.destroyed) return;
    sent = true;
    request.end(body);
  };
  request.on('socket', (socket) => {
    if (socket.connecting) socket.once(isTls ? 'secureConnect' : 'connect', send);
    // A kept line may have been closed at the other end: that is heard before anything is said on it, and may be said again.
    else setImmediate(() => setImmediate(send));
  });
  request.on('error', (error) => fail(describe(peer, error, sent)));
  if (traffic !== undefined) traffic.sent += Buffer.byteLength(body ?? '');
  request.on('response', (response) => {
    response.on('error', (error) => fail(describe(peer, error, true)));
    onResponse(response);
  });
  return { fail, done, failure: () => failed };
}

function describe(peer: string, thrown: unknown, sent: boolean): ConsiliumError {
  if (thrown instanceof ConsiliumError) return thrown;
  const { code = 'unknown' } = thrown as { code?: string };
  return certificateTrouble(peer, code) ?? unavailable(peer, code, sent);
}

export function unavailable(peer: string, cause: string, sent: boolean): ConsiliumError {
  return new ConsiliumError('REMOTE_UNAVAILABLE', `${peer} could not be reached.`, {
    retryable: true,
    hint: 'Check that it runs and that the endpoint is right.',
    details: { cause, sent },
  });
}

export function tooLarge(peer: string, limit: number): ConsiliumError {
  return new ConsiliumError('REMOTE_TOO_LARGE', `The answer of ${peer} is larger than ${limit} bytes.`, {
    hint: 'Ask it for less at once, or look what it sends.',
  });
}
