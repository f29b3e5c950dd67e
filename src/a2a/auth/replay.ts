/** Signed bodies: what was signed is what came, for whom it came, now, and for the first time. */
import { systemClock } from '../../kernel/clock.ts';
import { ConsiliumError } from '../../kernel/index.ts';
import type { SeenSignatures } from '../../storage/index.ts';
import { bodyDigest } from './digest.ts';
import { CLOCK_TOLERANCE_S, type Keys } from './keys.ts';

export interface Signatures {
  /** Throws SIGNATURE_INVALID or REPLAYED. */
  check(signature: string, body: string, audience: string): Promise<void>;
}

export function openSignatures(seen: SeenSignatures, keys: Keys, now: () => number = systemClock.now): Signatures {
  let checked = 0;
  return {
    check: async (signature, body, audience) => {
      const claims = await keys.verify(signature).catch((thrown: ConsiliumError) => {
        throw new ConsiliumError('SIGNATURE_INVALID', `The signature does not hold: ${thrown.message}`, {
          ...(thrown.hint !== undefined && { hint: thrown.hint }),
        });
      });
      if (claims['sha256'] !== bodyDigest(body))
        throw new ConsiliumError('SIGNATURE_INVALID', 'The signature is over another body.', {
          hint: 'Sign the very bytes that are sent.',
        });
      if (![claims.aud].flat().includes(audience))
        throw new ConsiliumError('SIGNATURE_INVALID', 'The signature is for another agent.');
      if (checked++ % 1000 === 0) seen.forget(now());
      const expires = ((claims.exp ?? 0) + CLOCK_TOLERANCE_S) * 1000;
      const isNew = claims.jti !== undefined && seen.add(`${claims.kid}.${claims.jti}`, expires);
      if (!isNew)
        throw new ConsiliumError('REPLAYED', 'This signed request has come before.', {
          hint: 'Sign each request anew, with a jti of its own.',
        });
    },
  };
}
