import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from './server.ts';

test('a server that is to be killed hears no interrupt that is meant for whoever kills', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'axe-'));
  const cli = join(folder, 'serve.mjs');
  writeFileSync(cli, "console.log('running on http://localhost:1'); setInterval(() => {}, 1000);");
  const server = await startServer(folder, {}, cli);
  try {
    const group = (pid: number) => execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    expect(group(server.pid)).toBe(String(server.pid));
    expect(group(server.pid)).not.toBe(group(process.pid));
  } finally {
    await server.kill();
  }
});
