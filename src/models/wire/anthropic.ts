import { z } from 'zod';
import { type Dialect, halves, named, type Spoken, tell } from './dialect.ts';

/** https://docs.anthropic.com/en/api/messages */
export const anthropic: Dialect = {
  streams: ({ body }) => z.object({ stream: z.boolean().optional() }).parse(body).stream === true,
  reply: (spoken) => ({
    ...anthropicMessage([anthropicBlock(spoken)]),
    stop_reason: 'say' in spoken ? 'end_turn' : 'tool_use',
  }),
  events: (spoken) => {
    const block = anthropicBlock(spoken);
    const begun = 'say' in spoken ? { ...block, text: '' } : { ...block, input: {} };
    const deltas =
      'say' in spoken
        ? halves(spoken.say).map((text) => ({ type: 'text_delta', text }))
        : halves(JSON.stringify(spoken.input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }));
    return {
      opening: [
        named({ type: 'message_start', message: anthropicMessage([]) }),
        named({ type: 'content_block_start', index: 0, content_block: begun }),
        ...deltas.map((delta) => named({ type: 'content_block_delta', index: 0, delta })),
      ],
      closing: [
        named({ type: 'content_block_stop', index: 0 }),
        named({
          type: 'message_delta',
          delta: { stop_reason: 'say' in spoken ? 'end_turn' : 'tool_use', stop_sequence: null },
          usage: { output_tokens: 7 },
        }),
        named({ type: 'message_stop' }),
      ],
    };
  },
  failure: (message) => named({ type: 'error', error: { type: 'overloaded_error', message } }),
  error: (_status, message) => ({ type: 'error', error: { type: 'x', message } }),
  history: (body) =>
    anthropicRequest.parse(body).messages.flatMap(({ role, content }) =>
      content.map((part) => {
        if (part.type === 'tool_use') return `call ${part.name} ${tell(part.input)}`;
        if (part.type === 'tool_result') return `result ${tell(part.content)}`;
        return `${role}: ${part.text}`;
      }),
    ),
  tools: (body) => anthropicRequest.parse(body).tools.map(({ name }) => name),
  schema: (body) => anthropicRequest.parse(body).output_config?.format?.schema,
};

function anthropicBlock(spoken: Spoken): object {
  return 'say' in spoken
    ? { type: 'text', text: spoken.say }
    : { type: 'tool_use', id: 'c1', name: spoken.call, input: spoken.input };
}

function anthropicMessage(content: object[]): object {
  const usage = { input_tokens: 11, output_tokens: 7 };
  return {
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content,
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
}

const anthropicRequest = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.array(
        z.object({
          type: z.string(),
          text: z.string().optional(),
          name: z.string().optional(),
          input: z.unknown().optional(),
          content: z.unknown().optional(),
        }),
      ),
    }),
  ),
  tools: z.array(z.object({ name: z.string() })).default([]),
  output_config: z.object({ format: z.object({ schema: z.unknown().optional() }).optional() }).optional(),
});
