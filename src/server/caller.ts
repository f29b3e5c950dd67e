/** Who asks, and what they may: the holder of a token, or whoever is on this machine, who may everything. */
import type { TLSSocket } from 'node:tls';
import type { Context } from 'hono';
import type { Arrival } from '../a2a/auth/audience.ts';
import { ConsiliumError, machineUser, mayUse, type Principal } from '../kernel/index.ts';
import type { Visitor } from '../record/index.ts';
import type { Scope, TokenRow } from '../storage/index.ts';

/** The token that was shown; none where none is asked for. */
export function tokenOf(context: Context): TokenRow | undefined {
  return context.get('token') as TokenRow | undefined;
}

export function callerOf(context: Context): Principal {
  const token = tokenOf(context);
  return token === undefined ? machineUser() : principalOf(token);
}

/** A token that was issued for somebody by name is a device's or a service's, which acts for them. */
export function principalOf({ id, user, scopes, patients, bound }: TokenRow): Principal {
  return { user, how: 'token', via: id, scopes, patients, ...(bound && { onBehalfOf: user }) };
}

export function tokenRequired(): ConsiliumError {
  return new ConsiliumError('TOKEN_REQUIRED', 'This server answers only to those who show a token.', {
    hint: 'Send the header Authorization: Bearer <token>; consilium token issue <name> makes one.',
  });
}

/** Where it came in, as the socket says. */
export function arrivalOf(context: Context): Arrival | undefined {
  const env = context.env as { incoming?: { socket?: Partial<TLSSocket> } } | undefined;
  const { localAddress: address, localPort: port, encrypted } = env?.incoming?.socket ?? {};
  if (address === undefined || port === undefined) return undefined;
  return { address, port, isSecure: encrypted === true };
}

/** For counting and for telling apart. */
export function keyOf({ how, via }: Principal): string {
  return how === 'machine' ? LOOPBACK : `${how}:${via}`;
}

/** Whose requests are counted together: those with one token, or with any that one signer has signed. */
export function measuredOf(context: Context): string {
  const { signer } = tokenOf(context) ?? {};
  return signer === undefined ? keyOf(callerOf(context)) : `signer:${signer}`;
}

/** The same for all tokens of one user: who has issued a hundred is one. */
export function personOf(context: Context): string {
  const token = tokenOf(context);
  return token === undefined || token.signer !== undefined ? measuredOf(context) : `user:${token.user}`;
}

export const LOOPBACK = 'loopback';

export function requireScope(caller: Principal, scope: Scope): void {
  if (mayUse(caller, scope)) return;
  const has = caller.scopes ?? [];
  throw new ConsiliumError('SCOPE_MISSING', `This token does not have the scope ${scope}.`, {
    hint: `Ask for one that has: consilium token issue <name> --scope ${[...has, scope].join(',')}`,
    details: { scope, has },
  });
}

/** Whether this caller may know of what belongs to this patient, or to none. */
export function maySee({ patients }: Principal, patient: string | undefined): boolean {
  return patients === null || (patient !== undefined && patients.includes(patient));
}

/** The same answer for every other patient, there or not. */
export function requirePatientOf(caller: Principal, patient: string | undefined): void {
  if (!maySee(caller, patient))
    throw new ConsiliumError('PATIENT_FORBIDDEN', 'This token is not for this patient.', { hint: OTHER_PATIENT });
}

const OTHER_PATIENT =
  'Ask for a token that is: consilium token issue <name> --patient <id>; consilium token list says whom each is for.';

/** For the audit trail: who, the door that they came through, and what they asked for there. */
export function visitorOf(context: Context, actor = 'app'): Visitor {
  return { principal: callerOf(context), actor, why: `${context.req.method} ${context.req.routePath}` };
}
