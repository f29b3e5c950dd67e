/**
 * Runs a program of the workspace in a process with limits: Node's own permission model lets it read its folder and
 * nothing else, no child processes, no network by policy of the caller's environment (none is handed over), bounded memory,
 * time and output. It inherits no keys.
 */
import { spawn } from 'node:child_process';

export interface Sandboxed {
  readonly code: number | null;
  readonly output: string;
  readonly timedOut: boolean;
}

const MOST_OUTPUT = 200_000;

export function runSandboxed(given: {
  root: string;
  args: readonly string[];
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}): Promise<Sandboxed> {
  const { root, args, timeoutMs, signal } = given;
  const limits = [
    '--permission',
    `--allow-fs-read=${root}`,
    `--allow-fs-write=${root}/.tmp`,
    '--max-old-space-size=256',
    '--test-isolation=none',
  ];
  const child = spawn(process.execPath, [...limits, ...args], {
    cwd: root,
    env: { PATH: '', NODE_OPTIONS: '', HOME: root, TMPDIR: `${root}/.tmp` },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  let timedOut = false;
  const take = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-MOST_OUTPUT);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const kill = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {}
  };
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, timeoutMs);
  signal?.addEventListener('abort', kill, { once: true });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      done({ code, output, timedOut });
    });
  });
}
