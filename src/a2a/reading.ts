/** What a request over HTTP says: its body, in time and in JSON, and what stands in its head. */
import { parseGently } from '../kernel/gentle-json.ts';
import { ConsiliumError } from '../kernel/index.ts';
import type { Arrival } from './auth/audience.ts';
import { TIMEOUT_HEADER } from './wire.ts';

/** What is needed of a request. */
export type Asked = Pick<Request, 'url' | 'method' | 'headers' | 'signal' | 'text'> & {
  readonly arrival?: Arrival | undefined;
  /** Its body, where that was read already. */
  readonly read?: string | undefined;
};

const BODY_TIMEOUT_MS = 20_000;

/** From this many characters on, a body is parsed in pieces. */
const LARGE = 100_000;

export async function parseJson(request: Asked, text: string): Promise<unknown> {
  try {
    return text.length > LARGE ? await parseGently(text) : JSON.parse(text);
  } catch (thrown) {
    const type = mediaType(request);
    if (type !== '' && !isJsonType(type)) throw foreignType(type);
    throw new ConsiliumError('JSON_INVALID', `The body is not JSON: ${(thrown as Error).message}`, {
      hint: 'Send an envelope {agent_name, input} or a JSON-RPC request, whole and in UTF-8.',
    });
  }
}

export async function readRestText(request: Asked, ms?: number): Promise<string> {
  const text = await readText(request, ms);
  const type = mediaType(request);
  if (text !== '' && !isJsonType(type)) throw foreignType(type);
  return text;
}

function mediaType(request: Asked): string {
  return request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
}

function isJsonType(type: string): boolean {
  return type === 'application/json' || type === 'application/a2a+json';
}

function foreignType(type: string): ConsiliumError {
  return new ConsiliumError(
    'CONTENT_UNSUPPORTED',
    `A body is application/json here, not ${type.slice(0, 80) || 'nothing'}.`,
  );
}

/** Whoever sends drop by drop does not keep us for ever. */
export async function readText(request: Asked, ms = BODY_TIMEOUT_MS): Promise<string> {
  if (request.read !== undefined) return request.read;
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new ConsiliumError('BODY_TIMEOUT', 'The request did not arrive in time.', { retryable: true })),
    ms,
  );
  try {
    return await Promise.race([request.text(), promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The version that a request says it speaks; empty if it says none. */
export function versionOf(request: Asked): string {
  return request.headers.get('a2a-version') ?? new URL(request.url).searchParams.get('A2A-Version') ?? '';
}

export function asksForLegacy(request: Asked): boolean {
  return versionOf(request).startsWith('0.3');
}

export function keyIn(request: Asked): string | undefined {
  return request.headers.get('idempotency-key') || undefined;
}

/** How long the caller waits. What is no time is not guessed at: they would be let down later, and not know why. */
export function timeoutIn(request: Asked): number | undefined {
  const value = request.headers.get(TIMEOUT_HEADER);
  if (value === null) return undefined;
  const ms = numberOf(value);
  if (ms > 0) return ms;
  throw new ConsiliumError('REQUEST_INVALID', `The header ${TIMEOUT_HEADER} is no time to wait.`, {
    hint: 'It has whole milliseconds, 1 or more: 30000 is the usual. Leave it out for that.',
  });
}

/** The last event that was seen; NaN where that can be none of ours. */
export function lastEventIn(request: Asked): number | undefined {
  const value = request.headers.get('last-event-id');
  return value === null || value.trim() === '' ? undefined : numberOf(value);
}

function numberOf(text: string): number {
  return /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
}
