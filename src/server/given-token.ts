/**
 * A token that the environment gives (`A2A_TOKEN`), for one agent that is served in many copies: a cluster hands the same
 * secret to all of them, and none has tokens of its own. It may call that agent and nothing else, for whichever user the
 * request names. Two, with a comma, are both good: that is how one is rotated.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { ConsiliumError } from '../kernel/index.ts';
import type { TokenRow, Tokens } from '../storage/index.ts';

const SHORTEST = 32;

export function withGivenTokens(tokens: Tokens, given: string | undefined, agent: string): Tokens {
  const secrets = (given ?? '').split(',').flatMap((each) => each.trim() || []);
  if (secrets.length === 0) return tokens;
  if (secrets.some((secret) => secret.length < SHORTEST || /\s/.test(secret)))
    throw new ConsiliumError('TOKEN_WEAK', `A token in A2A_TOKEN has at least ${SHORTEST} characters and no spaces.`, {
      hint: 'Make one with: openssl rand -hex 32',
    });
  const rows = secrets.map((secret, index) => ({ digest: digest(secret), row: rowOf(agent, index) }));
  return {
    ...tokens,
    list: () => [...rows.map(({ row }) => row), ...tokens.list()],
    isValid: (id) => rows.some(({ row }) => row.id === id) || tokens.isValid(id),
    check: (token) => {
      const shown = digest(token);
      // All are compared: how long it takes tells nobody which one it was like.
      const [found] = rows.filter((each) => timingSafeEqual(each.digest, shown));
      return found === undefined ? tokens.check(token) : { kind: 'valid', row: found.row };
    },
  };
}

function rowOf(agent: string, index: number): TokenRow {
  const id = `environment-${index + 1}`;
  const times = { created: 0, revoked: null, used: null, expires: null };
  return { id, name: 'A2A_TOKEN', user: 'a2a', family: id, ...times, ...GRANT, agents: [agent] };
}

const GRANT = { scopes: ['a2a'] as const, patients: null, bound: false };

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
