/**
 * Tasks as they are kept: each with its events, numbered, so that a reader who comes back gets what it missed and
 * nothing twice. An event and the task as it then stands are written together.
 */
import type { Json } from '../kernel/index.ts';
import { foldEvent } from './fold.ts';
import {
  isTerminal,
  type ListRequest,
  type Message,
  type PushConfig,
  type StreamResponse,
  type Task,
} from './protocol.ts';
import type { Caller } from './served.ts';

export interface TaskRow {
  readonly task: Task;
  readonly owner: string;
  readonly agent: string;
  /** The number of its last event. */
  readonly seq: number;
  /** The session of the house that it is talked in, and whom it is about, as far as that was said: it is deleted with either. */
  readonly session?: string | undefined;
  readonly patient?: string | undefined;
  /** What is needed to do it again after a crash. */
  readonly request: TaskWork;
}

/** The message that a task works on now. */
export interface TaskWork {
  readonly message: Message;
  readonly user?: string | undefined;
  readonly stream: boolean;
  /** How many messages the task has had. */
  readonly turn: number;
  /** The question that it asked, while it waits. */
  readonly pending?: string | undefined;
  /** The question that the message answers. */
  readonly answers?: string | undefined;
  /** The question that somebody else has settled: the task goes on with what comes of that. */
  readonly follows?: string | undefined;
  readonly legacy?: boolean | undefined;
  /** A digest of what the task was begun with: the key that it came under means nothing else. */
  readonly content?: string | undefined;
  /** What the request had beside the message. */
  readonly context?: Readonly<Record<string, Json>> | undefined;
  /** Media types that whoever asked reads; without any, all. */
  readonly modes?: readonly string[] | undefined;
  /** Who asked, as the door knew them. */
  readonly caller: Caller;
}

export interface TaskEvent {
  readonly seq: number;
  readonly event: StreamResponse;
}

export type StoredPush = PushConfig & { id: string; taskId: string };

export interface Tasks {
  /** A new task as it stands, and what has happened to it already. */
  create(row: TaskRow, events?: readonly TaskEvent[]): void;
  /** The task as it stands after the events, and the events. Where all are pieces of artifacts, the events alone. `also`: in the same transaction. Throws TASK_UNKNOWN where it was deleted. */
  append(row: TaskRow, events: readonly TaskEvent[], also?: () => void): void;
  find(id: string, owner: string, agent: string): TaskRow | undefined;
  /** Newest status first; `after` is the place where the last page ended. */
  list(owner: string, agent: string, query: ListRequest): { rows: Task[]; next: string; total: number };
  events(id: string, after: number): TaskEvent[];
  /** Those that a dead process left at work, and those that wait: somebody may have answered them meanwhile. */
  unfinished(agent: string): TaskRow[];
  /** The agents that have such tasks, or somebody to be told of theirs. */
  agentsAtWork(): string[];
  /** Tasks of an agent that was kept under another name. */
  rename(from: string, to: string): void;
  savePush(config: StoredPush, owner: string): void;
  pushes(taskId: string): StoredPush[];
  dropPush(taskId: string, id: string): void;
  /** The oldest event that a receiver was not told of yet. */
  unsent(config: StoredPush): (TaskEvent & { readonly legacy: boolean; readonly owner: string }) | undefined;
  markSent(config: StoredPush, seq: number): void;
  /** The receivers of an agent's tasks who were not told of all. */
  behind(agent: string): StoredPush[];
  /** Deletes what is about a patient, inside of the transaction that erases them. */
  erase(patient: string): void;
  /** Deletes what ended before this moment. */
  forget(before: number): number;
}

/** A task as it was written last, and the events that came after that. */
export interface KeptTask {
  readonly row: TaskRow;
  readonly since: readonly StreamResponse[];
}

/** What tasks ask of storage, which knows nothing of what their events mean. */
export interface TaskTables extends Omit<Tasks, 'append' | 'find' | 'unfinished'> {
  /** `isOpen`: a process that finds it so after a crash has to look after it. */
  append(row: TaskRow, events: readonly TaskEvent[], isOpen: boolean, also?: () => void): void;
  find(id: string, owner: string, agent: string): KeptTask | undefined;
  unfinished(agent: string): KeptTask[];
}

export function openTasks(tables: TaskTables): Tasks {
  return {
    ...tables,
    append: (row, events, also) => tables.append(row, events, !isTerminal(row.task.status.state), also),
    find: (id, owner, agent) => {
      const kept = tables.find(id, owner, agent);
      return kept && whole(kept);
    },
    unfinished: (agent) => tables.unfinished(agent).map(whole),
  };
}

function whole({ row, since }: KeptTask): TaskRow {
  return since.length === 0 ? row : { ...row, task: since.reduce(foldEvent, row.task) };
}
