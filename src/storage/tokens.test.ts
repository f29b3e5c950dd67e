import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { openDatabase } from './database.ts';
import { openTokens } from './tokens.ts';

function open() {
  const path = join(tempDir('tokens'), 'test.db');
  const db = openDatabase(path);
  return { path, db, tokens: openTokens(db) };
}

describe('tokens', () => {
  test('one that was issued is known by its name, after a restart too', () => {
    const { path, db, tokens } = open();
    const { id, token } = tokens.issue('ward laptop');
    expect(tokens.check(token)).toMatchObject({ id, name: 'ward laptop', revoked: null });
    db.close();
    expect(openTokens(openDatabase(path)).check(token)).toMatchObject({ id });
  });

  test('one that was revoked opens nothing, and stays on the list', () => {
    const { tokens } = open();
    const { id, token } = tokens.issue('a');
    tokens.revoke(id);
    expect(tokens.check(token)).toBeUndefined();
    expect(tokens.list()).toMatchObject([{ id, revoked: expect.any(Number) }]);
  });

  test('a new one takes the place of one that is rotated', () => {
    const { tokens } = open();
    const before = tokens.issue('a');
    const after = tokens.rotate(before.id);
    expect(tokens.check(before.token)).toBeUndefined();
    expect(tokens.check(after.token)).toMatchObject({ name: 'a', id: after.id });
  });

  test('one that does not exist cannot be revoked or rotated', () => {
    const { tokens } = open();
    expect(() => tokens.revoke('nobody')).toThrow(expect.objectContaining({ code: 'TOKEN_UNKNOWN' }));
    expect(() => tokens.rotate('nobody')).toThrow(expect.objectContaining({ code: 'TOKEN_UNKNOWN' }));
    expect(tokens.list()).toEqual([]);
  });

  test('the file holds no token', () => {
    const { path, db, tokens } = open();
    const { token } = tokens.issue('a');
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const secret = token.slice('consilium_'.length + 12 + '_'.length);
    expect(secret).toHaveLength(43);
    expect(readFileSync(path).includes(secret)).toBe(false);
    db.close();
  });

  test('nothing but the token itself is the token', () => {
    const { tokens } = open();
    const { token } = tokens.issue('a');
    const altered = fc
      .tuple(fc.nat(token.length - 1), fc.constantFrom('', 'x', '0', '_', ' ', 'é'))
      .map(([at, sign]) => token.slice(0, at) + sign + token.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(fc.string(), altered), (guess) => {
        fc.pre(guess !== token);
        expect(tokens.check(guess)).toBeUndefined();
      }),
    );
  });
});
