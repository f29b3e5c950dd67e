/** What is asked of an agent as a message of A2A, and what its task or message comes to. */
import { z } from 'zod';
import type { ConsiliumError, Json } from '../../kernel/index.ts';
import { fromPeer } from '../fault.ts';
import { type Message, type StreamResponse, type Task, textOf } from '../protocol.ts';
import { readRetryAfter } from '../retry-after.ts';
import { invalid } from './answers.ts';
import type { Understood } from './envelope.ts';
import type { RemoteCall, RemoteQuestion } from './settings.ts';

export function toMessage({ action, parameters, context, user, conversation, answers, key }: RemoteCall): Message {
  const said = parameters['message'];
  const isSaid = action === 'ask' || answers !== undefined;
  const words = isSaid && typeof said === 'string' ? [{ text: said }] : [];
  const asked = words.length > 0 ? [] : [{ data: { action, parameters } as Json, mediaType: 'application/json' }];
  const metadata = {
    ...(user !== undefined && { user_id: user }),
    ...(Object.keys(context).length > 0 && { context }),
    // So that it is the answer to this question, and to none that came after it.
    ...(answers?.mark !== undefined && { pending: answers.mark }),
  };
  return {
    messageId: key,
    role: 'ROLE_USER',
    contextId: conversation,
    ...(answers && { taskId: answers.pending }),
    parts: [...words, ...asked],
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** Throws what the agent failed with. */
export function outcomeOf(peer: string, found: StreamResponse): Understood {
  if ('message' in found) return { output: toOutput(found.message.parts, []) };
  if (!('task' in found)) throw invalid(peer, 'is neither a task nor a message');
  const { task } = found;
  const said = task.status.message?.parts ?? [];
  const parts = (task.artifacts ?? []).flatMap((artifact) => artifact.parts);
  switch (task.status.state) {
    case 'TASK_STATE_COMPLETED':
      return { output: toOutput(parts, said) };
    case 'TASK_STATE_INPUT_REQUIRED':
    case 'TASK_STATE_AUTH_REQUIRED':
      return { output: toOutput(parts, []), pending: { ...questionIn(task), id: task.id, mark: markIn(task) } };
    default:
      throw failureOf(peer, task);
  }
}

function toOutput(parts: Message['parts'], said: Message['parts']): Record<string, Json> {
  const output: Record<string, Json> = {};
  for (const { data } of parts)
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) Object.assign(output, data);
    else if (data !== undefined) output['value'] = data;
  const files = parts.filter(({ raw, url }) => raw !== undefined || url !== undefined);
  const text = textOf(parts) || textOf(said);
  return { ...(text !== '' && { text }), ...output, ...(files.length > 0 && { artifacts: files as Json[] }) };
}

const asked = z.looseObject({
  what: z.string().min(1),
  why: z.string().optional(),
  effect: z.string().optional(),
  undo: z.string().optional(),
  choices: z.array(z.string()).max(100).optional(),
  free: z.boolean().optional(),
});

/** What a task wants to know: as a peer of our kind says it, else its words. */
function questionIn({ status: { message } }: Task): Omit<RemoteQuestion, 'id'> {
  const told = asked.safeParse(message?.metadata?.['pending']);
  if (!told.success) return { what: textOf(message?.parts ?? []) || 'It needs more to go on.' };
  const { what, why, effect, undo, choices, free } = told.data;
  return { what, why, effect, undo, choices, free };
}

/** By which a peer of our kind knows what its task asks now. */
export function markIn({ status: { message } }: Task): string | undefined {
  const told = message?.metadata?.['pending'] as { id?: unknown } | null | undefined;
  return typeof told?.id === 'string' ? told.id : undefined;
}

function failureOf(name: string, { status }: Task): ConsiliumError {
  const {
    code,
    retryable,
    hint,
    retryAfterMs: wait,
  } = (status.message?.metadata?.['error'] ?? {}) as Record<string, unknown>;
  const message = textOf(status.message?.parts ?? []) || 'it did not say why';
  return fromPeer(name, {
    code: code ?? `REMOTE_${status.state.slice('TASK_STATE_'.length)}`,
    message,
    retryable,
    retryAfterMs: typeof wait === 'number' ? readRetryAfter(String(wait / 1000), 0) : undefined,
    hint,
  });
}
