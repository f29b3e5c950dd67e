import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test, vi } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { runHere } from '../../test/seat.ts';
import { openKeys } from '../a2a/auth/keys.ts';
import { type AuditRow, SCOPES } from '../storage/index.ts';

const CLI = resolve(import.meta.dirname, '../../bin/consilium.mjs');
const home = tempDir('cli-token');

const consilium = (args: string[]) => runHere([...args, '--home', home]);
const read = async (args: string[]) => JSON.parse((await consilium([...args, '--json'])).out);

describe('the command line of auth', () => {
  test('a token is issued once in full, listed without it, and revoked', async () => {
    const issued = await read(['token', 'issue', 'ward laptop']);
    expect(issued).toMatchObject({ name: 'ward laptop', token: expect.stringMatching(/^consilium_\w+_/) });
    expect(issued).toMatchObject({
      scopes: ['read', 'chat', 'work', 'a2a'],
      patients: null,
      state: 'valid',
      used: null,
    });
    expect(Date.parse(issued.expires) - Date.parse(issued.created)).toBe(90 * 86_400_000);
    const listed = await consilium(['token', 'list', '--json']);
    expect(JSON.parse(listed.out).tokens).toMatchObject([{ id: issued.id, name: 'ward laptop' }]);
    expect(listed.out).not.toContain(issued.token);
    expect(await read(['token', 'revoke', issued.id])).toMatchObject({ id: issued.id, state: 'revoked' });
    const unknown = await consilium(['token', 'revoke', 'nobody', '--json']);
    expect([unknown.code, JSON.parse(unknown.out)]).toMatchObject([1, { error: { code: 'TOKEN_UNKNOWN' } }]);
  });

  test('what a token allows is said in words, and a word that is none is refused', async () => {
    const { out: help } = await consilium(['token', 'issue', '--help']);
    for (const [scope, allows] of Object.entries(SCOPES)) expect(help).toMatch(new RegExp(`${scope} +${allows}`));
    const issued = await read(['token', 'issue', 'a', '--scope', 'read', 'chat,audit', '--patient', 'p1', 'p2']);
    expect(issued).toMatchObject({ scopes: ['read', 'chat', 'audit'], patients: ['p1', 'p2'] });
    expect(await read(['token', 'issue', 'b', '--expires', 'never'])).toMatchObject({ expires: null });
    expect(await read(['token', 'issue', 'e', '--scope', 'a2a', '--for-anyone'])).toMatchObject({ acts_for: 'anyone' });
    expect(await read(['token', 'issue', 'g', '--agent', 'AnalyticsAgent'])).toMatchObject({ acts_for: 'g' });
    expect(await read(['token', 'issue', 'f', '--scope', 'a2a', '--user', 'ada'])).toMatchObject({ acts_for: 'ada' });
    expect(await read(['token', 'rotate', issued.id])).toMatchObject({ name: 'a', patients: ['p1', 'p2'] });
    expect(await read(['token', 'issue', 'c', '--scope', 'write'])).toMatchObject({ error: { code: 'SCOPE_INVALID' } });
    expect(await read(['token', 'issue', 'c', '--expires', '5y'])).toMatchObject({
      error: { code: 'EXPIRES_INVALID' },
    });
    expect(await read(['token', 'issue', 'd', '--signed', '--expires', 'never'])).toMatchObject({
      error: { code: 'EXPIRY_INVALID' },
    });
    const { out: list } = await consilium(['token', 'list']);
    expect(list).toMatch(
      /a {2}\w+\n +as a · read, chat, audit · patients p1, p2\n +created .* · expires .* · last used never\n/,
    );
    expect(list).toMatch(
      /b {2}\w+\n +as b · read, chat, work, a2a · all patients\n +created .* · expires never · last used never\n/,
    );
    expect(list).toMatch(/e {2}\w+\n +for anyone that a call names, else as e · a2a · all patients\n/);
    expect(list).toContain('a (revoked)');
  });

  test('a signed token is listed without itself and taken back by its id or by itself; a key is rotated', async () => {
    const sign = (...more: string[]) => read(['token', 'issue', 'night', '--signed', '--user', 'ada', ...more]);
    const [first, second] = [await sign(), await sign('--agent', 'AnalyticsAgent', '--expires', '10m')];
    const listed = await consilium(['token', 'list', '--json']);
    const rows = JSON.parse(listed.out).tokens as { id: string }[];
    expect(rows.filter(({ id }) => id.startsWith('signed:')).map((row) => [row])).toEqual(
      expect.arrayContaining([
        [expect.objectContaining({ id: first.id, name: 'night', user: 'ada', signed: true, state: 'valid' })],
        [expect.objectContaining({ id: second.id, agents: ['AnalyticsAgent'], expires: second.expires })],
      ]),
    );
    expect(listed.out).not.toContain(first.token);
    const jti = first.id.slice('signed:'.length);
    expect(await read(['token', 'revoke', jti])).toMatchObject({ id: first.id, state: 'revoked' });
    expect(await read(['token', 'revoke', second.token])).toMatchObject({ id: second.id, state: 'revoked' });
    expect(await read(['token', 'rotate', first.id])).toMatchObject({ error: { code: 'TOKEN_SIGNED' } });
    expect(await read(['token', 'revoke', 'no-such'])).toMatchObject({ error: { code: 'TOKEN_UNKNOWN' } });
    const { kid } = await read(['token', 'rotate-key', '--overlap', '1h']);
    const keys = openKeys(home);
    expect((await keys.current()).kid).toBe(kid);
    expect((await keys.jwks()).keys).toHaveLength(2);
    await expect(keys.verify(first.token)).resolves.toMatchObject({ jti });
    await read(['token', 'rotate-key']);
    await expect(keys.verify(first.token)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
    const trail = (await read(['audit', 'list'])).audit as AuditRow[];
    const told = trail.filter(({ action }) => action.startsWith('token:')).slice(0, 8);
    expect(told.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['token:sign', 'token:revoke', 'token:rotate-key']),
    );
    expect(JSON.stringify(told)).not.toContain(second.token.split('.')[1]);
  });

  test('a server that runs sees at once what is issued and revoked beside it', async () => {
    const folder = tempDir('cli-token');
    const env = { ...process.env, CONSILIUM_AUTH: 'token', CONSILIUM_EMBEDDINGS: 'off', CONSILIUM_WARM_UP: 'off' };
    const server = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--home', folder], { env });
    server.stderr.resume();
    try {
      const url = await urlOf(server.stdout);
      const ask = async (token: string) =>
        (await fetch(`${url}/v1/patients`, { headers: { authorization: `Bearer ${token}` } })).status;
      const token = async (...args: string[]) => {
        const { out } = await runHere(['token', ...args, '--home', folder, '--json']);
        return JSON.parse(out);
      };
      const issued = await token('issue', 'night shift');
      expect(await ask(issued.token)).toBe(200);
      expect(await token('list')).toMatchObject({ tokens: [{ name: 'night shift', used: expect.any(String) }] });
      const rotated = await token('rotate', issued.id);
      expect([await ask(issued.token), await ask(rotated.token)]).toEqual([401, 200]);
      await token('revoke', rotated.id);
      expect(await ask(rotated.token)).toBe(401);
      const { out } = await runHere(['audit', 'list', '--home', folder, '--json']);
      const trail = (JSON.parse(out) as { audit: AuditRow[] }).audit.filter(({ action }) =>
        action.startsWith('token:'),
      );
      expect(trail.map(({ action, actor, object }) => [action, actor, object])).toEqual([
        ['token:revoke', 'command line', rotated.id],
        ['token:rotate', 'command line', rotated.id],
        ['token:issue', 'command line', issued.id],
      ]);
    } finally {
      server.kill();
      await once(server, 'close');
    }
  });

  test('nothing listens beyond this machine without auth', async () => {
    const open = async (mode: string) => {
      vi.stubEnv('CONSILIUM_AUTH', mode);
      return consilium(['serve', '--port', '0', '--host', '0.0.0.0']).finally(() => vi.unstubAllEnvs());
    };
    expect(await open('')).toMatchObject({ code: 1, err: expect.stringContaining('CONSILIUM_AUTH=token') });
    expect(await open('off')).toMatchObject({ code: 1 });
  });
});

async function urlOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const url = /running on (\S+)/.exec(line)?.[1];
    if (url !== undefined) {
      output.resume();
      return url;
    }
  }
  throw new Error('The server ended before it listened.');
}
