import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openTokens } from '../storage/handle.ts';
import { withGivenTokens } from './given-token.ts';

const SECRET = 'a'.repeat(64);
const tokens = () => openTokens(new DatabaseSync(':memory:'));

describe('a token that the environment gives', () => {
  test('is good for the one agent that is served, and stays so', () => {
    const given = withGivenTokens(tokens(), SECRET, 'AnalyticsAgent');
    expect(given.check(SECRET)).toMatchObject({
      kind: 'valid',
      row: { scopes: ['a2a'], agents: ['AnalyticsAgent'], bound: false },
    });
    expect(given.check('b'.repeat(64))).toEqual({ kind: 'unknown' });
    expect(given.isValid('environment-1')).toBe(true);
    expect(given.isValid('environment-2')).toBe(false);
  });

  test('may be two while one is rotated, beside those that were issued', () => {
    const issued = tokens();
    const { token } = issued.issue('ward');
    const given = withGivenTokens(issued, `${SECRET}, ${'b'.repeat(64)}`, 'AnalyticsAgent');
    for (const shown of [SECRET, 'b'.repeat(64), token]) expect(given.check(shown).kind).toBe('valid');
  });

  test('is refused where it can be guessed', () => {
    expect(() => withGivenTokens(tokens(), 'secret', 'AnalyticsAgent')).toThrow(/at least 32/);
    expect(withGivenTokens(tokens(), '', 'AnalyticsAgent').check('')).toEqual({ kind: 'unknown' });
  });
});
