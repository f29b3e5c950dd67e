/**
 * A request sent twice is done once. Whoever sends an `Idempotency-Key` with a run gets, for the same key and body, the
 * answer of the first time: for a day, also after a restart, also while the first one still runs. What failed may be
 * tried again under the same key.
 */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { ConsiliumError, newId } from '../kernel/index.ts';
import type { KeptRequest, Requests } from '../storage/index.ts';
import { callerOf, keyOf } from './caller.ts';
import type { Middleware } from './route.ts';

export function doOnce(requests: Requests): Middleware {
  const running = new Map<string, { request: string; answer: Promise<KeptRequest> }>();

  return async (context, next) => {
    const given = context.req.header('idempotency-key');
    if (given === undefined) return void (await next());
    const key = hash([keyOf(callerOf(context)), context.req.method, context.req.path, checkKey(given)]);
    const request = hash([new URL(context.req.url).search, await context.req.text()]);
    const first = running.get(key);
    const kept = first ?? requests.find(key);
    if (kept !== undefined) {
      if (kept.request !== request) throw conflict();
      if (first !== undefined) return replay(await first.answer);
      if ((kept as KeptRequest).status > 0) return replay(kept as KeptRequest);
    }
    // A request that a dead process left without an answer is done again under the name that it had.
    const begun: KeptRequest = {
      request,
      name: (kept as KeptRequest | undefined)?.name ?? newId(),
      status: 0,
      ...NOTHING,
    };
    const { promise, resolve, reject } = Promise.withResolvers<KeptRequest>();
    promise.catch(() => {}); // whoever waits for it hears of it
    running.set(key, { request, answer: promise });
    try {
      requests.keep(key, begun);
      context.set('idempotency', begun.name);
      await next();
      const answer = await capture(context.res, begun);
      if (answer.status < 300) requests.keep(key, answer, runsOf(context));
      else requests.drop(key);
      resolve(answer);
    } catch (thrown) {
      reject(thrown);
      throw thrown;
    } finally {
      running.delete(key);
    }
    return undefined;
  };
}

const NOTHING = { type: '', location: null, body: '' };

/** A name for the run that this request starts, the same if it must be started again; undefined without a key. */
export function onceName(context: Context): string | undefined {
  return context.get('idempotency') as string | undefined;
}

/** What the answer tells of: where that is deleted, nobody is given the answer again. */
export function tellRun(context: Context, run: string): void {
  context.set('runs', [...runsOf(context), run]);
}

function runsOf(context: Context): readonly string[] {
  return (context.get('runs') as readonly string[] | undefined) ?? [];
}

/** The key of a turn: the same twice is one turn and one answer, whichever session it began. */
export function readKey(context: Context): string | undefined {
  const given = context.req.header('idempotency-key');
  return given === undefined ? undefined : checkKey(given).slice(0, 200);
}

function checkKey(key: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new ConsiliumError('REQUEST_INVALID', 'Idempotency-Key has 1 to 255 visible characters.');
}

async function capture(response: Response, begun: KeptRequest): Promise<KeptRequest> {
  return {
    ...begun,
    status: response.status,
    type: response.headers.get('content-type') ?? 'application/json',
    location: response.headers.get('location'),
    body: await response.clone().text(),
  };
}

function replay({ status, type, location, body }: KeptRequest): Response {
  const headers = new Headers({ 'content-type': type, 'idempotency-replayed': 'true' });
  if (location !== null) headers.set('location', location);
  return new Response(body, { status, headers });
}

function conflict(): ConsiliumError {
  return new ConsiliumError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was sent before with another request.', {
    hint: 'Use a new key for each request; send the same one only to repeat it.',
  });
}

function hash(parts: readonly string[]): string {
  const made = createHash('sha256');
  for (const part of parts) made.update(`${part.length}:${part}`);
  return made.digest('hex');
}
