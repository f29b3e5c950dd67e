/** What an agent reads and what it is read in; what it does not take is said, and nothing is passed over. */
import { describe, expect, test } from 'vitest';
import { eventsOf, openPuppet } from './fixture.ts';

const raw = (text: string) => Buffer.from(text).toString('base64');
const send = async (parts: object[], configuration?: object) => {
  const { rpc } = openPuppet();
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts };
  return (await rpc('SendMessage', { message, ...(configuration && { configuration }) })).json();
};

describe('a file in a message', () => {
  test('that is text is read', async () => {
    const { result } = await send([{ raw: raw('say what stands in it'), mediaType: 'text/plain; charset=utf-8' }]);
    expect(result.task.artifacts[0].parts[0].text).toBe('what stands in it');
  });

  test.each([
    ['by its url', { url: 'http://10.0.0.1/secret', mediaType: 'text/plain' }, 'fetches no files'],
    ['of another kind', { raw: raw('x'), mediaType: 'image/png' }, 'does not read image/png'],
    ['of no kind', { raw: raw('x') }, 'does not read a file'],
    [
      'that is no text',
      { raw: Buffer.from([0xff, 0xfe, 0xff]).toString('base64'), mediaType: 'text/plain' },
      'no text',
    ],
  ])('%s is refused by name, beside words too', async (_, part, why) => {
    const { error } = await send([{ text: 'say hello' }, part]);
    expect(error).toMatchObject({ code: -32005, message: expect.stringContaining(why) });
  });
});

describe('an answer', () => {
  const add = { data: { action: 'add', parameters: { a: 1, b: 2 } } };

  test.each([
    [['text/plain']],
    [['text/*']],
    [['*/*', 'image/png']],
    [[]],
  ])('in words is given to who reads %j', async (modes) => {
    const { result } = await send([{ text: 'say hi' }], { acceptedOutputModes: modes });
    expect(result.task.artifacts[0].parts).toEqual([{ text: 'hi', mediaType: 'text/plain' }]);
  });

  test('in words is a field of data to who reads nothing else, and comes whole in a stream', async () => {
    const { rpc } = openPuppet();
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'stream a|b|c' }] };
    const configuration = { acceptedOutputModes: ['application/json'] };
    const events = await eventsOf(await rpc('SendStreamingMessage', { message, configuration }));
    const parts = events.flatMap(({ data }) => data.result.artifactUpdate?.artifact.parts ?? []);
    expect(parts).toEqual([{ data: { text: 'abc' }, mediaType: 'application/json' }]);
  });

  test('in data is text to who reads nothing else', async () => {
    const { result } = await send([add], { acceptedOutputModes: ['text/plain'] });
    expect(result.task.artifacts[0].parts).toEqual([{ text: '{"sum":3}', mediaType: 'text/plain' }]);
  });

  test('that nobody would read is not made', async () => {
    const { error } = await send([add], { acceptedOutputModes: ['image/png', 'audio/*'] });
    expect(error).toMatchObject({ code: -32005, message: expect.stringContaining('acceptedOutputModes') });
  });
});

describe('parameters', () => {
  const call = async (input: object) => {
    const { post } = openPuppet();
    const answer = await post({ agent_name: 'Puppet', conversation_id: 'c', input });
    return { status: answer.status, json: await answer.json() };
  };

  test('that an action does not declare are refused by name', async () => {
    const { status, json } = await call({ action: 'add', parameters: { a: 1, b: 2, dose: 3, toString: 4 } });
    expect(status).toBe(400);
    expect(json.error).toMatchObject({
      code: 'PARAMETERS_INVALID',
      message: 'add of Puppet does not take "dose", "toString".',
      hint: 'It takes a, b.',
    });
  });

  test('that every action may have are taken, and all by who is asked in words', async () => {
    expect((await call({ action: 'add', parameters: { a: 1, b: 2, message: 'please' } })).json.output).toEqual({
      sum: 3,
    });
    expect((await call({ parameters: { message: 'say hi', tone: 'kind' } })).json.output).toEqual({ text: 'hi' });
  });
});

test.each(['[]', 'null', '"hi"', '7'])('%s is refused in the language of whoever sent it', async (body) => {
  const { post } = openPuppet();
  const plain = await post(body);
  expect([plain.status, await plain.json()]).toMatchObject([
    400,
    { status: 'error', error: { code: 'REQUEST_INVALID' } },
  ]);
  expect(await (await post(body, { 'a2a-version': '1.0' })).json()).toMatchObject({
    id: null,
    error: { code: -32600 },
  });
});
