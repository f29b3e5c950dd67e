/** Signed bodies: what was signed is what came, for whom it came, now, and for the first time. */
import { systemClock } from '../../kernel/clock.ts';
import { ConsiliumError } from '../../kernel/index.ts';
import type { SeenSignatures } from '../../storage/index.ts';
import { type Here, otherHouse, readAudience } from './audience.ts';
import { bodyDigest } from './digest.ts';
import { CLOCK_TOLERANCE_S, type Keys } from './keys.ts';

export interface Signatures {
  /** `names`: of the agent that the body is for, any of them. Throws SIGNATURE_INVALID or REPLAYED. */
  check(signature: string, body: string, names: readonly string[], isOwn: Here['isOwn']): Promise<void>;
}

export function openSignatures(seen: SeenSignatures, keys: Keys, now: () => number = systemClock.now): Signatures {
  let checked = 0;
  return {
    check: async (signature, body, names, isOwn) => {
      const claims = await keys.verify(signature).catch((thrown: ConsiliumError) => {
        throw new ConsiliumError('SIGNATURE_INVALID', `The signature does not hold: ${thrown.message}`, {
          ...(thrown.hint !== undefined && { hint: thrown.hint }),
        });
      });
      if (claims['sha256'] !== bodyDigest(body))
        throw new ConsiliumError('SIGNATURE_INVALID', 'The signature is over another body.', {
          hint: 'Sign the very bytes that are sent.',
        });
      const agents = readAudience(claims.aud, { id: await keys.house(), isOwn });
      if (agents === undefined) {
        const { message, hint } = otherHouse('signature', claims.aud);
        throw new ConsiliumError('SIGNATURE_INVALID', message, { hint: hint! });
      }
      if (agents !== null && !names.some((name) => agents.includes(name)))
        throw new ConsiliumError('SIGNATURE_INVALID', 'The signature is for another agent.', {
          hint: `It is for ${agents.join(', ').slice(0, 200)}; sign it for ${names[0]}.`,
        });
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
