/** JSON-RPC to one instance of an agent, in the version that it speaks: one answer, or a stream of them. */
import { newId } from '../../kernel/index.ts';
import { audienceFor } from '../auth/audience.ts';
import { fromLegacyResult } from '../legacy.ts';
import type { StreamResponse } from '../protocol.ts';
import { CONVERSATION_HEADER, markOf, SIGNATURE_HEADER, TIMEOUT_HEADER } from '../wire.ts';
import { readAnswer } from './answers.ts';
import type { Interface } from './discovery.ts';
import { type Endpoint, noteKeys } from './endpoints.ts';
import { parseJson, refuse } from './envelope.ts';
import { readEvents } from './events.ts';
import { exchange, type Pool, readStream, WholeAnswer } from './http.ts';
import type { RemoteCall, RemoteSettings } from './settings.ts';

/** An instance, and how it says that it is spoken to. */
export type Reached = Interface & { readonly endpoint: Endpoint };

export class RpcLine {
  readonly #settings: RemoteSettings;
  readonly #pool: Pool;

  constructor(settings: RemoteSettings, pool: Pool) {
    this.#settings = settings;
    this.#pool = pool;
  }

  async *stream(at: Reached, method: string, params: unknown, call: RemoteCall, ms: number, seen?: string) {
    const { name, token } = this.#settings;
    const { id: asked, body } = this.#body(at, method, params);
    let shown = await token?.('call', call);
    for (let attempt = 1; ; attempt++) {
      const headers = {
        ...(await this.#headers(at, call, ms, body, shown)),
        accept: 'text/event-stream',
        ...(seen && { 'last-event-id': seen }),
      };
      const { signal, traffic } = call;
      const { maxAnswerBytes: maxBytes } = this.#settings;
      const post = { peer: name, url: at.url, body, headers, timeoutMs: ms, signal, traffic, maxBytes };
      try {
        for await (const { id, data } of readEvents(readStream(this.#pool, post), this.#settings))
          yield { id, event: readAnswer(name, parseJson(data), { id: asked, method, convert: converting(at) }) };
        return;
      } catch (thrown) {
        if (!(thrown instanceof WholeAnswer)) throw thrown;
        const { status, text } = thrown.received;
        if (status === 200) {
          yield {
            id: undefined,
            event: readAnswer(name, parseJson(text), { id: asked, method, convert: converting(at) }),
          };
          return;
        }
        const renewed = attempt === 1 ? await this.#renewed(thrown.received.status, shown, call) : undefined;
        if (renewed === undefined) refuse(name, thrown.received);
        shown = renewed;
      }
    }
  }

  /** A refused token is asked for anew, once: it may have been rotated. */
  async #renewed(status: number, shown: string | undefined, call: RemoteCall): Promise<string | undefined> {
    if (status !== 401) return undefined;
    const renewed = await this.#settings.token?.('refused', call);
    return renewed === shown ? undefined : renewed;
  }

  async ask(at: Reached, method: string, params: unknown, call: RemoteCall, ms: number): Promise<StreamResponse> {
    const { name, token, maxAnswerBytes } = this.#settings;
    const { id, body } = this.#body(at, method, params);
    const post = async (shown: string | undefined) =>
      exchange(this.#pool, {
        ...{ peer: name, url: at.url, body, timeoutMs: ms, maxBytes: maxAnswerBytes },
        ...{ signal: call.signal, traffic: call.traffic },
        headers: await this.#headers(at, call, ms, body, shown),
      });
    const shown = await token?.('call', call);
    let received = await post(shown);
    const renewed = await this.#renewed(received.status, shown, call);
    if (renewed !== undefined) received = await post(renewed);
    noteKeys(at.endpoint, received.headers);
    if (received.status !== 200) refuse(name, received);
    return readAnswer(name, parseJson(received.text), { id, method, convert: converting(at) });
  }

  #body(at: Reached, method: string, params: unknown): { id: string; body: string } {
    const id = newId();
    const name = at.legacy ? LEGACY_NAMES[method]! : method;
    return { id, body: JSON.stringify({ jsonrpc: '2.0', id, method: name, params }) };
  }

  async #headers(
    at: Reached,
    call: RemoteCall,
    ms: number,
    body: string,
    shown: string | undefined,
  ): Promise<Record<string, string>> {
    const { sign, remoteName } = this.#settings;
    return {
      'content-type': 'application/json',
      'a2a-version': at.legacy ? '0.3' : '1.0',
      [TIMEOUT_HEADER]: String(Math.max(1, Math.ceil(ms))),
      [CONVERSATION_HEADER]: markOf(call.conversation),
      ...(shown !== undefined && { authorization: `Bearer ${shown}` }),
      ...(call.trace !== undefined && { traceparent: call.trace }),
      // For whom we take it to be, whatever its card says of itself.
      ...(sign && { [SIGNATURE_HEADER]: await sign(body, audienceFor(at.url.href, remoteName)) }),
    };
  }
}

function converting({ legacy }: Interface): (result: object) => unknown {
  return legacy ? fromLegacyResult : (result) => result;
}

const LEGACY_NAMES: Readonly<Record<string, string>> = {
  SendMessage: 'message/send',
  SendStreamingMessage: 'message/stream',
  SubscribeToTask: 'tasks/resubscribe',
  GetTask: 'tasks/get',
  CancelTask: 'tasks/cancel',
};
