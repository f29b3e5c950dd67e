/** What an agent at work gives back, as events of its task. */
import { type Json, newId, toConsiliumError } from '../kernel/index.ts';
import type { Message, StreamResponse, Task, TaskState } from './protocol.ts';
import type { Pending, ServedPart } from './served.ts';
import { artifactEvent } from './words.ts';

export function statusEvent(
  task: Pick<Task, 'id' | 'contextId'>,
  state: TaskState,
  timestamp: string,
  message?: Message,
): StreamResponse {
  const status = { state, ...(message && { message }), timestamp };
  return { statusUpdate: { taskId: task.id, contextId: task.contextId, status } };
}

export function say(text: string, { id, contextId }: Pick<Task, 'id' | 'contextId'>): Message {
  return { messageId: newId(), role: 'ROLE_AGENT', parts: [{ text }], contextId, ...(id !== '' && { taskId: id }) };
}

/** What is not said in words: how far it is, and what it made. */
export function partEvent(task: Task, part: ServedPart, at: string): StreamResponse | undefined {
  switch (part.type) {
    case 'progress':
      return statusEvent(
        task,
        'TASK_STATE_WORKING',
        at,
        part.message === undefined ? undefined : say(part.message, task),
      );
    case 'artifact':
      return artifactEvent(task, { artifactId: part.name, name: part.name, parts: [part.part] }, part);
    case 'data': {
      const parts = [{ data: part.data, mediaType: 'application/json' }];
      return artifactEvent(task, { artifactId: 'output', name: 'output', parts }, { last: true });
    }
    default:
      return undefined;
  }
}

export function questionEvent(task: Task, pending: Pending, at: string): StreamResponse {
  const { what, why, choices = [] } = pending;
  const how = choices.length > 0 ? `Answer with one of: ${choices.join(', ')}.` : '';
  const said = say([what, why, how].filter(Boolean).join(' '), task);
  const message = { ...said, metadata: { pending: { ...pending } as unknown as Json } };
  return statusEvent(task, 'TASK_STATE_INPUT_REQUIRED', at, message);
}

export function completedEvent(task: Task, closing: string | undefined, at: string): StreamResponse {
  return statusEvent(task, 'TASK_STATE_COMPLETED', at, closing === undefined ? undefined : say(closing, task));
}

const STATE_OF: Readonly<Record<string, TaskState>> = {
  CANCELLED: 'TASK_STATE_CANCELED',
  REJECTED: 'TASK_STATE_REJECTED',
  ACTION_UNKNOWN: 'TASK_STATE_REJECTED',
  PARAMETERS_INVALID: 'TASK_STATE_REJECTED',
};

export function failedEvent(task: Task, thrown: unknown, at: string): StreamResponse {
  const { code, message, retryable, hint, details } = toConsiliumError(thrown);
  const wait = details?.['retryAfterMs'];
  const said = say(code === 'INTERNAL' ? 'Something went wrong here.' : message, task);
  const error = {
    ...{ code, retryable, ...(hint !== undefined && { hint }) },
    ...(typeof wait === 'number' && { retryAfterMs: wait }),
  };
  const told = { ...said, metadata: { error } };
  return statusEvent(task, STATE_OF[code] ?? 'TASK_STATE_FAILED', at, told);
}
