/** Headers that both ends agree on. */
import { hash } from 'node:crypto';

/** A deadline travels as the milliseconds that are left, so that clocks need not agree. */
export const TIMEOUT_HEADER = 'a2a-timeout-ms';
export const SIGNATURE_HEADER = 'x-a2a-signature';
/** Which conversation a request is of, for a balancer that keeps each at one instance: a mark, not its name. */
export const CONVERSATION_HEADER = 'a2a-conversation';

export function markOf(conversation: string): string {
  return hash('sha256', conversation, 'base64url').slice(0, 22);
}
