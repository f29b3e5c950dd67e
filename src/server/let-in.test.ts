import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openTokens } from '../storage/handle.ts';
import { isLetIn } from './let-in.ts';

test('who was issued a token is let in until the last of its family is taken back or over; who had none, always', () => {
  let now = 1_000_000;
  const tokens = openTokens(new DatabaseSync(':memory:'), () => now);
  const first = tokens.issue('peer', { expires: '1h' });
  const owner = `token:${first.family}`;
  expect([isLetIn(owner, tokens), isLetIn('loopback', tokens), isLetIn('token:unknown', tokens)]).toEqual([
    true,
    true,
    true,
  ]);
  const second = tokens.rotate(first.id);
  expect(isLetIn(owner, tokens)).toBe(true);
  tokens.revoke(second.id);
  expect(isLetIn(owner, tokens)).toBe(false);
  const short = tokens.issue('short', { expires: '1h' });
  now += 2 * 3_600_000;
  expect(isLetIn(`token:${short.family}`, tokens)).toBe(false);
});
