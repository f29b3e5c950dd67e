import type { AfterAgent } from 'consilium/kernel';
import { mark } from '../_shared/turn.ts';

const SORRY =
  'I could not answer that: something went wrong on my side. Nothing in your record was changed by it. Please ask again; if it is urgent, do not wait for me.';

/** A branch that fails does not fail its siblings, so a person could be left without an answer. They are told. */
export const neverSilent: AfterAgent = ({ state }, text) => {
  if (state.has('temp:rule')) return undefined;
  mark(state, 'patient', 'fallback');
  return text === '' ? SORRY : `${SORRY}\n\n${text}`;
};
