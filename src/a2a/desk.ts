/**
 * The desk of one served agent: A2A's operations over its tasks, whatever the binding they came by. A task is stored
 * before it is begun; what happens to it is stored before it is told.
 */
import { takeTurn } from '../kernel/breath.ts';
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError, keyReused, newId } from '../kernel/index.ts';
import { contextIn, readAction, requireOnePatientIn, userNamedIn } from './action.ts';
import { callOf } from './call.ts';
import { requireContext } from './context.ts';
import { answerDirectly } from './direct.ts';
import { userOf } from './envelope.ts';
import { foldEvent } from './fold.ts';
import { contentOf, hasHeard, taskIdFor } from './key.ts';
import { requireAccepted, requireReadable } from './modes.ts';
import { noteRefusal, patientNamed } from './noting.ts';
import {
  hasMany,
  isResting,
  isTerminal,
  type ListRequest,
  type Message,
  type SendRequest,
  type Task,
} from './protocol.ts';
import type { PushSender } from './push.ts';
import { Receivers } from './receivers.ts';
import { clip, firstRow, reopened } from './rows.ts';
import { RunningTask } from './running.ts';
import { admitAction, type Caller, requireReach, type ServedAgent } from './served.ts';
import { follow, none, one, replay } from './streams.ts';
import type { TaskEvent, TaskRow, Tasks, TaskWork } from './tasks.ts';
import { statusEvent } from './telling.ts';
import { Works } from './works.ts';

export interface DeskOptions {
  readonly agent: ServedAgent;
  readonly tasks: Tasks;
  /** Absent: push notifications are not offered. */
  readonly push?: PushSender | undefined;
  /** What tasks are dated by. */
  readonly now?: (() => number) | undefined;
}

export interface SendOptions {
  readonly stream: boolean;
  /** The header Idempotency-Key. */
  readonly key?: string | undefined;
  readonly legacy?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
  readonly trace?: string | undefined;
}

export type Sent = { task: Task } | { message: Message };

type Begun = { message: Message } | { running: RunningTask; first: TaskEvent; events: AsyncIterable<TaskEvent> };

export class Desk {
  readonly agent: ServedAgent;
  readonly #tasks: Tasks;
  readonly #now: () => number;
  /** Who is told of its tasks. */
  readonly receivers: Receivers;
  readonly #works: Works;

  constructor({ agent, tasks, push, now = systemClock.now }: DeskOptions) {
    this.agent = agent;
    this.#tasks = tasks;
    this.#now = now;
    this.receivers = new Receivers({
      ...{ agent: agent.id, tasks, push },
      requireTask: (id, caller) => void this.#find(id, caller),
    });
    this.#works = new Works({ agent, tasks, time: () => this.#time(), onEvent: (id) => this.receivers.wake(id) });
  }

  get pushes(): boolean {
    return this.receivers.areOffered;
  }

  async send(request: SendRequest, caller: Caller, options: SendOptions): Promise<Sent> {
    const begun = await this.#begin(request, caller, options);
    if ('message' in begun) return begun;
    const { running } = begun;
    if (!request.configuration?.returnImmediately) await running.rested;
    if (hasMany(request.message)) await takeTurn();
    return { task: clip(running.task, request.configuration?.historyLength) };
  }

  async stream(request: SendRequest, caller: Caller, options: SendOptions): Promise<AsyncIterable<TaskEvent>> {
    const begun = await this.#begin(request, caller, { ...options, stream: true });
    if ('message' in begun) return one({ seq: 0, event: begun });
    return follow(begun.first, begun.events);
  }

  get(id: string, caller: Caller, historyLength?: number): Task {
    return clip(this.#look('read:task', id, caller).task, historyLength);
  }

  list(query: ListRequest, caller: Caller) {
    requireReach(caller, this.agent);
    const { rows, next, total } = this.#tasks.list(caller.owner, this.agent.id, query);
    if (rows.length > 0) this.agent.note?.(caller, { deed: 'list:tasks', object: `${rows.length} tasks` });
    const tasks = rows.map((task) => {
      const { artifacts, ...rest } = clip(task, query.historyLength);
      return query.includeArtifacts ? { ...rest, artifacts: artifacts ?? [] } : rest;
    });
    return { tasks, nextPageToken: next, pageSize: query.pageSize ?? 50, totalSize: total };
  }

  /** What it had asked is asked no more: it and the end of the task are one transaction. */
  async cancel(id: string, caller: Caller): Promise<Task> {
    const row = this.#demand('cancel:task', id, caller);
    if (isTerminal(row.task.status.state))
      throw new ConsiliumError('TASK_NOT_CANCELABLE', 'This task has ended: it cannot be cancelled.');
    return this.#works.cancel(row, () => this.#note('cancel:task', row, caller));
  }

  /** With the number of the last event seen: what came after it. Without: the task, and what comes. */
  subscribe(id: string, caller: Caller, lastSeen?: number): AsyncIterable<TaskEvent> {
    const row = this.#look('read:task', id, caller);
    if (lastSeen !== undefined && !(lastSeen <= row.seq))
      throw new ConsiliumError('PARAMETERS_INVALID', 'This task has had no event with that Last-Event-ID.', {
        hint: `Its last one is ${row.seq}. Send the id of an event of this task, or none for the task as it stands.`,
      });
    const hasEnded = isTerminal(row.task.status.state);
    if (hasEnded && lastSeen === undefined)
      throw new ConsiliumError('OPERATION_UNSUPPORTED', 'This task has ended: there is nothing more to follow.', {
        hint: 'GetTask returns it.',
      });
    const live = hasEnded ? none() : this.#works.channels.listen(id, 'end');
    if (lastSeen !== undefined) return replay(this.#tasks.events(id, lastSeen), live);
    return follow({ seq: row.seq, event: { task: row.task } }, live);
  }

  /** Goes on with what a dead process left at work. */
  resume(): number {
    const rows = this.#tasks.unfinished(this.agent.id);
    this.receivers.resume();
    const atWork = rows.filter(({ request }) => request.pending === undefined);
    for (const row of atWork) if (this.#works.find(row.task.id) === undefined) this.#works.goOn(row);
    for (const row of rows) this.#works.expect(row);
    return atWork.length;
  }

  /** Somebody has answered this, or taken it back, at whichever door. */
  settle(pending: string): void {
    this.#works.settle(pending);
  }

  async #begin(request: SendRequest, caller: Caller, options: SendOptions): Promise<Begun> {
    try {
      return await this.#admit(request, caller, options);
    } catch (thrown) {
      const { message, metadata } = request;
      const patient = patientNamed(readAction(message).parameters, contextIn(message, metadata));
      noteRefusal(this.agent, caller, { deed: 'call', object: message.taskId ?? message.contextId, patient }, thrown);
      throw thrown;
    }
  }

  async #admit(request: SendRequest, caller: Caller, options: SendOptions): Promise<Begun> {
    const { message, configuration } = request;
    const push = configuration?.taskPushNotificationConfig;
    if (push !== undefined) this.receivers.requireAddress(push.url);
    requireReadable(this.agent, message.parts);
    requireAccepted(this.agent, configuration?.acceptedOutputModes);
    requireOnePatientIn(message, request.metadata);
    requireContext(contextIn(message, request.metadata));
    const { action, parameters } = readAction(message);
    await admitAction(this.agent, action, parameters, caller);
    const user = userOf(caller, userNamedIn(message, request.metadata));
    const isLarge = hasMany(message);
    if (isLarge) await takeTurn();
    const content = contentOf(message, user);
    if (isLarge) await takeTurn();
    const id = taskIdFor(message, content, { caller, agent: this.agent.id, key: options.key });
    const known = this.#findKnown(message, id, content, caller);
    if (known !== undefined) return this.#tellAgain(known);
    const before = message.taskId === undefined ? undefined : this.#continue(message, caller);
    if (push !== undefined && before !== undefined) this.receivers.requireRoom({ ...push, taskId: before.task.id });
    const work: TaskWork = {
      message: { ...message, contextId: before?.task.contextId ?? message.contextId ?? newId() },
      user,
      stream: options.stream,
      turn: (before?.request.turn ?? 0) + 1,
      answers: before?.request.pending,
      legacy: options.legacy,
      content: before === undefined ? content : before.request.content,
      context: contextIn({}, request.metadata),
      modes: configuration?.acceptedOutputModes,
      caller,
    };
    if (before === undefined && this.agent.answersDirectly) {
      const direct = await answerDirectly(this.agent, work, options);
      if (direct !== undefined) return { message: direct };
    }
    const row = before === undefined ? this.#create(work, caller, push !== undefined, id) : this.#reopen(before, work);
    // A receiver that came with the message is told of all that happens after it.
    if (push !== undefined) this.receivers.put({ ...push, taskId: row.task.id }, caller);
    const events = options.stream ? this.#works.channels.listen(row.task.id, 'rest') : none();
    const running = this.#works.begin(row, (signal) => callOf(row, signal, options));
    return { running, first: { seq: row.seq, event: { task: row.task } }, events };
  }

  /** The task of a message that came before. */
  #findKnown(message: Message, id: string | undefined, content: string, caller: Caller): TaskRow | undefined {
    if (message.taskId !== undefined) {
      const row = this.#find(message.taskId, caller);
      return hasHeard(row.task, message) ? row : undefined;
    }
    const row = id && (this.#works.find(id)?.row ?? this.#tasks.find(id, caller.owner, this.agent.id));
    if (row && row.request.content !== content) throw keyReused();
    return row || undefined;
  }

  /** The task as it stands, with what comes or its last word. Where a dead process left it, it goes on. */
  #tellAgain(known: TaskRow): Begun {
    const { id, status } = known.task;
    const resting = () => new RunningTask(this.#tasks, known, () => {});
    const running = this.#works.find(id) ?? (isResting(status.state) ? resting() : this.#works.goOn(known));
    const { task, seq } = running.row;
    const events = running.isResting
      ? replay(this.#tasks.events(id, seq - 1), none())
      : this.#works.channels.listen(id, 'rest');
    return { running, first: { seq, event: { task } }, events };
  }

  #create(work: TaskWork, caller: Caller, hasReceiver: boolean, id = newId()): TaskRow {
    const row = firstRow(work, { id, owner: caller.owner, agent: this.agent, at: this.#time() });
    if (work.stream || hasReceiver || this.agent.answersDirectly) {
      this.#tasks.create(row);
      return row;
    }
    // Where nobody follows it from its first moment, it is at work when it is first written.
    const event = statusEvent(row.task, 'TASK_STATE_WORKING', this.#time());
    const begun = { ...row, task: foldEvent(row.task, event), seq: 2 };
    this.#tasks.create(begun, [{ seq: 2, event }]);
    return begun;
  }

  /** A message to a task that waited: it is at work again. */
  #reopen(before: TaskRow, work: TaskWork): TaskRow {
    const { row, event } = reopened(before, work, this.#time());
    this.#tasks.append(row, [{ seq: row.seq, event }]);
    this.#works.channels.tell(row.task.id, { seq: row.seq, event }, row.task.status.state);
    return row;
  }

  #continue(message: Message, caller: Caller): TaskRow {
    const row = this.#find(message.taskId!, caller);
    const { state } = row.task.status;
    const meant = message.metadata?.['pending'];
    if (typeof meant === 'string' && row.request.pending !== meant)
      throw new ConsiliumError('ANSWERED_ALREADY', 'What this message answers is asked no more.', {
        hint: 'GetTask returns the task as it stands.',
      });
    if (message.contextId !== undefined && message.contextId !== row.task.contextId)
      throw new ConsiliumError('PARAMETERS_INVALID', 'The contextId is not that of the task.');
    if (isTerminal(state))
      throw new ConsiliumError('OPERATION_UNSUPPORTED', 'This task has ended: it takes no further messages.', {
        hint: 'Send the message without taskId; with its contextId the conversation goes on.',
      });
    if (this.#works.find(row.task.id) !== undefined)
      throw new ConsiliumError('OPERATION_UNSUPPORTED', 'This task is at work: wait until it ends or asks.', {
        retryable: true,
      });
    return row;
  }

  /** A task that somebody asks for by its id, on the trail whether it is theirs or not. */
  #look(deed: string, id: string, caller: Caller): TaskRow {
    const row = this.#demand(deed, id, caller);
    this.#note(deed, row, caller);
    return row;
  }

  #note(deed: string, { task: { id }, request: { message, context } }: TaskRow, caller: Caller): void {
    const patient = patientNamed(readAction(message).parameters, contextIn(message, { context }));
    this.agent.note?.(caller, { deed, object: id, patient });
  }

  /** Who may not look is told of. */
  #demand(deed: string, id: string, caller: Caller): TaskRow {
    try {
      return this.#find(id, caller);
    } catch (thrown) {
      noteRefusal(this.agent, caller, { deed, object: id }, thrown);
      throw thrown;
    }
  }

  #find(id: string, caller: Caller): TaskRow {
    requireReach(caller, this.agent);
    const running = this.#works.find(id);
    if (running?.row.owner === caller.owner) return running.row;
    const row = this.#tasks.find(id, caller.owner, this.agent.id);
    if (row === undefined) throw new ConsiliumError('TASK_UNKNOWN', 'There is no such task.');
    this.#works.expect(row);
    return row;
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }
}
