/** The cards of a served agent, as clients of 1.0 and of 0.3 fetch them, and what their signatures hold for. */
import { DatabaseSync } from 'node:sqlite';
import { base64url, createLocalJWKSet, decodeProtectedHeader, flattenedVerify } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { analyticsTeam } from '../../test/a2a/teams.ts';
import { tempDir } from '../../test/house.ts';
import { canonicalJson } from '../a2a/auth/canonical.ts';
import { openKeys } from '../a2a/auth/index.ts';
import { openTokens } from '../storage/handle.ts';
import type { Tokens } from '../storage/index.ts';
import { type Fixture, openGateway } from './fixture.ts';

let house: Fixture;
let tokens: Tokens;
beforeAll(() => {
  tokens = openTokens(new DatabaseSync(':memory:'));
  house = openGateway({
    ...{ home: tempDir('a2a-cards'), agent: 'AnalyticsAgent', team: analyticsTeam() },
    door: { host: '127.0.0.1', tokens },
  });
});
afterAll(() => house.close());

test('the canonical form is that of RFC 8785', () => {
  const given = {
    peach: [1e21, 0.1, -0],
    '\u20ac': 'Euro \u000f\n',
    a: { z: null, b: true },
    '\ud83d\ude00': 1,
    '\ufb33': 2,
  };
  expect(canonicalJson(given)).toBe(
    '{"a":{"b":true,"z":null},"peach":[1e+21,0.1,0],"\u20ac":"Euro \\u000f\\n","\ud83d\ude00":1,"\ufb33":2}',
  );
});

test('signs every card over the JSON that it serves, with a key that can be had', async () => {
  const { canonicalizeAgentCard, verifyAgentCardSignature } = await import('@a2a-js/sdk');
  const { json: jwks } = await house.get('/.well-known/jwks.json');
  expect(jwks.keys.every((key: object) => !('d' in key))).toBe(true);
  const holds = async ({ signatures, ...card }: { signatures: { protected: string; signature: string }[] }) => {
    const payload = base64url.encode(canonicalJson(card));
    const each = signatures.map((given) =>
      flattenedVerify({ ...given, payload }, createLocalJWKSet(jwks)).then(
        () => true,
        () => false,
      ),
    );
    return (await Promise.all(each)).includes(true);
  };
  const served = {
    shared: (await house.get('/.well-known/agent-card.json')).json,
    exact: (await house.get('/.well-known/agent-card.json?A2A-Version=1.0')).json,
    legacy: (await house.get('/.well-known/agent.json')).json,
  };
  for (const card of Object.values(served)) {
    expect(await holds(card)).toBe(true);
    expect(await holds({ ...card, securitySchemes: {} })).toBe(false);
    expect(await holds({ ...card, name: 'Eve' })).toBe(false);
  }
  vi.spyOn(console, 'debug').mockReturnValue(); // the SDK tells of each signature that is not for its reading
  const keyOf = async (kid: string) => jwks.keys.find((key: { kid: string }) => key.kid === kid);
  for (const card of [served.shared, served.exact]) await verifyAgentCardSignature(keyOf)(card);
  const { signatures: _, ...bare } = served.exact;
  expect(canonicalizeAgentCard(bare)).toBe(canonicalJson(bare));
  expect(served.legacy.signatures).not.toEqual(served.exact.signatures);
  await expect(verifyAgentCardSignature(keyOf)(served.legacy)).rejects.toThrow();
});

test('signs its card with the new key once that has come', async () => {
  const kidOf = async () => {
    const { json } = await house.get('/.well-known/agent-card.json');
    return decodeProtectedHeader(json.signatures[0]).kid;
  };
  const before = await kidOf();
  const made = await openKeys(house.app.home.dir).rotate(60_000);
  expect([before === made, await kidOf()]).toEqual([false, made]);
});

test('gives those who are known a card in the version that they speak', async () => {
  const { token } = tokens.issue('known', { agents: ['AnalyticsAgent'] });
  const ask = (method: string, version: string) =>
    house.post('/a2a', { jsonrpc: '2.0', id: 1, method }, { authorization: `Bearer ${token}`, 'a2a-version': version });
  const { json: today } = await ask('GetExtendedAgentCard', '1.0');
  expect([today.result.url, today.result.signatures.length]).toEqual([undefined, 1]);
  const { json: legacy } = await ask('agent/getAuthenticatedExtendedCard', '0.3');
  expect(legacy.result).toMatchObject({ protocolVersion: '0.3.0', url: expect.stringMatching(/\/a2a$/) });
});

test('has one card for those of 1.0 and those of 0.3 who do not say which they are', async () => {
  const { json: shared } = await house.get('/.well-known/agent-card.json');
  expect(shared).toMatchObject({
    ...{ url: expect.stringMatching(/\/a2a$/), preferredTransport: 'JSONRPC', protocolVersion: '0.3.0' },
    security: [{ bearer: [] }],
    supportedInterfaces: expect.arrayContaining([expect.objectContaining({ protocolVersion: '1.0' })]),
    securitySchemes: { bearer: { type: 'http', httpAuthSecurityScheme: { scheme: 'Bearer' } } },
  });
  const { json: exact } = await house.get('/.well-known/agent-card.json?A2A-Version=1.0');
  expect(exact).not.toHaveProperty('url');
});
