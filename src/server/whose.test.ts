/** A token of several patients, at every door: an emergency is answered at once, all else says where a name belongs. */
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { loadDemoPatients } from '../record/index.ts';
import { handleOf, openTokens } from '../storage/handle.ts';
import { type Fixture, openGateway } from './fixture.ts';

let house: Fixture;
let own: string[];
const bearer: Record<'one' | 'two', Record<string, string>> = { one: {}, two: {} };
beforeAll(async () => {
  const tokens = openTokens(new DatabaseSync(':memory:'));
  house = openGateway({ home: tempDir('whose'), door: { host: '127.0.0.1', tokens } });
  own = (await loadDemoPatients(handleOf(house.app.home.data)))!.patients.map(({ id }) => id);
  const scopes = ['read', 'chat', 'a2a'] as const;
  const issue = (patients: string[]) => ({ authorization: `Bearer ${tokens.issue('x', { scopes, patients }).token}` });
  bearer.one = issue(own.slice(0, 1));
  bearer.two = issue(own.slice(0, 2));
});
afterAll(() => house.close());

const EMERGENCY = 'My chest hurts and my left arm is numb, I can hardly breathe';
const PLAIN = 'What medicines do I take?';

/** What each door says, in words, and its error. */
const DOORS = {
  chat: async (message: string, headers: Record<string, string>) => {
    const { json } = await house.post('/v1/chat', { team: 'health', message }, headers);
    return { text: json.text, error: json.error };
  },
  openai: async (content: string, headers: Record<string, string>) => {
    const asked = { model: 'health', messages: [{ role: 'user', content }] };
    const { json } = await house.post('/v1/chat/completions', asked, headers);
    return { text: json.choices?.[0].message.content, error: json.error };
  },
  envelope: async (message: string, headers: Record<string, string>) => {
    const input = { action: 'ask', parameters: { message } };
    const asked = { agent_name: 'health', conversation_id: crypto.randomUUID(), input };
    const { json } = await house.post('/a2a', asked, headers);
    return { text: json.output?.text, error: json.error };
  },
  mcp: async (message: string, headers: Record<string, string>) => {
    const params = { name: 'ask_health', arguments: { message } };
    const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const { text } = await house.post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { ...headers, ...accept },
    );
    const line = text.startsWith('{')
      ? text
      : text
          .split('\n')
          .find((each) => each.startsWith('data: '))!
          .slice(6);
    const { content } = JSON.parse(line).result as { content: { text: string }[] };
    return JSON.parse(content[0]!.text) as { text?: string; error?: { code: string; hint: string } };
  },
} as const;

const PLACES: [keyof typeof DOORS, RegExp][] = [
  ['chat', /patient_id/],
  ['openai', /metadata\.patient_id or the header X-Patient-Id/],
  ['envelope', /context\.patient_id/],
  ['mcp', /patient_id of the tool/],
];

test.each(PLACES)('%s: the only patient of a token goes without saying', async (door) => {
  const { text, error } = await DOORS[door](PLAIN, bearer.one);
  expect(error).toBeUndefined();
  expect(text).toMatch(/\[\^1\]/);
});

test.each(PLACES)('%s: of several one is named, where the hint says', async (door, place) => {
  const { error } = await DOORS[door](PLAIN, bearer.two);
  expect(error).toMatchObject({ code: 'PATIENT_REQUIRED', hint: expect.stringMatching(place) });
});

test.each(PLACES)('%s: an emergency is answered whoever it is about, and nobody’s record is read', async (door) => {
  const { text, error } = await DOORS[door](EMERGENCY, bearer.two);
  expect(error).toBeUndefined();
  expect(text).toMatch(/Call (?:\d+|.*emergency)/i);
  expect(text).not.toContain('[^1]');
});

test('a chat front end may name the patient in a header; one of others is refused, two are too many', async () => {
  const asked = { model: 'health', messages: [{ role: 'user', content: PLAIN }] };
  const ask = (patient: string, more: object = {}) =>
    house.post('/v1/chat/completions', { ...asked, ...more }, { ...bearer.two, 'x-patient-id': patient });
  expect((await ask(own[1]!)).status).toBe(200);
  expect((await ask(own[2]!)).json.error).toMatchObject({ code: 'PATIENT_FORBIDDEN' });
  expect((await ask(own[1]!, { metadata: { patient_id: own[0]! } })).json.error).toMatchObject({
    code: 'REQUEST_INVALID',
    param: 'metadata',
  });
});

test('a model that is not there is told as that, whoever asks', async () => {
  const asked = { model: 'nobody', messages: [{ role: 'user', content: PLAIN }] };
  expect((await house.post('/v1/chat/completions', asked, bearer.two)).json.error).toMatchObject({
    code: 'TEAM_UNKNOWN',
    param: 'model',
  });
});
