/** Folders for the time that a command runs. They go with the process; those of a killed one go with the next. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** A new folder, named after what it is for and whose it is. */
export function scratchFolder(name: string): string {
  sweepDead(`consilium-${name}`);
  const folder = mkdtempSync(join(tmpdir(), `consilium-${name}-${process.pid}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const [signal, code] of Object.entries(SIGNALS))
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(code));
  return folder;
}

/** Removes the folders `<name>-<pid>-…` of processes that are no more. */
export function sweepDead(name: string): void {
  for (const entry of readdirSync(tmpdir())) {
    const pid = entry.startsWith(`${name}-`) ? /^(\d+)-\w{6}$/.exec(entry.slice(name.length + 1))?.[1] : undefined;
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(tmpdir(), entry), { recursive: true, force: true, maxRetries: 3 });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}
