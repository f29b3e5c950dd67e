/**
 * Runs a program of the workspace in a process with limits: Node's own permission model lets it read its folder and
 * nothing else, no child processes and no workers; the network is taken away inside (sandbox-guard.ts) and, where the
 * system can, by a namespace without one; memory, time, output and what it writes are bounded. It inherits no keys, and
 * what it wrote (into a folder of its own) goes when it ends.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ConsiliumError } from '../kernel/index.ts';
import { sealAbove } from '../storage/index.ts';

export interface Sandboxed {
  readonly code: number | null;
  readonly output: string;
  /** What it took more of than it may, where it was stopped for that. */
  readonly stopped?: 'time' | 'memory' | 'disk' | undefined;
}

const MOST_OUTPUT = 200_000;
const MOST_MEMORY = 768 * 1024 * 1024;
const MOST_DISK = 64 * 1024 * 1024;
const GUARD = join(import.meta.dirname, 'sandbox-guard.ts');

export async function runSandboxed(given: {
  root: string;
  args: readonly string[];
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}): Promise<Sandboxed> {
  const { args, timeoutMs, signal } = given;
  const root = await realpath(given.root);
  if (sealAbove(root) !== undefined)
    throw new ConsiliumError('SANDBOX_SEALED', 'The data folder is encrypted, so no program is run in it.', {
      hint: 'A program would need its files in the clear. Take them out of the workspace and run it there.',
    });
  await checkLinks(root);
  signal?.throwIfAborted();
  const own = await mkdtemp(join(root, '.tmp-'));
  const limits = [
    '--permission',
    `--allow-fs-read=${root}`,
    `--allow-fs-read=${GUARD}`,
    `--allow-fs-write=${own}`,
    '--max-old-space-size=256',
    '--test-isolation=none',
    '--no-warnings',
    `--import=${GUARD}`,
  ];
  const [command, ...rest] = [...namespace(), process.execPath, ...limits, ...args];
  const child = spawn(command!, rest, {
    cwd: root,
    env: { PATH: '', NODE_OPTIONS: '', HOME: root, TMPDIR: own },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  try {
    return await watch(child, { own, timeoutMs, signal });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
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

interface Watched {
  /** The folder that it may write to. */
  readonly own: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

function watch(child: ChildProcess, { own, timeoutMs, signal }: Watched): Promise<Sandboxed> {
  let output = '';
  let stopped: Sandboxed['stopped'];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-MOST_OUTPUT);
    });
  const kill = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {}
  };
  const stop = (why: NonNullable<typeof stopped>) => {
    stopped ??= why;
    kill();
  };
  const timer = setTimeout(stop, timeoutMs, 'time');
  const scale = setInterval(() => {
    if (child.pid !== undefined && memoryOf(child.pid) > MOST_MEMORY) stop('memory');
    if (sizeOf(own) > MOST_DISK) stop('disk');
  }, 100);
  signal?.addEventListener('abort', kill, { once: true });
  const { promise, resolve, reject } = Promise.withResolvers<Sandboxed>();
  child.once('error', reject);
  child.once('close', (code) => resolve({ code, output, stopped }));
  return promise.finally(() => {
    clearTimeout(timer);
    clearInterval(scale);
    signal?.removeEventListener('abort', kill);
  });
}

/** What the files of a folder take, in bytes; of one that goes away meanwhile nothing. */
function sizeOf(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return sum + (entry.isDirectory() ? sizeOf(path) : (statSync(path, { throwIfNoEntry: false })?.size ?? 0));
    }, 0);
  } catch {
    return 0;
  }
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
