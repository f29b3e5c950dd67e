/**
 * A2A from the calling side: finds the agent by its card, speaks 1.0 or 0.3 as that says, and follows its task to the
 * end: by its stream, taken up again where it broke off, or by asking how it is. A task that nobody waits for any more is
 * called off there.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../kernel/clock.ts';
import { ConsiliumError, newId, toConsiliumError } from '../../kernel/index.ts';
import { audienceFor } from '../auth/audience.ts';
import { foldEvent } from '../fold.ts';
import { fromLegacyResult, toLegacyMessage } from '../legacy.ts';
import { isResting, type StreamResponse, type Task, type TaskState } from '../protocol.ts';
import { CONVERSATION_HEADER, markOf, SIGNATURE_HEADER, TIMEOUT_HEADER } from '../wire.ts';
import { invalid, readAnswer, requireOwn } from './answers.ts';
import { card, cardAddresses, chooseInterface, type Interface, isCalled, otherCard } from './discovery.ts';
import { type Endpoint, noteKeys } from './endpoints.ts';
import { parseJson, refuse, type Understood } from './envelope.ts';
import { readEvents } from './events.ts';
import { exchange, type Pool, readStream, WholeAnswer } from './http.ts';
import { outcomeOf, toMessage } from './message.ts';
import { calledOff, isOver, unanswered } from './outage.ts';
import type { RemoteCall, RemoteSettings } from './settings.ts';
import type { Speaker } from './speaker.ts';

const CARD_AGE_MS = 5 * 60_000;
const MAX_RESUMES = 3;
/** How long until a task is first asked how it is, and at most. */
const ASK_AFTER_MS = { first: 100, most: 3_000 } as const;
const FAREWELL_MS = 5_000;

/** An instance, and how it says that it is spoken to. */
type Reached = Interface & { readonly endpoint: Endpoint };

/** A call under way: its time, and the task there once that is known. */
interface Journey {
  readonly at: Reached;
  readonly call: RemoteCall;
  readonly ms: number;
  left(): number;
  task?: Task;
}

export class A2aSpeaker implements Speaker {
  readonly #settings: RemoteSettings;
  readonly #pool: Pool;
  readonly #interfaces = new Map<string, { found: Interface; at: number }>();
  readonly #farewells = new Set<Promise<void>>();

  constructor(settings: RemoteSettings, pool: Pool) {
    this.#settings = settings;
    this.#pool = pool;
  }

  async call(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<Understood> {
    const until = performance.now() + timeoutMs;
    const at = await this.#discover(endpoint, timeoutMs, call);
    const message = toMessage(call);
    const params = at.legacy ? { message: toLegacyMessage(message) } : { message };
    const journey: Journey = { at, call, ms: timeoutMs, left: () => until - performance.now() };
    const found = await (at.streams ? this.#follow(journey, params) : this.#send(journey, params)).catch((thrown) => {
      const error = toConsiliumError(thrown, 'REMOTE_FAILED');
      if (isOver(error)) this.#callOff(journey);
      throw error;
    });
    return outcomeOf(this.#settings.name, found);
  }

  /** Whether it has a card, speaks what we speak and takes our token; asks it for nothing but a task that is not there. */
  async look(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<void> {
    const at = await this.#discover(endpoint, timeoutMs, call);
    await this.#ask(at, 'GetTask', { id: call.key }, call, timeoutMs).catch((thrown: ConsiliumError) => {
      if (thrown.code !== 'TASK_UNKNOWN') throw thrown;
    });
  }

  /** Resolves when those who work for nobody any more were told so. */
  async close(): Promise<void> {
    await Promise.all(this.#farewells);
  }

  async #send(journey: Journey, params: unknown): Promise<StreamResponse> {
    const { at, call, left } = journey;
    const found = await this.#ask(at, 'SendMessage', params, call, left());
    requireOwn(this.#settings.name, found, ownOf(at, call));
    if (!('task' in found)) return found;
    journey.task = found.task;
    return this.#watch(journey);
  }

  /** Asks a task how it is, ever less often, until there is nothing more to wait for. */
  async #watch(journey: Journey): Promise<StreamResponse> {
    let misses = 0;
    for (let wait: number = ASK_AFTER_MS.first; isAtWork(journey.task!.status.state); wait *= 1.5) {
      await this.#wait(journey, Math.min(wait, ASK_AFTER_MS.most));
      try {
        journey.task = await this.#taskOf(journey);
        misses = 0;
      } catch (thrown) {
        const error = toConsiliumError(thrown);
        if (!error.retryable || ++misses > MAX_RESUMES || journey.left() <= 0) throw error;
      }
    }
    return { task: journey.task! };
  }

  async #wait({ call: { signal }, ms, left }: Journey, wait: number): Promise<void> {
    const { name } = this.#settings;
    await sleep(Math.max(0, Math.min(wait, left())), undefined, { ...(signal && { signal }) }).catch(() => {
      throw calledOff(name, signal!, { ms, sent: true });
    });
    if (left() <= 0) throw unanswered(name, ms, true);
  }

  async #taskOf({ at, call, task, left }: Journey): Promise<Task> {
    const found = await this.#ask(at, 'GetTask', { id: task!.id }, call, left());
    requireOwn(this.#settings.name, found, { ...ownOf(at, call), task: task!.id });
    return 'task' in found ? found.task : task!;
  }

  /** Nobody waits for the task any more. Not waited for either: whoever has no time left has none for this. */
  #callOff({ at, call, task }: Journey): void {
    if (task === undefined || !isAtWork(task.status.state)) return;
    const { signal: _, traffic: __, ...without } = call;
    const farewell = this.#ask(at, 'CancelTask', { id: task.id }, without, FAREWELL_MS)
      .then(
        () => {},
        () => {},
      )
      .finally(() => this.#farewells.delete(farewell));
    this.#farewells.add(farewell);
  }

  /** Reads the stream to its end; a broken line is taken up again after the last event that was seen. */
  async #follow(journey: Journey, params: unknown): Promise<StreamResponse> {
    const { at, call, left } = journey;
    const { name } = this.#settings;
    let seen: string | undefined;
    for (let resumes = 0; ; resumes++) {
      const known = journey.task;
      const [method, given] =
        known === undefined ? ['SendStreamingMessage', params] : ['SubscribeToTask', { id: known.id }];
      let mayResume = resumes < MAX_RESUMES;
      try {
        for await (const { id, event } of this.#stream(at, method as string, given, call, left(), seen)) {
          seen = id ?? seen;
          const own = ownOf(at, call);
          requireOwn(name, event, { ...own, task: journey.task?.id ?? own.task });
          if ('message' in event) return event;
          if (journey.task === undefined && !('task' in event)) continue;
          journey.task = 'task' in event ? event.task : foldEvent(journey.task!, event);
        }
      } catch (thrown) {
        const error = toConsiliumError(thrown);
        mayResume &&= error.retryable;
        const isUnable = method === 'SubscribeToTask' && UNABLE.has(error.code);
        if (journey.task === undefined || !(error.retryable || isUnable) || left() <= 0) throw error;
      }
      if (journey.task === undefined) throw invalid(name, 'ended without a task');
      if (isResting(journey.task.status.state)) return { task: journey.task };
      // Without numbered events, or where it has ended meanwhile, the task itself says how it stands.
      const now = await this.#taskOf(journey);
      if (!isAtWork(now.status.state)) return { task: now };
      if (!mayResume) return this.#watch(journey);
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

  async #discover(endpoint: Endpoint, timeoutMs: number, { signal }: RemoteCall): Promise<Reached> {
    const known = this.#interfaces.get(endpoint.url.href);
    if (known !== undefined && systemClock.now() - known.at < CARD_AGE_MS) return { ...known.found, endpoint };
    const { name, remoteName, isNamedThere } = this.#settings;
    for (const { url, isOfAgent } of cardAddresses(endpoint.url, remoteName)) {
      const asked = { peer: name, url, method: 'GET', timeoutMs, signal, maxBytes: 1024 * 1024 } as const;
      const received = await exchange(this.#pool, asked);
      if (received.status >= 500 || received.status === 409) refuse(name, received);
      const parsed = received.status === 200 ? card.safeParse(parseJson(received.text)) : undefined;
      if (!parsed?.success) continue;
      // Words for one are not told to another: where the YAML says whom it means, the card is that one's.
      if (isNamedThere && !isOfAgent && !isCalled(parsed.data, remoteName))
        throw otherCard(name, remoteName, parsed.data);
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

/** Neither at an end nor waiting for somebody. */
function isAtWork(state: TaskState): boolean {
  return state === 'TASK_STATE_SUBMITTED' || state === 'TASK_STATE_WORKING';
}

/** A peer that streams need not know how to take a stream up again. */
const UNABLE = new Set(['OPERATION_UNSUPPORTED', 'METHOD_UNKNOWN', 'TASK_UNKNOWN', 'REMOTE_NOT_FOUND']);

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
  CancelTask: 'tasks/cancel',
};
