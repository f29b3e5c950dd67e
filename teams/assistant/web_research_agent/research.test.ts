/** Questions that nothing here is about, and questions that something is: with the model of meaning, and by words alone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, openApp, toAnswer } from '../../../src/app/index.ts';
import { tempDir } from '../../../test/house.ts';

describe.each([
  ['by meaning', {}],
  ['by words alone', { CONSILIUM_EMBEDDINGS: 'off' }],
])('%s', (_how, env) => {
  let app: App;
  beforeAll(() => {
    app = openApp({ home: tempDir('looked-up'), env: { AI_PROVIDER: 'offline', ...env } });
  });
  afterAll(() => app.close(1000));
  const ask = async (message: string) =>
    toAnswer('assistant', await (await app.team('assistant')).send({ message, stream: false }).result);

  test.each([
    "what's the weather in Paris?",
    'what is the capital of France?',
    'how do heat pumps work?',
    'look up flights to Rome',
  ])('%s is not answered from what is about something else', async (question) => {
    const { text, citations } = await ask(question);
    expect(text).toContain('I cannot look that up offline');
    expect(citations).toEqual([]);
  });

  test.each([
    ['look up the side effects of metformin', 'Metformin'],
    ['look up how to remove a tick', 'Removing a tick'],
  ])('%s is answered with its source', async (question, title) => {
    const { text, citations } = await ask(question);
    expect(text).not.toContain('cannot look that up');
    expect(citations[0]).toMatchObject({ title });
  });

  test('what is saved of it names its sources', async () => {
    await ask('look up the side effects of metformin and save it to met.md');
    expect((await ask('read met.md')).text).toMatch(/Sources:\n- .*Metformin/);
  });
});
