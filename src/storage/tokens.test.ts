import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { openDatabase } from './database.ts';
import { handleOf } from './handle.ts';
import { openHome } from './home.ts';
import { openTokenFile, openTokens } from './tokens.ts';

const NOW = Date.UTC(2026, 10, 15, 12, 34, 56);
const HOUR = 3_600_000;
const UNKNOWN = { kind: 'unknown' };

function open() {
  const path = join(tempDir('tokens'), 'test.db');
  const db = openDatabase(path);
  const clock = { now: NOW };
  return { path, db, clock, tokens: openTokens(db, () => clock.now) };
}

describe('tokens', () => {
  test('one that was issued is known by its name, after a restart too', () => {
    const { path, db, tokens } = open();
    const { id, token } = tokens.issue('ward laptop', { expires: 'never' });
    expect(tokens.check(token)).toMatchObject({ kind: 'valid', row: { id, name: 'ward laptop', revoked: null } });
    db.close();
    expect(openTokens(openDatabase(path)).check(token)).toMatchObject({ kind: 'valid', row: { id } });
  });

  test('what one allows is kept with it', () => {
    const { tokens } = open();
    const { token, expires } = tokens.issue('a', { scopes: ['read'], patients: ['p1', 'p2'], expires: '12h' });
    expect(expires).toBe(NOW + 12 * HOUR);
    expect(tokens.check(token)).toMatchObject({ row: { scopes: ['read'], patients: ['p1', 'p2'], expires } });
    expect(tokens.check(tokens.issue('b').token)).toMatchObject({ row: { patients: null } });
  });

  test('of a signed one what it allows is kept, and that it was taken back, until it has long ended', () => {
    const { tokens, clock } = open();
    const signed = (jti: string) =>
      tokens.noteSigned({
        ...{ jti, audience: 'https://here/a2a', name: 'desk', user: 'ada', expires: clock.now + HOUR },
        ...{ scopes: ['a2a'], patients: null, agents: ['Far'], bound: true },
      });
    expect(signed('one')).toMatchObject({ id: 'signed:one', user: 'ada', agents: ['Far'], revoked: null });
    expect(tokens.isRevoked('signed:one')).toBe(false);
    // When it was last shown is told as of any other, never before it was made.
    expect(tokens.list()[0]).toMatchObject({ used: null });
    expect([tokens.admitSigned('signed:one'), tokens.admitSigned('signed:elsewhere')]).toEqual([true, true]);
    expect(tokens.list()).toMatchObject([{ id: 'signed:one', used: clock.now }]);
    clock.now += 2 * HOUR;
    tokens.admitSigned('signed:one');
    expect(tokens.list()[0]!.used).toBe(clock.now - (clock.now % HOUR));
    clock.now -= 2 * HOUR;
    tokens.revoke('one');
    expect(tokens.admitSigned('signed:one')).toBe(false);
    expect([tokens.isRevoked('signed:one'), tokens.check('signed:one')]).toEqual([true, UNKNOWN]);
    // Of one that somebody else signed nothing is known but that it is not let in.
    tokens.revoke('signed:two');
    expect(tokens.isRevoked('signed:two')).toBe(true);
    expect(() => tokens.revoke('three')).toThrow(expect.objectContaining({ code: 'TOKEN_UNKNOWN' }));
    expect(tokens.list().map(({ id }) => id)).toEqual(['signed:one', 'signed:two']);
    clock.now += 9 * 24 * HOUR;
    signed('four');
    expect(tokens.list().map(({ id }) => id)).toEqual(['signed:four']);
  });

  test('one is good until the moment when it expires', () => {
    const { tokens, clock } = open();
    const { id, token } = tokens.issue('a', { expires: '12h' });
    clock.now += 12 * HOUR - 1;
    expect([tokens.check(token).kind, tokens.isValid(id)]).toEqual(['valid', true]);
    clock.now += 1;
    expect([tokens.check(token), tokens.isValid(id)]).toMatchObject([{ kind: 'expired', row: { id } }, false]);
  });

  test('when one was last used is noted to the hour, never before it was made', () => {
    const { tokens, clock } = open();
    const { token } = tokens.issue('a');
    expect(tokens.list()).toMatchObject([{ used: null }]);
    const noted = Math.floor(NOW / HOUR) * HOUR;
    tokens.check(token);
    clock.now += 60_000;
    tokens.check(token);
    expect(tokens.list()).toMatchObject([{ created: NOW, used: NOW }]);
    clock.now += HOUR;
    tokens.check(token);
    expect(tokens.list()).toMatchObject([{ used: noted + HOUR }]);
    tokens.check(`${token.slice(0, -1)}*`);
    expect(tokens.list()).toMatchObject([{ used: noted + HOUR }]);
  });

  test('one that was revoked opens nothing, and stays on the list', () => {
    const { tokens } = open();
    const { id, token } = tokens.issue('a');
    tokens.revoke(id);
    expect([tokens.check(token), tokens.isValid(id)]).toEqual([UNKNOWN, false]);
    expect(tokens.list()).toMatchObject([{ id, revoked: NOW }]);
  });

  test('a new one takes the place of one that is rotated: the same allowed, and no longer', () => {
    const { tokens, clock } = open();
    const before = tokens.issue('a', { scopes: ['read'], patients: ['p'], expires: '30d' });
    clock.now += 5 * HOUR;
    const after = tokens.rotate(before.id);
    expect(tokens.check(before.token)).toEqual(UNKNOWN);
    const { name, scopes, patients } = before;
    const row = { id: after.id, name, scopes, patients, expires: before.expires };
    expect(tokens.check(after.token)).toMatchObject({ kind: 'valid', row });
    const until = clock.now + HOUR;
    expect(tokens.rotate(after.id, { until }).expires).toBe(until);
    expect(tokens.rotate(tokens.issue('b', { expires: 'never' }).id).expires).toBeNull();
  });

  test('revoked with it is what it was rotated from and is good for a while yet, but not what came after', () => {
    const { tokens, clock } = open();
    const first = tokens.issue('a');
    clock.now += 1;
    const second = tokens.rotate(first.id, { overlap: '1h' });
    clock.now += 1;
    const third = tokens.rotate(second.id, { overlap: '1h' });
    const valid = () => [first, second, third].map(({ id }) => tokens.isValid(id));
    expect(valid()).toEqual([true, true, true]);
    tokens.revoke(second.id);
    expect(valid()).toEqual([false, false, true]);
  });

  test('one that has expired is not rotated, nor left good without end', () => {
    const { tokens, clock } = open();
    const { id, token } = tokens.issue('a', { expires: '10m' });
    const refused = (code: string) => expect.objectContaining({ code, hint: expect.any(String) });
    expect(() => tokens.rotate(id, { overlap: 'never' })).toThrow(refused('EXPIRES_INVALID'));
    clock.now += 600_000 - 1;
    expect(tokens.check(token).kind).toBe('valid');
    clock.now += 1;
    expect(tokens.check(token).kind).toBe('expired');
    expect(() => tokens.rotate(id)).toThrow(refused('TOKEN_ENDED'));
    expect(tokens.list()).toMatchObject([{ id, revoked: null }]);
  });

  test('one that does not exist cannot be revoked or rotated', () => {
    const { tokens } = open();
    expect(() => tokens.revoke('nobody')).toThrow(expect.objectContaining({ code: 'TOKEN_UNKNOWN' }));
    expect(() => tokens.rotate('nobody')).toThrow(expect.objectContaining({ code: 'TOKEN_UNKNOWN' }));
    expect(tokens.list()).toEqual([]);
  });

  test('a name is a line that can be read', () => {
    const { tokens } = open();
    for (const name of ['', '  ', 'a\nb', '\u001b[31mred', 'a\u2028b', 'x'.repeat(101)])
      expect(() => tokens.issue(name)).toThrow(expect.objectContaining({ code: 'NAME_INVALID' }));
    expect(tokens.issue(' Dr. Østergård, Ward 3 ').name).toBe('Dr. Østergård, Ward 3');
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
        expect(tokens.check(guess)).toEqual(UNKNOWN);
      }),
    );
  });
});

describe('the tokens of a data folder', () => {
  test('are issued and revoked beside a process that has the folder, and it sees both at once', () => {
    const dir = tempDir('tokens');
    const home = openHome(dir);
    const server = openTokenFile(dir, { former: handleOf(home.data) });
    const terminal = openTokenFile(dir);
    const { id, token } = terminal.issue('night shift');
    expect(server.check(token)).toMatchObject({ kind: 'valid', row: { name: 'night shift' } });
    expect(terminal.list()).toMatchObject([{ used: expect.any(Number) }]);
    terminal.revoke(id);
    expect([server.check(token), server.isValid(id)]).toEqual([UNKNOWN, false]);
    for (const each of [terminal, server, home]) each.close();
  });

  test("are their owner's alone", () => {
    const dir = join(tempDir('tokens'), 'home');
    openTokenFile(dir).close();
    expect([dir, join(dir, 'tokens.db')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
  });

  test('that were issued before there were scopes go on as they were, and never expire', () => {
    const { dir, home, token, id } = formerTokens();
    const expected = { kind: 'valid', row: { id, name: 'old laptop', expires: null, patients: null } };
    const file = openTokenFile(dir, { former: handleOf(home.data) });
    expect(file.check(token)).toMatchObject(expected);
    expect(file.list()).toMatchObject([{ scopes: ['read', 'chat', 'work', 'audit', 'metrics'] }]);
    file.revoke(id);
    file.close();
    const again = openTokenFile(dir, { former: handleOf(home.data) });
    expect(again.check(token)).toEqual(UNKNOWN);
    again.close();
    home.close();
  });

  test('that were issued before are taken over by whoever comes first and can', () => {
    const { dir, home, token } = formerTokens();
    const early = openTokenFile(dir);
    expect(early.check(token)).toEqual(UNKNOWN);
    home.close();
    const later = openTokenFile(dir);
    expect(later.check(token).kind).toBe('valid');
    expect(early.check(token).kind).toBe('valid');
    early.close();
    later.close();
  });
});

/** A data folder as it was before there were scopes, open as a server has it. */
function formerTokens() {
  const dir = tempDir('tokens');
  const home = openHome(dir);
  const { id, token } = openTokens(openDatabase(join(tempDir('tokens'), 'any.db'))).issue('old laptop');
  handleOf(home.data).exec(
    'CREATE TABLE token (id TEXT PRIMARY KEY, name TEXT NOT NULL, hash BLOB NOT NULL, created INTEGER NOT NULL, revoked INTEGER)',
  );
  handleOf(home.data)
    .prepare('INSERT INTO token (id, name, hash, created) VALUES (?, ?, ?, ?)')
    .run(id, 'old laptop', createHash('sha256').update(token).digest(), NOW);
  return { dir, home, id, token };
}
