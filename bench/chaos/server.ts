/** A real `consilium serve` that can be killed, and ways to ask it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

const CLI = resolve(import.meta.dirname, '../../bin/consilium.mjs');

/** Whatever ends this process leaves no server behind. */
const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

export interface Server {
  readonly pid: number;
  readonly url: string;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export async function startServer(home: string, env: Record<string, string> = {}, cli = CLI): Promise<Server> {
  const own = {
    AI_PROVIDER: 'offline',
    CONSILIUM_LOG: 'silent',
    CONSILIUM_EMBEDDINGS: 'off',
    CONSILIUM_RATE_LIMIT: 'off',
  };
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--home', home], {
    // Born again and again: what was compiled once is not compiled again.
    env: { ...process.env, ...own, NODE_COMPILE_CACHE: join(home, '..', 'compiled'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: an interrupt of the terminal, or of npm, is for whoever kills, and ends no server beside it.
    detached: true,
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  const url = await saidUrl(child);
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return { pid: child.pid!, url, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

function saidUrl(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let said = '';
    const hear = (text: string) => {
      said = (said + text).slice(-5_000);
      const found = /running on (\S+)/.exec(said)?.[1];
      if (found !== undefined) done(found);
    };
    child.stdout!.setEncoding('utf8').on('data', hear);
    child.stderr!.setEncoding('utf8').on('data', hear);
    child.once('exit', () => fail(new Error(`The server did not start: ${said}`)));
  });
}
