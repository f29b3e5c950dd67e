import { z } from 'zod';
import { type Dialect, halves, named, type Spoken, tell } from './dialect.ts';

/** https://platform.openai.com/docs/api-reference/responses */
export const responses: Dialect = {
  streams: ({ body }) => z.object({ stream: z.boolean().optional() }).parse(body).stream === true,
  reply: (spoken) => responsesDocument('completed', [responsesItem(spoken)]),
  events: (spoken) => {
    const item = responsesItem(spoken);
    const begun =
      'say' in spoken
        ? { ...item, status: 'in_progress', content: [] }
        : { ...item, status: 'in_progress', arguments: '' };
    const pieces =
      'say' in spoken
        ? halves(spoken.say).map((delta) => ({
            type: 'response.output_text.delta',
            item_id: 'i1',
            output_index: 0,
            content_index: 0,
            delta,
          }))
        : halves(JSON.stringify(spoken.input)).map((delta) => ({
            type: 'response.function_call_arguments.delta',
            item_id: 'i1',
            output_index: 0,
            delta,
          }));
    return {
      opening: [
        named({ type: 'response.created', response: responsesDocument('in_progress', []) }),
        named({ type: 'response.output_item.added', output_index: 0, item: begun }),
        ...pieces.map(named),
      ],
      closing: [
        named({ type: 'response.output_item.done', output_index: 0, item }),
        named({ type: 'response.completed', response: responsesDocument('completed', [item]) }),
      ],
    };
  },
  failure: (message) =>
    named({ type: 'error', sequence_number: 9, error: { type: 'server_error', code: 'server_error', message } } as {
      type: string;
    }),
  error: (_status, message) => ({ error: { message, type: 'x', code: null, param: null } }),
  history: (body) =>
    responsesRequest.parse(body).input.flatMap((item) => {
      if (item.type === 'function_call') return [`call ${item.name} ${item.arguments}`];
      if (item.type === 'function_call_output') return [`result ${tell(item.output)}`];
      if (!Array.isArray(item.content)) return [];
      return [`${item.role}: ${item.content.map(({ text }) => text).join('')}`];
    }),
  tools: (body) => responsesRequest.parse(body).tools.map(({ name }) => name),
  schema: (body) => responsesRequest.parse(body).text?.format?.schema,
};

function responsesItem(spoken: Spoken): object {
  return 'say' in spoken
    ? {
        type: 'message',
        id: 'i1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: spoken.say, annotations: [] }],
      }
    : {
        type: 'function_call',
        id: 'i1',
        call_id: 'c1',
        name: spoken.call,
        arguments: JSON.stringify(spoken.input),
        status: 'completed',
      };
}

function responsesDocument(status: string, output: object[]): object {
  const usage = {
    input_tokens: 11,
    output_tokens: 7,
    total_tokens: 18,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  return {
    id: 'r1',
    object: 'response',
    created_at: 1,
    model: 'm',
    status,
    output,
    usage,
    error: null,
    incomplete_details: null,
  };
}

const responsesRequest = z.object({
  input: z.array(
    z.object({
      type: z.string().optional(),
      role: z.string().optional(),
      /** A system message is a string. */
      content: z.union([z.string(), z.array(z.object({ text: z.string() }))]).optional(),
      name: z.string().optional(),
      arguments: z.string().optional(),
      output: z.unknown().optional(),
    }),
  ),
  tools: z.array(z.object({ name: z.string() })).default([]),
  text: z.object({ format: z.object({ schema: z.unknown().optional() }).optional() }).optional(),
});
