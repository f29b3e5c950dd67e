/**
 * Who answers for an agent: the chosen provider, then the others that have a key, then the agent's offline policy.
 * Where no provider is configured, the offline engine is all there is, and every agent gets one.
 */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { LlmAgent } from '../kernel/agent.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import type { Candidate, Health, ModelSource, RetryOptions } from '../kernel/model.ts';
import { standsAlone } from '../kernel/tool.ts';
import { type Catalogue, type Env, loadCatalogue, type Tier } from './catalogue.ts';
import { generalPolicy } from './general/index.ts';
import { type Asker, readName } from './name.ts';
import { offlineModel } from './offline.ts';
import { isOfflinePolicy, type OfflinePolicy } from './policy.ts';
import {
  type Connection,
  connect,
  findBuiltin,
  isPresent,
  missingVariables,
  openModel,
  substitute,
} from './providers.ts';
import { type Lack, UNANSWERED } from './refusal.ts';

export interface ModelsOptions {
  readonly env: Env;
  readonly catalogue?: Catalogue | undefined;
  readonly retry?: RetryOptions | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface Models extends ModelSource {
  /** What is configured, for status pages and `consilium` itself. No keys in it. */
  describe(): ModelsDescription;
  /** Throws MODEL_UNKNOWN for a name that means nothing here. */
  check(model: string, agent?: Asker): void;
}

export interface ModelsDescription {
  /** `offline` if no provider is configured. */
  readonly chosen: string;
  /** Who is asked, in order. */
  readonly chain: readonly string[];
  readonly providers: readonly {
    readonly name: string;
    readonly ready: boolean;
    readonly missing: readonly string[];
    readonly fast: string;
    readonly deep: string;
  }[];
}

export function createModels(options: ModelsOptions): Models {
  const { env } = options;
  const catalogue = options.catalogue ?? loadCatalogue(env);
  const chain = buildChain(catalogue, env);
  const cached = new WeakMap<LlmAgent, readonly Candidate[]>();
  const opened = new Map<string, Candidate>();
  const health = new Map<string, Health>();

  const candidates = (agent: LlmAgent): readonly Candidate[] => {
    const known = cached.get(agent);
    if (known !== undefined) return known;
    const first = askFirst(agent);
    const built = [...first, ...askLast(agent, first.length)];
    cached.set(agent, built);
    return built;
  };

  const askFirst = (agent: LlmAgent): Candidate[] => {
    if (typeof agent.model === 'object') return [given(agent.model)];
    const named = readName(catalogue, agent.model ?? catalogue.default, agent);
    const ordered = named.provider === undefined ? chain : preferring(named.provider, chain, catalogue);
    return ordered.filter(hasBuiltins(agent, catalogue)).map((connection) => {
      const ofTier = substitute(catalogue.providers[connection.provider]!.tiers[named.tier], env);
      const model = named.models[connection.provider] ?? ofTier;
      if (typeof model === 'string') return open(connection, [substitute(model, env)], named.tier);
      return open(connection, model, named.tier, ofTier);
    });
  };

  const askLast = (agent: LlmAgent, asked: number): Candidate[] => {
    const own = readPolicy(agent);
    if (asked > 0 && own === undefined) return [];
    const lack = asked > 0 ? UNANSWERED : chain.length > 0 ? withoutBuiltins(agent) : undefined;
    const model = offlineModel(own ?? generalPolicy, { lack, mayLackTools: agent.standIn !== undefined });
    return [{ label: 'offline', model, isLocal: true, retry: { attempts: 1 } }];
  };

  const healthOf = (provider: string): Health => {
    const known = health.get(provider) ?? { restUntil: 0 };
    health.set(provider, known);
    return known;
  };

  /** One candidate per model, loaded once; a package that could not be loaded is tried again next time. */
  const open = (
    connection: Connection,
    names: readonly string[],
    tier: Tier,
    otherwise?: string | undefined,
  ): Candidate => {
    const key = [connection.provider, ...names, tier].join(' ');
    const known = opened.get(key);
    if (known !== undefined) return known;
    let speaking = names[0]!;
    const found = (name: string) => {
      speaking = name;
    };
    const model = otherwise === undefined ? speaking : { names, otherwise, found };
    let loading: Promise<LanguageModelV4> | undefined;
    const load = () => {
      loading ??= openModel(connection, model, catalogue.builtins).catch((thrown: unknown) => {
        loading = undefined;
        throw thrown;
      });
      return loading;
    };
    const timeoutMs =
      options.timeoutMs ?? catalogue.providers[connection.provider]!.timeout_ms ?? catalogue.tiers[tier].timeout_ms;
    const candidate: Candidate = {
      /** Once the server has said what it has, the name of what really speaks. */
      get label() {
        return `${connection.provider}:${speaking}`;
      },
      model: load,
      retry: retryOf(catalogue, options.retry),
      timeoutMs,
      health: healthOf(connection.provider),
    };
    opened.set(key, candidate);
    return candidate;
  };

  return {
    candidates,
    describe: () => describeModels(catalogue, env, chain),
    check: (model, agent) => void readName(catalogue, model, agent),
  };
}

/** The chosen provider and its fallbacks, best first; empty means offline. */
function buildChain(catalogue: Catalogue, env: Env): Connection[] {
  const chosen = chooseProvider(catalogue, env);
  if (chosen === undefined) return [];
  const entry = catalogue.providers[chosen]!;
  const first = connect(chosen, entry, env, env.CONSILIUM_MODEL_BASE_URL);
  // The base URL is the chosen provider's; nobody else is reached through it.
  const rest: Env = { ...env, CONSILIUM_MODEL_BASE_URL: undefined };
  const others = Object.entries(catalogue.providers).filter(
    ([name, other]) => name !== chosen && isPresent(other, rest) && (!entry.private || other.private),
  );
  return [first, ...others.map(([name, other]) => connect(name, other, rest))];
}

function chooseProvider(catalogue: Catalogue, env: Env): string | undefined {
  const asked = env.AI_PROVIDER?.trim().toLowerCase();
  if (asked === 'offline') return undefined;
  if (!asked) return Object.entries(catalogue.providers).find(([, entry]) => isPresent(entry, env))?.[0];
  const entry = Object.hasOwn(catalogue.providers, asked) ? catalogue.providers[asked] : undefined;
  if (entry === undefined)
    throw new ConsiliumError('PROVIDER_UNKNOWN', `AI_PROVIDER is "${env.AI_PROVIDER}", which is no provider here.`, {
      hint: `Use one of ${[...Object.keys(catalogue.providers), 'offline'].join(', ')}.`,
    });
  const missing = missingVariables(entry, env);
  if (missing.length > 0)
    throw new ConsiliumError(
      'PROVIDER_NOT_READY',
      `AI_PROVIDER is ${asked}, but ${missing.join(' and ')} is not set.`,
      {
        hint: `Set ${missing.join(' and ')}, or unset AI_PROVIDER to use the first provider with a key.`,
        details: { missing },
      },
    );
  return asked;
}

/** Who the name asks for comes first, if it is there; behind a server of one's own only such. */
function preferring(provider: string, chain: readonly Connection[], { providers }: Catalogue): Connection[] {
  const first = chain.find((connection) => connection.provider === provider);
  if (first === undefined) return [...chain];
  const others = chain.filter((other) => other !== first);
  return [first, ...others.filter((other) => !providers[provider]!.private || providers[other.provider]!.private)];
}

/**
 * Whether a provider has the built-in tools of an agent, under whatever name. An agent made for a provider that takes them
 * beside others may hand over too; one that takes them only alone would refuse it.
 */
function hasBuiltins({ tools }: LlmAgent, { builtins }: Catalogue): (connection: Connection) => boolean {
  const ids = tools.flatMap((tool) => (tool.kind === 'builtin' ? [tool.id] : []));
  return ({ kind }) =>
    ids.every((id) => {
      const own = findBuiltin(id, kind, builtins);
      return own !== undefined && (standsAlone(id) || !standsAlone(own));
    });
}

function withoutBuiltins({ tools }: LlmAgent): Lack {
  const names = tools.flatMap((tool) => (tool.kind === 'builtin' ? [tool.id] : [])).join(', ');
  return { why: `no configured provider has ${names}`, hint: 'Set the key of a provider that has it.' };
}

function given(model: LanguageModelV4): Candidate {
  return { label: `${model.provider}:${model.modelId}`, model };
}

function readPolicy(agent: LlmAgent): OfflinePolicy | undefined {
  if (agent.offline === undefined || isOfflinePolicy(agent.offline)) return agent.offline;
  throw new ConsiliumError('POLICY_INVALID', `The offline policy of ${agent.name} is not a function.`, {
    hint: `Export a function (turn) => step${agent.source === undefined ? '' : ` beside ${agent.source}`}.`,
  });
}

function retryOf({ retry }: Catalogue, own: RetryOptions | undefined): RetryOptions {
  return {
    attempts: own?.attempts ?? retry.attempts,
    initialDelayMs: own?.initialDelayMs ?? retry.initial_delay_ms,
    maxDelayMs: own?.maxDelayMs ?? retry.max_delay_ms,
  };
}

function describeModels(catalogue: Catalogue, env: Env, chain: readonly Connection[]): ModelsDescription {
  return {
    chosen: chain[0]?.provider ?? 'offline',
    chain: [...chain.map(({ provider }) => provider), 'offline'],
    providers: Object.entries(catalogue.providers).map(([name, entry]) => ({
      name,
      ready: chain.some(({ provider }) => provider === name),
      missing: missingVariables(entry, env),
      fast: substitute(entry.tiers.fast, env),
      deep: substitute(entry.tiers.deep, env),
    })),
  };
}
