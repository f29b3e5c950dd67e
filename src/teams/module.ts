/** The TypeScript modules of a team: imported, and told where they fail. */
import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Problem } from './problem.ts';
import { moduleUrl } from './resolve.ts';

export type Exports = Readonly<Record<string, unknown>>;

/** Never throws: a module that does is a problem, with the line where it did if that can be told. */
export async function importModule(
  file: string,
  teamDir: string,
  version = 0,
): Promise<{ exports: Exports } | { problem: Problem }> {
  try {
    return { exports: (await import(/* @vite-ignore */ moduleUrl(file, teamDir, version))) as Exports };
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
