/**
 * A local server whose model nobody named. Most answer to any name (llama.cpp); those that do not (vLLM, Ollama) are
 * asked what they have when they refuse, and then called by the first of those names.
 */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { z } from 'zod';
import { ConsiliumError } from '../kernel/errors.ts';
import type { Connection, Opener } from './providers.ts';

const ANY_NAME = 'default';
const listSchema = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

export function discoverModel(connection: Connection, open: Opener): LanguageModelV4 {
  let name: string | undefined;
  let model = open(connection, ANY_NAME);

  const attempt = async <T>(ask: (model: LanguageModelV4) => PromiseLike<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await ask(await model);
    } catch (thrown) {
      const { statusCode } = (thrown ?? {}) as { statusCode?: number };
      if (name !== undefined || (statusCode !== 404 && statusCode !== 400)) throw thrown;
      const found = await firstModel(connection, signal);
      if (found === undefined) throw thrown;
      name = found;
      model = open(connection, name);
      return ask(await model);
    }
  };

  return {
    specificationVersion: 'v4',
    provider: connection.provider,
    modelId: 'auto',
    supportedUrls: {},
    doGenerate: (options) => attempt((opened) => opened.doGenerate(options), options.abortSignal),
    doStream: (options) => attempt((opened) => opened.doStream(options), options.abortSignal),
  };
}

/** Undefined where the server keeps no list: its own complaint is then the better message. */
async function firstModel(
  { provider, baseURL, apiKey }: Connection,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${baseURL}/models`, { headers, ...(signal && { signal }) });
  if (!response.ok) return undefined;
  const listed = listSchema.safeParse(await response.json().catch(() => undefined));
  if (!listed.success) return undefined;
  const [first] = listed.data.data;
  if (first !== undefined) return first.id;
  throw new ConsiliumError('MODEL_MISSING', `The server of ${provider} has no model.`, {
    hint: 'Load one there (ollama pull qwen3:8b), or name it with CONSILIUM_MODEL.',
  });
}
