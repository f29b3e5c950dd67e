/** Who follows which task. Each gets every event in order; one that does not read is let go. */
import { isResting, isTerminal, type TaskState } from './protocol.ts';
import type { TaskEvent } from './tasks.ts';

/** A stream that began with a message ends when it is somebody's turn; a subscription lasts as long as the task. */
export type Until = 'rest' | 'end';

const MAX_BEHIND = 10_000;

export class Channels {
  readonly #listeners = new Map<string, Set<Listener>>();

  listen(task: string, until: Until): AsyncIterableIterator<TaskEvent> {
    const there = this.#listeners.get(task) ?? new Set();
    this.#listeners.set(task, there);
    const listener = new Listener(until, () => {
      there.delete(listener);
      if (there.size === 0 && this.#listeners.get(task) === there) this.#listeners.delete(task);
    });
    there.add(listener);
    return listener;
  }

  tell(task: string, event: TaskEvent, state: TaskState): void {
    for (const listener of this.#listeners.get(task) ?? []) {
      listener.push(event);
      if (isTerminal(state) || (listener.until === 'rest' && isResting(state))) listener.end();
    }
  }

  /** Nothing more will be told of it here: who follows it has to ask again. */
  leave(task: string): void {
    for (const listener of this.#listeners.get(task) ?? []) listener.end();
  }
}

class Listener implements AsyncIterableIterator<TaskEvent> {
  readonly until: Until;
  #events: TaskEvent[] = [];
  #ended = false;
  #woken = Promise.withResolvers<void>();
  readonly #left: () => void;

  constructor(until: Until, left: () => void) {
    this.until = until;
    this.#left = left;
  }

  push(event: TaskEvent): void {
    if (this.#ended) return;
    if (this.#events.length >= MAX_BEHIND) this.end();
    else this.#events.push(event);
    this.#woken.resolve();
  }

  end(): void {
    this.#ended = true;
    this.#left();
    this.#woken.resolve();
  }

  async next(): Promise<IteratorResult<TaskEvent>> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) return { done: false, value: event };
      if (this.#ended) return { done: true, value: undefined };
      await this.#woken.promise;
      this.#woken = Promise.withResolvers();
    }
  }

  async return(): Promise<IteratorResult<TaskEvent>> {
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
