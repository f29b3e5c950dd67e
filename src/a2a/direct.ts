/** An agent that may answer a message with a message, and no task. */
import { callOf } from './call.ts';
import type { SendOptions } from './desk.ts';
import type { Message, Task } from './protocol.ts';
import type { ServedAgent } from './served.ts';
import type { TaskRow, TaskWork } from './tasks.ts';
import { say } from './telling.ts';

/** Looks at the first part; undefined: the agent makes a task of it. */
export async function answerDirectly(
  agent: ServedAgent,
  work: TaskWork,
  options: SendOptions,
): Promise<Message | undefined> {
  const { signal } = new AbortController();
  const row: TaskRow = {
    owner: work.caller.owner,
    agent: agent.id,
    seq: 0,
    request: work,
    task: { id: '', contextId: work.message.contextId! } as Task,
  };
  for await (const part of agent.run(callOf(row, signal, options)))
    return part.type === 'message' ? say(part.text, row.task) : undefined;
  return undefined;
}
