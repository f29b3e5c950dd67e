/**
 * A2A from the calling side: finds the agent by its card, speaks 1.0 or 0.3 as that says, follows its stream and takes
 * it up again where it broke off.
 */
import { z } from 'zod';
import { systemClock } from '../../kernel/clock.ts';
import { ConsiliumError, type Json, newId, toConsiliumError } from '../../kernel/index.ts';
import { audienceFor } from '../auth/audience.ts';
import { fromPeer } from '../fault.ts';
import { foldEvent } from '../fold.ts';
import { fromLegacyResult, toLegacyMessage } from '../legacy.ts';
import { isResting, type Message, type StreamResponse, type Task, textOf } from '../protocol.ts';
import { CONVERSATION_HEADER, markOf, SIGNATURE_HEADER, TIMEOUT_HEADER } from '../wire.ts';
import { invalid, readAnswer, requireOwn } from './answers.ts';
import { card, cardAddresses, chooseInterface, type Interface } from './discovery.ts';
import { type Endpoint, noteKeys } from './endpoints.ts';
import { parseJson, refuse, type Understood } from './envelope.ts';
import { readEvents } from './events.ts';
import { exchange, HttpRefusal, type Pool, readStream } from './http.ts';
import type { RemoteCall, RemoteQuestion, RemoteSettings } from './settings.ts';
import type { Speaker } from './speaker.ts';

const CARD_AGE_MS = 5 * 60_000;
const MAX_RESUMES = 3;

/** An instance, and how it says that it is spoken to. */
type Reached = Interface & { readonly endpoint: Endpoint };

export class A2aSpeaker implements Speaker {
  readonly #settings: RemoteSettings;
  readonly #pool: Pool;
  readonly #interfaces = new Map<string, { found: Interface; at: number }>();

  constructor(settings: RemoteSettings, pool: Pool) {
    this.#settings = settings;
    this.#pool = pool;
  }

  async call(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<Understood> {
    const until = performance.now() + timeoutMs;
    const at = await this.#discover(endpoint, timeoutMs);
    const message = toMessage(call);
    const params = at.legacy ? { message: toLegacyMessage(message) } : { message };
    const left = () => until - performance.now();
    if (at.streams) return this.#outcome(await this.#follow(at, params, call, left));
    const found = await this.#ask(at, 'SendMessage', params, call, left());
    requireOwn(this.#settings.name, found, ownOf(at, call));
    return this.#outcome(found);
  }

  /** Whether it has a card, speaks what we speak and takes our token; asks it for nothing but a task that is not there. */
  async look(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<void> {
    const at = await this.#discover(endpoint, timeoutMs);
    await this.#ask(at, 'GetTask', { id: call.key }, call, timeoutMs).catch((thrown: ConsiliumError) => {
      if (thrown.code !== 'TASK_UNKNOWN') throw thrown;
    });
  }

  /** Reads the stream to its end; a broken line is taken up again after the last event that was seen. */
  async #follow(at: Reached, params: unknown, call: RemoteCall, left: () => number): Promise<StreamResponse> {
    let task: Task | undefined;
    let seen: string | undefined;
    for (let resumes = 0; ; resumes++) {
      const [method, given] =
        task === undefined ? ['SendStreamingMessage', params] : ['SubscribeToTask', { id: task.id }];
      try {
        for await (const { id, event } of this.#stream(at, method as string, given, call, left(), seen)) {
          seen = id ?? seen;
          const own = ownOf(at, call);
          requireOwn(this.#settings.name, event, { ...own, task: task?.id ?? own.task });
          if ('message' in event) return event;
          if (task === undefined && !('task' in event)) continue;
          task = 'task' in event ? event.task : foldEvent(task!, event);
        }
        if (task !== undefined && isResting(task.status.state)) return { task };
      } catch (thrown) {
        const error = toConsiliumError(thrown);
        if (task === undefined || !error.retryable || resumes >= MAX_RESUMES || left() <= 0) throw error;
      }
      if (task === undefined) throw invalid(this.#settings.name, 'ended without a task');
      // Without numbered events, or where it has ended meanwhile, the task itself says how it stands.
      const known = await this.#ask(at, 'GetTask', { id: task.id }, call, left());
      if ('task' in known && isResting(known.task.status.state)) return known;
      if (resumes >= MAX_RESUMES) throw invalid(this.#settings.name, 'breaks off again and again');
    }
  }

  async *#stream(at: Reached, method: string, params: unknown, call: RemoteCall, ms: number, seen?: string) {
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
      const post = { peer: name, url: at.url, body, headers, timeoutMs: ms, signal, traffic };
      try {
        for await (const { id, data } of readEvents(readStream(this.#pool, post), this.#settings))
          yield { id, event: readAnswer(name, parseJson(data), { id: asked, method, convert: converting(at) }) };
        return;
      } catch (thrown) {
        if (!(thrown instanceof HttpRefusal)) throw thrown;
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

  async #ask(at: Reached, method: string, params: unknown, call: RemoteCall, ms: number): Promise<StreamResponse> {
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

  #outcome(found: StreamResponse): Understood {
    const { name } = this.#settings;
    if ('message' in found) return { output: toOutput(found.message.parts, []) };
    if (!('task' in found)) throw invalid(name, 'is neither a task nor a message');
    const { task } = found;
    const said = task.status.message?.parts ?? [];
    const parts = (task.artifacts ?? []).flatMap((artifact) => artifact.parts);
    switch (task.status.state) {
      case 'TASK_STATE_COMPLETED':
        return { output: toOutput(parts, said) };
      case 'TASK_STATE_INPUT_REQUIRED':
      case 'TASK_STATE_AUTH_REQUIRED':
        return {
          output: toOutput(parts, []),
          pending: { ...questionIn(task), id: task.id },
        };
      default:
        throw failureOf(name, task);
    }
  }

  async #discover(endpoint: Endpoint, timeoutMs: number): Promise<Reached> {
    const known = this.#interfaces.get(endpoint.url.href);
    if (known !== undefined && systemClock.now() - known.at < CARD_AGE_MS) return { ...known.found, endpoint };
    const { name } = this.#settings;
    for (const url of cardAddresses(endpoint.url)) {
      const received = await exchange(this.#pool, { peer: name, url, method: 'GET', timeoutMs, maxBytes: 1024 * 1024 });
      if (received.status >= 500) refuse(name, received);
      const parsed = received.status === 200 ? card.safeParse(parseJson(received.text)) : undefined;
      if (!parsed?.success) continue;
      const found = chooseInterface(parsed.data, endpoint.url);
      if (found === undefined) throw invalid(name, 'offers no JSON-RPC in 1.0 or 0.3');
      this.#interfaces.set(endpoint.url.href, { found, at: systemClock.now() });
      return { ...found, endpoint };
    }
    throw new ConsiliumError('REMOTE_NOT_FOUND', `There is no agent card where ${name} should be.`, {
      hint: 'Check the endpoint: its card is at /.well-known/agent-card.json.',
    });
  }
}

const asked = z.looseObject({
  what: z.string().min(1),
  why: z.string().optional(),
  effect: z.string().optional(),
  undo: z.string().optional(),
  choices: z.array(z.string()).max(100).optional(),
  free: z.boolean().optional(),
});

/** What a task wants to know: as a peer of our kind says it, else its words. */
function questionIn({ status: { message } }: Task): Omit<RemoteQuestion, 'id'> {
  const told = asked.safeParse(message?.metadata?.['pending']);
  if (!told.success) return { what: textOf(message?.parts ?? []) || 'It needs more to go on.' };
  const { what, why, effect, undo, choices, free } = told.data;
  return { what, why, effect, undo, choices, free };
}

/** What an answer must be about. Those of 0.3 may name a conversation as they like. */
function ownOf(at: Interface, { conversation, answers }: RemoteCall): { conversation?: string; task?: string } {
  return { ...(!at.legacy && { conversation }), ...(answers && { task: answers.pending }) };
}

function converting({ legacy }: Interface): (result: object) => unknown {
  return legacy ? fromLegacyResult : (result) => result;
}

const LEGACY_NAMES: Readonly<Record<string, string>> = {
  SendMessage: 'message/send',
  SendStreamingMessage: 'message/stream',
  SubscribeToTask: 'tasks/resubscribe',
  GetTask: 'tasks/get',
};

function toMessage({ action, parameters, context, user, conversation, answers, key }: RemoteCall): Message {
  const said = parameters['message'];
  const isSaid = action === 'ask' || answers !== undefined;
  const words = isSaid && typeof said === 'string' ? [{ text: said }] : [];
  const asked = words.length > 0 ? [] : [{ data: { action, parameters } as Json, mediaType: 'application/json' }];
  const metadata = {
    ...(user !== undefined && { user_id: user }),
    ...(Object.keys(context).length > 0 && { context }),
  };
  return {
    messageId: key,
    role: 'ROLE_USER',
    contextId: conversation,
    ...(answers && { taskId: answers.pending }),
    parts: [...words, ...asked],
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

function toOutput(parts: Message['parts'], said: Message['parts']): Record<string, Json> {
  const output: Record<string, Json> = {};
  for (const { data } of parts)
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) Object.assign(output, data);
    else if (data !== undefined) output['value'] = data;
  const files = parts.filter(({ raw, url }) => raw !== undefined || url !== undefined);
  const text = textOf(parts) || textOf(said);
  return { ...(text !== '' && { text }), ...output, ...(files.length > 0 && { artifacts: files as Json[] }) };
}

function failureOf(name: string, { status }: Task): ConsiliumError {
  const { code, retryable, hint } = (status.message?.metadata?.['error'] ?? {}) as Record<string, unknown>;
  const message = textOf(status.message?.parts ?? []) || 'it did not say why';
  return fromPeer(name, {
    code: code ?? `REMOTE_${status.state.slice('TASK_STATE_'.length)}`,
    message,
    retryable,
    hint,
  });
}
