/** Questions as the doors write them. */
import type { Pending } from '../kernel/index.ts';

export function describePending(pending: Pending) {
  const { id, session: session_id, app: team, agent, what, why, effect, undo, until, choices } = pending;
  return {
    ...{ id, session_id, team, agent, what, why, effect },
    ...(undo !== undefined && { undo }),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...(choices !== undefined && { choices }),
  };
}
