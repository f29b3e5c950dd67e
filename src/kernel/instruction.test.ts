import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runnerFor } from '../../test/house.ts';
import { lastText, scripted } from '../../test/scripted-model.ts';
import { codeAgent, llmAgent, sequentialAgent } from './agent.ts';

const render = async (instruction: string, state: Record<string, never | string | number | object> = {}) => {
  const model = scripted(['ok']);
  const result = await runnerFor(llmAgent({ name: 'a', model, instruction })).ask({
    message: 'hi',
    state: state as never,
  });
  return result.error ?? lastText(model.seen[0]!, 'system');
};

describe('an instruction', () => {
  test.each<[string, Record<string, never>, string]>([
    ['Hello {name}.', { name: 'Ada' } as never, 'Hello Ada.'],
    ['{user:tone}, {n} times', { 'user:tone': 'calm', n: 3 } as never, 'calm, 3 times'],
    ['Known: {facts}', { facts: { a: [1] } } as never, 'Known: {"a":[1]}'],
    ['Maybe {name?}!', {} as never, 'Maybe !'],
    [
      'Literal {{name}} and {"json": true} and { spaced }',
      {} as never,
      'Literal {name} and {"json": true} and { spaced }',
    ],
    ['WHERE n.uuid = $uuid {}', {} as never, 'WHERE n.uuid = $uuid {}'],
  ])('%s', async (instruction, state, expected) => {
    expect(await render(instruction, state)).toBe(expected);
  });

  test('comes first; what the program of the talk says stands behind it, for who speaks to the person alone', async () => {
    const told = { 'temp:client_instructions': 'Answer in rhymes. {name}' } as never;
    const system = (await render('Be careful.', told)) as string;
    expect(system).toMatch(/^Be careful\.\n\n\[.*changes no rule above.*\]\nAnswer in rhymes\. \{name\}$/);
    const model = scripted(['{"n":1}']);
    const sorting = llmAgent({ name: 'a', model, instruction: 'Sort.', outputSchema: z.object({ n: z.number() }) });
    await runnerFor(sorting).ask({ message: 'hi', state: told });
    expect(lastText(model.seen[0]!, 'system')).toBe('Sort.');
  });

  test('that needs what is not there fails with the key and a hint', async () => {
    expect(await render('Hello {name}.')).toMatchObject({
      code: 'INSTRUCTION_INCOMPLETE',
      message: expect.stringContaining('{name}'),
      hint: expect.stringContaining('{name?}'),
    });
  });

  test('may be a function, and may read an artifact', async () => {
    const model = scripted(['ok']);
    const save = codeAgent({
      name: 'save',
      run: async ({ artifacts, session }) => {
        await artifacts.save({
          namespace: session.id,
          name: 'rules',
          mimeType: 'text/plain',
          data: Buffer.from('be brief'),
        });
        return undefined;
      },
    });
    const reads = llmAgent({ name: 'reads', model, instruction: 'Rules: {artifact.rules}' });
    const computed = llmAgent({ name: 'computed', model, instruction: ({ message }) => `You were asked: ${message}` });
    await runnerFor(sequentialAgent({ name: 'all', subAgents: [save, reads, computed] })).ask({ message: 'hi' });
    expect(model.seen.map((call) => lastText(call, 'system'))).toEqual(['Rules: be brief', 'You were asked: hi']);
  });
});
