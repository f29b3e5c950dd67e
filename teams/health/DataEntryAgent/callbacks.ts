import type { BeforeAgent } from 'consilium/kernel';
import { alarmsIn } from '../_shared/alarms.ts';
import { isEntryReply, PENDING } from '../_shared/entries.ts';
import { hasPatient } from '../_shared/turn.ts';

/** Without a record or in an emergency nothing is said. What a message tells is for whoever reads it to find. */
export const onlyIfNeeded: BeforeAgent = (context) => {
  const { message, state } = context;
  if (!hasPatient(state) || alarmsIn(context).length > 0) return '';
  if (!isEntryReply(message, state)) state.delete(PENDING); // a question that the person did not take up is closed
  return undefined;
};
