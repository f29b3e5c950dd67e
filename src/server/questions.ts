/** Questions and answers as the doors write them. */
import type { GivenReply, Pending } from '../kernel/index.ts';

export function describePending(pending: Pending) {
  const { id, session: session_id, app: team, agent, what, why, effect, undo, until, choices } = pending;
  return {
    ...{ id, session_id, team, agent, what, why, effect },
    ...(undo !== undefined && { undo }),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...(choices !== undefined && { choices }),
  };
}

/** `yes` and `no` are decisions, anything else is words. */
export function readReply(text: string): GivenReply {
  const word = text.trim().toLowerCase();
  if (word === 'yes' || word === 'no') return { kind: word };
  return { kind: 'text', text: text.trim() };
}
