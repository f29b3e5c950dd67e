/**
 * The TypeScript modules of a team. In development they are imported again after a change: every import carries the
 * version, and so do, through the resolve hook below, all files of the team folder that they import in turn. Files
 * outside of the folder (the kernel, npm packages, shared rooms) are never loaded twice.
 */
import { registerHooks } from 'node:module';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Problem } from './problem.ts';

export type Exports = Readonly<Record<string, unknown>>;

const VERSION = 'team-version';

/** Never throws: a module that does is a problem, with the line where it did if that can be told. */
export async function importModule(
  file: string,
  teamDir: string,
  version = 0,
): Promise<{ exports: Exports } | { problem: Problem }> {
  const url = pathToFileURL(file);
  if (version > 0) {
    followVersions(teamDir);
    url.searchParams.set(VERSION, String(version));
  }
  try {
    return { exports: (await import(/* @vite-ignore */ url.href)) as Exports };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const message = `The module fails when it is imported: ${error.message.trim() || error.name}`;
    return { problem: { file, ...placeIn(error.stack ?? '', file), rule: 'module', message } };
  }
}

/** The first line of the file that the stack names, be it as a path or as a URL. */
function placeIn(stack: string, file: string): { line?: number; column?: number } {
  for (const name of [file, pathToFileURL(file).pathname]) {
    const at = stack.indexOf(name);
    const found = /^(?:\?[^:\s]*)?:(\d+)(?::(\d+))?/.exec(at < 0 ? '' : stack.slice(at + name.length));
    if (found) return { line: Number(found[1]), ...(found[2] && { column: Number(found[2]) }) };
  }
  return {};
}

/** Folders whose modules are versioned, as URL prefixes. Only grows, only in development. */
const followed = new Set<string>();

function followVersions(teamDir: string): void {
  if (followed.size === 0) registerHooks({ resolve: passVersionOn });
  followed.add(pathToFileURL(teamDir + sep).href);
}

function passVersionOn(
  specifier: string,
  context: Parameters<NonNullable<Parameters<typeof registerHooks>[0]['resolve']>>[1],
  next: Parameters<NonNullable<Parameters<typeof registerHooks>[0]['resolve']>>[2],
): ReturnType<typeof next> {
  const resolved = next(specifier, context);
  const version = context.parentURL?.includes(VERSION) ? new URL(context.parentURL).searchParams.get(VERSION) : null;
  if (version === null || resolved.url.includes('?')) return resolved;
  const inTeam = [...followed].some((prefix) => resolved.url.startsWith(prefix));
  return inTeam ? { ...resolved, url: `${resolved.url}?${VERSION}=${version}` } : resolved;
}
