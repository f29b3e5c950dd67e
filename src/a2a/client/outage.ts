/** What it means for a remote agent that a call of it failed. */
import { ConsiliumError } from '../../kernel/index.ts';

const OUTAGES = new Set(['REMOTE_UNAVAILABLE', 'TIMEOUT', 'CIRCUIT_OPEN', 'REMOTE_BUSY']);
const BROKEN = new Set(['REMOTE_INVALID', 'REMOTE_OTHER_AGENT', 'REMOTE_CERTIFICATE', 'REMOTE_TOO_LARGE']);

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
    details: { sent: false, asked: false },
  });
}

function isLate({ code, details }: ConsiliumError): boolean {
  return code === 'TIMEOUT' && details?.['asked'] === false;
}

/** `sent`: whether it may have been heard. */
export function unanswered(peer: string, ms: number, sent: boolean): ConsiliumError {
  return new ConsiliumError('TIMEOUT', `${peer} gave no answer within ${Math.round(ms)} ms.`, {
    retryable: true,
    hint: 'Give it longer with timeout_ms, or look why it is slow.',
    details: { sent },
  });
}

/**
 * Why a call is ended from outside. Several clocks run for the same deadline, and whichever rings first, an agent that
 * was asked and said nothing by then has let us down; one that nobody waits for any more has not.
 */
export function calledOff(peer: string, { reason }: AbortSignal, asked: { ms: number; sent: boolean } | null) {
  const isOver = reason instanceof ConsiliumError && OVER.has(reason.code);
  if (!isOver) return new ConsiliumError('CANCELLED', 'The call was called off.');
  return asked === null ? late(peer) : unanswered(peer, asked.ms, asked.sent);
}

const OVER = new Set(['TIMEOUT', 'LIMIT_WALL_TIME']);

/** Whether whoever called has gone, or has no time left: then what was begun there is of no use to anybody. */
export function isOver({ code }: ConsiliumError): boolean {
  return code === 'CANCELLED' || code === 'TIMEOUT';
}

/** What a gateway says of somebody behind it who may have heard everything. */
const UNHEARD_BACK = new Set([408, 502, 504]);

/** Whether the request may have been acted on although its answer did not come back. */
export function isLost({ code, details }: ConsiliumError): boolean {
  if (code !== 'REMOTE_UNAVAILABLE' && code !== 'TIMEOUT') return false;
  if (details?.['sent'] === false) return false;
  // A peer that was not done in time had begun.
  if (code === 'TIMEOUT' && details?.['peer'] !== undefined) return true;
  return details?.['sent'] === true || UNHEARD_BACK.has(details?.['status'] as number);
}

/**
 * What is told of it where doing it twice is not doing it once: never that it may be tried again. Of an action that says so of itself nobody else answers
 * in its place: that would be doing it a second time.
 */
export function answerLost(peer: string, action: string, error: ConsiliumError, declared: boolean): ConsiliumError {
  const isLate = error.code === 'TIMEOUT';
  const what = isLate ? 'gave no answer in time' : 'was asked, and the answer was lost on the way';
  // In its own words, where it has said so itself.
  const said = error.details?.['peer'] === undefined ? `${peer} ${what}` : error.message.replace(/[.\s]+$/, '');
  const { outage: _, ...details } = error.details ?? {};
  return new ConsiliumError(
    declared && !isLate ? 'ANSWER_LOST' : error.code,
    `${said}: whether it did "${action}" is not known.`,
    {
      retryable: false,
      hint: 'Look there whether it was done before you ask again. What may be done twice is declared idempotent: true.',
      details: { ...details, ...(!declared && { outage: true }), cause: error.code },
    },
  );
}

export function circuitOpen(peer: string): ConsiliumError {
  return new ConsiliumError('CIRCUIT_OPEN', `${peer} failed too often and is left alone for now.`, {
    retryable: true,
    hint: 'It is asked again as soon as its health endpoint answers.',
  });
}
