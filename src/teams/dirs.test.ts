import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { teamsNamedAsFolders } from './dirs.ts';

test('a team that is named in place of the folder that it is in is found out', () => {
  const parent = tempDir('teams');
  const team = join(parent, 'ward');
  mkdirSync(team);
  writeFileSync(join(team, 'team.yml'), 'name: ward\nroot: Giver\n');
  expect(teamsNamedAsFolders({ CONSILIUM_TEAMS: [parent, team].join(delimiter) })).toEqual([team]);
  expect(teamsNamedAsFolders({})).toEqual([]);
});
