/** A token whose time is over in the middle of a stream: each door ends it in its own language, and soon. */
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTokens } from '../storage/handle.ts';
import { openGateway, openSilentModel } from './fixture.ts';

const ENDED = { code: 'TOKEN_INVALID', message: expect.stringContaining('no longer valid') };
const EVENTS = { accept: 'text/event-stream' };
const TEXT = '# Renal\n\nThe kidney filters blood. Renin raises the pressure of it.';

/** A house whose model never answers, and somebody with ten minutes left in it. */
async function openHouse() {
  let now = Date.UTC(2026, 0, 1);
  const tokens = openTokens(new DatabaseSync(':memory:'), () => now);
  const model = await openSilentModel();
  const house = openGateway({ env: model.env, door: { host: '127.0.0.1', tokens } });
  onTestFinished(async () => {
    await house.close(100);
    await model.close();
  });
  const issue = (expires: string) => ({
    authorization: `Bearer ${tokens.issue('ada', { scopes: ['read', 'chat', 'work', 'a2a'], user: 'ada', expires }).token}`,
    'content-type': 'application/json',
  });
  const own = issue('10m');
  return {
    own,
    /** Whose time is not over. */
    other: issue('20m'),
    ask: (path: string, body?: object, more: Record<string, string> = {}) => {
      const headers = { ...own, ...more };
      return body === undefined ? house.get(path, headers) : house.post(path, body, headers);
    },
    stop: (session: string) => house.post(`/v1/sessions/${session}/stop`, {}, issue('1h')),
    asked: model.asked,
    expire: () => {
      now += 11 * 60_000;
    },
  };
}

/** The events of a stream: their names, and what they say where it is JSON. */
function readEvents(text: string): { event: string; data: unknown }[] {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => {
      const data = /^data: (.*)$/m.exec(block)![1]!;
      return { event: /^event: (.*)$/m.exec(block)?.[1] ?? '', data: data === '[DONE]' ? data : JSON.parse(data) };
    });
}

const POETRY = 'What do you think of poetry?';

test('a chat', async () => {
  const { ask, asked, expire, stop } = await openHouse();
  const reading = ask('/v1/chat', { team: 'front-desk', session_id: 's', message: POETRY }, EVENTS);
  await asked();
  expire();
  expect(readEvents((await reading).text).at(-1)).toMatchObject({ event: 'error', data: { error: ENDED } });
  await stop('s');
});

test('the events of a session', async () => {
  const { ask, asked, expire, other, stop } = await openHouse();
  const talking = ask('/v1/chat', { team: 'front-desk', session_id: 's', message: POETRY }, other);
  await asked();
  const reading = ask('/v1/sessions/s/events', undefined, EVENTS);
  const isHeard = vi.waitFor(async () => expect((await ask('/v1/sessions/s')).status).toBe(200));
  await isHeard;
  expire();
  expect(readEvents((await reading).text).at(-1)).toMatchObject({ event: 'error', data: { error: ENDED } });
  await stop('s');
  await talking;
});

test('the progress of a pipeline', async () => {
  const { ask, asked, expire } = await openHouse();
  const { location } = (await ask('/v1/pipelines/chapter-summarization/run', { chapter_text: TEXT })).json;
  await asked();
  const reading = ask(location, undefined, EVENTS);
  await vi.waitFor(async () => expect((await ask(location)).json.state).toBe('running'));
  expire();
  expect(readEvents((await reading).text).at(-1)).toMatchObject({ event: 'error', data: { error: ENDED } });
});

test("OpenAI's shape: an error as data, and the end of the stream as its clients know it", async () => {
  const { ask, asked, expire } = await openHouse();
  const body = { model: 'front-desk', stream: true, messages: [{ role: 'user', content: POETRY }] };
  const reading = ask('/v1/chat/completions', body);
  await asked();
  expire();
  const events = readEvents((await reading).text);
  expect(events.at(-2)).toMatchObject({
    event: '',
    data: { error: { ...ENDED, type: 'authentication_error', param: null } },
  });
  expect(events.at(-1)).toEqual({ event: '', data: '[DONE]' });
});

test('MCP: what was asked is answered, by its id', async () => {
  const { ask, asked, expire } = await openHouse();
  const accept = { accept: 'application/json, text/event-stream' };
  const hello = {
    ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  };
  const id = (await ask('/mcp', hello, accept)).headers.get('mcp-session-id')!;
  const params = { name: 'extract_structure', arguments: { content: TEXT, extraction_type: 'keywords' } };
  const call = { jsonrpc: '2.0', id: 'seven', method: 'tools/call', params };
  const reading = ask('/mcp', call, { ...accept, 'mcp-session-id': id });
  await asked();
  expire();
  expect(readEvents((await reading).text).at(-1)).toMatchObject({
    event: 'message',
    data: { jsonrpc: '2.0', id: 'seven', error: { code: -32010, message: ENDED.message, data: ENDED } },
  });
});
