/** What a request over HTTP says: its body, in time and in JSON, and what stands in its head. */
import { ConsiliumError } from '../kernel/index.ts';
import type { Arrival } from './auth/audience.ts';

/** What is needed of a request. */
export type Asked = Pick<Request, 'url' | 'method' | 'headers' | 'signal' | 'text'> & {
  readonly arrival?: Arrival | undefined;
  /** Its body, where that was read already. */
  readonly read?: string | undefined;
};

const BODY_TIMEOUT_MS = 20_000;

export function parseJson(request: Asked, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    const type = mediaType(request);
    if (type !== '' && !isJsonType(type)) throw foreignType(type);
    throw new ConsiliumError('JSON_INVALID', `The body is not JSON: ${(thrown as Error).message}`);
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

export function numberIn(request: Asked, header: string): number | undefined {
  const value = request.headers.get(header);
  return value !== null && /^\d{1,15}$/.test(value.trim()) ? Number(value) : undefined;
}
