/** One exchange with a service: so long, so much, once more after 429 or 5xx, no redirects, and errors that never repeat what was asked. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConsiliumError } from '../kernel/errors.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export interface Exchange {
  /** As a person calls the service; it stands in the errors. */
  service: string;
  url: URL;
  headers?: Record<string, string>;
  /** Sent by POST: an object as JSON, parameters as a form. */
  body?: object | URLSearchParams;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  maxBytes?: number;
}

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 2 * 1024 * 1024;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 3_000;

/** The text of the answer. Each of the two attempts has the whole time. */
export async function exchange(asked: Exchange): Promise<string> {
  return (await exchangeWhole(asked)).text;
}

/** What a service answered: `status` is 304 where it says that nothing has changed, else one of success. */
export interface Exchanged {
  readonly text: string;
  readonly status: number;
  readonly headers: Headers;
}

export async function exchangeWhole(asked: Exchange): Promise<Exchanged> {
  const first = await attempt(asked);
  if (first.kind === 'text') return first;
  await pause(first.pauseMs, asked.signal);
  const second = await attempt(asked);
  if (second.kind === 'text') return second;
  throw refusalOf(asked.service, second.status);
}

type Answer = (Exchanged & { kind: 'text' }) | { kind: 'again'; status: number; pauseMs: number };

async function attempt(asked: Exchange): Promise<Answer> {
  const { service, signal, timeoutMs = TIMEOUT_MS } = asked;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(asked.url, {
      ...sending(asked),
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const { status, headers } = response;
    if (response.ok) return { kind: 'text', status, headers, text: await readText(asked, response) };
    await response.body?.cancel();
    if (status === 304 && asked.headers !== undefined) return { kind: 'text', status, headers, text: '' };
    if (status !== 429 && status < 500) throw refusalOf(service, status);
    return { kind: 'again', status, pauseMs: pauseOf(response) };
  } catch (thrown) {
    if (signal?.aborted) throw signal.reason;
    if (thrown instanceof ConsiliumError) throw thrown;
    if (timeout.aborted) throw remote('REMOTE_TIMEOUT', `${service} gave no answer within ${timeoutMs} ms.`, service);
    throw remote('REMOTE_UNAVAILABLE', `${service} could not be reached.`, service, { cause: codeOf(thrown) });
  }
}

function sending({ headers = {}, body }: Exchange): RequestInit {
  const told = { 'user-agent': 'Consilium/0.1 (health assistant)', ...headers };
  if (body === undefined) return { headers: told };
  if (body instanceof URLSearchParams) return { method: 'POST', headers: told, body };
  return { method: 'POST', headers: { ...told, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function readText({ service, maxBytes = MAX_BYTES }: Exchange, response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw remote('REMOTE_TOO_LARGE', `The answer of ${service} is larger than ${maxBytes} bytes.`, service);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function pauseOf(response: Response): number {
  const asked = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0) * 1000, LONGEST_PAUSE_MS) : PAUSE_MS;
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw signal?.reason;
  }
}

function refusalOf(service: string, status: number): ConsiliumError {
  if (status === 429)
    return remote('REMOTE_RATE_LIMITED', `${service} takes no more requests at the moment.`, service, { status });
  if (status >= 500) return remote('REMOTE_UNAVAILABLE', `${service} answered ${status}.`, service, { status });
  if (status === 401 || status === 403)
    return remote('REMOTE_REFUSED', `${service} refused the request (${status}).`, service, { status });
  if (status < 400) return remote('REMOTE_REFUSED', `${service} sends elsewhere (${status}).`, service, { status });
  return remote('REMOTE_REFUSED', `${service} answered ${status}.`, service, { status });
}

const PASSING = new Set(['REMOTE_TIMEOUT', 'REMOTE_UNAVAILABLE', 'REMOTE_RATE_LIMITED']);

/** An error of a service. What was asked, and the key it was asked with, stay out of it. */
export function remote(
  code: `REMOTE_${string}`,
  message: string,
  service: string,
  details: Record<string, unknown> = {},
  hint?: string,
): ConsiliumError {
  return new ConsiliumError(code, message, {
    retryable: PASSING.has(code),
    details: { service, ...details },
    ...(hint !== undefined && { hint }),
  });
}

function codeOf(thrown: unknown): string {
  const { cause, name } = thrown as { cause?: { code?: string }; name?: string };
  return cause?.code ?? name ?? 'unknown';
}

/** JSON that a service promised. */
export function readJson(service: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw remote('REMOTE_INVALID', `The answer of ${service} is not JSON.`, service);
  }
}
