/** Who may answer a question, when, and what counts as a plain answer. */
import { ConsiliumError } from './errors.ts';
import type { Principal } from './principal.ts';
import type { GivenReply, Pending } from './question.ts';

/** The session's user, or whom the question names. A person answers, or a peer for one; never a clock or the house. */
export function mayAnswer({ who, user }: Pending, principal: Principal): boolean {
  if (principal.how === 'trigger' || principal.how === 'system') return false;
  return who === undefined ? principal.user === user : who.includes(principal.user);
}

/** The question, if it can be answered by this principal now; else throws why not. */
export function demandOpen(pending: Pending | undefined, principal: Principal, now: number): Pending {
  if (pending === undefined) throw new ConsiliumError('PENDING_UNKNOWN', 'There is no such question.');
  if (!mayAnswer(pending, principal))
    throw new ConsiliumError('ANSWER_FORBIDDEN', 'This question is not yours to answer.');
  if (pending.status === 'answered')
    throw new ConsiliumError('ANSWERED_ALREADY', 'This question has been answered already.');
  if (pending.status === 'cancelled')
    throw new ConsiliumError(
      'PENDING_CANCELLED',
      'This question is no longer asked: it was withdrawn before anybody answered.',
    );
  if (pending.status === 'expired' || (pending.until !== undefined && now >= pending.until))
    throw new ConsiliumError('ANSWER_TOO_LATE', 'The time to answer this question is over.');
  return pending;
}

/** The kernel's own reading: the two words and nothing else. Other words and languages are the application's. */
export function plainAnswer(message: string): GivenReply | undefined {
  const word = message
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '');
  return word === 'yes' || word === 'no' ? { kind: word } : undefined;
}

/** "Yes, and …", "no, at 4": the word, and more behind it. */
export function beginsAnswer(message: string): boolean {
  return /^\s*(?:yes|no)\b[\s,.;!–-]+\p{L}/iu.test(message);
}
