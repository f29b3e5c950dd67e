/** Private addresses are called where whoever runs the machine has named them. */
import { expect, test } from 'vitest';
import { configureRemote } from './configure.ts';
import type { RemoteConfig } from './kind.ts';
import { callOf, openPeer, remoteAt } from './peers.ts';

const at = (endpoint: string, env: Record<string, string> = {}) =>
  configureRemote('Far', { kind: 'remote', endpoint } as RemoteConfig, { env });

test.each([
  'https://10.0.0.5/a2a',
  'https://192.168.1.1:8443/a2a',
  'https://169.254.169.254/latest',
  'https://[fd00::1]/a2a',
  'https://[::ffff:10.0.0.1]/a2a',
  'https://records.internal/a2a',
])('%s is not, because a file says so', (endpoint) => {
  const { host, hostname } = new URL(endpoint);
  expect(() => at(endpoint)).toThrow(/private address/);
  for (const named of [host, hostname])
    expect(at(endpoint, { CONSILIUM_A2A_PRIVATE: named }).endpoints).toEqual([endpoint]);
  expect(at(endpoint, { CONSILIUM_A2A_ALLOW: host }).endpoints).toEqual([endpoint]);
  // What the environment says is the word of whoever runs the machine.
  expect(at('${FAR_URL}', { FAR_URL: endpoint })).toMatchObject({
    endpoints: [endpoint],
    privateHosts: expect.arrayContaining([hostname]),
  });
});

test.each([
  'https://agents.example/a2a',
  'http://127.0.0.1:1/a2a',
  'http://localhost:1/a2a',
  'http://[::1]:1/a2a',
])('%s is', (endpoint) => {
  expect(at(endpoint).endpoints).toEqual([endpoint]);
});

test('a name that leads to a private address is found out when it is looked up', async () => {
  const peer = await openPeer((_, __, response) => void response.end('{}'));
  const { port } = new URL(peer.url);
  const remote = remoteAt(`http://localhost:${port}/a2a`, { privateHosts: [] });
  try {
    await expect(remote.call(callOf())).rejects.toMatchObject({
      code: 'ADDRESS_FORBIDDEN',
      hint: expect.stringContaining('CONSILIUM_A2A_PRIVATE'),
    });
    expect(peer.asked).toHaveLength(0);
  } finally {
    await remote.close();
    await peer.close();
  }
});
