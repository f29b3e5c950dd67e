import type { BeforeAgent } from 'consilium/kernel';
import { nowAt, sayDay } from './_shared/days.ts';

/** Models do not know what day it is; instructions say it by {temp:today}. */
export const tellTheTime: BeforeAgent = ({ state }) => {
  const now = nowAt(state);
  state.set('temp:today', `${sayDay(now.slice(0, 10))} (${now.slice(0, 10)}), ${now.slice(11)}`);
};
