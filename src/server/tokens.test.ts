import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handleOf } from '../storage/handle.ts';
import { openTokenFile, type TokenFile } from '../storage/index.ts';
import { type Fixture, listen, openGateway, openSilentModel, type SilentModel } from './fixture.ts';
import { createGateway } from './index.ts';
import { issuedAnswer, tokenAnswer, tokensAnswer } from './tokens.ts';

const BUNDLE = readFileSync(join(import.meta.dirname, '../../demo/elena-marsh.json'), 'utf8');

let house: Fixture;
let model: SilentModel;
let tokens: TokenFile;
let gateway: ReturnType<typeof createGateway>;
let admin: string;
const logged: object[] = [];
beforeAll(async () => {
  model = await openSilentModel();
  house = openGateway({ env: model.env });
  tokens = openTokenFile(house.dir, { former: handleOf(house.app.home.data) });
  const keep = (facts: object) => void logged.push(facts);
  const log = { debug() {}, info: keep, warn: keep };
  gateway = createGateway(house.app, log, { door: { host: '127.0.0.1', tokens } });
  admin = tokens.issue('admin', { scopes: ['admin', 'read', 'chat', 'work', 'a2a'] }).token;
});
afterAll(async () => {
  await model.close();
  tokens.close();
  await house.close();
});

async function ask(token: string, method: string, path: string, body?: unknown) {
  const init = {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const response = await gateway.request(`http://localhost${path}`, init);
  return { status: response.status, headers: response.headers, json: (await response.json()) as never };
}

describe('tokens over HTTP', () => {
  test('are issued, shown once, listed, replaced and revoked while the server runs', async () => {
    const issued = await ask(admin, 'POST', '/v1/tokens', { name: 'night shift', scopes: ['read'], expires: '12h' });
    expect([issued.status, issued.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { id, token, ...about } = issuedAnswer.parse(issued.json);
    expect(about).toMatchObject({ name: 'night shift', scopes: ['read'], patients: null, state: 'valid' });
    expect((await ask(token, 'GET', '/v1/teams')).status).toBe(200);
    const own = tokenAnswer.parse((await ask(token, 'GET', '/v1/token')).json);
    expect(own).toMatchObject({ id, name: 'night shift', used: expect.any(String) });

    const list = await ask(admin, 'GET', '/v1/tokens');
    expect(tokensAnswer.parse(list.json).tokens.map(({ name }) => name)).toContain('night shift');
    expect(JSON.stringify(list.json)).not.toContain('consilium_');

    const odd = await ask(admin, 'POST', `/v1/tokens/${id}/rotate`, { overlaps: '1h' });
    expect([odd.status, (await ask(token, 'GET', '/v1/teams')).status]).toEqual([400, 200]);
    const beside = issuedAnswer.parse((await ask(admin, 'POST', `/v1/tokens/${id}/rotate`, { overlap: '1h' })).json);
    expect((await ask(token, 'GET', '/v1/teams')).status).toBe(200);
    const replaced = issuedAnswer.parse((await ask(admin, 'POST', `/v1/tokens/${beside.id}/rotate`)).json);
    expect(replaced).toMatchObject({ name: 'night shift', scopes: ['read'], expires: about.expires });
    expect((await ask(beside.token, 'GET', '/v1/teams')).status).toBe(401);
    const revoked = await ask(admin, 'DELETE', `/v1/tokens/${replaced.id}`);
    expect(tokenAnswer.parse(revoked.json)).toMatchObject({ state: 'revoked' });
    expect((await ask(replaced.token, 'GET', '/v1/teams')).status).toBe(401);
    expect((await ask(admin, 'DELETE', '/v1/tokens/nobody')).status).toBe(404);
  });

  test('say for whom they act, and which agents nobody here serves', async () => {
    const issue = async (wish: object) => issuedAnswer.parse((await ask(admin, 'POST', '/v1/tokens', wish)).json);
    const [free, bound] = [
      { name: 'free', scopes: ['a2a'], for_anyone: true },
      { name: 'bound', scopes: ['a2a'], user: 'elena' },
    ];
    expect([(await issue(free)).acts_for, (await issue(bound)).acts_for]).toEqual(['anyone', 'elena']);
    expect((await issue({ name: 'service', scopes: ['a2a'] })).acts_for).toBe('service');
    expect((await issue({ name: 'reader', scopes: ['read'] })).acts_for).toBe('reader');
    // A person's token is refused another user, and says so.
    expect((await issue({ name: 'person', scopes: ['chat', 'a2a'] })).acts_for).toBe('person');
    const { tokens: list } = tokensAnswer.parse((await ask(admin, 'GET', '/v1/tokens')).json);
    expect(list.find(({ name }) => name === 'free')).toMatchObject({ user: 'free', acts_for: 'anyone' });
    const agents = ['front-desk', 'Nobody'];
    const { warnings } = await issue({ name: 'typo', agents });
    expect(warnings).toEqual([expect.stringContaining('There is no agent "Nobody" here.')]);
  });

  test('end with the token that rotates them, where that ends first', async () => {
    const brief = tokens.issue('brief', { scopes: ['admin', 'read'], expires: '10m' });
    const long = tokens.issue('long', { scopes: ['read'], expires: 'never' });
    const { json } = await ask(brief.token, 'POST', `/v1/tokens/${long.id}/rotate`);
    expect(issuedAnswer.parse(json).expires).toBe(new Date(brief.expires!).toISOString());
  });

  test('are for patients that there are', async () => {
    const wish = (patients: string[]) => ({ name: 'phone', scopes: ['read'], patients });
    const unknown = await ask(admin, 'POST', '/v1/tokens', wish(['nobody']));
    expect([unknown.status, unknown.json]).toMatchObject([404, { error: { code: 'PATIENT_NOT_FOUND' } }]);
    const { patients } = (await house.post('/v1/patients/import', JSON.parse(BUNDLE))).json as {
      patients: { id: string }[];
    };
    const issued = await ask(admin, 'POST', '/v1/tokens', wish([patients[0]!.id]));
    expect(issued.json).toMatchObject({ patients: [patients[0]!.id] });
    const wide = await ask(admin, 'POST', '/v1/tokens', { ...wish([patients[0]!.id]), scopes: ['admin'] });
    expect([wide.status, wide.json]).toMatchObject([400, { error: { code: 'SCOPE_INVALID' } }]);
  });

  test('give no more than their giver has: no scope, no agent, no time beyond it', async () => {
    const { token: narrow } = tokens.issue('narrow', { scopes: ['admin', 'a2a'], agents: ['Kit'], expires: '2d' });
    const issue = (wish: object) => ask(narrow, 'POST', '/v1/tokens', { name: 'wider', ...wish });
    const many = tokens.list().length;
    for (const [wish, says] of [
      [{}, 'a2a'],
      [{ scopes: ['read'] }, 'read'],
      [{ scopes: ['admin', 'audit'], agents: ['Kit'] }, 'audit'],
      [{ scopes: ['a2a'] }, 'agents'],
      [{ scopes: ['a2a'], agents: ['Kitchen'] }, 'agents'],
      [{ agents: ['Kit'], expires: '3d' }, 'its own end'],
      [{ agents: ['Kit'], expires: 'never' }, 'its own end'],
    ] as const)
      expect([wish, (await issue(wish)).json]).toMatchObject([
        wish,
        { error: { code: 'GRANT_TOO_WIDE', message: expect.stringContaining(says === 'a2a' ? 'read' : says) } },
      ]);
    expect(tokens.list()).toHaveLength(many);
    const { json, status } = await issue({ agents: ['Kit:ask'] });
    expect([status, json]).toMatchObject([200, { scopes: ['a2a'], agents: ['Kit:ask'] }]);
    const own = tokenAnswer.parse((await ask(narrow, 'GET', '/v1/token')).json);
    expect(issuedAnswer.parse(json).expires).toBe(own.expires);
    const wide = tokens.issue('wide', { scopes: ['read'] });
    expect((await ask(narrow, 'POST', `/v1/tokens/${wide.id}/rotate`)).json).toMatchObject({
      error: { code: 'GRANT_TOO_WIDE' },
    });
    expect((await ask(wide.token, 'GET', '/v1/teams')).status).toBe(200);
    expect((await ask(narrow, 'DELETE', `/v1/tokens/${wide.id}`)).status).toBe(200);
  });

  test('are not handed out where nobody is asked for one', async () => {
    for (const path of ['/v1/tokens', '/v1/token'])
      expect((await house.get(path)).json).toMatchObject({ error: { code: 'AUTH_OFF' } });
    expect((await house.post('/v1/tokens', { name: 'x' })).status).toBe(403);
  });

  test('are logged by their id, and never themselves', async () => {
    const { id, token } = tokens.issue('logged');
    await ask(token, 'GET', '/v1/teams');
    expect(logged.at(-1)).toMatchObject({ route: '/v1/teams', status: 200, token: id });
    expect(JSON.stringify(logged)).not.toContain('consilium_');
  });
});

test('a stream that is open when its token is revoked ends, though nothing happens in it; the turn goes on', async () => {
  const { id, token } = tokens.issue('stream');
  const door = await listen({ gateway });
  try {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const body = JSON.stringify({
      team: 'front-desk',
      session_id: 'long-talk',
      message: 'What do you think of poetry?',
    });
    const response = await fetch(`${door.url}/v1/chat`, { method: 'POST', headers, body });
    await model.asked();
    tokens.revoke(id);
    // Nobody answers the question: without the revocation this would wait without end.
    expect(await response.text()).not.toContain('event: answer');
    const after = await fetch(`${door.url}/v1/sessions/long-talk/events`, { headers });
    expect([after.status, await after.json()]).toMatchObject([401, { error: { code: 'TOKEN_INVALID' } }]);
    expect((await house.app.home.store.session('long-talk'))?.open).not.toBeNull();
  } finally {
    await door.close();
    await ask(tokens.issue('next').token, 'POST', '/v1/sessions/long-talk/stop');
  }
});
