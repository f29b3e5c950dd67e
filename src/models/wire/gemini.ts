import { z } from 'zod';
import { type Dialect, data, halves, type Spoken, tell } from './dialect.ts';

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
    geminiRequest.parse(body).contents.flatMap(({ role, parts }) =>
      parts.map(({ functionCall, functionResponse, text }) => {
        if (functionCall) return `call ${functionCall.name} ${tell(functionCall.args)}`;
        if (functionResponse) return `result ${tell(functionResponse.response.content)}`;
        return `${role === 'model' ? 'assistant' : role}: ${text}`;
      }),
    ),
  tools: (body) =>
    geminiRequest.parse(body).tools.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)),
  schema: (body) => geminiRequest.parse(body).generationConfig.responseJsonSchema,
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

const geminiRequest = z.object({
  contents: z.array(
    z.object({
      role: z.string(),
      parts: z.array(
        z.object({
          text: z.string().optional(),
          functionCall: z.object({ name: z.string(), args: z.unknown().optional() }).optional(),
          functionResponse: z.object({ response: z.object({ content: z.unknown().optional() }) }).optional(),
        }),
      ),
    }),
  ),
  tools: z.array(z.object({ functionDeclarations: z.array(z.object({ name: z.string() })) })).default([]),
  generationConfig: z.object({ responseJsonSchema: z.unknown().optional() }),
});
