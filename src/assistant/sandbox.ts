/**
 * Runs a program of the workspace in a process with limits: Node's own permission model lets it read its folder and
 * nothing else, no child processes and no workers; the network is taken away inside (sandbox-guard.ts) and, where the
 * system can, by a namespace without one; memory, time and output are bounded. It inherits no keys.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ConsiliumError } from '../kernel/index.ts';

export interface Sandboxed {
  readonly code: number | null;
  readonly output: string;
  readonly timedOut: boolean;
  /** It took more memory than it may, and was stopped. */
  readonly tooLarge: boolean;
}

const MOST_OUTPUT = 200_000;
const MOST_MEMORY = 768 * 1024 * 1024;
const GUARD = join(import.meta.dirname, 'sandbox-guard.ts');

export async function runSandboxed(given: {
  root: string;
  args: readonly string[];
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}): Promise<Sandboxed> {
  const { args, timeoutMs, signal } = given;
  const root = await realpath(given.root);
  await checkLinks(root);
  await mkdir(join(root, '.tmp'), { recursive: true });
  const limits = [
    '--permission',
    `--allow-fs-read=${root}`,
    `--allow-fs-read=${GUARD}`,
    `--allow-fs-write=${root}/.tmp`,
    '--max-old-space-size=256',
    '--test-isolation=none',
    '--no-warnings',
    `--import=${GUARD}`,
  ];
  const [command, ...rest] = [...namespace(), process.execPath, ...limits, ...args];
  const child = spawn(command!, rest, {
    cwd: root,
    env: { PATH: '', NODE_OPTIONS: '', HOME: root, TMPDIR: `${root}/.tmp` },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  return watch(child, timeoutMs, signal);
}

/** A link out of the folder would be followed: with one in it, nothing runs. */
async function checkLinks(root: string): Promise<void> {
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const target = await realpath(join(entry.parentPath, entry.name)).catch(() => '');
    if (target !== root && !target.startsWith(root + sep))
      throw new ConsiliumError(
        'SANDBOX_LINK',
        `${entry.name} is a link out of the workspace, so nothing is run here.`,
        {
          hint: 'Remove the link, or put the file itself there.',
        },
      );
  }
}

/** Without network and without sight of other processes, where the system lets a plain user have that. */
let isolation: readonly string[] | undefined;

function namespace(): readonly string[] {
  const wanted = ['/usr/bin/unshare', '--map-root-user', '--net', '--pid', '--fork', '--kill-child'];
  isolation ??=
    process.platform === 'linux' && spawnSync(wanted[0]!, [...wanted.slice(1), '/bin/true']).status === 0 ? wanted : [];
  return isolation;
}

function watch(child: ChildProcess, timeoutMs: number, signal: AbortSignal | undefined): Promise<Sandboxed> {
  let output = '';
  let timedOut = false;
  let tooLarge = false;
  const take = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-MOST_OUTPUT);
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const kill = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {}
  };
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, timeoutMs);
  const scale = setInterval(() => {
    if (child.pid === undefined || memoryOf(child.pid) <= MOST_MEMORY) return;
    tooLarge = true;
    kill();
  }, 100);
  signal?.addEventListener('abort', kill, { once: true });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      clearTimeout(timer);
      clearInterval(scale);
      signal?.removeEventListener('abort', kill);
      done({ code, output, timedOut, tooLarge });
    });
  });
}

/** What a process and its children hold, in bytes; 0 where the system does not say. */
function memoryOf(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return (
      pages * 4096 + (children === '' ? 0 : children.split(' ').reduce((sum, one) => sum + memoryOf(Number(one)), 0))
    );
  } catch {
    return 0;
  }
}
