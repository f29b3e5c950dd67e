/** What stands in the head of a request, or in an address, and cannot be: refused, with what to write instead. */
import { expect, test } from 'vitest';
import { createAddresses } from './address.ts';
import { openPuppet, puppet } from './fixture.ts';
import { requireVersion } from './served.ts';

const said = (text: string) => ({ messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] });
const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
const V1 = { 'a2a-version': '1.0' };

test.each(['0', 'abc', '-5', '1.5', ''])('a time-out of %j is none, in either language', async (ms) => {
  const { post } = openPuppet();
  const timed = { 'a2a-timeout-ms': ms };
  const envelope = {
    agent_name: 'Puppet',
    conversation_id: 'c',
    input: { action: 'ask', parameters: { message: 'say a' } },
  };
  const refused = { code: 'REQUEST_INVALID', hint: expect.stringContaining('milliseconds') };
  expect(await (await post(envelope, timed)).json()).toMatchObject({ status: 'error', error: refused });
  const answer = await post(rpc('SendMessage', { message: said('say a') }), { ...V1, ...timed });
  expect((await answer.json()).error).toMatchObject({
    code: -32600,
    message: expect.stringContaining('a2a-timeout-ms'),
  });
});

test.each(['999', 'abc'])('a task that never had the event %s says which was its last', async (last) => {
  const { post } = openPuppet();
  const asked = await (await post(rpc('SendMessage', { message: said('ask Really?') }), V1)).json();
  const { id } = asked.result.task as { id: string };
  const again = await post(rpc('SubscribeToTask', { id }), { ...V1, 'last-event-id': last });
  const { error } = await again.json();
  expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('Last-Event-ID') });
  expect(JSON.stringify(error.data)).toMatch(/Its last one is \d+/);
});

test.each([
  ['https://ada:secret@example.org/hook', /credentials/],
  ['ftp://example.org', /https:\/\/host\/path/],
  ['https://10.0.0.1/hook', /CONSILIUM_A2A_PRIVATE/],
])('%s is no address for notifications, and the hint is about why', (url, hint) => {
  expect(() => createAddresses([]).require(url)).toThrow(
    expect.objectContaining({ code: 'ADDRESS_FORBIDDEN', hint: expect.stringMatching(hint) }),
  );
});

test('a version that is empty is told as that', () => {
  expect(() => requireVersion(puppet, '')).toThrow(
    expect.objectContaining({
      code: 'VERSION_UNSUPPORTED',
      message: expect.stringContaining('agent_version is empty'),
      hint: expect.stringContaining('leave agent_version out'),
    }),
  );
});
