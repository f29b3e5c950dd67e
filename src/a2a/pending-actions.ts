/**
 * What can be asked of an agent about a question of its own, in the envelope. An agent's own actions have no dot in their names:
 * none of them is taken for one of these. (`answer` is older than that rule.) A2A has its own words for them: a message to the
 * task, GetTask, CancelTask.
 */
import { z } from 'zod';
import { ConsiliumError, type Json } from '../kernel/index.ts';
import type { Asked, ServedAgent } from './served.ts';

/** `{pending, reply}`: the word that it waits for. */
export const ANSWER = 'answer';
/** `{pending}`: whether it still waits; `state` is open, answered, expired, cancelled or unknown. */
export const LOOK_AT = 'pending.look';
/** `{pending}`: what came of it, once it was settled by whomever; else the question again. */
export const FOLLOW = 'pending.follow';
/** `{pending}`: it is asked no more, and nobody's yes does it. */
export const WITHDRAW = 'pending.withdraw';

/** Told with every question, so that callers know that they may. */
export const PENDING_ACTIONS: readonly string[] = [LOOK_AT, FOLLOW, WITHDRAW];

export function isAboutPending(action: string): boolean {
  return PENDING_ACTIONS.includes(action);
}

export interface About {
  readonly action: string;
  readonly pending: string;
  /** Of an answer. */
  readonly reply?: string | undefined;
}

const answered = z.object({ pending: z.string().min(1), reply: z.string() });
const named = z.object({ pending: z.string().min(1) });

/** Undefined: what is asked for is no matter of a question. */
export function readAbout(action: string, parameters: Record<string, Json>): About | undefined {
  if (action !== ANSWER && !isAboutPending(action)) return undefined;
  const parsed = (action === ANSWER ? answered : named).safeParse(parameters);
  if (parsed.success) return { action, ...parsed.data };
  throw new ConsiliumError(
    'PARAMETERS_INVALID',
    action === ANSWER
      ? 'An answer has the parameters pending (an id) and reply (a text).'
      : `${action} has the parameter pending (an id).`,
  );
}

/** What the house knows without its agent; undefined: the agent has to go on. */
export async function answerAbout(agent: ServedAgent, { action, pending }: About, call: Omit<Asked, 'pending'>) {
  const asked = { ...call, pending };
  if (action === ANSWER) return undefined;
  if (agent.lookAt === undefined || agent.withdraw === undefined)
    throw new ConsiliumError('ACTION_UNKNOWN', `${agent.name} can only be answered.`);
  if (action === FOLLOW) return undefined;
  if (action === LOOK_AT) return success({ pending, state: await agent.lookAt(asked) });
  await agent.withdraw(asked, () => {});
  return success({ pending, state: 'cancelled' });
}

function success(output: Record<string, Json>) {
  return { status: 'success' as const, output };
}
