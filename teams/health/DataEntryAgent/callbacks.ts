import type { BeforeAgent } from 'consilium/kernel';
import { isEntryReply, PENDING } from '../_shared/entries.ts';
import { redFlagsIn } from '../_shared/rules.ts';
import { hasPatient } from '../_shared/turn.ts';

/** Without a record or in an emergency nothing is said. What a message tells is for whoever reads it to find. */
export const onlyIfNeeded: BeforeAgent = ({ message, state }) => {
  if (!hasPatient(state) || redFlagsIn(message).length > 0) return '';
  if (!isEntryReply(message, state)) state.delete(PENDING); // a question that the person did not take up is closed
  return undefined;
};
