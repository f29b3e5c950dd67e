/** The envelope spoken to one endpoint: what is posted with it, and a token that is refused asked for anew. */
import type { ConsiliumError } from '../../kernel/index.ts';
import { audienceFor } from '../auth/audience.ts';
import { LOOK_AT, WITHDRAW } from '../pending-actions.ts';
import { CONVERSATION_HEADER, markOf, SIGNATURE_HEADER, TIMEOUT_HEADER } from '../wire.ts';
import { type Endpoint, noteKeys } from './endpoints.ts';
import { readBatch, readEnvelope, toEnvelope, type Understood } from './envelope.ts';
import { exchange, type Pool, type Received } from './http.ts';
import type { RemoteCall, RemoteSettings } from './settings.ts';

/** One of the languages that agents speak among each other. */
export interface Speaker {
  /** Throws what the peer failed with. */
  call(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<Understood>;
  /** Whether the agent is there, known and takes our token; nothing is done. */
  look(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<void>;
  /** Whether what it asked (`answers`) still waits for a word there. */
  isAsking(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<boolean>;
  /** Takes it back there; throws ANSWERED_ALREADY. */
  withdraw(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<void>;
  /** Resolves when what had to be told at the end was told. */
  close?(): Promise<void>;
}

/** An action that no agent has: whoever says so was reached, and has let us in. */
const LOOK = 'consilium.look';

/** Asks for nothing, in a conversation that nobody has. */
export function lookCall(): RemoteCall {
  const id = `look-${crypto.randomUUID()}`;
  return { action: LOOK, parameters: {}, context: {}, conversation: id, key: id };
}

const REACHED = new Set(['ACTION_UNKNOWN', 'ACTION_FORBIDDEN', 'PARAMETERS_INVALID']);

export class EnvelopeSpeaker implements Speaker {
  readonly #settings: RemoteSettings;
  readonly #pool: Pool;

  constructor(settings: RemoteSettings, pool: Pool) {
    this.#settings = settings;
    this.#pool = pool;
  }

  async call(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<Understood> {
    const body = JSON.stringify(toEnvelope(this.#settings, call));
    return readEnvelope(this.#settings, await this.#post(endpoint, body, call, timeoutMs), call);
  }

  /** Several in one exchange; the answers in order, each by itself good or bad. */
  async batch(
    endpoint: Endpoint,
    calls: readonly [RemoteCall, ...RemoteCall[]],
    timeoutMs: number,
  ): Promise<(Understood | ConsiliumError)[]> {
    const body = JSON.stringify(calls.map((call) => toEnvelope(this.#settings, call)));
    return readBatch(this.#settings, await this.#post(endpoint, body, calls[0], timeoutMs), calls);
  }

  async look(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<void> {
    await this.call(endpoint, call, timeoutMs).catch((thrown: ConsiliumError) => {
      if (!REACHED.has(thrown.code)) throw thrown;
    });
  }

  async isAsking(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<boolean> {
    const { output } = await this.call(endpoint, { ...call, action: LOOK_AT }, timeoutMs);
    return output['state'] === 'open';
  }

  async withdraw(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<void> {
    await this.call(endpoint, { ...call, action: WITHDRAW }, timeoutMs);
  }

  /** A refused token is asked for anew, once: it may have been rotated. */
  async #post(endpoint: Endpoint, body: string, call: RemoteCall, timeoutMs: number): Promise<Received> {
    const { name: peer, token, maxAnswerBytes: maxBytes } = this.#settings;
    const { signal, traffic } = call;
    const post = async (shown: string | undefined) => {
      const headers = await this.#headers(endpoint, body, call, timeoutMs, shown);
      return exchange(this.#pool, { peer, url: endpoint.url, body, timeoutMs, signal, traffic, maxBytes, headers });
    };
    const shown = await token?.('call', call);
    let received = await post(shown);
    if (received.status === 401 && token !== undefined) {
      const renewed = await token('refused', call);
      if (renewed !== undefined && renewed !== shown) received = await post(renewed);
    }
    noteKeys(endpoint, received.headers);
    return received;
  }

  async #headers(
    { url }: Endpoint,
    body: string,
    call: RemoteCall,
    timeoutMs: number,
    shown: string | undefined,
  ): Promise<Record<string, string>> {
    const { sign, remoteName } = this.#settings;
    return {
      'content-type': 'application/json',
      accept: 'application/json',
      'idempotency-key': call.key,
      [CONVERSATION_HEADER]: markOf(call.conversation),
      [TIMEOUT_HEADER]: String(Math.ceil(timeoutMs)),
      ...(shown !== undefined && { authorization: `Bearer ${shown}` }),
      ...(call.trace !== undefined && { traceparent: call.trace }),
      ...(sign && { [SIGNATURE_HEADER]: await sign(body, audienceFor(url.href, remoteName)) }),
    };
  }
}
