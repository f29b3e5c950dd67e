/**
 * Local servers, where nobody can know beforehand under which name a model is served. Most answer to any name
 * (llama.cpp); those that do not (vLLM, Ollama) are asked what they have.
 */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { z } from 'zod';
import { ConsiliumError } from '../kernel/errors.ts';
import type { Connection, Opener } from './providers.ts';

const ANY_NAME = 'default';
const listSchema = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

/** A model that nobody named: the server's only one, or the first that it lists. */
export function discoverModel(connection: Connection, open: Opener): LanguageModelV4 {
  let name: string | undefined;
  let model = open(connection, ANY_NAME);

  const attempt: Attempt = async (ask, signal) => {
    try {
      return await ask(await model);
    } catch (thrown) {
      const { statusCode } = (thrown ?? {}) as { statusCode?: number };
      if (name !== undefined || (statusCode !== 404 && statusCode !== 400)) throw thrown;
      const listed = await listModels(connection, signal);
      if (listed === undefined) throw thrown;
      name = listed[0]!;
      model = open(connection, name);
      return ask(await model);
    }
  };
  return lazyModel(connection, 'auto', attempt);
}

export interface Wanted {
  /** The names under which servers have the model, most likely first. */
  readonly names: readonly string[];
  /** What is called where the server has none of them; `auto`: the first that it lists. */
  readonly otherwise: string;
  /** Told once which of them it is. */
  found(name: string): void;
}

/** A model that the server may have under one of several names; if it has it under none, what it has instead. */
export function servedModel(connection: Connection, wanted: Wanted, open: Opener): LanguageModelV4 {
  let model: LanguageModelV4 | undefined;

  const attempt: Attempt = async (ask, signal) => {
    if (model === undefined) {
      const name = chooseServed(wanted, await listModels(connection, signal));
      wanted.found(name);
      model = await open(connection, name);
    }
    return ask(model);
  };
  return lazyModel(connection, wanted.names[0]!, attempt);
}

function chooseServed({ names, otherwise }: Wanted, listed: readonly string[] | undefined): string {
  if (listed === undefined) return otherwise === 'auto' ? names[0]! : otherwise;
  for (const name of names) {
    const served = listed.find((id) => isSameModel(name, id));
    if (served !== undefined) return served;
  }
  return otherwise === 'auto' ? listed[0]! : otherwise;
}

/** What may follow a model's name without making it another model: how it was tuned to chat, packed and quantised. */
const PACKING =
  /^([-_.:](latest|instruct|it|chat|hf|gguf|i?q\d\w*|[kmsl]|x[slx]+|\d|b?f16|fp16|fp8|awq|gptq|int\d|w\d+a\d+))*$/;

/** `/models/Phi-4-Q4_K_M.gguf` and `microsoft/phi-4` are phi-4; `phi-4-mini-instruct` is not. */
export function isSameModel(name: string, served: string): boolean {
  const wanted = name.toLowerCase();
  const id = served.toLowerCase();
  const file = id.slice(id.lastIndexOf('/') + 1);
  return id === wanted || (file.startsWith(wanted) && PACKING.test(file.slice(wanted.length)));
}

type Attempt = <T>(ask: (model: LanguageModelV4) => PromiseLike<T>, signal?: AbortSignal) => Promise<T>;

function lazyModel({ provider }: Connection, modelId: string, attempt: Attempt): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider,
    modelId,
    supportedUrls: {},
    doGenerate: (options) => attempt((opened) => opened.doGenerate(options), options.abortSignal),
    doStream: (options) => attempt((opened) => opened.doStream(options), options.abortSignal),
  };
}

/** Undefined where the server keeps no list: its own complaint is then the better message. */
async function listModels(
  { provider, baseURL, apiKey }: Connection,
  signal?: AbortSignal,
): Promise<readonly string[] | undefined> {
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${baseURL}/models`, { headers, ...(signal && { signal }) });
  if (!response.ok) return undefined;
  const listed = listSchema.safeParse(await response.json().catch(() => undefined));
  if (!listed.success) return undefined;
  if (listed.data.data.length > 0) return listed.data.data.map(({ id }) => id);
  throw new ConsiliumError('MODEL_MISSING', `The server of ${provider} has no model.`, {
    hint: 'Load one there (ollama pull qwen3:8b), or name it with CONSILIUM_MODEL.',
  });
}
