/** A task at work: its events go to the store first and then to whoever listens. */
import { ConsiliumError } from '../kernel/index.ts';
import { foldEvent } from './fold.ts';
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

  /** Resolves when the task ended or waits for somebody. */
  get rested(): Promise<void> {
    return this.#rest.promise;
  }

  get isResting(): boolean {
    return isResting(this.task.status.state);
  }

  abort(): void {
    this.#controller.abort(new ConsiliumError('CANCELLED', 'The task was cancelled.'));
  }

  /** Puts an event on the task's log. Nothing follows a task that rests. */
  add(event: StreamResponse, work?: Partial<TaskWork>): void {
    if (this.isResting) return;
    const task = foldEvent(this.task, event);
    const row = { ...this.#row, task, seq: this.#row.seq + 1, request: { ...this.#row.request, ...work } };
    this.#tasks.append(row, event);
    this.#row = row;
    this.#onEvent(row, { seq: row.seq, event });
    if (this.isResting) this.#rest.resolve();
  }
}
