/** The message that a task works on, as its agent is called with it. */
import { systemClock } from '../kernel/clock.ts';
import { contextIn, readAction } from './action.ts';
import { messageOf } from './envelope.ts';
import { readableText } from './modes.ts';
import type { Call } from './served.ts';
import type { TaskRow } from './tasks.ts';

interface CallOptions {
  readonly timeoutMs?: number | undefined;
  readonly trace?: string | undefined;
  readonly isAgain?: boolean | undefined;
}

export function callOf(row: TaskRow, signal: AbortSignal, { timeoutMs, trace, isAgain }: CallOptions): Call {
  const { message, user, stream, turn, caller, answers, follows } = row.request;
  const { action, parameters } = readAction(message);
  return {
    caller,
    action,
    parameters,
    message: readableText(message.parts) || messageOf(action, parameters),
    source: message,
    context: contextIn(message, { context: row.request.context }),
    user,
    conversation: row.task.contextId,
    key: `${row.task.id}.${turn}`,
    answers: answers === undefined ? undefined : { pending: answers },
    follows: follows === undefined ? undefined : { pending: follows },
    isAgain,
    deadline: timeoutMs === undefined ? undefined : systemClock.now() + timeoutMs,
    trace,
    signal,
    stream,
  };
}
