/** From what a team's YAML says of a remote agent to how it is called. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ConsiliumError } from '../../kernel/index.ts';
import { isNamedHost, isOfHouse, isPrivate, LOOPBACK, listOf, namedHosts } from '../hosts.ts';
import type { RemoteConfig } from './kind.ts';
import { DEFAULTS, type RemoteSettings } from './settings.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export interface ConfigureOptions {
  readonly env: Env;
  readonly sign?: RemoteSettings['sign'] | undefined;
}

/** Throws REMOTE_CONFIG where something that the YAML leaves to the environment is not there. */
export function configureRemote(name: string, config: RemoteConfig, { env, sign }: ConfigureOptions): RemoteSettings {
  const { circuit, retry, actions = {}, cache_ms = 0 } = config;
  const addresses = config.endpoints ?? [config.endpoint ?? config.url ?? ''];
  const found = addresses.flatMap((written) =>
    expand(name, written, env)
      .split(',')
      .map((each) => ({ endpoint: each.trim(), written })),
  );
  for (const { endpoint, written } of found) requireEndpoint(name, endpoint, written, env);
  const endpoints = found.map(({ endpoint }) => endpoint);
  const own = found.filter(({ written }) => isOfHouse(written)).map(({ endpoint }) => new URL(endpoint).hostname);
  return {
    ...DEFAULTS,
    name,
    remoteName: config.agent ?? name,
    isNamedThere: config.agent !== undefined,
    version: config.version,
    endpoints,
    protocol: config.protocol ?? 'envelope',
    token: tokenSource(name, config, env, endpoints),
    ...(config.signed && { sign: requireSigner(name, sign) }),
    timeoutMs: config.timeout_ms ?? DEFAULTS.timeoutMs,
    retry: {
      attempts: retry?.attempts ?? Math.max(DEFAULTS.retry.attempts, endpoints.length + 1),
      initialDelayMs: retry?.initial_delay_ms ?? DEFAULTS.retry.initialDelayMs,
      maxDelayMs: retry?.max_delay_ms ?? DEFAULTS.retry.maxDelayMs,
    },
    circuit: {
      failures: circuit?.failures ?? DEFAULTS.circuit.failures,
      resetMs: circuit?.reset_ms ?? DEFAULTS.circuit.resetMs,
    },
    bulkhead: { ...DEFAULTS.bulkhead, ...(config.max_concurrent && { concurrent: config.max_concurrent }) },
    ratePerMinute: config.rate_limit ?? 0,
    healthPath: config.health ?? DEFAULTS.healthPath,
    isIdempotent: (action) => actions[action]?.idempotent,
    cacheMs: () => cache_ms,
    staleOnFailure: config.fallback === 'cached',
    privateHosts: [...LOOPBACK, ...namedHosts(env), ...own],
    ca: config.ca === undefined ? undefined : readAuthority(name, config.ca),
  };
}

function expand(name: string, text: string, env: Env): string {
  return text.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, key: string) => {
    const value = env[key];
    if (value) return value;
    throw misconfigured(`${name} is reached at ${text}, but ${key} is not set.`, `Set ${key} in the environment.`);
  });
}

/**
 * Where the YAML says an agent is, it may be: that is the list of those who may be called. Plain http is for this
 * machine, and for hosts that CONSILIUM_A2A_PLAIN names; CONSILIUM_A2A_ALLOW narrows the list further. A private address
 * is called where whoever runs this machine has named it, and not because a team's file says so.
 */
function requireEndpoint(name: string, endpoint: string, written: string, env: Env): void {
  const url = URL.parse(endpoint);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw misconfigured(`The endpoint of ${name} is no http(s) address.`, 'Write it as https://host/a2a.');
  const allowed = listOf(env['CONSILIUM_A2A_ALLOW']);
  if (allowed.length > 0 && !allowed.includes(url.host) && !allowed.includes(url.hostname))
    throw new ConsiliumError('REMOTE_NOT_ALLOWED', `${name} is at ${url.host}, which is not among those we may call.`, {
      hint: 'CONSILIUM_A2A_ALLOW lists the hosts that may be called.',
    });
  if (isPrivate(url) && !isOfHouse(written) && !isNamedHost(url, env))
    throw new ConsiliumError('REMOTE_NOT_ALLOWED', `${name} is at ${url.host}, which is a private address.`, {
      hint: `Where it may be called, name it: CONSILIUM_A2A_PRIVATE=${url.host}`,
    });
  const plain = [...LOOPBACK, ...listOf(env['CONSILIUM_A2A_PLAIN'])];
  if (url.protocol === 'http:' && !plain.includes(url.hostname) && !plain.includes(url.host))
    throw misconfigured(
      `${name} is at ${url.host} without TLS.`,
      'Use https, or name the host in CONSILIUM_A2A_PLAIN where the network itself is trusted.',
    );
}

/** Read at every call: what is rotated in the environment or the file is used from then on. */
function tokenSource(
  name: string,
  { auth_token, auth_token_file }: RemoteConfig,
  env: Env,
  endpoints: readonly string[],
): RemoteSettings['token'] {
  if (auth_token_file !== undefined) {
    let known: string | undefined;
    return async (why) => {
      if (known === undefined || why === 'refused')
        known = (await readFile(expand(name, auth_token_file, env), 'utf8').catch(() => '')).trim();
      if (known !== '') return known;
      throw misconfigured(`The file with the token for ${name} is not there or empty.`, 'Check auth_token_file.');
    };
  }
  if (auth_token === undefined) return undefined;
  // A peer on this machine may ask for none; elsewhere a token that is not set is a mistake.
  const mayLack = endpoints.every((endpoint) => LOOPBACK.includes(new URL(endpoint).hostname));
  return async () => (mayLack && !env[auth_token.slice(2, -1)] ? undefined : expand(name, auth_token, env));
}

function requireSigner(name: string, sign: RemoteSettings['sign'] | undefined): NonNullable<RemoteSettings['sign']> {
  if (sign !== undefined) return sign;
  throw misconfigured(
    `${name} wants signed requests, and there is no key here.`,
    'Start from a data folder: it holds the key.',
  );
}

function readAuthority(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw misconfigured(`The authority of ${name} cannot be read.`, 'Check ca: a file with a certificate in PEM.');
  }
}

function misconfigured(message: string, hint: string): ConsiliumError {
  return new ConsiliumError('REMOTE_CONFIG', message, { hint });
}
