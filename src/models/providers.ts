/**
 * Provider packages behind one function each. Every package is imported when its first model is needed: start-up does
 * not pay for providers that nobody uses.
 */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4ProviderTool,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import { ConsiliumError } from '../kernel/errors.ts';
import type { Catalogue, Env, ProviderEntry, ProviderKind } from './catalogue.ts';
import { discoverModel, servedModel, type Wanted } from './discovery.ts';

export interface Connection {
  readonly provider: string;
  readonly kind: ProviderKind;
  readonly apiKey: string | undefined;
  readonly baseURL: string | undefined;
  readonly options: SharedV4ProviderOptions;
}

type Builtins = Catalogue['builtins'];

export async function openModel(
  connection: Connection,
  model: string | Wanted,
  builtins: Builtins,
): Promise<LanguageModelV4> {
  const opener = openers[connection.kind];
  if (typeof model === 'object') return adapt(servedModel(connection, model, opener), connection, builtins);
  const opened = model === 'auto' ? discoverModel(connection, opener) : await opener(connection, model);
  return adapt(opened, connection, builtins);
}

export type Opener = (connection: Connection, model: string) => Promise<LanguageModelV4>;

const openers: Record<ProviderKind, Opener> = {
  google: async ({ apiKey, baseURL }, model) => {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle({ apiKey, baseURL })(model);
  },
  openai: async ({ apiKey, baseURL }, model) => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ apiKey, baseURL })(model);
  },
  anthropic: async ({ apiKey, baseURL }, model) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ apiKey, baseURL })(model);
  },
  'openai-compatible': async ({ provider, apiKey, baseURL }, model) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({
      name: provider,
      apiKey,
      baseURL: baseURL!,
      includeUsage: true,
      supportsStructuredOutputs: true,
    })(model);
  },
};

/** The catalogue's provider options go with each call (those of the call win), and built-in tools by their name there. */
function adapt(model: LanguageModelV4, { kind, options: defaults }: Connection, builtins: Builtins): LanguageModelV4 {
  const fill = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => {
    const providerOptions = { ...options.providerOptions };
    for (const [name, values] of Object.entries(defaults))
      providerOptions[name] = { ...values, ...providerOptions[name] };
    if (!options.tools?.some(({ type }) => type === 'provider')) return { ...options, providerOptions };
    const tools = options.tools.map((tool) => (tool.type === 'provider' ? rename(tool, kind, builtins) : tool));
    return { ...options, providerOptions, tools };
  };
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(fill(options)),
    doStream: (options) => model.doStream(fill(options)),
  };
}

/** Arguments are a provider's own and do not travel. */
function rename(
  tool: LanguageModelV4ProviderTool,
  kind: ProviderKind,
  builtins: Builtins,
): LanguageModelV4ProviderTool {
  const id = findBuiltin(tool.id, kind, builtins);
  if (id === undefined || id === tool.id) return tool;
  const name = id.slice(id.indexOf('.') + 1).replace(/_\d{8}$/, '');
  return { type: 'provider', id: id as LanguageModelV4ProviderTool['id'], name, args: {} };
}

/** A built-in tool as this kind of provider calls it; undefined if it has none of the kind. */
export function findBuiltin(id: string, kind: ProviderKind, builtins: Builtins): string | undefined {
  if (id.startsWith(`${kind}.`)) return id;
  return Object.values(builtins).find((names) => Object.values(names).includes(id))?.[kind];
}

/** What stands in the way of using a provider here: variables that are not set. Empty if it is ready. */
export function missingVariables(entry: ProviderEntry, env: Env): string[] {
  const missing = entry.needs.filter((name) => !env[name]);
  if (entry.keys.length > 0 && !entry.key_optional && !entry.keys.some((name) => env[name]))
    missing.unshift(entry.keys[0]!);
  return missing;
}

/** Whether a provider is here without having been asked for. */
export function isPresent(entry: ProviderEntry, env: Env): boolean {
  if (missingVariables(entry, env).length > 0) return false;
  return entry.present_when.length === 0 || entry.present_when.some((name) => env[name]);
}

export function connect(provider: string, entry: ProviderEntry, env: Env, baseUrl?: string | undefined): Connection {
  const written = baseUrl || substitute(entry.base_url ?? '', env);
  if (written === '' && entry.kind === 'openai-compatible')
    throw new ConsiliumError('MODEL_BASE_URL', `${provider} has no base URL.`, {
      hint: 'Set CONSILIUM_MODEL_BASE_URL, or base_url in models.yml.',
    });
  return {
    provider,
    kind: entry.kind,
    apiKey: entry.keys.map((name) => env[name]).find(Boolean),
    baseURL: written === '' ? undefined : readBaseUrl(provider, entry.kind, written),
    options: (entry.options ?? {}) as SharedV4ProviderOptions,
  };
}

/** `${NAME}` and `${NAME:-default}`. */
export function substitute(text: string, env: Env): string {
  return text.replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_all, name: string, otherwise = '') => env[name] || otherwise);
}

const API_PATHS: Record<ProviderKind, string> = {
  google: '/v1beta',
  openai: '/v1',
  anthropic: '/v1',
  'openai-compatible': '/v1',
};

/** A URL without a path gets the one that the provider's API has: `http://127.0.0.1:11434` is enough for Ollama. */
function readBaseUrl(provider: string, kind: ProviderKind, written: string): string {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ConsiliumError('MODEL_BASE_URL', `"${written}" is not a base URL for ${provider}.`, {
      hint: 'It starts with http:// or https://, for example http://127.0.0.1:11434/v1.',
    });
  if (url.pathname === '/') url.pathname = API_PATHS[kind];
  return url.href.replace(/\/+$/, '');
}
