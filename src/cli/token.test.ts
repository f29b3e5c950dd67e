import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';

const CLI = resolve(import.meta.dirname, '../../bin/consilium.mjs');
const home = tempDir('cli-token');

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function consilium(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const options = { env: { ...process.env, CONSILIUM_AUTH: '', ...env } };
  return promisify(execFile)(process.execPath, [CLI, ...args, '--home', home], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (failed: Ran) => failed,
  );
}

describe('the command line of auth', { timeout: 60_000 }, () => {
  test('a token is issued once in full, listed without it, and revoked', async () => {
    const issued = JSON.parse((await consilium(['token', 'issue', 'ward laptop', '--json'])).stdout);
    expect(issued).toMatchObject({ name: 'ward laptop', token: expect.stringMatching(/^consilium_\w+_/) });
    const listed = await consilium(['token', 'list', '--json']);
    expect(JSON.parse(listed.stdout).tokens).toMatchObject([{ id: issued.id, name: 'ward laptop' }]);
    expect(listed.stdout).not.toContain(issued.token);
    const revoked = await consilium(['token', 'revoke', issued.id, '--json']);
    expect(JSON.parse(revoked.stdout)).toMatchObject({ id: issued.id, revoked: expect.any(String) });
    const unknown = await consilium(['token', 'revoke', 'nobody', '--json']);
    expect([unknown.code, JSON.parse(unknown.stdout)]).toMatchObject([1, { error: { code: 'TOKEN_UNKNOWN' } }]);
  });

  test('nothing listens beyond this machine without auth', async () => {
    const refused = await consilium(['serve', '--port', '0', '--host', '0.0.0.0']);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('CONSILIUM_AUTH=token')]);
    const off = await consilium(['serve', '--port', '0', '--host', '0.0.0.0'], { CONSILIUM_AUTH: 'off' });
    expect(off.code).toBe(1);
  });
});
