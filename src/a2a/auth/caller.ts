/** Who calls, from the token that was shown: one of the house's own, or a short-lived one that somebody signed. */
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/index.ts';
import type { Scope, TokenRow } from '../../storage/index.ts';
import type { Keys } from './keys.ts';

/** The audience of a token that is not for one agent only. */
export const HOUSE = 'consilium';

const claims = z.object({
  sub: z.string().min(1).max(200),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  iat: z.number(),
  jti: z.string().optional(),
  /** The user it acts for. */
  user: z.string().max(128).optional(),
  agents: z.array(z.string()).optional(),
  patients: z.array(z.string()).optional(),
  kid: z.string(),
});

export function isSigned(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}

/** What a signed token allows, as a row: calling agents, and only those that it is for. */
export async function readSigned(token: string, keys: Keys): Promise<TokenRow> {
  const parsed = claims.safeParse(await keys.verify(token));
  if (!parsed.success)
    throw new ConsiliumError('TOKEN_INVALID', 'This token does not say who it is for.', {
      hint: 'A signed token has sub, aud, iat and exp; and user, where it acts for one.',
    });
  const { sub, aud, exp, iat, jti, user, agents, patients, kid } = parsed.data;
  const audience = [aud].flat();
  const scopes: Scope[] = ['a2a'];
  return {
    id: `signed:${jti ?? sub}`,
    name: sub,
    created: iat * 1000,
    revoked: null,
    used: null,
    expires: exp * 1000,
    scopes,
    patients: patients ?? null,
    agents: audience.includes(HOUSE) ? (agents ?? null) : narrow(audience, agents),
    user: user ?? `peer:${sub.replace(/[^\w.@+-]+/g, '-').slice(0, 100)}`,
    bound: user !== undefined,
    family: `signed:${kid}:${sub}`,
  };
}

/** Of the agents that it names, those that it is for; without names, all of those. */
function narrow(audience: readonly string[], agents: readonly string[] | undefined): string[] {
  if (agents === undefined) return [...audience];
  return agents.filter((agent) => audience.includes(agent.split(':')[0]!));
}
