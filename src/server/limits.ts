/** How much one caller may ask for in a minute: a token, or whoever is on this machine. */
import type { Context } from 'hono';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { ConsiliumError } from '../kernel/index.ts';
import { LOOPBACK, measuredOf, personOf } from './caller.ts';

/** Requests a minute; 0: as many as one likes. */
export interface RateLimits {
  readonly token: number;
  readonly loopback: number;
}

/** No person and no honest program comes near these. */
export const DEFAULT_LIMITS: RateLimits = { token: 6_000, loopback: 120_000 };

/** `CONSILIUM_RATE_LIMIT`: requests a minute and caller, or `off`. */
export function readRateLimits(env: Readonly<Record<string, string | undefined>>): RateLimits {
  const wish = env['CONSILIUM_RATE_LIMIT']?.trim();
  if (!wish) return DEFAULT_LIMITS;
  if (wish === 'off') return { token: 0, loopback: 0 };
  const limit = Number(wish);
  if (!Number.isInteger(limit) || limit < 1)
    throw new ConsiliumError('LIMIT_INVALID', 'CONSILIUM_RATE_LIMIT is a number of requests a minute, or off.');
  return { token: limit, loopback: limit };
}

const LIMITED = /^\/(?:v1\/|(?:mcp|a2a)(?:\/|$))/;
const WINDOW_SECONDS = 60;

export function limitRate(limits: RateLimits): (context: Context, next: () => Promise<void>) => Promise<void> {
  const counters = {
    token: new RateLimiterMemory({ points: limits.token, duration: WINDOW_SECONDS }),
    loopback: new RateLimiterMemory({ points: limits.loopback, duration: WINDOW_SECONDS }),
  };
  return (context, next) => {
    const caller = measuredOf(context);
    const kind = caller === LOOPBACK ? 'loopback' : 'token';
    if (limits[kind] === 0 || !LIMITED.test(context.req.path)) return next();
    const charge = (calls: number) => count(context, counters[kind], caller, limits[kind], calls);
    context.set(CHARGE, charge);
    return charge(1).then(next);
  };
}

const CHARGE = 'charge';

/** What comes as one request but is so many is counted as so many, once that is known. */
export async function chargeBatch(context: Context, calls: number): Promise<void> {
  if (calls > 1) await (context.get(CHARGE) as ((more: number) => Promise<void>) | undefined)?.(calls - 1);
}

async function count(
  context: Context,
  counter: RateLimiterMemory,
  caller: string,
  limit: number,
  calls: number,
): Promise<void> {
  const tell = ({ remainingPoints, msBeforeNext }: RateLimiterRes): number => {
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    context.header('ratelimit-limit', String(limit));
    context.header('ratelimit-remaining', String(Math.max(0, remainingPoints)));
    context.header('ratelimit-reset', String(seconds));
    return seconds;
  };
  try {
    tell(await counter.consume(caller, calls));
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    const seconds = tell(refused as RateLimiterRes);
    context.header('retry-after', String(seconds));
    throw new ConsiliumError('RATE_LIMITED', `That is more than ${limit} requests a minute.`, {
      retryable: true,
      hint: `Try again in ${seconds} s${calls > 1 ? ', with a smaller batch: each of its calls counts' : ''}; CONSILIUM_RATE_LIMIT sets the limit.`,
    });
  }
}

/** A few bytes that are a gigabyte when they are unpacked: nothing that comes over HTTP is unpacked here. */
export function refusePacked({ req }: Context, next: () => Promise<void>): Promise<void> {
  const encoding = req.header('content-encoding')?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity') return next();
  throw new ConsiliumError(
    'CONTENT_UNSUPPORTED',
    `A body that is packed (${encoding.slice(0, 40)}) is not read here.`,
    {
      hint: 'Send it as it is, without Content-Encoding.',
    },
  );
}

const MOST_STREAMS = 64;

/**
 * How many streams of events one caller may hold open, with all of their tokens; beyond that the next is refused, the
 * open ones go on.
 */
export function limitStreams(most = MOST_STREAMS): (context: Context, next: () => Promise<void>) => Promise<void> {
  const open = new Map<string, number>();
  const count = (caller: string, change: number) => {
    const now = (open.get(caller) ?? 0) + change;
    if (now > 0) open.set(caller, now);
    else open.delete(caller);
  };
  return async (context, next) => {
    const caller = personOf(context);
    const refuse = () => {
      throw new ConsiliumError('RATE_LIMITED', `One caller may have ${most} streams open.`, {
        retryable: true,
        hint: 'Close one of them first.',
      });
    };
    const isFull = () => (open.get(caller) ?? 0) >= most;
    if (context.req.header('accept')?.includes('text/event-stream') && isFull()) refuse();
    await next();
    // The head alone: whoever looks at the body of an answer makes a stream of it.
    if (!context.res.headers.get('content-type')?.startsWith('text/event-stream')) return;
    const { body } = context.res;
    if (body === null) return;
    if (isFull()) {
      await body.cancel();
      refuse();
    }
    count(caller, 1);
    context.res = new Response(
      followed(body, () => count(caller, -1)),
      context.res,
    );
  };
}

/** The same stream; says once when it is over, however it ends. */
function followed(body: ReadableStream<Uint8Array>, over: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isOver = false;
  const end = () => {
    if (!isOver) over();
    isOver = true;
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (thrown) {
        end();
        controller.error(thrown);
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
}
