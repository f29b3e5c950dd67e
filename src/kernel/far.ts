/**
 * Questions of agents elsewhere that a person here was asked: whether they still wait there, and taking them back. What is
 * settled there is settled here, and the other way round; whoever comes first.
 */
import { ConsiliumError, toConsiliumError } from './errors.ts';
import type { Pending } from './question.ts';
import type { AskedThere, RemoteTransport } from './remote.ts';
import type { Desk } from './turn-course.ts';

/** Undefined: it was not asked elsewhere, or there is nobody to be asked after it. */
export async function isAskingThere(desk: Desk, pending: Pending): Promise<boolean | undefined> {
  const there = findAsked(desk, pending);
  return there?.transport.isAsking?.(there.asked);
}

/** Does nothing for what was asked here. */
export async function withdrawThere(desk: Desk, pending: Pending): Promise<void> {
  const there = findAsked(desk, pending);
  await there?.transport.withdraw?.(there.asked);
}

/**
 * Takes it back there before it is taken back here. Where they cannot be reached now it is taken back here all the same, and
 * there as soon as that can be (`onSettled`).
 */
export async function callBack(desk: Desk, pending: Pending): Promise<'heard' | 'unheard' | 'answered'> {
  try {
    await withdrawThere(desk, pending);
    return 'heard';
  } catch (thrown) {
    return toConsiliumError(thrown).code === 'ANSWERED_ALREADY' ? 'answered' : 'unheard';
  }
}

export function answeredThere({ agent }: Pending): ConsiliumError {
  return new ConsiliumError('ANSWERED_ALREADY', `Where ${agent} is, this question has been answered already.`, {
    hint: 'The turn goes on with what came of it there.',
  });
}

function findAsked(
  { house }: Desk,
  { agent: name, far, session }: Pending,
): { transport: RemoteTransport; asked: AskedThere } | undefined {
  const agent = house.tree.agents.get(name);
  return far === undefined || agent?.kind !== 'remote'
    ? undefined
    : { transport: agent.transport, asked: { ...far, session } };
}
