import { expect, test } from 'vitest';
import { writeTeam } from '../../test/a2a/teams.ts';
import { answer, openPeer } from '../a2a/client/peers.ts';
import { openGateway } from './fixture.ts';

test('says how agents elsewhere are once they were asked, and what came of a call as what it was', async () => {
  const peer = await openPeer(answer({ text: 'here' }));
  const teams = writeTeam({
    'near/team.yml': 'name: near\nroot: Desk\n',
    'near/Desk/config.yml': `instruction: Hand over.\nsub_agents:\n  - name: Far\n    description: Is far.\n    endpoint: ${peer.url}\n    retry: { attempts: 1 }\n`,
  });
  const house = openGateway({ env: { CONSILIUM_TEAMS: teams } });
  const far = async () => {
    const { json } = await house.get('/v1/remotes');
    return (json.remotes as { name: string; endpoints: object[] }[]).find(({ name }) => name === 'Far')!.endpoints;
  };
  expect(await far()).toEqual([{ url: peer.url, healthy: true }]);
  await expect.poll(far).toEqual([{ url: peer.url, healthy: true, checked: expect.any(String) }]);
  expect(peer.asked).toEqual([]);
  const ask = async () => house.post('/v1/remotes/Far/try', { parameters: { message: 'hi' } });
  expect(await ask()).toMatchObject({ status: 200, json: { output: { text: 'here' }, source: 'remote' } });
  await peer.close();
  expect(await ask()).toMatchObject({ status: 502, json: { error: { code: 'REMOTE_UNAVAILABLE', retryable: true } } });
  expect(await far()).toMatchObject([{ healthy: false, checked: expect.any(String) }]);
  await house.close();
});
