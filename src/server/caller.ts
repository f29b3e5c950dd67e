/** Who asks, and what they may: a token that allows this and that, or whoever is on this machine, who may everything. */
import type { Context } from 'hono';
import { ConsiliumError } from '../kernel/index.ts';
import type { Scope, TokenRow } from '../storage/index.ts';

/** The token that was shown; none where none is asked for. */
export type Caller = TokenRow | undefined;

export function callerOf(context: Context): Caller {
  return context.get('token') as Caller;
}

/** Where a token is asked for. */
export function requireCaller(context: Context): TokenRow {
  const caller = callerOf(context);
  if (caller === undefined) throw tokenRequired();
  return caller;
}

export function tokenRequired(): ConsiliumError {
  return new ConsiliumError('TOKEN_REQUIRED', 'This server answers only to those who show a token.', {
    hint: 'Send the header Authorization: Bearer <token>; consilium token issue <name> makes one.',
  });
}

/** For counting and for telling apart. */
export function keyOf(caller: Caller): string {
  return caller === undefined ? LOOPBACK : `token:${caller.id}`;
}

export const LOOPBACK = 'loopback';

/** For the audit trail: the way they came and the name of their token. */
export function actorOf(caller: Caller, way = 'app'): string {
  return caller === undefined ? way : `${way}:${caller.name}`;
}

export function requireScope(caller: Caller, scope: Scope): void {
  if (caller === undefined || caller.scopes.includes(scope)) return;
  throw new ConsiliumError('SCOPE_MISSING', `This token does not have the scope ${scope}.`, {
    hint: `Ask for one that has: consilium token issue <name> --scope ${[...caller.scopes, scope].join(',')}`,
    details: { scope, has: caller.scopes },
  });
}

/** Whether this caller may know of what belongs to this patient, or to none. */
export function maySee(caller: Caller, patient: string | undefined): boolean {
  const patients = caller?.patients ?? null;
  return patients === null || (patient !== undefined && patients.includes(patient));
}

/** The same answer for every other patient, there or not. */
export function requirePatientOf(caller: Caller, patient: string | undefined): void {
  if (!maySee(caller, patient)) throw new ConsiliumError('PATIENT_FORBIDDEN', 'This token is not for this patient.');
}
