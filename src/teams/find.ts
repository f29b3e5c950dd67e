/** Which teams there are: those of the house (teams/, examples/) and, at the command line, any folder that a person names. */
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, delimiter, isAbsolute, join, resolve, sep } from 'node:path';
import { ConsiliumError } from '../kernel/errors.ts';
import { nearest } from '../text/index.ts';
import { readSource } from './source.ts';

export interface TeamEntry {
  readonly name: string;
  readonly description: string;
  /** Rights that whoever talks to it needs, with what each allows. */
  readonly scopes: Readonly<Record<string, string>>;
  /** Absolute path. */
  readonly dir: string;
}

/** The teams below these folders, by what their team.yml says of them; whether they load is for checkTeam to tell. */
export async function listTeams(dirs: readonly string[]): Promise<TeamEntry[]> {
  const key = dirs.join(delimiter);
  const under = looking.get(key);
  if (under !== undefined) return under;
  const look = Promise.all(dirs.map(listBelow)).then((found) => found.flat());
  looking.set(key, look);
  return look.finally(() => looking.delete(key));
}

/** Hundreds may ask at the same moment: they get the same look at the disk. */
const looking = new Map<string, Promise<TeamEntry[]>>();

async function listBelow(parent: string): Promise<TeamEntry[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  const dirs = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name));
  return Promise.all(dirs.filter(isTeam).toSorted().map(readEntry));
}

function isTeam(dir: string): boolean {
  return existsSync(join(dir, 'team.yml'));
}

/** A file that has not changed since is not read again. */
async function readEntry(dir: string): Promise<TeamEntry> {
  const file = join(dir, 'team.yml');
  const { mtimeMs, ino, size } = await stat(file);
  const state = `${mtimeMs} ${ino} ${size}`;
  const known = entries.get(dir);
  if (known?.state === state) return known.entry;
  const entry = await parseEntry(dir, file);
  entries.set(dir, { state, entry });
  return entry;
}

const entries = new Map<string, { readonly state: string; readonly entry: TeamEntry }>();

async function parseEntry(dir: string, file: string): Promise<TeamEntry> {
  const { value } = await readSource(file);
  const { name, description, scopes } = (value ?? {}) as Partial<Record<'name' | 'description' | 'scopes', unknown>>;
  return {
    name: typeof name === 'string' ? name : basename(dir),
    description: typeof description === 'string' ? description.trim() : '',
    scopes: Object.fromEntries(Object.entries(Object(scopes)).map(([scope, allows]) => [scope, String(allows)])),
    dir: resolve(dir),
  };
}

/** All scopes that teams ask for: a token can be issued with them. */
export async function teamScopes(dirs: readonly string[]): Promise<Readonly<Record<string, string>>> {
  return Object.assign({}, ...(await listTeams(dirs)).map(({ scopes }) => scopes)) as Record<string, string>;
}

/** Finds a team by its name among those that are listed, never by a path. Throws TEAM_UNKNOWN with the names there are. */
export async function findTeam(name: string, dirs: readonly string[]): Promise<TeamEntry> {
  const teams = await listTeams(dirs);
  const known = teams.find((team) => team.name === name) ?? teams.find((team) => basename(team.dir) === name);
  if (known !== undefined) return known;
  const names = teams.map((team) => team.name);
  const near = nearest(name, names);
  throw new ConsiliumError('TEAM_UNKNOWN', `There is no team "${name}".${near ? ` Did you mean "${near}"?` : ''}`, {
    ...(names.length > 0 && { hint: `Teams: ${names.join(', ')}.` }),
    details: { teams: names },
  });
}

/**
 * The same for whoever sits at this machine: a path to a team's folder is good too. Loading a team runs its code, so
 * this is never given a name that came in through a door.
 */
export async function findTeamOrFolder(name: string, dirs: readonly string[]): Promise<TeamEntry> {
  try {
    return await findTeam(name, dirs);
  } catch (unlisted) {
    if (isTeam(name)) return readEntry(name);
    if (isAbsolute(name) || name.includes(sep) || existsSync(name))
      throw new ConsiliumError('TEAM_UNKNOWN', `${name} is not the folder of a team: it has no team.yml.`);
    throw unlisted;
  }
}
