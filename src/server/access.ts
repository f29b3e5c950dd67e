/**
 * What a caller may do, decided here and nowhere else. Every route states a scope and whose data it is about; a route
 * that states nothing is refused. Which door something is asked for at does not matter: a session is its user's, and
 * what a function or pipeline was given is work, wherever it is read. Whatever is refused here is on the trail, and a read
 * before its answer leaves; a deed is told where it is written, in its transaction.
 */
import type { Context, Env, Hono } from 'hono';
import { matchedRoutes } from 'hono/route';
import { type App, RUN_APPS } from '../app/index.ts';
import {
  actAs,
  ConsiliumError,
  isBound,
  isPatientName,
  type Principal,
  type SessionRow,
  toConsiliumError,
} from '../kernel/index.ts';
import type { Scope } from '../storage/index.ts';
import { callerOf, requirePatientOf, requireScope, tokenOf, tokenRequired } from './caller.ts';
import { findPatient } from './patient.ts';
import { nameSubject, type Subject, subjectOf } from './subject.ts';
import { unknownSession } from './turns.ts';

export type House = Pick<App, 'home' | 'records' | 'mayReach'>;

/** How a request names the patient whose data it is about. */
export type About =
  /** It is about nobody: teams, functions, documents. */
  | 'nobody'
  /** The caller's own things, and no patient's: not for tokens of certain patients. */
  | 'own'
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
  /**
   * How the trail hears of it. `below`: what is written tells of itself, in its transaction, in the name of whoever acts;
   * `no`: nothing of anybody is read or changed. Without it, the guard tells of every read that is about somebody. Deeds
   * have to say it.
   */
  readonly told?: 'below' | 'no' | undefined;
  /** What it takes in the address. */
  readonly query?: { readonly shape: Readonly<Record<string, unknown>> };
  /** Takes the header X-Patient-Id. */
  readonly patientHeader?: true;
}

export interface Guarding {
  /** Whether callers show a token; without, whoever is on this machine may come in. */
  readonly asksForTokens: boolean;
  /** Whether an error of a handler says that somebody was turned away. */
  isRefusal(error: ConsiliumError): boolean;
}

/** Puts a guard before every route that is stated and a bar before those that are not. */
export function guardRoutes<E extends Env>(
  gateway: Hono<E>,
  app: House,
  rules: readonly Rule[],
  { asksForTokens, isRefusal }: Guarding,
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
  for (const rule of rules) {
    const { method, path, scope } = rule;
    gateway.on(method.toUpperCase(), path, async (context: Context, next) => {
      if (scope === 'open') return next();
      if (asksForTokens && tokenOf(context) === undefined) throw tokenRequired();
      const caller = callerOf(context);
      // Of two that fit a path the first one tells of it.
      const isOuter = subjectOf(context) === undefined;
      const trail = openTrail(context, caller, app, rule);
      try {
        await admit(context, caller, app, rule);
        refuseStrayNames(context, rule);
      } catch (thrown) {
        if (thrown instanceof ConsiliumError && !FAULTS.has(thrown.code)) trail.deny(thrown);
        throw thrown;
      }
      if (!isOuter) return next();
      await actAs({ principal: caller, actor: 'app', why: trail.route }, next);
      const error = context.error && toConsiliumError(context.error);
      if (error === undefined) {
        if (isReadOf(rule) && !subjectOf(context)?.isEmpty) trail.tell();
      } else if (isRefusal(error)) trail.deny(error);
    });
  }
}

/** Throws where the caller lacks the scope, or it is not about what they may see. Whose data was tried is named in any case. */
async function admit(context: Context, caller: Principal, app: House, { scope, about }: Rule): Promise<void> {
  const check = async () => (typeof about === 'function' ? about : CHECKS[about])(context, caller, app);
  const { id } = context.req.param() as { id?: string };
  nameSubject(context, about === 'patient' ? { patientId: id } : { object: id });
  try {
    if (scope !== 'open' && scope !== 'any') requireScope(caller, scope);
  } catch (thrown) {
    await check().catch(() => {});
    throw thrown;
  }
  await check();
}

/** Whom a request names where its route does not look is meant all the same: it is refused, not answered about another. */
function refuseStrayNames({ req }: Context, { query, patientHeader }: Rule): void {
  const stray = Object.keys(req.query()).find((key) => isPatientName(key) && !(key in (query?.shape ?? {})));
  if (stray !== undefined) throw strayName(`${stray.slice(0, 40)} in the address`);
  if (patientHeader) return;
  for (const key of req.raw.headers.keys()) if (isPatientName(key)) throw strayName(`the header ${key}`);
}

function strayName(place: string): ConsiliumError {
  return new ConsiliumError('REQUEST_INVALID', `This route does not take ${place}: it would be about somebody else.`, {
    hint: 'GET /openapi.json says where each route is told whom it is about (mostly patient_id of the body).',
  });
}

/** Whether something of somebody is read there. */
function isReadOf({ about, told }: Rule): boolean {
  return told === undefined && about !== 'nobody';
}

/** The rows of one request. */
function openTrail(context: Context, principal: Principal, { home: { audit } }: House, { path }: Rule) {
  const route = `${context.req.method} ${path}`;
  const about = () => {
    const { patientId, object } = subjectOf(context) ?? {};
    return { actor: 'app', principal, patientId, object };
  };
  return {
    route,
    tell: () => audit.write({ ...about(), action: `read:${nounOf(path)}`, why: route }),
    deny: (error: ConsiliumError) => audit.deny({ ...about(), action: route }, error),
  };
}

/** What a path is about, without what is filled in: `sessions/events`. */
function nounOf(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== 'v1' && part !== '*' && !part.startsWith(':'))
    .join('/');
}

/** What is wrong with a body that is looked into: nobody is turned away, and whoever sends nonsense fills no trail. */
const FAULTS = new Set(['REQUEST_INVALID', 'BODY_TOO_LARGE', 'BODY_TIMEOUT', 'BODY_INCOMPLETE']);

/** Refuses a caller whom the data of this request is not for. */
export type Check = (context: Context, caller: Principal, app: House) => void | Promise<void>;

const CHECKS: Record<Exclude<About, Check>, Check> = {
  nobody: () => {},
  own: (_, caller) => {
    if (isBound(caller))
      throw new ConsiliumError('PATIENT_FORBIDDEN', "This token is for certain patients; this is its user's own.", {
        hint: 'Ask with a token that was issued without --patient.',
      });
  },
  listed: () => {},
  everybody: (_, { patients }) => {
    if (patients !== null)
      throw new ConsiliumError('PATIENT_FORBIDDEN', 'This token is for certain patients; this is about all of them.', {
        hint: 'Ask about one of them by id, or with a token that was issued without --patient.',
      });
  },
  patient: (context, caller) => requirePatientOf(caller, context.req.param('id')),
  session: (context, caller, app) =>
    requireSession(app, caller, context.req.param('id') ?? '', (subject) => nameSubject(context, subject)),
};

/** The patient that a request names, in a way of the room's own. */
export function requirePatient(context: Context, caller: Principal, patient: string | undefined): void {
  nameSubject(context, { patientId: patient });
  requirePatientOf(caller, patient);
}

/** A session of somebody else, of another patient, or of work that one may not see, is as good as none. */
export async function requireSession(
  { home, mayReach }: House,
  caller: Principal,
  session: string,
  name: (subject: Subject) => void = () => {},
): Promise<void> {
  const [row, patient] = await Promise.all([home.store.session(session), findPatient(home.store, session)]);
  name({ object: session, patientId: patient });
  if (row === undefined || !isOwn(caller, row) || !(await mayReach(caller, row.app, session))) throw unknownSession();
}

/** Whether what was said in it is for this caller: their own, and of a kind that they may see. */
export function isOwn(caller: Principal, { user, app }: Pick<SessionRow, 'user' | 'app'>): boolean {
  const isWork = RUN_APPS.includes(app);
  return user === caller.user && (!isWork || caller.scopes === null || caller.scopes.includes('work'));
}
