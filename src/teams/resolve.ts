/**
 * How the modules of a team find what they import, where Node alone would not do:
 * - in development, whatever a module of the team imports from its folder has the version of its importer (watch.ts);
 * - a team that lives outside of this checkout may import `consilium/kernel` and the packages that are installed here.
 */
import { realpathSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

type Resolve = NonNullable<Parameters<typeof registerHooks>[0]['resolve']>;

const VERSION = 'team-version';
const HOUSE = pathToFileURL(resolve(import.meta.dirname, '../..') + sep).href;

/** Folders of teams, as URL prefixes. Only grow. */
const versioned = new Set<string>();
const guests = new Set<string>();

/** The URL to import a module of a team by. Version 0 is the one without a number. */
export function moduleUrl(file: string, teamDir: string, version: number): string {
  // Modules are known by their real path, also where the folder is a link.
  const prefix = pathToFileURL(realpathSync(teamDir) + sep).href;
  if (!prefix.startsWith(HOUSE)) enter(guests, prefix);
  const url = pathToFileURL(file);
  if (version > 0) {
    enter(versioned, prefix);
    url.searchParams.set(VERSION, String(version));
  }
  return url.href;
}

let registered = false;

function enter(folders: Set<string>, prefix: string): void {
  folders.add(prefix);
  if (!registered) registerHooks({ resolve: passVersionOn });
  registered = true;
}

const passVersionOn: Resolve = (specifier, context, next) => {
  const resolved = resolveForGuest(specifier, context, next);
  const version = context.parentURL?.includes(VERSION) ? new URL(context.parentURL).searchParams.get(VERSION) : null;
  if (version === null || resolved.url.includes('?') || !isBelow(versioned, resolved.url)) return resolved;
  return { ...resolved, url: `${resolved.url}?${VERSION}=${version}` };
};

const resolveForGuest: Resolve = (specifier, context, next) => {
  const isBare = !/^(\.|\/|\w+:)/.test(specifier);
  if (!isBare || context.parentURL === undefined || !isBelow(guests, context.parentURL))
    return next(specifier, context);
  const room = /^consilium\/([a-z]+)$/.exec(specifier)?.[1];
  if (room !== undefined) return next(new URL(`src/${room}/index.ts`, HOUSE).href, context);
  try {
    return next(specifier, context);
  } catch (thrown) {
    if ((thrown as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw thrown;
    return next(specifier, { ...context, parentURL: `${HOUSE}package.json` });
  }
};

function isBelow(prefixes: ReadonlySet<string>, url: string): boolean {
  for (const prefix of prefixes) if (url.startsWith(prefix)) return true;
  return false;
}
