/** Tokens that end while their stream is open: it says so in its own language, and nobody goes on for them. */
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { writeTeam } from '../../test/a2a/teams.ts';
import { tempDir } from '../../test/house.ts';
import { audienceFor, openKeys } from '../a2a/auth/index.ts';
import { openTokens } from '../storage/handle.ts';
import type { Tokens } from '../storage/index.ts';
import { type Fixture, openGateway } from './fixture.ts';

let house: Fixture;
let tokens: Tokens;
const home = tempDir('a2a-ends');
beforeAll(() => {
  tokens = openTokens(new DatabaseSync(':memory:'));
  const team = writeTeam({
    'team.yml': 'name: relay\nroot: Relay\n',
    'Relay/config.yml': 'kind: sequential\ndescription: One after the other.\nsub_agents: [First, Second]\n',
    'First/config.yml': 'kind: code\ndescription: Is first.\n',
    'First/agent.ts': `export default async () => {
      globalThis.relay?.begun.resolve();
      await globalThis.relay?.gate.promise;
      return 'First. ';
    };\n`,
    'Second/config.yml': 'kind: code\ndescription: Is second.\n',
    'Second/agent.ts': `export default () => { globalThis.relay?.done.push('second'); return 'Second.'; };\n`,
  });
  house = openGateway({ ...{ home, agent: 'Relay', team }, door: { host: '127.0.0.1', tokens } });
});
afterAll(() => house.close());

const message = () => ({ message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: 'run' }] } });
const inRpc = () => ({ jsonrpc: '2.0', id: 7, method: 'SendStreamingMessage', params: message() });
const BINDINGS = [
  ['/a2a', inRpc],
  ['/a2a/rest/message:stream', message],
] as const;

async function readStream(token: string, [path, body]: (typeof BINDINGS)[number]) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'a2a-version': '1.0' };
  const { text } = await house.post(path, body(), headers);
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith('data: ') ? (JSON.parse(line.slice(6)) as Record<string, unknown>) : []));
}

test('a stream whose token is revoked ends as its binding says, and the next agent does not begin', async () => {
  for (const binding of BINDINGS) {
    const relay = { begun: Promise.withResolvers<void>(), gate: Promise.withResolvers<void>(), done: [] as string[] };
    vi.stubGlobal('relay', relay);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { id, token } = tokens.issue('caller', { agents: ['Relay'] });
    const reading = readStream(token, binding);
    await relay.begun.promise;
    const renewed = tokens.rotate(id);
    relay.gate.resolve();
    const told = await reading;
    const isRpc = binding[1] === inRpc;
    expect(told.at(-1)).toMatchObject({
      ...(isRpc ? { jsonrpc: '2.0', id: null } : {}),
      error: { code: isRpc ? -32010 : 401, message: expect.stringContaining('no longer valid') },
    });
    const ask = { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} };
    const headers = { authorization: `Bearer ${renewed.token}`, 'content-type': 'application/json' };
    await vi.waitFor(async () => {
      const { json } = await house.post('/a2a', ask, headers);
      expect(json.result.tasks).toMatchObject([{ status: { state: 'TASK_STATE_FAILED' } }]);
    });
    expect(relay.done).toEqual([]);
  }
});

test('a signed token that is let in for a clock that is behind is good for its whole stream', async () => {
  const behind = openKeys(home, () => Date.now() - 90_000);
  const token = await behind.signToken({ sub: 'ward' }, audienceFor(await behind.house(), 'Relay'), 60);
  const told = await readStream(token, BINDINGS[0]);
  expect(told.at(-1)).toMatchObject({ result: { statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } } });
});
