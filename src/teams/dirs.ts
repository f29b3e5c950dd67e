/** Where teams are looked for. */
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { Env } from '../kernel/context.ts';

const HOUSE = resolve(import.meta.dirname, '../..');

/** The house's own, after those that whoever runs it names (`CONSILIUM_TEAMS`, folders of teams, as in PATH). */
export function teamDirs(env: Env): readonly string[] {
  const named = (env['CONSILIUM_TEAMS'] ?? '').split(delimiter).filter(Boolean);
  return [...named.map((dir) => resolve(dir)), join(HOUSE, 'teams'), join(HOUSE, 'examples')];
}

/** Of the folders that are named, those that are teams themselves: nothing would be found in them, and nobody told. */
export function teamsNamedAsFolders(env: Env): readonly string[] {
  return teamDirs(env).filter((dir) => existsSync(join(dir, 'team.yml')));
}
