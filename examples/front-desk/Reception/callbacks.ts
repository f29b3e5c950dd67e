import type { BeforeAgent } from 'consilium/kernel';
import { capital } from '../_shared/days.ts';
import { findSigns } from '../_shared/signs.ts';

/** An emergency is answered at once, whatever model would have been asked next. */
export const callForHelp: BeforeAgent = ({ message, state }) => {
  const found = findSigns(message);
  if (found?.urgency !== 'emergency') return undefined;
  state.set('temp:outcome', 'emergency');
  state.set('temp:rule', 'emergency');
  if (found.signs.includes('thoughts of suicide'))
    return '**Please do not stay alone with this. Call 112 now (911 or 988 in the US)**, or go to the nearest emergency department. Is there somebody near whom you can call over? They will want to come.';
  return `**Call 112 now (911 in the US).** ${capital(found.signs.join(', '))}: that cannot wait for a practice. Do not drive yourself. Unlock the door, stay by the telephone, and do what the dispatcher tells you.`;
};
