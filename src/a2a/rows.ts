/** Tasks as they are when they begin, go on and are shown. */
import { contextIn, readAction } from './action.ts';
import { foldEvent } from './fold.ts';
import { patientNamed } from './noting.ts';
import type { StreamResponse, Task } from './protocol.ts';
import type { ServedAgent } from './served.ts';
import type { TaskRow, TaskWork } from './tasks.ts';
import { statusEvent } from './telling.ts';

export function firstRow(
  work: TaskWork,
  { id, owner, agent, at }: { id: string; owner: string; agent: Pick<ServedAgent, 'id' | 'sessionOf'>; at: string },
): TaskRow {
  const said = { ...work.message, taskId: id };
  const task: Task = {
    id,
    contextId: said.contextId!,
    status: { state: 'TASK_STATE_SUBMITTED', timestamp: at },
    history: [said],
  };
  const { caller, user, context } = work;
  const session = agent.sessionOf?.({ caller, user, conversation: task.contextId });
  const patient = patientNamed(readAction(said).parameters, contextIn(said, { context }));
  return { task, owner, agent: agent.id, seq: 1, session, patient, request: { ...work, message: said } };
}

/** What it had asked and what was answered become part of its history. */
export function reopened(before: TaskRow, work: TaskWork, at: string): { row: TaskRow; event: StreamResponse } {
  const { task } = before;
  const { message: asked } = task.status;
  const history = [...(task.history ?? []), ...(asked ? [asked] : []), work.message];
  const next: Task = { ...task, history, status: { state: 'TASK_STATE_WORKING', timestamp: at } };
  const event = { statusUpdate: { taskId: task.id, contextId: task.contextId, status: next.status } };
  return { row: { ...before, task: next, seq: before.seq + 1, request: work }, event };
}

/** What it had asked was settled by somebody else: it is at work again. */
export function followed(before: TaskRow, at: string): { row: TaskRow; event: StreamResponse } {
  const { pending, ...request } = before.request;
  const event = statusEvent(before.task, 'TASK_STATE_WORKING', at);
  const row = { ...before, task: foldEvent(before.task, event), seq: before.seq + 1, request };
  return { row: { ...row, request: { ...request, answers: undefined, follows: pending } }, event };
}

export function clip(task: Task, historyLength: number | undefined): Task {
  const { history, ...rest } = task;
  if (historyLength === 0 || history === undefined) return rest;
  return { ...rest, history: historyLength === undefined ? history : history.slice(-historyLength) };
}

/** So that its last word can be said. */
export function wake(task: Task): Task {
  return { ...task, status: { ...task.status, state: 'TASK_STATE_WORKING' } };
}
