/** Who calls, from the token that was shown: one of the house's own, or a short-lived one that somebody signed. */
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/index.ts';
import { SCOPES, SIGNED, type TeamScopes, type TokenRow } from '../../storage/index.ts';
import { type Here, otherHouse, readAudience } from './audience.ts';
import { CLOCK_TOLERANCE_S, type Keys } from './keys.ts';

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
  /** Of one that names no user: it says itself whom it serves, with every call. */
  for_anyone: z.boolean().optional(),
  /** Rights that teams ask for. */
  scopes: z.array(z.string()).max(50).optional(),
  signer: z.string(),
  own: z.boolean(),
});

export function isSigned(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}

/**
 * What a signed token allows, as a row: calling agents, only those that it is for, with the rights of teams that it names.
 * `isOwn`: whether an address is this house's. `teamScopes`: which rights teams ask for.
 */
export async function readSigned(
  token: string,
  keys: Keys,
  isOwn: Here['isOwn'],
  teamScopes: () => Promise<TeamScopes> = async () => ({}),
): Promise<TokenRow> {
  const parsed = claims.safeParse(await keys.verify(token));
  if (!parsed.success)
    throw new ConsiliumError('TOKEN_INVALID', 'This token does not say who it is for.', {
      hint: 'A signed token has sub, aud, iat and exp; and user, where it acts for one.',
    });
  const { sub, aud, exp, iat, jti, user, agents, patients, signer, own, scopes = [] } = parsed.data;
  const isForAnyone = user === undefined && parsed.data.for_anyone === true;
  const audience = readAudience(aud, { id: await keys.house(), isOwn });
  if (audience === undefined) throw otherHouse('token', aud);
  if (scopes.length > 0) requireGrantable(scopes, own, await teamScopes());
  return {
    id: `${SIGNED}${jti ?? sub}`,
    name: sub,
    created: iat * 1000,
    revoked: null,
    used: null,
    // As long as it is let in, its turns and streams go on: no clock is asked twice.
    expires: (exp + CLOCK_TOLERANCE_S) * 1000,
    scopes: [...new Set(['a2a', ...scopes])],
    patients: patients ?? null,
    agents: audience === null ? (agents ?? null) : narrow(audience, agents),
    user: user ?? peerUser(sub),
    bound: !isForAnyone,
    // Renewed, and signed with the next key of its house, it is the same; for another user or other patients, another's.
    family: `signed:${JSON.stringify([signer, sub, user ?? null, patients?.toSorted() ?? null])}`,
    // Another house names its callers as it likes: it is one.
    signer: own ? `own ${sub}` : signer,
  };
}

/** Whoever signs for no user acts as somebody of its own. */
export function peerUser(sub: string): string {
  return `peer:${sub.replace(/[^\w.@+-]+/g, '-').slice(0, 100)}`;
}

/** A signature grants what teams ask for; what the house guards itself, only where the house has signed. */
export function requireGrantable(scopes: readonly string[], own: boolean, known: TeamScopes): void {
  const wrong = scopes.find(
    (scope) => scope !== 'a2a' && (!Object.hasOwn(known, scope) || (!own && Object.hasOwn(SCOPES, scope))),
  );
  if (wrong === undefined) return;
  throw new ConsiliumError('TOKEN_INVALID', `A signed token cannot have the scope ${JSON.stringify(wrong)}.`, {
    hint: 'It can have those that teams ask for; for others, consilium token issue without --signed.',
  });
}

/** Of the agents that it names, those that it is for; without names, all of those. */
function narrow(audience: readonly string[], agents: readonly string[] | undefined): string[] {
  if (agents === undefined) return [...audience];
  return agents.filter((agent) => audience.includes(agent.split(':')[0]!));
}
