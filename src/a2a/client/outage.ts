/** What it means for a remote agent that a call of it failed. */
import { ConsiliumError } from '../../kernel/index.ts';

const OUTAGES = new Set(['REMOTE_UNAVAILABLE', 'TIMEOUT', 'CIRCUIT_OPEN', 'REMOTE_BUSY']);
const BROKEN = new Set(['REMOTE_INVALID', 'REMOTE_CERTIFICATE', 'REMOTE_TOO_LARGE']);

/** Whether the agent could not be had, as opposed to having said no. */
export function isOutage(thrown: unknown): boolean {
  return thrown instanceof ConsiliumError && (OUTAGES.has(thrown.code) || thrown.details?.['outage'] === true);
}

/** Whether a failure speaks against the agent, for it (it is there, and said no) or for neither. */
export function verdictOn(error: ConsiliumError): 'against' | 'for' | 'neither' {
  if (error.code === 'CANCELLED' || isLate(error)) return 'neither';
  return isOutage(error) || BROKEN.has(error.code) ? 'against' : 'for';
}

/** Time that was spent before the agent was asked. */
export function late(peer: string): ConsiliumError {
  return new ConsiliumError('TIMEOUT', `There is no time left to ask ${peer}.`, {
    retryable: true,
    hint: 'What was done before took it all; give the whole more time.',
    details: { sent: false },
  });
}

function isLate({ code, details }: ConsiliumError): boolean {
  return code === 'TIMEOUT' && details?.['sent'] === false;
}

export function circuitOpen(peer: string): ConsiliumError {
  return new ConsiliumError('CIRCUIT_OPEN', `${peer} failed too often and is left alone for now.`, {
    retryable: true,
    hint: 'It is asked again as soon as its health endpoint answers.',
  });
}
