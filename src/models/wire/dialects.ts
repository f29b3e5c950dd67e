/**
 * The four wire formats, from the provider's side: Gemini, OpenAI Responses, Anthropic Messages, and the chat
 * completions that Workers AI, Ollama, vLLM and the llama.cpp server have in common.
 */
import type { Json } from '../../kernel/event.ts';

/** A whole reply: words, or a call of a tool. */
export type Spoken = { say: string } | { call: string; input: Json; signature?: string };

export interface Heard {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: whatever came over the wire; tests look into it
  readonly body: any;
}

export interface Dialect {
  streams(request: Heard): boolean;
  reply(spoken: Spoken): object;
  /** Server-sent events: `opening` holds all the words, without `closing` the reply is unfinished. */
  events(spoken: Spoken): { opening: string[]; closing: string[] };
  failure(message: string): string;
  error(status: number, message: string): object;
  /** What was said before the last message, in one notation for all. */
  history(body: Heard['body']): string[];
  tools(body: Heard['body']): string[];
  schema(body: Heard['body']): object | undefined;
}

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const named = (value: { type: string }) => `event: ${value.type}\n${data(value)}`;
const halves = (text: string) => [text.slice(0, text.length / 2), text.slice(text.length / 2)];
const tell = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** https://ai.google.dev/api/generate-content */
export const gemini: Dialect = {
  streams: ({ path }) => path.includes(':streamGenerateContent?alt=sse'),
  reply: (spoken) => geminiChunk([geminiPart(spoken)], 'STOP'),
  events: (spoken) =>
    'say' in spoken
      ? {
          opening: halves(spoken.say).map((text) => data(geminiChunk([{ text }]))),
          closing: [data(geminiChunk([{ text: '' }], 'STOP'))],
        }
      : { opening: [data(geminiChunk([geminiPart(spoken)]))], closing: [data(geminiChunk([{ text: '' }], 'STOP'))] },
  failure: (message) => data({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
  error: (code, message) => ({ error: { code, message, status: 'X' } }),
  history: (body) =>
    body.contents.flatMap((content: Heard['body']) =>
      content.parts.map((part: Heard['body']) => {
        if (part.functionCall) return `call ${part.functionCall.name} ${tell(part.functionCall.args)}`;
        if (part.functionResponse) return `result ${tell(part.functionResponse.response.content)}`;
        return `${content.role === 'model' ? 'assistant' : content.role}: ${part.text}`;
      }),
    ),
  tools: (body) =>
    (body.tools ?? []).flatMap((tool: Heard['body']) => tool.functionDeclarations.map((f: Heard['body']) => f.name)),
  schema: (body) => body.generationConfig?.responseJsonSchema,
};

function geminiPart(spoken: Spoken): object {
  if ('say' in spoken) return { text: spoken.say };
  return {
    functionCall: { name: spoken.call, args: spoken.input },
    ...(spoken.signature && { thoughtSignature: spoken.signature }),
  };
}

function geminiChunk(parts: object[], finishReason?: string): object {
  return {
    candidates: [{ content: { role: 'model', parts }, ...(finishReason && { finishReason }) }],
    usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
  };
}

/** https://platform.openai.com/docs/api-reference/responses */
export const responses: Dialect = {
  streams: ({ body }) => body.stream === true,
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
        named({ type: 'response.created', response: responsesDocument('in_progress', []) } as { type: string }),
        named({ type: 'response.output_item.added', output_index: 0, item: begun } as { type: string }),
        ...pieces.map(named),
      ],
      closing: [
        named({ type: 'response.output_item.done', output_index: 0, item } as { type: string }),
        named({ type: 'response.completed', response: responsesDocument('completed', [item]) } as { type: string }),
      ],
    };
  },
  failure: (message) =>
    named({ type: 'error', sequence_number: 9, error: { type: 'server_error', code: 'server_error', message } } as {
      type: string;
    }),
  error: (_status, message) => ({ error: { message, type: 'x', code: null, param: null } }),
  history: (body) =>
    body.input.flatMap((item: Heard['body']) => {
      if (item.type === 'function_call') return [`call ${item.name} ${item.arguments}`];
      if (item.type === 'function_call_output') return [`result ${tell(item.output)}`];
      if (item.role === 'system' || item.role === 'developer') return [];
      return [`${item.role}: ${item.content.map((part: Heard['body']) => part.text).join('')}`];
    }),
  tools: (body) => (body.tools ?? []).map((tool: Heard['body']) => tool.name),
  schema: (body) => body.text?.format?.schema,
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

/** https://docs.anthropic.com/en/api/messages */
export const anthropic: Dialect = {
  streams: ({ body }) => body.stream === true,
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
        named({ type: 'message_start', message: anthropicMessage([]) } as { type: string }),
        named({ type: 'content_block_start', index: 0, content_block: begun } as { type: string }),
        ...deltas.map((delta) => named({ type: 'content_block_delta', index: 0, delta } as { type: string })),
      ],
      closing: [
        named({ type: 'content_block_stop', index: 0 } as { type: string }),
        named({
          type: 'message_delta',
          delta: { stop_reason: 'say' in spoken ? 'end_turn' : 'tool_use', stop_sequence: null },
          usage: { output_tokens: 7 },
        } as { type: string }),
        named({ type: 'message_stop' }),
      ],
    };
  },
  failure: (message) => named({ type: 'error', error: { type: 'overloaded_error', message } } as { type: string }),
  error: (_status, message) => ({ type: 'error', error: { type: 'x', message } }),
  history: (body) =>
    body.messages.flatMap((message: Heard['body']) =>
      message.content.map((part: Heard['body']) => {
        if (part.type === 'tool_use') return `call ${part.name} ${tell(part.input)}`;
        if (part.type === 'tool_result') return `result ${tell(part.content)}`;
        return `${message.role}: ${part.text}`;
      }),
    ),
  tools: (body) => (body.tools ?? []).map((tool: Heard['body']) => tool.name),
  schema: (body) => body.output_config?.format?.schema,
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

/** https://platform.openai.com/docs/api-reference/chat, as others implement it */
export const chat: Dialect = {
  streams: ({ body }) => body.stream === true,
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
    body.messages.flatMap((message: Heard['body']) => {
      if (message.role === 'tool') return [`result ${tell(message.content)}`];
      if (message.tool_calls)
        return message.tool_calls.map(({ function: f }: Heard['body']) => `call ${f.name} ${f.arguments}`);
      return message.role === 'system' ? [] : [`${message.role}: ${tell(message.content)}`];
    }),
  tools: (body) => (body.tools ?? []).map((tool: Heard['body']) => tool.function.name),
  schema: (body) => body.response_format?.json_schema?.schema,
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
