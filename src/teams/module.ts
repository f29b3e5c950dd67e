/**
 * The TypeScript modules of a team. In development they are imported again after a change: every import carries the
 * version, and so do, through the resolve hook below, all files of the team folder that they import in turn. Files
 * outside of the folder (the kernel, npm packages, shared rooms) are never loaded twice.
 */
import { realpathSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, sep } from 'node:path';
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
    return { problem: describeFailure(thrown, file, teamDir) };
  }
}

const LONGEST_MESSAGE = 400;

/** Told where it happened, if that is in the team: several modules may fail by one mistake in a file they share. */
function describeFailure(thrown: unknown, file: string, teamDir: string): Problem {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const said = (error.message || error.name).replace(/\s+/g, ' ').trim().slice(0, LONGEST_MESSAGE);
  const message = `The module fails when it is imported: ${said}`;
  return { file, ...placeIn(error.stack ?? '', teamDir), rule: 'module', message };
}

/** The first place in the team that a stack names, be it as a path or as a URL. */
function placeIn(stack: string, teamDir: string): { file?: string; line?: number; column?: number } {
  const real = realpathSync(teamDir) + sep; // what modules are known by, also where the folder is a link
  for (const prefix of [pathToFileURL(real).href, real]) {
    const at = stack.indexOf(prefix);
    if (at < 0) continue;
    const found = /^([^?:\s]+)(?:\?[^:\s]*)?:(\d+)(?::(\d+))?/.exec(stack.slice(at + prefix.length));
    if (found)
      return {
        file: join(teamDir, decodeURIComponent(found[1]!)),
        line: Number(found[2]),
        ...(found[3] && { column: Number(found[3]) }),
      };
  }
  return {};
}

/** Folders whose modules are versioned, as URL prefixes. Only grows, only in development. */
const followed = new Set<string>();

function followVersions(teamDir: string): void {
  if (followed.size === 0) registerHooks({ resolve: passVersionOn });
  followed.add(pathToFileURL(realpathSync(teamDir) + sep).href);
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
