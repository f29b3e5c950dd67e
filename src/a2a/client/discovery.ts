/** Where and how an agent is spoken to, as its card says and as far as that is believed. */
import { z } from 'zod';
import { systemClock } from '../../kernel/clock.ts';
import { ConsiliumError, toConsiliumError } from '../../kernel/index.ts';
import { shownWords } from '../fault.ts';
import { invalid } from './answers.ts';
import { parseJson, refuse } from './envelope.ts';
import { exchange, type Pool } from './http.ts';
import type { RemoteSettings } from './settings.ts';

const card = z.looseObject({
  name: z.string().optional(),
  url: z.string().optional(),
  protocolVersion: z.string().optional(),
  capabilities: z.looseObject({ streaming: z.boolean().optional() }).optional(),
  supportedInterfaces: z
    .array(z.looseObject({ url: z.string(), protocolBinding: z.string(), protocolVersion: z.string() }))
    .optional(),
});

export interface Interface {
  readonly url: URL;
  readonly legacy: boolean;
  readonly streams: boolean;
}

const CARD_AGE_MS = 5 * 60_000;

/** The cards of an agent's endpoints, each looked for when it is needed and believed for a while. */
export class Cards {
  readonly #settings: RemoteSettings;
  readonly #pool: Pool;
  readonly #known = new Map<string, { found: Interface; at: number }>();

  constructor(settings: RemoteSettings, pool: Pool) {
    this.#settings = settings;
    this.#pool = pool;
  }

  /** Whatever fails here, the agent itself has heard nothing yet. */
  async find(endpoint: URL, timeoutMs: number, signal: AbortSignal | undefined): Promise<Interface> {
    return this.#look(endpoint, timeoutMs, signal).catch((thrown: unknown) => {
      const { code, message, retryable, hint, details } = toConsiliumError(thrown);
      throw new ConsiliumError(code, message, { retryable, hint, details: { ...details, sent: false } });
    });
  }

  async #look(endpoint: URL, timeoutMs: number, signal: AbortSignal | undefined): Promise<Interface> {
    const known = this.#known.get(endpoint.href);
    if (known !== undefined && systemClock.now() - known.at < CARD_AGE_MS) return known.found;
    const { name, remoteName, isNamedThere } = this.#settings;
    for (const { url, isOfAgent } of cardAddresses(endpoint, remoteName)) {
      const asked = { peer: name, url, method: 'GET', timeoutMs, signal, maxBytes: 1024 * 1024 } as const;
      const received = await exchange(this.#pool, asked);
      if (received.status >= 500 || received.status === 409) refuse(name, received);
      const parsed = received.status === 200 ? card.safeParse(parseJson(received.text)) : undefined;
      if (!parsed?.success) continue;
      // Words for one are not told to another: where the YAML says whom it means, the card is that one's.
      if (isNamedThere && !isOfAgent && !isCalled(parsed.data, remoteName))
        throw otherCard(name, remoteName, parsed.data);
      const found = chooseInterface(parsed.data, endpoint);
      if (found === undefined) throw invalid(name, 'offers no JSON-RPC in 1.0 or 0.3');
      this.#known.set(endpoint.href, { found, at: systemClock.now() });
      return found;
    }
    throw new ConsiliumError('REMOTE_NOT_FOUND', `There is no agent card where ${name} should be.`, {
      hint: 'Check the endpoint: its card is at /.well-known/agent-card.json.',
    });
  }
}

interface CardAddress {
  readonly url: URL;
  /** Where only the card of that agent can be. */
  readonly isOfAgent: boolean;
}

/** A house that serves several has the card of each below its endpoint: that of the agent is looked for first. */
function cardAddresses(url: URL, agent: string): CardAddress[] {
  const base = url.href.replace(/\/+$/, '');
  const isWhole = url.pathname.endsWith('.json');
  const others = isWhole ? [url] : [new URL(`${base}${CARD}`), new URL(CARD, url)];
  const own = /\/a2a\/*$/.test(url.pathname) ? [new URL(`${base}/agents/${encodeURIComponent(agent)}${CARD}`)] : [];
  const isOwn = url.pathname.endsWith(`/agents/${encodeURIComponent(agent)}`);
  return [
    ...own.map((each) => ({ url: each, isOfAgent: true })),
    ...others.map((each, at) => ({ url: each, isOfAgent: isOwn && at === 0 })),
  ];
}

const CARD = '/.well-known/agent-card.json';

/** By its name, or by its id there (`team/Agent`). */
function isCalled({ name }: z.infer<typeof card>, agent: string): boolean {
  return name === agent || name === agent.split('/').at(-1) || name?.split('/').at(-1) === agent;
}

function otherCard(peer: string, agent: string, { name = 'nobody' }: z.infer<typeof card>): ConsiliumError {
  return new ConsiliumError('REMOTE_OTHER_AGENT', `The card where ${peer} should be is of another agent.`, {
    hint: `It is of ${shownWords(name, 100)}, not of ${agent}: check the endpoint, and agent (its name there).`,
    details: { sent: false },
  });
}

/** What it says of its address is taken only on the host, the port and the protocol that we were sent to. */
function chooseInterface(given: z.infer<typeof card>, endpoint: URL): Interface | undefined {
  const streams = given.capabilities?.streaming ?? false;
  const offered = (given.supportedInterfaces ?? []).filter(({ protocolBinding }) => protocolBinding === 'JSONRPC');
  const today = offered.find(({ protocolVersion }) => protocolVersion.startsWith('1.'));
  const old = offered.find(({ protocolVersion }) => protocolVersion.startsWith('0.3'))?.url ?? given.url;
  const offer = today?.url ?? old;
  const url = offer ? URL.parse(offer, endpoint) : null;
  if (url === null) return undefined;
  if (url.origin !== endpoint.origin) {
    url.protocol = endpoint.protocol;
    url.host = endpoint.host;
    url.port = endpoint.port;
  }
  return { url, legacy: today === undefined, streams };
}
