import { expect, test } from 'vitest';
import { writeTeam } from '../../test/a2a/teams.ts';
import { answer, type Handle, openPeer } from '../a2a/client/peers.ts';
import { handleOf } from '../storage/handle.ts';
import { writeTeamFile } from '../teams/fixture.ts';
import { openGateway } from './fixture.ts';

test('says how agents elsewhere are once they were asked, and what came of a call as what it was', async () => {
  const peer = await openPeer(answer({ text: 'here' }));
  const teams = writeTeam({
    'near/team.yml': 'name: near\nroot: Desk\n',
    'near/Desk/config.yml': `instruction: Hand over.\nsub_agents:\n  - name: Far\n    description: Is far.\n    endpoint: ${peer.url}\n    retry: { attempts: 1 }\n`,
  });
  for (const [name, endpoint] of [
    ['nowhere', 'nonsense'],
    ['unset', '${NOT_SET_HERE}'],
  ]) {
    writeTeamFile(teams, `${name}/team.yml`, `name: ${name}\nroot: Gone\n`);
    writeTeamFile(teams, `${name}/Gone/config.yml`, `kind: remote\ndescription: x\nendpoint: ${endpoint}\n`);
  }
  const house = openGateway({ env: { CONSILIUM_TEAMS: teams } });
  const far = async () => {
    const { json } = await house.get('/v1/remotes');
    return (json.remotes as { name: string; endpoints: object[] }[]).find(({ name }) => name === 'Far')!.endpoints;
  };
  // Its teams are loaded once; from then on whoever looks is told how it is now.
  await far();
  await expect.poll(far, { timeout: 30_000 }).toEqual([{ url: peer.url, healthy: true, checked: expect.any(String) }]);
  const { problems } = (await house.get('/v1/remotes')).json as { problems: Record<string, string>[] };
  expect(problems.find(({ team }) => team === 'nowhere')).toMatchObject({ code: 'TEAM_INVALID' });
  expect(problems).toContainEqual(
    expect.objectContaining({ agent: 'Gone', message: expect.stringContaining('NOT_SET_HERE is not set') }),
  );
  expect(peer.asked).toEqual([]);
  const ask = async () => house.post('/v1/remotes/Far/try', { parameters: { message: 'hi' } });
  expect(await ask()).toMatchObject({ status: 200, json: { output: { text: 'here' }, source: 'remote' } });
  const db = handleOf(house.app.home.data);
  db.exec("CREATE TEMP TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no room'); END");
  const calls = peer.asked.length;
  expect((await ask()).status).toBe(500);
  db.exec('DROP TRIGGER full');
  // What cannot be told has not left the house.
  expect(peer.asked).toHaveLength(calls);
  const failing = (status: number, error: object): Handle => {
    const body = JSON.stringify({ agent_name: 'Far', status: 'error', error: { message: 'no', ...error } });
    return (_, __, response) => void response.writeHead(status).end(body);
  };
  for (const [status, error, told] of [
    [500, { code: 'INTERNAL' }, 502],
    [500, { code: 'LEDGER_BROKEN' }, 502],
    [503, { code: 'LEDGER_BUSY', retryable: true }, 503],
    [400, { code: 'LEDGER_UNREADABLE' }, 400],
  ] as const) {
    peer.handle = failing(status, error);
    expect((await ask()).status).toBe(told);
  }
  await peer.close();
  expect(await ask()).toMatchObject({ status: 502, json: { error: { code: 'REMOTE_UNAVAILABLE', retryable: true } } });
  expect(await far()).toMatchObject([{ healthy: false, checked: expect.any(String) }]);
  const rows = house.app.home.audit.list({ action: 'call:remote', limit: 20 }).toReversed();
  expect([rows[0], ...rows.slice(-2)]).toMatchObject([
    { object: 'Far', outcome: 'done' },
    { object: 'Far', outcome: 'done' },
    { object: 'Far', outcome: 'denied', why: 'REMOTE_UNAVAILABLE' },
  ]);
  await house.close();
});
