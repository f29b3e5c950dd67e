/** A task at work: its events go to the store first and then to whoever listens. */
import { ConsiliumError } from '../kernel/index.ts';
import { foldEvent } from './fold.ts';
import { toAccepted } from './modes.ts';
import { isResting, type StreamResponse, type Task } from './protocol.ts';
import type { TaskEvent, TaskRow, Tasks, TaskWork } from './tasks.ts';

export class RunningTask {
  readonly #tasks: Tasks;
  readonly #controller = new AbortController();
  readonly #rest = Promise.withResolvers<void>();
  readonly #onEvent: (row: TaskRow, event: TaskEvent) => void;
  #row: TaskRow;

  constructor(tasks: Tasks, row: TaskRow, onEvent: (row: TaskRow, event: TaskEvent) => void) {
    this.#tasks = tasks;
    this.#row = row;
    this.#onEvent = onEvent;
    this.#rest.promise.catch(() => {}); // whoever waits hears of it
    if (this.isResting) this.#rest.resolve();
  }

  get row(): TaskRow {
    return this.#row;
  }

  get task(): Task {
    return this.#row.task;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Resolves when the task ended or waits for somebody; rejects where that could not be stored. */
  get rested(): Promise<void> {
    return this.#rest.promise;
  }

  get isResting(): boolean {
    return isResting(this.task.status.state);
  }

  abort(): void {
    this.#controller.abort(new ConsiliumError('CANCELLED', 'The task was cancelled.'));
  }

  giveUp(error: ConsiliumError): void {
    this.#rest.reject(error);
  }

  /** Puts an event on the task's log. Nothing follows a task that rests. */
  add(event: StreamResponse, work?: Partial<TaskWork>, also?: () => void): void {
    this.addAll([event], work, also);
  }

  /** Puts what happened together on the log in one piece. */
  addAll(given: readonly StreamResponse[], work?: Partial<TaskWork>, also?: () => void): void {
    if (this.isResting || given.length === 0) return;
    const { write, tell } = this.#prepare(given, work, also);
    write();
    tell();
  }

  /** The same, where it is written inside of somebody else's transaction: told when that has been kept. */
  async addWithin(
    event: StreamResponse,
    work: Partial<TaskWork>,
    also: () => void,
    keep: (write: () => void) => Promise<void>,
  ): Promise<void> {
    const { write, tell } = this.#prepare([event], work, also);
    await keep(write);
    tell();
  }

  #prepare(given: readonly StreamResponse[], work?: Partial<TaskWork>, also?: () => void) {
    const events = given.map((event) => toAccepted(event, this.#row.request.modes));
    const request = work === undefined ? this.#row.request : { ...this.#row.request, ...work };
    const rows: TaskRow[] = [];
    for (const event of events) {
      const before = rows.at(-1) ?? this.#row;
      rows.push({ ...before, task: foldEvent(before.task, event), seq: before.seq + 1, request });
    }
    const told = events.map((event, at): TaskEvent => ({ seq: rows[at]!.seq, event }));
    const row = rows.at(-1)!;
    return {
      write: () => this.#tasks.append(row, told, also),
      tell: () => {
        this.#row = row;
        for (const [at, each] of told.entries()) this.#onEvent(rows[at]!, each);
        if (this.isResting) this.#rest.resolve();
      },
    };
  }
}
