import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { runHere } from '../../test/seat.ts';
import { answer, openPeer } from '../a2a/client/peers.ts';
import { listen, openGateway } from '../server/fixture.ts';
import { writeTeam } from '../teams/fixture.ts';

const home = tempDir('team');
const run = (...args: string[]) => runHere([...args, '--home', home]);

test('a team is drawn with the transfers that a session had; a session without --draw or unknown is said so', async () => {
  await run('ask', 'add milk to groceries', '--team', 'assistant', '--session', 's1');
  const { out } = await run('team', 'check', '--draw', '--session', 's1');
  expect(out).toMatch(/Transfers in session s1:\n {2}beto → todo_agent\n/);
  const { teams } = JSON.parse((await run('team', 'check', '--draw', '--session', 's1', '--json')).out);
  expect(teams).toMatchObject([{ name: 'assistant', moves: [{ from: 'beto', to: 'todo_agent', refused: false }] }]);
  expect((await run('team', 'check', 'assistant', '--session', 's1', '--json')).out).toContain('INPUT_INVALID');
  expect((await run('team', 'check', '--draw', '--session', 'nobody', '--json')).out).toContain('SESSION_UNKNOWN');
});

test('those elsewhere whom a team calls, agents and MCP servers, are asked whether they are there', async () => {
  const peer = await openPeer(answer({ text: 'here' }));
  const tools = openGateway({ home: tempDir('team-mcp') });
  const { url, close } = await listen(tools);
  const dir = writeTeam({
    'team.yml': 'name: near\nroot: Desk\n',
    'Desk/config.yml': [
      'instruction: Help.',
      'tools:',
      `  - mcp: { url: ${url}/mcp }`,
      '  - mcp: { url: "http://127.0.0.1:9/mcp" }',
      `sub_agents:\n  - { name: Far, description: Is far., endpoint: "${peer.url}" }\n`,
    ].join('\n'),
  });
  const { out, code } = await run('team', 'check', dir, '--probe', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    teams: [
      {
        remotes: [{ agent: 'Far', endpoint: peer.url }],
        servers: [
          { server: new URL(url).host, ok: true, tools: expect.arrayContaining(['search']) },
          { server: '127.0.0.1:9', ok: false, error: { code: 'MCP_UNAVAILABLE' } },
        ],
      },
    ],
    error: { code: 'REMOTE_UNAVAILABLE' },
  });
  const { out: words } = await run('team', 'check', dir, '--probe');
  expect(words).toMatch(/MCP server 127\.0\.0\.1:\d+: answers, \d+ tools\n/);
  expect(words).toContain('MCP server 127.0.0.1:9: The MCP server');
  await close();
  await tools.close();
  await peer.close();
});
