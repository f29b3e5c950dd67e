/** How much one caller may ask for in a minute: a token, or whoever is on this machine. */
import type { Context } from 'hono';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { ConsiliumError } from '../kernel/index.ts';
import { callerOf, keyOf, LOOPBACK } from './caller.ts';

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
  return async (context, next) => {
    const caller = keyOf(callerOf(context));
    const kind = caller === LOOPBACK ? 'loopback' : 'token';
    if (limits[kind] > 0 && LIMITED.test(context.req.path)) await count(context, counters[kind], caller, limits[kind]);
    await next();
  };
}

async function count(context: Context, counter: RateLimiterMemory, caller: string, limit: number): Promise<void> {
  const tell = ({ remainingPoints, msBeforeNext }: RateLimiterRes): number => {
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    context.header('ratelimit-limit', String(limit));
    context.header('ratelimit-remaining', String(Math.max(0, remainingPoints)));
    context.header('ratelimit-reset', String(seconds));
    return seconds;
  };
  try {
    tell(await counter.consume(caller));
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    const seconds = tell(refused as RateLimiterRes);
    context.header('retry-after', String(seconds));
    throw new ConsiliumError('RATE_LIMITED', `That is more than ${limit} requests a minute.`, {
      retryable: true,
      hint: `Try again in ${seconds} s; CONSILIUM_RATE_LIMIT sets the limit.`,
    });
  }
}
