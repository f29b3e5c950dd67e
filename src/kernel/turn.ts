/** A turn from outside: what happens in it can be watched, waited for and stopped. Watching is optional. */
import type { Clock } from './clock.ts';
import { ConsiliumError, type ErrorShape } from './errors.ts';
import type { Delta, Outcome, Signal } from './event.ts';
import { newId } from './id.ts';
import type { PendingView } from './question.ts';

export interface TurnResult {
  readonly session: string;
  readonly invocation: string;
  readonly text: string;
  readonly route: readonly string[];
  readonly outcome: Outcome;
  /** What the turn waits for, where it does. */
  readonly pending?: PendingView;
  /** It had been asked before, and a plain word was not taken for its answer: something else was said since. */
  readonly isAskedAgain?: boolean;
  /** An older question that a plain word was not taken for, and that is still open. */
  readonly stillWaits?: PendingView;
  readonly error?: ErrorShape;
  /** The `temp:` state at the end, without the prefix: where agents leave a word for the application. */
  readonly notes: Readonly<Delta>;
  readonly usage: { readonly modelCalls: number; readonly inputTokens: number; readonly outputTokens: number };
  /** The models and engines that spoke. */
  readonly speakers: readonly string[];
  readonly ms: number;
}

interface TurnOptions {
  readonly signal?: AbortSignal | undefined;
  readonly watched: boolean;
  readonly closing?: ((result: TurnResult) => void) | undefined;
  /** See `RunInput.wording`. */
  readonly wording?: ((error: ErrorShape) => ErrorShape) | undefined;
  /** See `RunInput.withinMs`; by the clock of the house's work. */
  readonly until?: number | undefined;
}

export class Turn implements AsyncIterable<Signal> {
  readonly session: string;
  invocation: string = newId();
  /** See `TurnResult`. */
  stillWaits: PendingView | undefined;
  readonly #controller = new AbortController();
  readonly #end = Promise.withResolvers<TurnResult>();
  #watchers: Watcher[] = [];
  readonly #listeners: ((signal: Signal) => void)[] = [];
  /** What happened before the first watcher came. Absent if nobody is expected. */
  #early: Signal[] | undefined;
  #ended = false;
  #callOff: (() => void) | undefined;
  readonly #outer: AbortSignal | undefined;
  readonly #onAbort = () => (isTimeUp(this.#outer?.reason) ? this.abort(this.#outer.reason) : this.cancel());
  /** Stored with its end. */
  readonly closing: ((result: TurnResult) => void) | undefined;
  readonly #wording: ((error: ErrorShape) => ErrorShape) | undefined;
  /** When whoever asked waits no longer. */
  readonly until: number;
  /** Stored with its end where it was stopped. */
  stopping: (() => void) | undefined;

  constructor(session: string, options: TurnOptions) {
    this.session = session;
    this.closing = options.closing;
    this.#wording = options.wording;
    this.until = options.until ?? Number.POSITIVE_INFINITY;
    this.#early = options.watched ? [] : undefined;
    this.#end.promise.catch(() => {}); // whoever cares awaits `result`
    this.#outer = options.signal;
    if (this.#outer?.aborted) this.#onAbort();
    else this.#outer?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** The end of the turn. Rejects only if the turn could not begin; whatever happens later is in the result. */
  get result(): Promise<TurnResult> {
    return this.#end.promise;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Stops the turn; what was recorded stays, and the log says that it was cancelled, with `also` in the transaction that
   * stores this. False where it was stopped or over before.
   */
  cancel(also?: () => void): boolean {
    if (this.#ended || this.#controller.signal.aborted) return false;
    this.stopping = also;
    this.#controller.abort(new ConsiliumError('CANCELLED', 'The turn was cancelled.'));
    return true;
  }

  /**
   * What happens, as it happens; the first watcher also gets what happened before it came, a later one reads that from
   * the log. Leaving the loop stops watching, not the turn.
   */
  [Symbol.asyncIterator](): AsyncIterator<Signal> {
    const watcher = new Watcher(this.#early ?? []);
    this.#early = undefined;
    if (this.#ended) watcher.end();
    this.#watchers.push(watcher);
    return {
      next: () => watcher.next(),
      return: async () => {
        this.#watchers = this.#watchers.filter((other) => other !== watcher);
        return { done: true, value: undefined };
      },
    };
  }

  /** The same without a loop: called as it happens, with what happened before a moment from now. */
  listen(listener: (signal: Signal) => void): void {
    let early = this.#early;
    this.#early = undefined;
    if (early === undefined || early.length === 0) {
      this.#listeners.push(listener);
      return;
    }
    this.#listeners.push((signal) => void (early === undefined ? listener(signal) : early.push(signal)));
    queueMicrotask(() => {
      const before = early!;
      early = undefined;
      for (const signal of before) listener(signal);
    });
  }

  // What follows is for the runner.

  abort(reason: ConsiliumError): void {
    this.#controller.abort(reason);
  }

  push(signal: Signal): void {
    if (this.#early !== undefined) this.#early.push(signal);
    else {
      for (const listener of this.#listeners) listener(signal);
      for (const watcher of this.#watchers) watcher.push(signal);
    }
  }

  abortAfter(clock: Clock, ms: number, reason: () => ConsiliumError): void {
    this.#callOff?.();
    this.#callOff = clock.after(ms, () => this.#controller.abort(reason()));
  }

  finish(result: TurnResult): void {
    this.#close();
    const { error } = result;
    this.#end.resolve(error && this.#wording ? { ...result, error: this.#wording(error) } : result);
  }

  fail(thrown: unknown): void {
    this.#close();
    const isWorded = this.#wording !== undefined && thrown instanceof ConsiliumError;
    this.#end.reject(isWorded ? worded(thrown, this.#wording!) : thrown);
  }

  #close(): void {
    this.#ended = true;
    this.#callOff?.();
    this.#outer?.removeEventListener('abort', this.#onAbort);
    for (const watcher of this.#watchers) watcher.end();
  }
}

function worded(error: ConsiliumError, wording: (error: ErrorShape) => ErrorShape): ConsiliumError {
  const shape = error.toJSON();
  const { message } = wording(shape);
  if (message === shape.message) return error;
  const { code, hint, retryable, details, place } = error;
  return new ConsiliumError(code, message, {
    ...{ retryable, cause: error },
    ...(hint !== undefined && { hint }),
    ...(details !== undefined && { details }),
    ...(place !== undefined && { place }),
  });
}

/** Nobody stopped it: whoever asked has no time left. */
function isTimeUp(reason: unknown): reason is ConsiliumError {
  return reason instanceof ConsiliumError && reason.code === 'TIMEOUT';
}

/** A queue between the run and one reader. */
class Watcher {
  #queue: Signal[];
  #head = 0;
  #ended = false;
  #waiting: ((result: IteratorResult<Signal>) => void) | undefined;

  constructor(early: readonly Signal[]) {
    this.#queue = [...early];
  }

  push(signal: Signal): void {
    if (this.#waiting === undefined) {
      this.#queue.push(signal);
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting({ done: false, value: signal });
  }

  end(): void {
    this.#ended = true;
    this.#waiting?.({ done: true, value: undefined });
  }

  next(): Promise<IteratorResult<Signal>> {
    if (this.#head < this.#queue.length) {
      const value = this.#queue[this.#head++]!;
      if (this.#head === this.#queue.length) {
        this.#queue = [];
        this.#head = 0;
      }
      return Promise.resolve({ done: false, value });
    }
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }
}
