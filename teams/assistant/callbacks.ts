/** What a model is told of the hour: what the person's clock shows, and where. */
import { wallOf } from 'consilium/assistant';
import type { BeforeAgent } from 'consilium/kernel';
import { placeOf } from './_shared/place.ts';

/** Sunday 2026-11-15T12:00 (Europe/Berlin). */
export const tellNow: BeforeAgent = (context) => {
  const { now, zone } = placeOf(context);
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: zone }).format(now);
  context.state.set('temp:now', `${weekday} ${wallOf(now, zone)} (${zone})`);
};
