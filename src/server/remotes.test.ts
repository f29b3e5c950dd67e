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
  writeTeamFile(teams, 'alone/team.yml', 'name: alone\nroot: Away\n');
  const away = `kind: remote\ndescription: x\nagent: Far\nendpoint: ${peer.url}\nretry: { attempts: 1 }\n`;
  writeTeamFile(teams, 'alone/Away/config.yml', away);
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
    expect.objectContaining({
      team: 'unset',
      agent: 'Gone',
      message: expect.stringContaining('NOT_SET_HERE is not set'),
    }),
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
  // What it asks for is handed on, however long: it is not ours to shorten.
  peer.handle = (_, __, response) =>
    void response
      .writeHead(429, { 'retry-after': '3600' })
      .end(JSON.stringify({ agent_name: 'Far', status: 'error', error: { code: 'RATE_LIMITED', message: 'no' } }));
  const busy = await ask();
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '3600']);
  peer.handle = (_, __, response) => void response.writeHead(429, { 'retry-after': '1800' }).end();
  const bare = await ask();
  expect([bare.status, bare.headers.get('retry-after')]).toEqual([429, '1800']);
  const envelope = { agent_name: 'alone', input: { parameters: { message: 'hi' } } };
  const through = await house.post('/a2a', envelope);
  expect([through.status, through.headers.get('retry-after')]).toEqual([429, '1800']);
  // Whatever it calls that: at every door the same status, the same wait and what to do.
  const send = { message: { messageId: 'm0', role: 'ROLE_USER', parts: [{ text: 'hi' }] } };
  const doors: [string, object][] = [
    ['/v1/remotes/Far/try', { parameters: { message: 'hi' } }],
    ['/a2a', envelope],
    ['/a2a/agents/alone/rest/message:send', send],
    ['/v1/chat/completions', { model: 'alone', messages: [{ role: 'user', content: 'hi' }] }],
  ];
  const slow = { agent_name: 'Far', status: 'error', error: { code: 'SLOW_DOWN', message: 'no', hint: 'Come later.' } };
  peer.handle = (_, __, response) => void response.writeHead(429, { 'retry-after': '90' }).end(JSON.stringify(slow));
  for (const [path, body] of doors.filter(([each]) => !each.includes('rest'))) {
    const told = await house.post(path, body);
    expect([path, told.status, told.headers.get('retry-after')]).toEqual([path, 429, '90']);
    expect(told.json.error).toMatchObject({ code: 'SLOW_DOWN', hint: 'Come later.', retryable: true });
  }
  const [rest, asked] = doors[2]!;
  const failed = await house.post(rest, asked, { 'a2a-version': '1.0', 'content-type': 'application/json' });
  expect(failed.text).toContain('"retryAfterMs":90000');
  peer.handle = (_, __, response) => void response.writeHead(429, { 'retry-after': '1800' }).end();
  const rpc = {
    ...{ jsonrpc: '2.0', id: 1, method: 'SendMessage' },
    params: { tenant: 'alone', message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] } },
  };
  expect((await house.post('/a2a', rpc, { 'a2a-version': '1.0' })).text).toContain('"retryAfterMs":1800000');
  await peer.close();
  expect(await ask()).toMatchObject({ status: 502, json: { error: { code: 'REMOTE_UNAVAILABLE', retryable: true } } });
  expect(await far()).toMatchObject([{ healthy: false, checked: expect.any(String) }]);
  const rows = house.app.home.audit.list({ action: 'call:remote', limit: 20 }).toReversed();
  expect([rows[0], ...rows.slice(-2)]).toMatchObject([
    { object: 'near/Desk/Far', outcome: 'done' },
    { object: 'near/Desk/Far', outcome: 'done' },
    { object: 'near/Desk/Far', outcome: 'denied', why: 'REMOTE_UNAVAILABLE' },
  ]);
  await house.close();
});

test('a call that is tried under a key is one call, and its body is as the page of the API has it', async () => {
  const peer = await openPeer(answer({ text: 'here' }));
  const CONSILIUM_TEAMS = writeTeam({
    'near/team.yml': 'name: near\nroot: Far\n',
    'near/Far/config.yml': `kind: remote\ndescription: Is far.\nendpoint: ${peer.url}\nretry: { attempts: 1 }\n`,
  });
  const house = openGateway({ env: { CONSILIUM_TEAMS } });
  const body = { parameters: { message: 'hi' }, context: { user_preferences: { language: 'de' } } };
  const attempt = (given: object, key?: string) =>
    house.post('/v1/remotes/Far/try', given, key === undefined ? {} : { 'idempotency-key': key });
  const [first, second] = [await attempt(body, 'k-1'), await attempt(body, 'k-1')];
  expect([first.status, second.text]).toEqual([200, first.text]);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(peer.asked).toHaveLength(1);
  const sent = JSON.parse(peer.asked[0]!.body);
  expect(peer.asked[0]!.headers['idempotency-key']).toBe(sent.conversation_id);
  expect(sent).toMatchObject({ input: { action: 'ask', parameters: { message: 'hi' } }, context: body.context });
  expect((await attempt({ ...body, action: 'other' }, 'k-1')).status).toBe(409);
  await attempt({ ...body, conversation: 'talk-7' });
  expect(JSON.parse(peer.asked[1]!.body).conversation_id).toBe('talk-7');
  expect((await attempt({ ...body, message: 'hi' })).status).toBe(400);
  const odd = await attempt({ context: { conversation_history: [7] } });
  expect(odd.json.error.message).toContain('conversation_history[0]');
  expect(peer.asked).toHaveLength(2);
  const { json: api } = await house.get('/openapi.json');
  const { parameters, requestBody } = api.paths['/v1/remotes/{name}/try'].post;
  expect(JSON.stringify(parameters)).toContain('Idempotency-Key');
  const schema = JSON.stringify(requestBody);
  for (const field of ['action', 'parameters', 'context', 'conversation']) expect(schema).toContain(`"${field}"`);
  await house.close();
  await peer.close();
});

test('of several teams that each have a remote agent of one name, the one is called that was meant', async () => {
  const peers = [await openPeer(answer({ text: 'one' })), await openPeer(answer({ text: 'two' }))] as const;
  const desk = (url: string) =>
    `instruction: Hand over.\nsub_agents:\n  - name: Far\n    description: Is far.\n    endpoint: ${url}\n    retry: { attempts: 1 }\n`;
  const teams = writeTeam({
    'one/team.yml': 'name: one\nroot: Desk\n',
    'one/Desk/config.yml': desk(peers[0].url),
    'two/team.yml': 'name: two\nroot: Desk\n',
    'two/Desk/config.yml': desk(peers[1].url),
  });
  const house = openGateway({ env: { CONSILIUM_TEAMS: teams } });
  const attempt = (id: string) => house.post(`/v1/remotes/${encodeURIComponent(id)}/try`, { parameters: { a: 1 } });
  const { json: seen } = await house.get('/v1/remotes');
  expect((seen.remotes as { name: string }[]).filter(({ name }) => name === 'Far')).toMatchObject([
    { id: 'one/Desk/Far', team: 'one', path: 'Desk/Far', endpoints: [{ url: peers[0].url }] },
    { id: 'two/Desk/Far', team: 'two', path: 'Desk/Far', endpoints: [{ url: peers[1].url }] },
  ]);
  expect(await attempt('one/Desk/Far')).toMatchObject({ status: 200, json: { output: { text: 'one' } } });
  expect(await attempt('two/Far')).toMatchObject({ status: 200, json: { output: { text: 'two' } } });
  expect(peers.map(({ asked }) => asked.length)).toEqual([1, 1]);
  const vague = await attempt('Far');
  expect(vague).toMatchObject({ status: 409, json: { error: { code: 'REMOTE_AMBIGUOUS' } } });
  expect(vague.json.error.hint).toContain('one/Desk/Far, two/Desk/Far');
  expect(peers.map(({ asked }) => asked.length)).toEqual([1, 1]);
  const rows = house.app.home.audit.list({ action: 'call:remote', limit: 5 });
  expect(rows.map(({ object }) => object)).toEqual(['two/Desk/Far', 'one/Desk/Far']);

  const series = (await house.get('/metrics')).text
    .split('\n')
    .flatMap((line) => /^(\S+\{.*\}) /.exec(line)?.[1] ?? []);
  expect(new Set(series).size).toBe(series.length);
  for (const name of ['circuit_open', 'calls_total', 'call_duration_seconds_count'])
    for (const team of ['one', 'two'])
      expect(series.some((line) => line.includes(`consilium_remote_${name}{agent="Far",team="${team}"`))).toBe(true);
  await house.close();
  await Promise.all(peers.map((peer) => peer.close()));
});
