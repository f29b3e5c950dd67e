/**
 * What a token may do, decided here and nowhere else. Every route states a scope and whose data it is about; a route
 * that states nothing is refused. A server that asks for no token has no guards.
 */
import type { Context, Env, Hono } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { App } from '../app/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import type { Scope, TokenRow } from '../storage/index.ts';
import { maySee, requireCaller, requirePatientOf, requireScope } from './caller.ts';
import { findPatient } from './patient.ts';
import { unknownSession } from './turns.ts';

export type House = Pick<App, 'home'>;

/** How a request names the patient whose data it is about. */
export type About =
  /** It is about nobody: teams, functions, documents. */
  | 'nobody'
  /** Everybody's at once: not for tokens of certain patients. */
  | 'everybody'
  /** A list: the route leaves out what `maySee` does not allow. */
  | 'listed'
  /** `:id` of the path is a patient, or a session. */
  | 'patient'
  | 'session'
  /** In the body or the query, in a way of the room's own. */
  | Check;

export interface Rule {
  readonly method: string;
  /** As Hono writes it. */
  readonly path: string;
  /** `open`: without a token; `any`: with any token, whatever it allows. */
  readonly scope: Scope | 'open' | 'any';
  readonly about: About;
}

/** Puts a guard before every route that is stated and a bar before those that are not. */
export function guardRoutes<E extends Env>(gateway: Hono<E>, app: House, rules: readonly Rule[]): void {
  const stated = new Set(rules.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
  gateway.use(async (context, next) => {
    const isStated = matchedRoutes(context)
      .filter(({ path }) => path !== '/*')
      .every(({ method, path }) => stated.has(`${method} ${path}`));
    if (!isStated) throw new ConsiliumError('FORBIDDEN', 'No token is good for this route: it states no scope.');
    await next();
  });
  for (const { method, path, scope, about } of rules)
    gateway.on(method.toUpperCase(), path, async (context: Context, next) => {
      if (scope !== 'open') {
        const caller = requireCaller(context);
        if (scope !== 'any') requireScope(caller, scope);
        if (caller.patients !== null) await (typeof about === 'function' ? about : CHECKS[about])(context, caller, app);
      }
      await next();
    });
}

/** Refuses a token that is for certain patients. */
export type Check = (context: Context, token: TokenRow, app: House) => void | Promise<void>;

/** For tokens of certain patients only. */
const CHECKS: Record<Exclude<About, Check>, Check> = {
  nobody: () => {},
  listed: () => {},
  everybody: () => {
    throw new ConsiliumError('PATIENT_FORBIDDEN', 'This token is for certain patients; this is about all of them.');
  },
  patient: (context, token) => requirePatientOf(token, context.req.param('id')),
  session: (context, token, app) => requireSession(app, token, context.req.param('id') ?? ''),
};

/** A session of another patient, or of none, is as good as none. */
export async function requireSession({ home }: House, token: TokenRow, session: string): Promise<void> {
  if (!maySee(token, await findPatient(home.store, session))) throw unknownSession();
}

export function unnamed(field: string): ConsiliumError {
  return new ConsiliumError('PATIENT_REQUIRED', `This token is for certain patients: say whose with ${field}.`);
}
