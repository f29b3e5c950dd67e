/** Who is told of a task by push notification, and who may say so. */
import { ConsiliumError, newId } from '../kernel/index.ts';
import type { PushSender } from './push.ts';
import type { Caller } from './served.ts';
import type { StoredPush, Tasks } from './tasks.ts';

const MOST_RECEIVERS = 16;

export type WishedPush = Omit<StoredPush, 'id'> & { id?: string | undefined };

export interface ReceiversOptions {
  /** The agent whose tasks they are. */
  readonly agent: string;
  readonly tasks: Tasks;
  /** Absent: push notifications are not offered. */
  readonly push?: PushSender | undefined;
  /** Throws where the caller has no such task. */
  readonly requireTask: (id: string, caller: Caller) => void;
}

export class Receivers {
  readonly #options: ReceiversOptions;

  constructor(options: ReceiversOptions) {
    this.#options = options;
  }

  get areOffered(): boolean {
    return this.#options.push !== undefined;
  }

  /** Throws where nobody can be told at this address. */
  requireAddress(url: string): void {
    this.#require().requireAddress(url);
  }

  save(config: WishedPush, caller: Caller): StoredPush {
    this.#require();
    this.#options.requireTask(config.taskId, caller);
    this.requireAddress(config.url);
    this.requireRoom(config);
    return this.put(config, caller);
  }

  /** What was looked at before. */
  put(config: WishedPush, caller: Caller): StoredPush {
    const stored = { ...config, id: config.id ?? newId() };
    this.#options.tasks.savePush(stored, caller.owner);
    return stored;
  }

  find(taskId: string, id: string, caller: Caller): StoredPush {
    const found = this.list(taskId, caller).find((each) => each.id === id);
    if (found === undefined) throw new ConsiliumError('TASK_UNKNOWN', 'This task has no such notification.');
    return found;
  }

  list(taskId: string, caller: Caller): StoredPush[] {
    this.#require();
    this.#options.requireTask(taskId, caller);
    return this.#options.tasks.pushes(taskId);
  }

  drop(taskId: string, id: string, caller: Caller): void {
    this.#require();
    this.#options.requireTask(taskId, caller);
    this.#options.tasks.dropPush(taskId, id);
  }

  /** Something happened to the task: its receivers are told. */
  wake(taskId: string): void {
    const { push, tasks } = this.#options;
    if (push === undefined) return;
    for (const config of tasks.pushes(taskId)) push.wake(config, tasks);
  }

  /** Tells those who were not told of all before the last process died. */
  resume(): void {
    const { push, tasks, agent } = this.#options;
    if (push === undefined) return;
    for (const config of tasks.behind(agent)) push.wake(config, tasks);
  }

  /** Every receiver is told of everything: one request is not to become a thousand. */
  requireRoom({ taskId, id }: Pick<WishedPush, 'taskId' | 'id'>): void {
    const known = this.#options.tasks.pushes(taskId);
    if (known.length < MOST_RECEIVERS || known.some((each) => each.id === id)) return;
    throw new ConsiliumError('PARAMETERS_INVALID', `A task tells ${MOST_RECEIVERS} receivers at most.`, {
      hint: 'Delete one with DeleteTaskPushNotificationConfig.',
    });
  }

  #require(): PushSender {
    const { push, agent } = this.#options;
    if (push !== undefined) return push;
    throw new ConsiliumError('PUSH_UNSUPPORTED', `${agent} sends no push notifications.`, {
      hint: 'Follow the task with SubscribeToTask, or ask for it with GetTask.',
    });
  }
}
