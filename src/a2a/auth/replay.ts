/** Signed bodies: what was signed is what came, for whom it came, now, and for the first time. */
import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../kernel/clock.ts';
import { ConsiliumError } from '../../kernel/index.ts';
import { migrate, type Tables } from '../../storage/index.ts';
import { bodyDigest } from './digest.ts';
import { CLOCK_TOLERANCE_S, type Keys } from './keys.ts';

const TABLES: Tables = {
  room: 'a2a_seen',
  steps: [`CREATE TABLE a2a_seen (id TEXT PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID, STRICT;`],
};

export interface Signatures {
  /** Throws SIGNATURE_INVALID or REPLAYED. */
  check(signature: string, body: string, audience: string): Promise<void>;
}

export function openSignatures(db: DatabaseSync, keys: Keys, now: () => number = systemClock.now): Signatures {
  migrate(db, TABLES);
  const see = db.prepare('INSERT OR IGNORE INTO a2a_seen (id, expires) VALUES (?, ?)');
  const forget = db.prepare('DELETE FROM a2a_seen WHERE expires < ?');
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
      if (checked++ % 1000 === 0) forget.run(now());
      const expires = ((claims.exp ?? 0) + CLOCK_TOLERANCE_S) * 1000;
      const isNew = claims.jti !== undefined && see.run(`${claims.kid}.${claims.jti}`, expires).changes === 1;
      if (!isNew)
        throw new ConsiliumError('REPLAYED', 'This signed request has come before.', {
          hint: 'Sign each request anew, with a jti of its own.',
        });
    },
  };
}
