/** `kind: remote`: an agent of another machine, as a team's YAML names it. */
import { z } from 'zod';
import { remoteAgent } from '../../kernel/agent.ts';
import { ConsiliumError } from '../../kernel/errors.ts';
import type { RemoteTransport } from '../../kernel/remote.ts';
import type { Schema } from '../../kernel/schema.ts';
import { address, closed, count, history, milliseconds, names, retry, secret, text } from '../../teams/config.ts';
import type { AgentConfig, AgentKind, Building } from '../../teams/index.ts';

const remoteKeys = {
  endpoint: address.optional(),
  /** Several instances of the same agent. */
  endpoints: z.array(address).min(1).max(50).optional(),
  /** The same as endpoint. */
  url: address.optional(),
  auth_token: secret.optional(),
  /** A file that holds the token; read again when the token is refused. */
  auth_token_file: text.optional(),
  protocol: z.enum(['envelope', 'a2a']).optional(),
  /** What it is called there, if not the same. */
  agent: text.optional(),
  action: text.optional(),
  /** Parameters that every call has. */
  parameters: z.record(z.string(), z.json()).optional(),
  /** A key of the state that holds parameters; they go before the others. */
  parameters_key: text.optional(),
  /** Keys of the state that are handed over as context, by the name that they have there. */
  context: z.union([names, z.record(z.string(), text)]).optional(),
  timeout_ms: count.optional(),
  circuit: closed({ failures: count.optional(), reset_ms: count.optional() }).optional(),
  /** An agent of the team that answers where this one cannot be reached; or `cached`: its own earlier answer. */
  fallback: text.optional(),
  cache_ms: milliseconds.optional(),
  max_concurrent: count.optional(),
  /** Calls a minute. */
  rate_limit: count.optional(),
  health: z.string().startsWith('/').optional(),
  /** A file with the certificate of an authority of your own. */
  ca: text.optional(),
  /** Requests carry a signature over their body. */
  signed: z.boolean().optional(),
  history: history.optional(),
  output_key: text.optional(),
  retry: retry.optional(),
};

const remoteConfig = z.object(remoteKeys);
export type RemoteConfig = AgentConfig & z.infer<typeof remoteConfig>;

/** Its own earlier answer, not an agent. */
const CACHED = 'cached';
const ADDRESSES = ['endpoint', 'endpoints', 'url'] as const;

/** Which agent of which team: several teams may each have one of the same name. */
export type RemotePlace = Pick<Building, 'name' | 'team' | 'path'>;

/** Where remote agents are reached. */
export type TransportFor = (config: RemoteConfig, place: RemotePlace) => RemoteTransport;

/** Without a way to reach them, they can be checked and drawn; who calls one is told. */
export function remoteKind(transportFor: TransportFor = outOfReach): AgentKind {
  return {
    name: 'remote',
    keys: remoteKeys,
    without: ['sub_agents'],
    isInPlace: true,
    isElsewhere: true,
    check: (name, config) =>
      ADDRESSES.filter((key) => (config as RemoteConfig)[key] !== undefined).length === 1
        ? undefined
        : `${name} is remote and needs one of endpoint, endpoints or url: where it answers.`,
    refersTo: (config) => {
      const { fallback } = config as RemoteConfig;
      return fallback === undefined || fallback === CACHED ? [] : [{ key: 'fallback', agent: fallback }];
    },
    inputOf,
    build: (building) => build(building, transportFor),
  };
}

function build({ name, team, path, config, base, agent }: Building, transportFor: TransportFor) {
  const { fallback, action, history: given, output_key, timeout_ms } = config as RemoteConfig;
  const instead = fallback === undefined || fallback === CACHED ? undefined : agent(fallback);
  return remoteAgent({
    ...base,
    transport: transportFor(config as RemoteConfig, { name, team, path }),
    ...(action !== undefined && { action }),
    ...(given !== undefined && { history: given }),
    ...(output_key !== undefined && { outputKey: output_key }),
    ...(timeout_ms !== undefined && { timeoutMs: timeout_ms }),
    ...(instead !== undefined && { subAgents: [instead] }),
  });
}

/** Behind a tool it is asked in words, or for one of its actions with what that takes. */
function inputOf(config: AgentConfig): Schema | undefined {
  const actions = Object.entries(config.actions ?? {});
  if (actions.length === 0) return undefined;
  const said = actions.map(
    ([name, { description, parameters }]) => `${name}: ${description ?? ''} ${JSON.stringify(parameters ?? {})}`,
  );
  return z.object({
    request: z.string().describe('what is wanted, in words'),
    action: z
      .enum(actions.map(([name]) => name))
      .optional()
      .describe(said.join('\n')),
    parameters: z.record(z.string(), z.json()).optional(),
  }) as Schema;
}

function outOfReach(_config: RemoteConfig, { name }: RemotePlace): RemoteTransport {
  return {
    // biome-ignore lint/correctness/useYield: it only ever fails
    async *send() {
      throw new ConsiliumError(
        'REMOTE_UNAVAILABLE',
        `${name} is remote, and this program cannot reach remote agents.`,
        { hint: 'Register remoteKind with a transportFor.' },
      );
    },
  };
}
