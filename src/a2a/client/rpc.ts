/**
 * A2A from the calling side: finds the agent by its card, speaks 1.0 or 0.3 as that says, and follows its task to the
 * end: by its stream, taken up again where it broke off, or by asking how it is. A task that nobody waits for any more is
 * called off there.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConsiliumError, toConsiliumError } from '../../kernel/index.ts';
import { foldEvent } from '../fold.ts';
import { toLegacyMessage } from '../legacy.ts';
import { isResting, isTerminal, type StreamResponse, type Task, type TaskState } from '../protocol.ts';
import { invalid, requireOwn } from './answers.ts';
import { Cards, type Interface } from './discovery.ts';
import type { Endpoint } from './endpoints.ts';
import type { Understood } from './envelope.ts';
import type { Pool } from './http.ts';
import { markIn, outcomeOf, toMessage } from './message.ts';
import { calledOff, isOver, unanswered } from './outage.ts';
import { type Reached, RpcLine } from './rpc-line.ts';
import type { RemoteCall, RemoteSettings } from './settings.ts';
import type { Speaker } from './speaker.ts';

const MAX_RESUMES = 3;
/** How long until a task is first asked how it is, and at most. */
const ASK_AFTER_MS = { first: 100, most: 3_000 } as const;
const FAREWELL_MS = 5_000;

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
  readonly #line: RpcLine;
  readonly #cards: Cards;
  readonly #farewells = new Set<Promise<void>>();

  constructor(settings: RemoteSettings, pool: Pool) {
    this.#settings = settings;
    this.#line = new RpcLine(settings, pool);
    this.#cards = new Cards(settings, pool);
  }

  async call(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<Understood> {
    const until = performance.now() + timeoutMs;
    const at = await this.#reach(endpoint, timeoutMs, call);
    const journey: Journey = { at, call, ms: timeoutMs, left: () => until - performance.now() };
    const found = await this.#travel(journey).catch((thrown) => {
      const error = toConsiliumError(thrown, 'REMOTE_FAILED');
      if (isOver(error)) this.#callOff(journey);
      throw error;
    });
    return outcomeOf(this.#settings.name, found);
  }

  async #travel(journey: Journey): Promise<StreamResponse> {
    const { at, call } = journey;
    if (call.answers?.isSettledThere) {
      journey.task = await this.#taskOf(journey, call.answers.pending);
      return this.#watch(journey);
    }
    const message = toMessage(call);
    const params = at.legacy ? { message: toLegacyMessage(message) } : { message };
    return at.streams ? this.#follow(journey, params) : this.#send(journey, params);
  }

  /** A task that went on, or that asks something else by now, asks no more what it had asked. */
  async isAsking(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<boolean> {
    const { pending, mark } = call.answers!;
    const at = await this.#reach(endpoint, timeoutMs, call);
    const found = await this.#line
      .ask(at, 'GetTask', { id: pending }, call, timeoutMs)
      .catch((thrown: ConsiliumError) => {
        if (thrown.code !== 'TASK_UNKNOWN') throw thrown;
        return undefined;
      });
    if (found === undefined || !('task' in found)) return false;
    const { state } = found.task.status;
    const isSame = mark === undefined || markIn(found.task) === mark;
    return isResting(state) && !isTerminal(state) && isSame;
  }

  async withdraw(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<void> {
    const { pending: id } = call.answers!;
    const at = await this.#reach(endpoint, timeoutMs, call);
    await this.#line.ask(at, 'CancelTask', { id }, call, timeoutMs).catch(async (thrown: ConsiliumError) => {
      if (thrown.code !== 'TASK_NOT_CANCELABLE') throw thrown;
      // Called off before is as good; whatever else it has come to, somebody there has let it.
      const found = await this.#line.ask(at, 'GetTask', { id }, call, timeoutMs);
      const isOff = 'task' in found && found.task.status.state === 'TASK_STATE_CANCELED';
      if (!isOff) throw new ConsiliumError('ANSWERED_ALREADY', thrown.message);
    });
  }

  /** Whether it has a card, speaks what we speak and takes our token; asks it for nothing but a task that is not there. */
  async look(endpoint: Endpoint, call: RemoteCall, timeoutMs: number): Promise<void> {
    const at = await this.#reach(endpoint, timeoutMs, call);
    await this.#line.ask(at, 'GetTask', { id: call.key }, call, timeoutMs).catch((thrown: ConsiliumError) => {
      if (thrown.code !== 'TASK_UNKNOWN') throw thrown;
    });
  }

  async #reach(endpoint: Endpoint, timeoutMs: number, call: RemoteCall): Promise<Reached> {
    return { ...(await this.#cards.find(endpoint.url, timeoutMs, call.signal)), endpoint };
  }

  /** Resolves when those who work for nobody any more were told so. */
  async close(): Promise<void> {
    await Promise.all(this.#farewells);
  }

  async #send(journey: Journey, params: unknown): Promise<StreamResponse> {
    const { at, call, left } = journey;
    const found = await this.#line.ask(at, 'SendMessage', params, call, left());
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
        journey.task = await this.#taskOf(journey, journey.task!.id);
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

  async #taskOf({ at, call, left }: Journey, id: string): Promise<Task> {
    const found = await this.#line.ask(at, 'GetTask', { id }, call, left());
    requireOwn(this.#settings.name, found, { ...ownOf(at, call), task: id });
    if ('task' in found) return found.task;
    throw invalid(this.#settings.name, 'is no task');
  }

  /** Nobody waits for the task any more. Not waited for either: whoever has no time left has none for this. */
  #callOff({ at, call, task }: Journey): void {
    if (task === undefined || !isAtWork(task.status.state)) return;
    const { signal: _, traffic: __, ...without } = call;
    const farewell = this.#line
      .ask(at, 'CancelTask', { id: task.id }, without, FAREWELL_MS)
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
        for await (const { id, event } of this.#line.stream(at, method as string, given, call, left(), seen)) {
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
      const now = await this.#taskOf(journey, journey.task.id);
      if (!isAtWork(now.status.state)) return { task: now };
      if (!mayResume) return this.#watch(journey);
    }
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
