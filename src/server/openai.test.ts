/** The door of chat front ends, as such a front end meets it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { type Fixture, openGateway } from './fixture.ts';

let house: Fixture;
beforeAll(() => {
  house = openGateway({ home: tempDir('openai') });
});
afterAll(() => house.close());

test('speaks the API of chat front ends: a team is a model, and remembers', async () => {
  const { json: models } = await house.get('/v1/models');
  expect(models.data.map(({ id }: { id: string }) => id)).toContain('front-desk');
  const messages = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: [{ type: 'text', text: 'When are you open?' }] },
  ];
  const { json } = await house.post('/v1/chat/completions', { model: 'front-desk', messages, temperature: 0.3 });
  expect(json).toMatchObject({
    object: 'chat.completion',
    model: 'front-desk',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant' } }],
  });
  expect(json.usage.total_tokens).toBe(json.usage.prompt_tokens + json.usage.completion_tokens);
  expect(json.usage.completion_tokens).toBeGreaterThan(0);
  const before = (await house.app.home.store.sessions({ limit: 100 })).length;
  const next = [...messages, json.choices[0].message, { role: 'user', content: 'And on Saturday?' }];
  await house.post('/v1/chat/completions', { model: 'front-desk', messages: next });
  expect((await house.app.home.store.sessions({ limit: 100 })).length).toBe(before);
  await house.post('/v1/chat/completions', { model: 'front-desk', messages });
  expect((await house.app.home.store.sessions({ limit: 100 })).length).toBe(before + 1);
});

test('streams to chat front ends, whole and with its end', async () => {
  const messages = [{ role: 'user', content: 'When are you open?' }];
  const given = { model: 'front-desk', messages, stream: true, stream_options: { include_usage: true } };
  const { text } = await house.post('/v1/chat/completions', given);
  const lines = text.split('\n').flatMap((line) => (line.startsWith('data: ') ? line.slice(6) : []));
  expect(lines.at(-1)).toBe('[DONE]');
  const chunks = lines.slice(0, -1).map((line) => JSON.parse(line));
  const said = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
  const whole = await house.post('/v1/chat/completions', { model: 'front-desk', messages });
  expect(said).toBe(whole.json.choices[0].message.content);
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
  expect(chunks.at(-2).choices[0].finish_reason).toBe('stop');
});

test.each([
  [{ model: 'nobody', messages: [{ role: 'user', content: 'x' }] }, 404],
  [{ model: 'front-desk', messages: [] }, 400],
  [{ model: 'front-desk', messages: [{ role: 'assistant', content: 'x' }] }, 400],
  [{ messages: 'x' }, 400],
])('refuses chat front ends what makes no sense (%#)', async (body, status) => {
  const answer = await house.post('/v1/chat/completions', body);
  expect(answer.status).toBe(status);
  expect(answer.json.error.message).toEqual(expect.any(String));
});

const USER = [{ role: 'user', content: 'When are you open?' }];

test.each([
  [{ n: 2 }, 'n'],
  [{ tools: [{ type: 'function', function: { name: 'f' } }] }, 'tools'],
  [{ functions: [{ name: 'f' }] }, 'functions'],
  [{ response_format: { type: 'json_object' } }, 'response_format'],
  [{ logprobs: true }, 'logprobs'],
  [{ patient_id: 'p1' }, 'patient_id'],
  [{ patientId: 'p1' }, 'patientId'],
  [{ metadata: { patientId: 'p1' } }, 'metadata'],
  [{ modalities: ['text', 'audio'] }, 'modalities'],
  [{ messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] }, 'messages'],
  [{ messages: [{ content: 'x' }] }, 'messages.0.role'],
])('says what no team can do instead of leaving it out (%j)', async (more, param) => {
  const { status, json } = await house.post('/v1/chat/completions', { model: 'front-desk', messages: USER, ...more });
  expect(status).toBe(400);
  expect(json.error).toMatchObject({ type: 'invalid_request_error', param, code: 'REQUEST_INVALID' });
});

test('takes what asks for nothing special', async () => {
  const usual = { n: 1, tools: [], response_format: { type: 'text' }, logprobs: false, max_tokens: 500, stop: null };
  const given = { model: 'front-desk', messages: USER, ...usual };
  expect((await house.post('/v1/chat/completions', given)).status).toBe(200);
});

test('errors have the fields that clients of this API read, at this door only', async () => {
  const { json } = await house.post('/v1/chat/completions', { model: 'nobody', messages: USER });
  expect(json.error).toMatchObject({ type: 'not_found_error', param: 'model', code: 'TEAM_UNKNOWN' });
  expect((await house.get('/v1/models/nobody')).json.error).toMatchObject({ type: 'not_found_error', param: 'model' });
  expect((await house.get('/v1/models/front-desk')).json).toMatchObject({ id: 'front-desk', object: 'model' });
  expect((await house.get('/v1/sessions/none/events')).json.error).not.toHaveProperty('type');
});

test('a talk that began elsewhere goes on where it was', async () => {
  const messages = [
    { role: 'user', content: 'When are you open on Saturday?' },
    { role: 'assistant', content: 'On Saturday we are open from 9 to 12.' },
    { role: 'user', content: 'And on Sunday?' },
  ];
  const before = new Set((await house.app.home.store.sessions({ limit: 100 })).map(({ id }) => id));
  const { json } = await house.post('/v1/chat/completions', { model: 'front-desk', messages });
  const made = (await house.app.home.store.sessions({ limit: 100 })).find(({ id }) => !before.has(id))!;
  const [first] = await house.app.home.store.events(made.id, { limit: 1 });
  expect(first).toMatchObject({
    type: 'invocation_started',
    message: 'And on Sunday?',
    before: messages.slice(0, 2).map(({ role, content: text }) => ({ role, text })),
  });
  const next = [...messages, json.choices[0].message, { role: 'user', content: 'And on Monday?' }];
  await house.post('/v1/chat/completions', { model: 'front-desk', messages: next });
  const later = await house.app.home.store.events(made.id, { after: first!.seq });
  expect(later.find(({ type }) => type === 'invocation_started')).not.toHaveProperty('before');
});

test('a talk that began elsewhere is understood as if it had been held here, at every door', async () => {
  const earlier = [
    { role: 'user', content: 'Are you open this Friday at all?' },
    { role: 'assistant', content: 'Yes, on Friday until two.' },
  ];
  const asked = 'And on Saturday?';
  const messages = [...earlier, { role: 'user', content: asked }];
  const { json } = await house.post('/v1/chat/completions', { model: 'front-desk', messages });
  expect(json.choices[0].message.content).toMatch(/we are (?:open|closed)/);
  const envelope = (context: object) => ({
    ...{ agent_name: 'front-desk', input: { parameters: { message: asked } }, context },
  });
  const told = await house.post('/a2a', envelope({ conversation_history: earlier }));
  expect(told.json.output.text).toBe(json.choices[0].message.content);
  const rpc = await house.post(
    '/a2a',
    {
      ...{ jsonrpc: '2.0', id: 1, method: 'SendMessage' },
      params: {
        tenant: 'front-desk',
        message: {
          ...{ messageId: 'm', role: 'ROLE_USER', parts: [{ text: asked }] },
          metadata: { context: { conversation_history: earlier } },
        },
      },
    },
    { 'a2a-version': '1.0' },
  );
  expect(JSON.stringify(rpc.json.result)).toMatch(/we are (?:open|closed)/);
  for (const wrong of [
    { conversation_history: 'not a list' },
    { conversation_history: { role: 'user', content: 'hi' } },
    { user_preferences: 'loud' },
  ]) {
    const refused = await house.post('/a2a', envelope(wrong));
    expect(refused).toMatchObject({ status: 400, json: { error: { code: 'REQUEST_INVALID' } } });
    expect(refused.json.error.hint).toEqual(expect.any(String));
  }
});

test('a system message is for the turn that it comes with, and where nobody reads it that is said', async () => {
  const ask = (system: string, role = 'system', more: object = {}) =>
    house.post('/v1/chat/completions', {
      ...{ model: 'front-desk', ...more },
      messages: [
        { role, content: system },
        { role: 'user', content: 'When are you open?' },
      ],
    });
  const { json } = await ask('Be kind.', 'developer');
  expect(json.warnings).toEqual([expect.stringContaining('was not read')]);
  expect((await ask('')).json).not.toHaveProperty('warnings');
  expect((await ask('Be kind.', 'system', { stream: true })).text).toContain('was not read');
  const id = json.id.slice('chatcmpl-'.length);
  const sessions = await house.app.home.store.sessions({ limit: 100 });
  const begun = await Promise.all(
    sessions.map((each) => house.app.home.store.events(each.id, { invocation: id, limit: 5 })),
  );
  expect(JSON.stringify(begun.flat())).toContain('"temp:client_instructions":"Be kind."');
  const long = await ask('x'.repeat(30_000));
  expect(long).toMatchObject({ status: 413, json: { error: { code: 'MESSAGE_TOO_LONG', param: 'messages' } } });
});

test.each([
  [{ role: 'tool', tool_call_id: 'c', content: '42' }, 'messages.1.role'],
  [{ role: 'function', name: 'f', content: '42' }, 'messages.1.role'],
  [{ role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function' }] }, 'messages.1.tool_calls'],
  [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }, 'messages'],
])('a message that no team can read is refused by its place: %j', async (wrong, param) => {
  const messages = [{ role: 'user', content: 'Hello' }, wrong, { role: 'user', content: 'When are you open?' }];
  const refused = await house.post('/v1/chat/completions', { model: 'front-desk', messages });
  expect(refused).toMatchObject({ status: 400, json: { error: { code: 'REQUEST_INVALID', param } } });
  expect(refused.json.error.message).toContain('messages.1');
});

test('a turn with an Idempotency-Key is one turn and one answer, streamed or whole, after a restart too', async () => {
  const messages = [{ role: 'user', content: 'Is there parking behind the house?' }];
  const asked = { model: 'front-desk', messages };
  const key = { 'idempotency-key': 'order-66' };
  const turns = async () => (await house.app.home.store.sessions({ limit: 1000 })).length;
  const before = await turns();
  const [first, second] = await Promise.all([1, 2].map(() => house.post('/v1/chat/completions', asked, key)));
  expect([first!.status, second!.text]).toEqual([200, first!.text]);
  const { text } = await house.post('/v1/chat/completions', { ...asked, stream: true }, key);
  const chunks = text.split('\n').flatMap((line) => (/^data: \{/.test(line) ? JSON.parse(line.slice(6)) : []));
  expect(chunks.map(({ choices }) => choices[0].delta.content ?? '').join('')).toBe(
    first!.json.choices[0].message.content,
  );
  expect(chunks[0]).toMatchObject({ id: first!.json.id, created: first!.json.created });
  const others = [
    { ...asked, messages: [{ role: 'user', content: 'When are you open?' }] },
    { ...asked, messages: [{ role: 'user', content: 'Hello' }, { role: 'assistant', content: 'Hi' }, ...messages] },
  ];
  for (const other of others)
    for (const stream of [false, true])
      expect(await house.post('/v1/chat/completions', { ...other, stream }, key)).toMatchObject({
        ...{ status: 409, json: { error: { code: 'KEY_REUSED' } } },
      });
  await house.close();
  house = openGateway({ home: house.dir });
  expect((await house.post('/v1/chat/completions', asked, key)).text).toBe(first!.text);
  expect(await turns()).toBe(before + 1);
});
