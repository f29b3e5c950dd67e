/** The tasks of one agent that are at work in this process, and who follows them. */
import { takeTurn } from '../kernel/breath.ts';
import { ConsiliumError, toConsiliumError } from '../kernel/index.ts';
import { callOf } from './call.ts';
import { Channels } from './channels.ts';
import { accepts } from './modes.ts';
import { hasMany, type StreamResponse, type Task } from './protocol.ts';
import { followed, wake } from './rows.ts';
import { RunningTask } from './running.ts';
import type { Call, ServedAgent } from './served.ts';
import type { TaskRow, Tasks } from './tasks.ts';
import { completedEvent, failedEvent, partEvent, questionEvent, statusEvent } from './telling.ts';
import { textSoFar, Words } from './words.ts';

export interface WorksOptions {
  readonly agent: ServedAgent;
  readonly tasks: Tasks;
  /** What tasks are dated by. */
  readonly time: () => string;
  /** Hears of every event of a task. */
  readonly onEvent: (id: string) => void;
}

export class Works {
  readonly channels = new Channels();
  readonly #options: WorksOptions;
  readonly #running = new Map<string, RunningTask>();
  /** The tasks that wait, by what they ask. */
  readonly #asked = new Map<
    string,
    Pick<TaskRow, 'owner' | 'seq'> & { readonly id: string; readonly contextId: string }
  >();

  constructor(options: WorksOptions) {
    this.#options = options;
  }

  find(id: string): RunningTask | undefined {
    return this.#running.get(id);
  }

  /** Begins, or goes on with, a task that is stored. */
  begin(row: TaskRow, callFor: (signal: AbortSignal) => Call): RunningTask {
    const running = this.hold(row);
    void this.#work(running, callFor(running.signal), 0);
    return running;
  }

  /** Goes on with what a dead process left at work: what it said is not said again. */
  goOn(row: TaskRow): RunningTask {
    const running = this.hold(row);
    void this.#work(running, callOf(row, running.signal, { isAgain: true }), textSoFar(row.task));
    return running;
  }

  /** A task that waits: others may settle what it asks, or have done so since it was looked at. */
  expect({ task: { id, contextId }, owner, seq, request: { pending, caller, user } }: TaskRow): void {
    const { agent } = this.#options;
    if (pending === undefined || agent.lookAt === undefined || this.#asked.has(pending)) return;
    this.#asked.set(pending, { id, contextId, owner, seq });
    agent.lookAt({ pending, caller, user, conversation: contextId }).then(
      (state) => state !== 'open' && this.settle(pending),
      () => {}, // who settles it later says so
    );
  }

  /** What a task asked is settled. Where that was done by a message to it, or by calling it off, that sees to it. */
  settle(pending: string): void {
    const { agent, tasks, time, onEvent } = this.#options;
    const asked = this.#asked.get(pending);
    this.#asked.delete(pending);
    if (asked === undefined || this.#running.has(asked.id)) return;
    const before = tasks.find(asked.id, asked.owner, agent.id);
    if (before === undefined) this.#tellGone(asked);
    if (before?.request.pending !== pending) return;
    const { row, event } = followed(before, time());
    tasks.append(row, [{ seq: row.seq, event }]);
    this.channels.tell(row.task.id, { seq: row.seq, event }, row.task.status.state);
    onEvent(row.task.id);
    this.goOn(row);
  }

  /** To those who follow it: it was deleted with its conversation, and is called off. */
  #tellGone({ id, contextId, seq }: { id: string; contextId: string; seq: number }): void {
    const event = statusEvent({ id, contextId }, 'TASK_STATE_CANCELED', this.#options.time());
    this.channels.tell(id, { seq: seq + 1, event }, 'TASK_STATE_CANCELED');
  }

  hold(row: TaskRow): RunningTask {
    const { tasks, onEvent } = this.#options;
    const running = new RunningTask(tasks, row, (now, told) => {
      this.channels.tell(now.task.id, told, now.task.status.state);
      onEvent(now.task.id);
    });
    this.#running.set(row.task.id, running);
    return running;
  }

  release(running: RunningTask): void {
    if (this.#running.get(running.task.id) === running) this.#running.delete(running.task.id);
  }

  /** Ends a task that has not ended. What it asks and its end are one transaction; `note` is written with them. */
  async cancel(row: TaskRow, note: () => void): Promise<Task> {
    const { agent, time } = this.#options;
    const { pending, caller, user, follows } = row.request;
    if (follows !== undefined) throw beingDone();
    const { id, contextId: conversation } = row.task;
    const atWork = this.find(id);
    const running = atWork ?? this.hold({ ...row, task: wake(row.task) });
    const called = statusEvent(running.task, 'TASK_STATE_CANCELED', time());
    try {
      if (pending === undefined || agent.withdraw === undefined) running.add(called, { pending: undefined }, note);
      else
        await running.addWithin(called, { pending: undefined }, note, (write) =>
          agent.withdraw!({ pending, caller, user, conversation }, write),
        );
    } catch (thrown) {
      if (atWork === undefined) {
        this.release(running);
        this.expect(row);
      }
      throw toConsiliumError(thrown).code === 'ANSWERED_ALREADY' ? beingDone() : thrown;
    }
    running.abort();
    this.release(running);
    return running.task;
  }

  /** Runs the agent on the task, to its end or to a question. `told`: how much of its words is on the log already. */
  async #work(running: RunningTask, call: Call, told: number): Promise<void> {
    try {
      await this.#run(running, call, told);
    } catch (thrown) {
      this.#fail(running, thrown);
    } finally {
      this.release(running);
      this.expect(running.row);
    }
  }

  async #run(running: RunningTask, call: Call, told: number): Promise<void> {
    const { agent, time } = this.#options;
    if (hasMany(call.source)) await takeTurn();
    // Words that are told as a field of data are told whole.
    const words = new Words(running, call.stream && accepts(running.row.request.modes, 'text/plain'), told);
    const tell = (event: StreamResponse | undefined) => event && running.add(event);
    if (running.task.status.state === 'TASK_STATE_SUBMITTED' && !agent.answersDirectly)
      tell(statusEvent(running.task, 'TASK_STATE_WORKING', time()));
    let closing: string | undefined;
    for await (const part of agent.run(call)) {
      if (running.isResting) return;
      if (part.type === 'input_required')
        return running.add(questionEvent(running.task, part.pending, time()), {
          ...{ pending: part.pending.id, answers: undefined, follows: undefined },
        });
      if (part.type === 'closing') closing = part.text;
      else if (!words.take(part)) tell(partEvent(running.task, part, time()));
    }
    running.addAll([...words.end(), completedEvent(running.task, closing, time())]);
  }

  /** Where not even its failure can be stored, those who wait for it hear that, and the next process goes on with it. */
  #fail(running: RunningTask, thrown: unknown): void {
    try {
      running.add(failedEvent(running.task, thrown, this.#options.time()));
    } catch (unkept) {
      running.giveUp(toConsiliumError(unkept));
      this.channels.leave(running.task.id);
    }
  }
}

function beingDone(): ConsiliumError {
  return new ConsiliumError('TASK_NOT_CANCELABLE', 'What this task asked has been answered: it is being done.', {
    hint: 'Whoever answered it, here or elsewhere, is on the audit trail.',
  });
}
