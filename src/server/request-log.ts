/** One line a request: ids, names, sizes, status and time; never a word of what was asked or answered. */
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { CallFacts } from '../a2a/call-facts.ts';
import { tokenOf } from './caller.ts';

/** Where the doors for agents leave what a call was about. */
export const CALL = 'agentCall';

/** The route that was meant, also where somebody was turned away before it. */
export function routeOf(context: Context): string {
  const { routePath } = context.req;
  if (routePath !== EVERY) return routePath;
  return matchedRoutes(context).findLast(({ path }) => path !== EVERY)?.path ?? routePath;
}

const EVERY = '/*';

export function describeRequest(context: Context): object {
  const { method, path } = context.req;
  const token = tokenOf(context)?.id;
  const answered = { method, route: routeOf(context), status: context.res.status, ...(token && { token }) };
  return AGENTS.test(path) ? { ...answered, ...describeCall(context) } : answered;
}

const AGENTS = /^\/a2a(?:\/|$)/;

/** Of a stream nobody knows how long it will be. */
function describeCall(context: Context): object {
  const facts = (context.get(CALL) ?? {}) as CallFacts;
  const received = sizeIn(context.req.header('content-length'));
  const sent = sizeIn(context.res.headers.get('content-length') ?? undefined);
  const named = context.req.param('agent' as never) as string | undefined;
  return {
    ...(named !== undefined && AGENT.test(named) && { agent: named }),
    ...facts,
    ...(received !== undefined && { received }),
    ...(sent !== undefined && { sent }),
  };
}

const AGENT = /^[\w-]{1,64}(?:\/[\w-]{1,64})?$/;

function sizeIn(length: string | undefined): number | undefined {
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}
