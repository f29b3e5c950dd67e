import type { JSONSchema7 } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { type Agent, llmAgent } from '../../kernel/agent.ts';
import type { Json } from '../../kernel/event.ts';
import { callsOf, functionTool, hear, textOf, transferTool, userPrompt } from '../fixtures.ts';
import { createModels } from '../source.ts';

const models = createModels({ env: { CONSILIUM_HOME: '/nowhere' } });

const calendar = llmAgent({ name: 'CalendarAgent', description: 'Keeps appointments and reminders.' });
const kitchen = llmAgent({ name: 'KitchenAgent', description: 'Suggests recipes and plans meals for the week.' });
const home = llmAgent({ name: 'HomeAgent', description: 'Switches lights and sets the heating.' });
const root = llmAgent({ name: 'Beto', description: 'Routes requests.', subAgents: [calendar, kitchen, home] });

const weather = functionTool('get_weather', 'Tells the weather in a city.', {
  city: { type: 'string', description: 'Name of the city' },
});
const addTodo = functionTool('add_todo', 'Adds an entry to the to-do list.', { title: { type: 'string' } });
const listTodos = functionTool('list_todos', 'Lists all entries of the to-do list.');
const convert = functionTool('convert_length', 'Converts a length between units.', {
  value: { type: 'number' },
  unit: { type: 'string', enum: ['metres', 'feet', 'inches'] },
});

interface Done {
  readonly said?: string;
  readonly call?: { tool: string; input: Json };
}

async function act(
  message: string,
  tools = [weather, addTodo, listTodos],
  agent = root,
  targets: readonly Agent[] = [],
): Promise<Done> {
  const offered = targets.length > 0 ? [...tools, transferTool(targets.map(({ name }) => name))] : tools;
  const { reply } = await hear(models, agent, message, { tools: offered, context: { targets } });
  const [call] = callsOf(reply);
  return call === undefined ? { said: textOf(reply) } : { call };
}

const transferTo = (name: string) => ({ call: { tool: 'transfer_to_agent', input: { agent_name: name } } });

describe('a message is passed on to whom it fits', () => {
  test.each([
    ['What can I cook tonight? Any recipe with rice?', 'KitchenAgent'],
    ['remind me of the dentist', 'CalendarAgent'],
    ['Move my appointment to Friday', 'CalendarAgent'],
    ['turn the lights off in the hall', 'HomeAgent'],
    ['PLAN THE MEALS', 'KitchenAgent'],
  ])('%s → %s', async (message, name) => {
    expect(await act(message, [], root, root.subAgents)).toEqual(transferTo(name));
  });

  test('to its tool, with what the message is about', async () => {
    expect(await act("What's the weather like in New York tomorrow?")).toEqual({
      call: { tool: 'get_weather', input: { city: 'New York' } },
    });
    expect(await act('Add milk to my to-do list')).toEqual({ call: { tool: 'add_todo', input: { title: 'milk' } } });
    expect(await act('list my todos')).toEqual({ call: { tool: 'list_todos', input: {} } });
  });

  test('an enum, a number', async () => {
    expect(await act('convert a length of 12.5 feet', [convert])).toEqual({
      call: { tool: 'convert_length', input: { value: 12.5, unit: 'feet' } },
    });
  });

  test('the same message is always passed on the same way', async () => {
    const twin = llmAgent({ name: 'OtherAgent', description: calendar.description });
    for (let i = 0; i < 5; i++)
      expect(await act('my appointments', [], root, [calendar, twin])).toEqual(
        await act('my appointments', [], root, [calendar, twin]),
      );
  });

  test('not back to the parent that fits less well than the agent itself', async () => {
    const parent = llmAgent({
      name: 'Concierge',
      description: 'Answers everything about appointments, meals and lights.',
    });
    expect((await act('show my appointments and reminders', [], calendar, [parent])).said).toMatch(
      /needs a language model/,
    );
    expect(await act('which lights are on, and what meals are planned', [], calendar, [parent])).toEqual(
      transferTo('Concierge'),
    );
  });

  test('not again to an agent that the kernel refused', async () => {
    const prompt = [
      ...userPrompt('remind me of the dentist'),
      {
        role: 'assistant' as const,
        content: [
          {
            type: 'tool-call' as const,
            toolCallId: '1',
            toolName: 'transfer_to_agent',
            input: { agent_name: 'CalendarAgent' },
          },
        ],
      },
      {
        role: 'tool' as const,
        content: [
          {
            type: 'tool-result' as const,
            toolCallId: '1',
            toolName: 'transfer_to_agent',
            output: { type: 'error-text' as const, value: 'No.' },
          },
        ],
      },
    ];
    const { reply } = await hear(models, root, 'remind me of the dentist', {
      prompt,
      tools: [transferTool(['CalendarAgent'])],
      context: { targets: [calendar] },
    });
    expect(callsOf(reply)).toEqual([]);
  });
});

describe('it does not guess', () => {
  test.each([
    'Write me a React component',
    'Hello!',
    'What is the capital of France?',
    'show me something',
    '',
    '???',
  ])('%j needs a model, and the answer says which variables to set', async (message) => {
    expect((await act(message, [weather, addTodo, listTodos], root, root.subAgents)).said).toBe(
      'That needs a language model, and none is configured. Set one of GOOGLE_GENERATIVE_AI_API_KEY, OPENAI_API_KEY, ' +
        'ANTHROPIC_API_KEY, or point CONSILIUM_MODEL_BASE_URL at a local server.',
    );
  });

  test('what a tool needs and the message does not say is asked for', async () => {
    expect((await act("What's the weather?")).said).toBe(
      'I need one more thing for that: the city (Name of the city).',
    );
    expect((await act('convert the length 5', [convert])).said).toBe(
      'I need one more thing for that: the unit (one of metres, feet, inches).',
    );
  });

  test('an enum of which two are named is asked for', async () => {
    expect((await act('convert the length 5 from feet to metres', [convert])).said).toContain('the unit');
  });
});

describe('what tools returned is told in words', () => {
  const returning = (output: Json) => [
    ...userPrompt('list my todos'),
    {
      role: 'assistant' as const,
      content: [{ type: 'tool-call' as const, toolCallId: '1', toolName: 'list_todos', input: {} }],
    },
    {
      role: 'tool' as const,
      content: [
        {
          type: 'tool-result' as const,
          toolCallId: '1',
          toolName: 'list_todos',
          output: { type: 'json' as const, value: output },
        },
      ],
    },
  ];
  async function told(output: Json): Promise<string> {
    return textOf((await hear(models, root, 'list my todos', { prompt: returning(output), tools: [listTodos] })).reply);
  }

  test.each<[string, Json, string]>([
    ['a sentence stays', 'Two entries.', 'Two entries.'],
    ['a list of words', ['milk', 'bread'], '- milk\n- bread'],
    ['fields', { title: 'milk', isDone: false, note: null }, '- **Title**: milk\n- **Is done**: no'],
    [
      'a table',
      [
        { title: 'milk', due: '2026-01-02' },
        { title: 'b|c', due: null },
      ],
      '| title | due |\n| --- | --- |\n| milk | 2026-01-02 |\n| b\\|c | – |',
    ],
    [
      'nested fields',
      { total: 2, items: [{ title: 'milk' }, { title: 'bread' }], by: { name: 'Ann' } },
      '- **Total**: 2\n- **Items**:\n  - title: milk\n  - title: bread\n- **By**:\n  - **Name**: Ann',
    ],
    ['nothing', [], 'List todos found nothing.'],
    ['nothing either', null, 'List todos found nothing.'],
    ['a number', 7, '7'],
  ])('%s', async (_name, output, text) => {
    expect(await told(output)).toBe(text);
  });

  test('a long list is cut, and says so', async () => {
    expect(await told(Array.from({ length: 40 }, (_, i) => `item ${i}`))).toMatch(/…and 10 more\.$/);
  });

  test('an error is said plainly', async () => {
    const prompt = returning(null);
    prompt[2] = {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: '1',
          toolName: 'list_todos',
          output: { type: 'error-json', value: { code: 'X', message: 'The disk is full', retryable: false } },
        },
      ],
    } as never;
    const { reply } = await hear(models, root, 'list my todos', { prompt, tools: [listTodos] });
    expect(textOf(reply)).toBe('List todos did not work: The disk is full.');
  });
});

describe('an object is made only of what is known', () => {
  const schema: JSONSchema7 = {
    type: 'object',
    properties: {
      people: { type: 'integer' },
      day: { type: 'string', format: 'date' },
      meal: { type: 'string', enum: ['lunch', 'dinner'] },
    },
    required: ['people', 'day', 'meal'],
  };
  const wanting = (message: string, more: Parameters<typeof hear>[3] = {}) =>
    hear(models, root, message, { responseFormat: { type: 'json', schema }, ...more });

  test('from a message that states every field', async () => {
    const { reply } = await wanting('Dinner for 4 on 12 March 2027');
    expect(JSON.parse(textOf(reply))).toEqual({ people: 4, day: '2027-03-12', meal: 'dinner' });
  });

  test('from a tool’s result that fits', async () => {
    const value = { people: 2, day: '2027-01-01', meal: 'lunch' };
    const prompt = [
      ...userPrompt('the usual'),
      {
        role: 'assistant' as const,
        content: [{ type: 'tool-call' as const, toolCallId: '1', toolName: 'usual', input: {} }],
      },
      {
        role: 'tool' as const,
        content: [
          {
            type: 'tool-result' as const,
            toolCallId: '1',
            toolName: 'usual',
            output: { type: 'json' as const, value },
          },
        ],
      },
    ];
    expect(JSON.parse(textOf((await wanting('the usual', { prompt })).reply))).toEqual(value);
  });

  test.each([
    'Dinner on 12 March 2027',
    'Something for 4',
    'lunch or dinner for 4 on 2027-01-01',
  ])('%j lacks something: a model is needed', async (message) => {
    await expect(wanting(message)).rejects.toMatchObject({ code: 'MODEL_REQUIRED' });
  });

  test('free text is never made up', async () => {
    const free: JSONSchema7 = {
      type: 'object',
      properties: { diagnosis: { type: 'string' } },
      required: ['diagnosis'],
    };
    await expect(
      wanting('I have a headache', { responseFormat: { type: 'json', schema: free } }),
    ).rejects.toMatchObject({ code: 'MODEL_REQUIRED' });
  });

  test('an object with nothing required is not an excuse for an empty one', async () => {
    await expect(
      wanting('hello', { responseFormat: { type: 'json', schema: { ...schema, required: [] } } }),
    ).rejects.toMatchObject({ code: 'MODEL_REQUIRED' });
  });
});
