import { z } from 'zod';
import { type Dialect, data, halves, type Spoken, tell } from './dialect.ts';

/** https://platform.openai.com/docs/api-reference/chat, as others implement it */
export const chat: Dialect = {
  streams: ({ body }) => z.object({ stream: z.boolean().optional() }).parse(body).stream === true,
  reply: (spoken) => ({
    ...chatDocument('chat.completion'),
    choices: [{ index: 0, message: { role: 'assistant', ...chatMessage(spoken) }, finish_reason: chatFinish(spoken) }],
    usage: chatUsage,
  }),
  events: (spoken) => {
    const deltas =
      'say' in spoken
        ? halves(spoken.say).map((content) => ({ role: 'assistant', content }))
        : halves(JSON.stringify(spoken.input)).map((piece, i) => ({
            tool_calls: [
              {
                index: 0,
                ...(i === 0 && { id: 'c1', type: 'function' }),
                function: { ...(i === 0 && { name: spoken.call }), arguments: piece },
              },
            ],
          }));
    const chunk = (choice: object) =>
      data({ ...chatDocument('chat.completion.chunk'), choices: [{ index: 0, ...choice }] });
    return {
      opening: deltas.map((delta) => chunk({ delta, finish_reason: null })),
      closing: [
        chunk({ delta: {}, finish_reason: chatFinish(spoken) }),
        data({ ...chatDocument('chat.completion.chunk'), choices: [], usage: chatUsage }),
        'data: [DONE]\n\n',
      ],
    };
  },
  failure: (message) => data({ error: { message, type: 'server_error', code: 503 } }),
  error: (_status, message) => ({ error: { message, type: 'x' } }),
  history: (body) =>
    chatRequest.parse(body).messages.flatMap(({ role, content, tool_calls: calls }) => {
      if (role === 'tool') return [`result ${tell(content)}`];
      if (calls !== undefined) return calls.map(({ function: called }) => `call ${called.name} ${called.arguments}`);
      return role === 'system' ? [] : [`${role}: ${tell(content)}`];
    }),
  tools: (body) => chatRequest.parse(body).tools.map((tool) => tool.function.name),
  schema: (body) => chatRequest.parse(body).response_format?.json_schema?.schema,
};

const chatUsage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

function chatDocument(object: string): object {
  return { id: 'x1', object, created: 1, model: 'm' };
}

function chatMessage(spoken: Spoken): object {
  if ('say' in spoken) return { content: spoken.say };
  return {
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: spoken.call, arguments: JSON.stringify(spoken.input) } },
    ],
  };
}

function chatFinish(spoken: Spoken): string {
  return 'say' in spoken ? 'stop' : 'tool_calls';
}

const chatRequest = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.unknown().optional(),
      tool_calls: z.array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) })).optional(),
    }),
  ),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).default([]),
  response_format: z.object({ json_schema: z.object({ schema: z.unknown().optional() }).optional() }).optional(),
});
