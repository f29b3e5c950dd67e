import { expect, test } from 'vitest';
import { writeTeam } from '../../teams/fixture.ts';
import { checkTeam, loadTeam } from '../../teams/index.ts';
import { remoteKind, type TransportFor } from './kind.ts';

const kindsWith = (transportFor?: TransportFor) => async () => [remoteKind(transportFor)];

test('an agent of another machine is named in a folder of its own or in place, with what reaches it', async () => {
  const dir = writeTeam({
    'team.yml': 'root: Line\n',
    'Line/config.yml':
      'kind: sequential\nsub_agents:\n  - Far\n  - { name: Away, endpoint: http://127.0.0.1:9/a2a, fallback: Here }\n',
    'Far/config.yml': 'kind: remote\ndescription: x\nurl: http://127.0.0.1:9/a2a\nhistory: turn\ntimeout_ms: 5\n',
    'Here/config.yml': 'description: x\ninstruction: x\n',
  });
  const asked: string[] = [];
  const transport = { send: async function* () {} };
  const { root } = await loadTeam(dir, {
    kinds: kindsWith(({ url, endpoint }, { path }) => {
      asked.push(`${path.join('/')} ${url ?? endpoint}`);
      return transport;
    }),
  });
  expect(root.subAgents).toMatchObject([
    { name: 'Far', kind: 'remote', transport, history: 'turn', timeoutMs: 5 },
    { name: 'Away', kind: 'remote', subAgents: [{ name: 'Here' }] },
  ]);
  expect(asked).toEqual(['Line/Far http://127.0.0.1:9/a2a', 'Line/Away http://127.0.0.1:9/a2a']);
});

test('without a way to reach it, it says so when it is called, not before', async () => {
  const dir = writeTeam({ 'team.yml': 'root: Far\n', 'Far/config.yml': 'kind: remote\nurl: http://127.0.0.1:9/\n' });
  const { root } = await loadTeam(dir, { kinds: kindsWith() });
  if (root.kind !== 'remote') throw new Error('not remote');
  const sent = root.transport.send({} as never);
  await expect(sent[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'REMOTE_UNAVAILABLE' });
});

test('what is wrong with one is told with its place', async () => {
  const dir = writeTeam({
    'team.yml': 'root: Far\n',
    'Far/config.yml': 'kind: remote\nauth_token: abc\ninstruction: x\nfallback: Nobody\nsub_agents: [Far]\n',
  });
  const { problems } = await checkTeam(dir, { kinds: kindsWith() });
  const told = problems.map(({ rule, line, message }) => `${line} ${rule} ${message}`);
  expect(told).toEqual(
    expect.arrayContaining([
      '1 missing_key Far is remote and needs one of endpoint, endpoints or url: where it answers.',
      expect.stringMatching(/^2 value auth_token must name a variable of the environment/),
      '3 kind "instruction" means nothing for an agent of kind remote.',
      expect.stringMatching(/^4 unknown_agent There is no agent "Nobody"/),
      '5 kind "sub_agents" means nothing for an agent of kind remote.',
    ]),
  );
});

test('an address that is none is told with its place; what the environment says is not known yet', async () => {
  const given = ['far.example/a2a', 'ftp://x/${A}', 'http://', 'http://[bad', 'https://a b', 'https://a/,b', 'x${A}'];
  const good = [
    'https://a/a2a',
    '${A}',
    '${A}/a2a',
    'https://${A}:${B}/a2a',
    'https://a/x, https://b/x',
    'HTTP://[::1]/',
  ];
  for (const [addresses, isWrong] of [
    [given, true],
    [good, false],
  ] as const)
    for (const endpoint of addresses) {
      const dir = writeTeam({
        'team.yml': 'root: Far\n',
        'Far/config.yml': `kind: remote\ndescription: x\nendpoint: "${endpoint}"\n`,
      });
      const { problems } = await checkTeam(dir, { kinds: kindsWith() });
      const told = problems.filter(({ message }) => message.includes('http(s) address'));
      expect([endpoint, told.map(({ line }) => line)]).toEqual([endpoint, isWrong ? [3] : []]);
    }
});
