import type { BeforeAgent } from 'consilium/kernel';
import { isEntryReply, PENDING } from '../_shared/entries.ts';
import { toldIn } from '../_shared/told.ts';

/** Most messages tell nothing and answer nothing: then no model is asked and nothing is said. */
export const onlyIfNeeded: BeforeAgent = (context) => {
  const { message, state } = context;
  if (state.has('patient_id') && isEntryReply(message, state)) return undefined;
  state.delete(PENDING); // a question that the person did not take up is closed
  return state.has('patient_id') && toldIn(context).length > 0 ? undefined : '';
};
