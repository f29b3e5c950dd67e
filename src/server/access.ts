/**
 * What a caller may do, decided here and nowhere else. Every route states a scope and whose data it is about; a route
 * that states nothing is refused. Which door something is asked for at does not matter: a session is its user's, and
 * what a function or pipeline was given is work, wherever it is read.
 */
import type { Context, Env, Hono } from 'hono';
import { matchedRoutes } from 'hono/route';
import { type App, RUN_APPS } from '../app/index.ts';
import { ConsiliumError, type Principal, type SessionRow } from '../kernel/index.ts';
import type { Scope } from '../storage/index.ts';
import { callerOf, maySee, requirePatientOf, requireScope, tokenOf, tokenRequired } from './caller.ts';
import { findPatient } from './patient.ts';
import { unknownSession } from './turns.ts';

export type House = Pick<App, 'home' | 'records'>;

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

export interface Guarding {
  /** Whether callers show a token; without, whoever is on this machine may come in. */
  readonly asksForTokens: boolean;
  /** Told of everybody who was turned away. */
  onDenied(context: Context, caller: Principal, error: ConsiliumError): void;
}

/** Puts a guard before every route that is stated and a bar before those that are not. */
export function guardRoutes<E extends Env>(
  gateway: Hono<E>,
  app: House,
  rules: readonly Rule[],
  { asksForTokens, onDenied }: Guarding,
): void {
  const stated = new Set(rules.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
  if (asksForTokens)
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
        if (asksForTokens && tokenOf(context) === undefined) throw tokenRequired();
        const caller = callerOf(context);
        try {
          if (scope !== 'any') requireScope(caller, scope);
          await (typeof about === 'function' ? about : CHECKS[about])(context, caller, app);
        } catch (thrown) {
          if (thrown instanceof ConsiliumError && !FAULTS.has(thrown.code)) onDenied(context, caller, thrown);
          throw thrown;
        }
      }
      await next();
    });
}

/** What is wrong with a body that is looked into: nobody is turned away, and whoever sends nonsense fills no trail. */
const FAULTS = new Set(['REQUEST_INVALID', 'BODY_TOO_LARGE', 'BODY_TIMEOUT', 'BODY_INCOMPLETE']);

/** Refuses a caller whom the data of this request is not for. */
export type Check = (context: Context, caller: Principal, app: House) => void | Promise<void>;

const CHECKS: Record<Exclude<About, Check>, Check> = {
  nobody: () => {},
  listed: () => {},
  everybody: (_, { patients }) => {
    if (patients !== null)
      throw new ConsiliumError('PATIENT_FORBIDDEN', 'This token is for certain patients; this is about all of them.', {
        hint: 'Ask about one of them by id, or with a token that was issued without --patient.',
      });
  },
  patient: (context, caller) => requirePatientOf(caller, context.req.param('id')),
  session: (context, caller, app) => requireSession(app, caller, context.req.param('id') ?? ''),
};

/** A session of somebody else, of another patient, or of work that one may not see, is as good as none. */
export async function requireSession({ home }: House, caller: Principal, session: string): Promise<void> {
  const row = await home.store.session(session);
  if (row === undefined || !isOwn(caller, row)) throw unknownSession();
  if (!maySee(caller, await findPatient(home.store, session))) throw unknownSession();
}

/** Whether what was said in it is for this caller: their own, and of a kind that they may see. */
export function isOwn(caller: Principal, { user, app }: Pick<SessionRow, 'user' | 'app'>): boolean {
  const isWork = RUN_APPS.includes(app);
  return user === caller.user && (!isWork || caller.scopes === null || caller.scopes.includes('work'));
}

export function unnamed(field: string): ConsiliumError {
  return new ConsiliumError('PATIENT_REQUIRED', `This token is for certain patients: say whose with ${field}.`);
}
