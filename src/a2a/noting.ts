/** For the audit trail of whoever offers an agent: who was refused at its door, and who looked at which task. */
import { ConsiliumError, type Json } from '../kernel/index.ts';
import type { Caller, ServedAgent } from './served.ts';

export interface Noted {
  /** `call`, `read:task`, `list:tasks`, `cancel:task`. */
  readonly deed: string;
  /** The task, or the conversation; of a list, how many. */
  readonly object?: string | undefined;
  /** Whose data the request names. */
  readonly patient?: string | undefined;
  /** Why it was not let. */
  readonly refusal?: ConsiliumError | undefined;
}

const REFUSALS = new Set([
  ...['AGENT_FORBIDDEN', 'ACTION_FORBIDDEN', 'USER_FORBIDDEN', 'PATIENT_FORBIDDEN', 'PATIENT_REQUIRED'],
  'SCOPE_MISSING',
  ...['TASK_UNKNOWN', 'PENDING_UNKNOWN', 'ANSWER_FORBIDDEN', 'STATE_PROTECTED', 'PATIENT_NOT_FOUND'],
]);

/** Tells of a refusal, and of nothing else that goes wrong. */
export function noteRefusal(agent: ServedAgent | undefined, caller: Caller, noted: Noted, thrown: unknown): void {
  if (thrown instanceof ConsiliumError && REFUSALS.has(thrown.code))
    agent?.note?.(caller, { ...noted, refusal: thrown });
}

/** Whose data a request names: among the parameters of an action, or in its context. */
export function patientNamed(parameters: Record<string, Json>, context: Record<string, Json>): string | undefined {
  const named = parameters['patient_id'] ?? context['patient_id'];
  return typeof named === 'string' && named !== '' ? named : undefined;
}
