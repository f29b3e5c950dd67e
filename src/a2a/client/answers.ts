/** What a peer answers in JSON-RPC: read before it is believed, and only as the answer to what was asked. */
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/index.ts';
import { fromRpcError } from '../fault.ts';
import type { StreamResponse } from '../protocol.ts';

/** Only what is used here is asked for; where a field may be absent, some write null. */
const part = z.looseObject({ text: z.string().nullish(), url: z.string().nullish() });
const message = z.looseObject({
  parts: z.array(part),
  contextId: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
const status = z.looseObject({ state: z.string(), message: message.nullish() });
const artifact = z.looseObject({ artifactId: z.string().nullish(), parts: z.array(part) });
const task = z.looseObject({
  id: z.string().min(1),
  contextId: z.string().nullish(),
  status,
  artifacts: z.array(artifact).nullish(),
  history: z.array(z.unknown()).nullish(),
});
const update = { taskId: z.string().nullish(), contextId: z.string().nullish() };
const shown = z.union([
  z.looseObject({ task }),
  z.looseObject({ message }),
  z.looseObject({ statusUpdate: z.looseObject({ ...update, status }) }),
  z.looseObject({ artifactUpdate: z.looseObject({ ...update, artifact }) }),
]);

export interface Asked {
  /** Of the request. */
  readonly id: string;
  readonly method: string;
  /** What the peer's own version calls a result, as ours does. */
  readonly convert: (result: object) => unknown;
}

/** Those that are answered with the task itself. */
const BARE = new Set(['GetTask', 'CancelTask']);

/** Throws what the peer failed with, and where this is no answer to what was asked. */
export function readAnswer(peer: string, answer: unknown, { id, method, convert }: Asked): StreamResponse {
  const { id: of, result, error } = (answer ?? {}) as { id?: unknown; result?: unknown; error?: { code?: unknown } };
  if (error !== undefined && error !== null) throw fromRpcError(peer, error);
  if (typeof result !== 'object' || result === null) throw invalid(peer, 'is not one of the protocol');
  if (of !== id) throw invalid(peer, 'is the answer to another request');
  const found = convertSafely(peer, result, convert);
  const given = BARE.has(method) && !('task' in found) ? { task: found } : found;
  if (!['task', 'message', 'statusUpdate', 'artifactUpdate'].some((name) => name in given))
    throw invalid(peer, 'is neither a task nor a message');
  const read = shown.safeParse(given);
  if (read.success) return given as StreamResponse;
  throw invalid(peer, 'is not a task or a message as the protocol has them');
}

/** One that is of another version may be of none. */
function convertSafely(peer: string, result: object, convert: Asked['convert']): object {
  try {
    const found = convert(result);
    if (typeof found === 'object' && found !== null) return found;
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
  }
  throw invalid(peer, 'is not one of the protocol');
}

/** Of a peer that mixes up who asked, nothing is taken: what it says may be for somebody else. */
export function requireOwn(
  peer: string,
  found: StreamResponse,
  { conversation, task: id }: { conversation?: string | undefined; task?: string | undefined },
): void {
  const [about] = Object.values(found) as [{ id?: string; taskId?: string | null; contextId?: string | null }];
  const of = 'task' in found ? about.id : about.taskId;
  if (conversation !== undefined && about.contextId && about.contextId !== conversation)
    throw invalid(peer, 'is of another conversation');
  if (id !== undefined && of && of !== id) throw invalid(peer, 'is of another task');
}

export function invalid(peer: string, what: string): ConsiliumError {
  return new ConsiliumError('REMOTE_INVALID', `What ${peer} answers ${what}.`, {
    hint: 'Check that the endpoint is the one of its agent card, and that nothing in between answers for it.',
  });
}
