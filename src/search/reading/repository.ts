/** Which repository a file belongs to and at which commit, read from its .git folder; no git is run. */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { Repository } from './document.ts';

/** The repository of the folder; the folder itself where there is none. */
export function findRepository(folder: string): Repository {
  for (let at = folder; ; at = dirname(at)) {
    const git = gitFolder(at);
    if (git !== undefined) return { name: readName(git) ?? basename(at), root: at, commit: readCommit(git) };
    if (dirname(at) === at) return { name: basename(folder), root: folder };
  }
}

/** A worktree or submodule has a file that says where its folder is. */
function gitFolder(folder: string): string | undefined {
  const path = join(folder, '.git');
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return path;
    if (!stat.isFile()) return undefined;
    const target = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1]?.trim();
    return target === undefined ? undefined : isAbsolute(target) ? target : resolve(folder, target);
  } catch {
    return undefined;
  }
}

function readName(git: string): string | undefined {
  const config = readText(join(commonFolder(git), 'config')) ?? '';
  const url = /\[remote "origin"\][^[]*?\n\s*url\s*=\s*(\S+)/.exec(config)?.[1];
  return url
    ?.replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split(/[/:]/)
    .at(-1);
}

function readCommit(git: string): string | undefined {
  const head = readText(join(git, 'HEAD'))?.trim() ?? '';
  const ref = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1];
  const hash = ref === undefined ? head : readRef(commonFolder(git), ref);
  return hash !== undefined && /^[0-9a-f]{40,64}$/.test(hash) ? hash : undefined;
}

function readRef(git: string, ref: string): string | undefined {
  if (ref.includes('..')) return undefined;
  const loose = readText(join(git, ref))?.trim();
  if (loose !== undefined) return loose;
  const line = (readText(join(git, 'packed-refs')) ?? '').split('\n').find((row) => row.endsWith(` ${ref}`));
  return line?.split(' ')[0];
}

/** A worktree keeps its HEAD apart and shares the rest. */
function commonFolder(git: string): string {
  const common = readText(join(git, 'commondir'))?.trim();
  return common === undefined ? git : resolve(git, common);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
