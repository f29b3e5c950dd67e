/** What is said of a token to whoever reads a list of them. */
import { systemClock } from '../kernel/clock.ts';
import { type Grant, isService } from './grants.ts';
import { SIGNED } from './signed-tokens.ts';
import type { TokenRow } from './tokens.ts';

/** Whether a call may name whom it is for: a service's token that was issued so. */
export function actsForAnyone({ bound, scopes }: Pick<Grant, 'bound' | 'scopes'>): boolean {
  return !bound && isService(scopes);
}

/** For whoever reads a list of them: moments in words, nothing secret. */
export function describeToken(row: TokenRow, now = systemClock.now()) {
  const { id, name, user, scopes, patients, agents, created, expires, used, revoked, family } = row;
  const isSigned = id.startsWith(SIGNED);
  const state = revoked !== null ? 'revoked' : expires !== null && expires <= now ? 'expired' : 'valid';
  return {
    id,
    name,
    user,
    acts_for: actsForAnyone(row) ? 'anyone' : user,
    state: state as 'valid' | 'expired' | 'revoked',
    scopes,
    patients,
    ...(agents && { agents }),
    ...(isSigned && { signed: true, audience: family }),
    created: new Date(created).toISOString(),
    expires: toMoment(expires),
    used: toMoment(used),
    revoked: toMoment(revoked),
  };
}

function toMoment(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
