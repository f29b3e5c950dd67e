import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { type App, openApp } from '../app/index.ts';
import { handleOf, openTokens } from '../storage/handle.ts';
import { openTokenFile, type Tokens } from '../storage/index.ts';
import { inUrl, isLoopback, readAuthMode } from './auth.ts';
import { openGateway } from './fixture.ts';
import { createGateway } from './index.ts';

const silent = { debug() {}, info() {}, warn() {} };

describe('which auth a server has', () => {
  test('none on loopback, unless it is wished for', () => {
    for (const host of ['localhost', '127.0.0.1', '127.8.0.1', '::1', '[::1]']) {
      expect(readAuthMode(undefined, host)).toBe('off');
      expect(readAuthMode('', host)).toBe('off');
      expect(readAuthMode('off', host)).toBe('off');
      expect(readAuthMode('token', host)).toBe('token');
    }
  });

  test('elsewhere a token, or it does not listen', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'ward.example', '127.evil.example', '1270.0.0.1']) {
      expect(isLoopback(host)).toBe(false);
      expect(readAuthMode('token', host)).toBe('token');
      for (const wish of [undefined, '', 'off'])
        expect(() => readAuthMode(wish, host)).toThrow(expect.objectContaining({ code: 'AUTH_REQUIRED' }));
    }
  });

  test('a word it does not know is not taken for off', () => {
    expect(() => readAuthMode('none', '127.0.0.1')).toThrow(expect.objectContaining({ code: 'AUTH_INVALID' }));
  });

  test('addresses stand in a URL as they must', () => {
    expect(['::', '[::1]', '10.0.0.1', 'ward.example'].map(inUrl)).toEqual([
      '[::]',
      '[::1]',
      '10.0.0.1',
      'ward.example',
    ]);
  });
});

describe('a server with auth', () => {
  let app: App;
  let tokens: Tokens;
  let token: string;
  beforeAll(() => {
    app = openApp({ home: tempDir('auth'), env: {} });
    tokens = openTokens(handleOf(app.home.data));
    token = tokens.issue('test').token;
  });
  afterAll(() => app.close());

  const page = { type: 'text/html', etag: '"x"', body: new Uint8Array([60]) };
  const web = new Map([['/index.html', page]]);
  const ask = (url: string, headers: Record<string, string> = {}, host = 'ward.example', files?: typeof web) =>
    gatewayOn(host, files).request(url, { headers });
  const gateways = new Map<string, ReturnType<typeof createGateway>>();
  const gatewayOn = (host: string, files: typeof web | undefined) => {
    const key = `${host} ${files === web}`;
    const gateway = gateways.get(key) ?? createGateway(app, silent, { web: files, door: { host, tokens } });
    gateways.set(key, gateway);
    return gateway;
  };
  const bearer = (value: string) => ({ authorization: `Bearer ${value}` });

  test('lets in who shows a token, and nobody else', async () => {
    expect((await ask('http://ward.example/v1/patients', bearer(token))).status).toBe(200);
    for (const headers of [
      {},
      { authorization: token },
      { authorization: 'Basic eDp5' },
      { authorization: 'Bearer' },
    ]) {
      const response = await ask('http://ward.example/v1/patients', headers as Record<string, string>);
      expect([response.status, await response.json()]).toMatchObject([
        401,
        { error: { code: 'TOKEN_REQUIRED', message: expect.any(String), retryable: false } },
      ]);
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="consilium"');
    }
    const wrong = await ask('http://ward.example/v1/patients', bearer(`${token.slice(0, -1)}*`));
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: { code: 'TOKEN_INVALID' } }]);
  });

  test('no longer lets in a token that was revoked', async () => {
    const other = tokens.issue('other');
    expect((await ask('http://ward.example/v1/patients', bearer(other.token))).status).toBe(200);
    tokens.revoke(other.id);
    expect((await ask('http://ward.example/v1/patients', bearer(other.token))).status).toBe(401);
  });

  test('asks at every route of the API, and not at the signs of life and the cards of agents', async () => {
    const gateway = createGateway(app, silent, { door: { host: 'ward.example', tokens } });
    for (const { method, path } of gateway.routes.filter((route) => route.method !== 'ALL')) {
      const { status } = await gateway.request(`http://ward.example${path.replace(/:\w+/g, 'x')}`, { method });
      // Which hooks there are is for anybody to discover; calling one is not.
      const isOpen = ['/healthz', '/readyz', '/cds-services'].includes(path) || path.includes('/.well-known/');
      expect([method, path, status === 401]).toEqual([method, path, !isOpen]);
    }
  });

  test("gives the app's files to anybody, but the status page to nobody without a token", async () => {
    expect((await ask('http://ward.example/', {}, 'ward.example', web)).status).toBe(200);
    expect((await ask('http://ward.example/c/some-session', {}, 'ward.example', web)).status).toBe(200);
    expect((await ask('http://ward.example/status', {}, 'ward.example', web)).status).toBe(401);
    expect((await ask('http://ward.example/')).status).toBe(401);
  });

  test('answers to its own names only, and to no page of another site, token or not', async () => {
    expect((await ask('http://localhost/v1/patients', bearer(token))).status).toBe(200);
    expect((await ask('http://evil.example/v1/patients', bearer(token))).status).toBe(403);
    const from = (origin: string) => ask('http://ward.example:8080/v1/patients', { ...bearer(token), origin });
    expect((await from('https://evil.example')).status).toBe(403);
    expect((await from('null')).status).toBe(403);
    expect((await from('http://ward.example:8080')).status).toBe(200);
  });

  test('bound to all addresses it has any name, and still no pages of other sites', async () => {
    expect((await ask('http://any.example/v1/patients', bearer(token), '0.0.0.0')).status).toBe(200);
    expect((await ask('http://[fe80::1]/v1/patients', bearer(token), '::')).status).toBe(200);
    const headers = { ...bearer(token), origin: 'https://evil.example' };
    expect((await ask('http://any.example/v1/patients', headers, '0.0.0.0')).status).toBe(403);
  });

  test('says in its description that a token is needed, and for which operation which scope', async () => {
    const document = await (await ask('http://ward.example/openapi.json', bearer(token))).json();
    expect(document).toMatchObject({
      security: [{ token: [] }],
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', description: expect.stringContaining('- chat:') } },
      },
      paths: {
        '/healthz': { get: { security: [] } },
        '/openapi.json': { get: { security: [{ token: [] }] } },
        '/v1/chat': { post: { security: [{ token: ['chat'] }] } },
        '/v1/functions/extract-structure/run': { post: { security: [{ token: ['work'] }] } },
        '/v1/tokens/{id}': { delete: { security: [{ token: ['admin'] }] } },
      },
    });
  });
});

test('tokens that are guessed are slowed, then refused for a while, by the address they come from; a valid one comes in', async () => {
  const house = openGateway();
  const tokens = openTokenFile(house.dir);
  const gateway = createGateway(
    house.app,
    { debug() {}, info() {}, warn() {} },
    { door: { host: '127.0.0.1', tokens } },
  );
  const { token } = tokens.issue('right');
  const from = (remoteAddress: string, shown: string) =>
    gateway.request(
      'http://localhost/v1/teams',
      { headers: { authorization: `Bearer ${shown}` } },
      { incoming: { socket: { remoteAddress } } },
    );
  const guess = `consilium_${'0'.repeat(12)}_${'a'.repeat(43)}`;
  const guesses = await Promise.all(Array.from({ length: 25 }, () => from('10.0.0.1', guess)));
  expect(new Set(guesses.map(({ status }) => status))).toContain(401);
  const refused = await from('10.0.0.1', guess);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await from('10.0.0.1', token)).status).toBe(200);
  const other = await from('10.0.0.2', token);
  expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-store']);
  tokens.close();
  await house.close();
});

describe('a server that asks for no token', () => {
  let app: App;
  let tokens: Tokens;
  beforeAll(() => {
    app = openApp({ home: tempDir('auth-off'), env: {} });
    tokens = openTokens(handleOf(app.home.data));
  });
  afterAll(() => app.close());

  const ask = (path: string, token?: string) =>
    createGateway(app, silent, { door: { host: '127.0.0.1', shown: tokens } }).request(`http://127.0.0.1${path}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });

  test('holds whoever shows one to it, and refuses one that is not valid', async () => {
    const { token } = tokens.issue('reader', { scopes: ['read'] });
    const { token: former, id } = tokens.issue('former');
    tokens.revoke(id);
    expect((await ask('/v1/patients')).status).toBe(200);
    expect((await ask('/v1/patients', token)).status).toBe(200);
    expect((await ask('/v1/audit', token)).status).toBe(403);
    for (const path of ['/v1/patients', '/v1/audit', '/mcp'])
      for (const wrong of ['consilium_nonsense', former]) expect((await ask(path, wrong)).status).toBe(401);
  });

  test("takes any key of OpenAI's clients, which cannot be without", async () => {
    expect((await ask('/v1/models', 'sk-anything')).status).toBe(200);
    expect((await ask('/v1/models')).status).toBe(200);
  });
});
