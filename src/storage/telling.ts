/** How stores tell of what they write: in the transaction that writes it, in the name of whoever acts. */
import { type Principal, type RunInput, whoActs } from '../kernel/index.ts';
import type { Audit } from './audit.ts';

/** `owner`: whose thing it is. `object`: its id, never what it says. */
export type Tell = (action: string, owner: string, object?: string) => void;

export function tellTo(audit: Pick<Audit, 'write'>): Tell {
  return (action, owner, object) => audit.write({ ...whoActs(owner), action, object });
}

/** For runners: that somebody had this run, in the transaction that begins it. */
export function tellRuns(audit: Pick<Audit, 'write'>, action: string): (principal: Principal) => RunInput['also'] {
  return (principal) => {
    const who = whoActs(principal);
    return (_, { session, invocation, state }) => {
      const patient = state.get('patient_id');
      const patientId = typeof patient === 'string' ? patient : undefined;
      audit.write({ why: `turn ${invocation}`, ...who, patientId, action, object: session });
    };
  };
}

/** For a database without a trail. */
export const untold: Tell = () => {};
