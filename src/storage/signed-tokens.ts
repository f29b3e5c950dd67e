/**
 * Signed tokens, as far as they are kept: what those that were signed here allow, and which are taken back. A signature
 * holds until its end, so that one that has leaked is stopped by a row that says so, in the file that every process reads.
 */
import { ConsiliumError } from '../kernel/index.ts';
import type { TokenRow } from './tokens.ts';

export type SignedRow = Pick<TokenRow, 'name' | 'user' | 'expires' | 'scopes' | 'patients' | 'agents' | 'bound'> & {
  readonly jti: string;
  /** The house and agent that it is for. */
  readonly audience: string;
};

/** Signed tokens go by this and their jti, on the trail too. */
export const SIGNED = 'signed:';

const HOUR_MS = 3_600_000;
/** How long one that ended is still listed. */
export const KEPT_SIGNED_MS = 7 * 24 * HOUR_MS;
/** A signed token is good for a day, and clocks may differ. */
const LONGEST_SIGNED_MS = 25 * HOUR_MS;
export const SIGNED_ID = /^signed:[^\p{C}\s]{1,200}$/u;

/** One that another house signed: all that is known of it is that it is not to be let in. */
export function strangerOf(id: string, time: number): SignedRow {
  const jti = id.slice(SIGNED.length);
  const nothing = { scopes: [], patients: null, agents: null, bound: true };
  return { jti, name: 'signed elsewhere', user: '', audience: '', expires: time + LONGEST_SIGNED_MS, ...nothing };
}

export function notKept(): ConsiliumError {
  return new ConsiliumError('TOKEN_SIGNED', 'A signed token cannot be rotated: it is short-lived.', {
    hint: 'Sign another (consilium token issue <name> --signed), and revoke this one where it has leaked.',
  });
}
