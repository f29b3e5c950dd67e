import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { SOUND, writeTeam } from './fixture.ts';
import { findTeam, findTeamOrFolder, listTeams, teamDirs } from './index.ts';

const nested = (name: string) =>
  Object.fromEntries(Object.entries(SOUND).map(([file, text]) => [`${name}/${file}`, text]));

test('teams are listed by what team.yml says, broken ones by their folder', async () => {
  const dir = writeTeam({ ...nested('one'), 'two/team.yml': 'root: [', 'three/readme.md': 'not a team' });
  expect(await listTeams([dir, '/nowhere'])).toEqual([
    { name: 'clinic', description: 'A small clinic.', scopes: {}, dir: join(dir, 'one') },
    { name: 'two', description: '', scopes: {}, dir: join(dir, 'two') },
  ]);
});

test('a team is found by its name or by the name of its folder; by a path only where a person may give one', async () => {
  const dir = writeTeam(nested('one'));
  const one = join(dir, 'one');
  for (const name of ['clinic', 'one']) expect(await findTeam(name, [dir])).toMatchObject({ name: 'clinic', dir: one });
  for (const name of ['clinic', 'one', one])
    expect(await findTeamOrFolder(name, [dir])).toMatchObject({ name: 'clinic', dir: one });
  expect(await findTeamOrFolder(one, [])).toMatchObject({ dir: one });
});

test('an unknown team is refused with the names there are, a folder in the same words whether it is there or not', async () => {
  const dir = writeTeam(nested('one'));
  await expect(findTeam('clinik', [dir])).rejects.toMatchObject({
    code: 'TEAM_UNKNOWN',
    message: 'There is no team "clinik". Did you mean "clinic"?',
    hint: expect.stringContaining('clinic'),
    details: { teams: ['clinic'] },
  });
  const told = async (name: string) =>
    ((await findTeam(name, []).catch((thrown) => thrown)) as Error).message.replace(name, '…');
  expect(await told(join(dir, 'one'))).toBe(await told(join(dir, 'none')));
  await expect(findTeamOrFolder(join(dir, 'none'), [dir])).rejects.toMatchObject({
    code: 'TEAM_UNKNOWN',
    message: expect.stringContaining('team.yml'),
  });
});

test('the teams of the house are found without saying where', async () => {
  const found = await findTeam('front-desk', teamDirs({}));
  expect(basename(dirname(found.dir))).toBe('examples');
  expect((await listTeams(teamDirs({}))).map((team) => team.name)).toContain('front-desk');
});
