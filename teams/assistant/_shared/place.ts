/** Whose things, when and where: what every tool of the team asks its context. */
import { type Assistant, zoneSaid } from 'consilium/assistant';
import { ConsiliumError } from 'consilium/kernel';
import type { OfflineTurn } from 'consilium/models';

export function assistantOf({ services }: OfflineTurn['context']): Assistant {
  if (services.assistant === undefined)
    throw new ConsiliumError('ASSISTANT_MISSING', 'This application lends its agents no calendar, todos and memory.');
  return services.assistant;
}

/** Now, and the zone: the one that the person told, else that of where they write from. */
export function placeOf(context: OfflineTurn['context']) {
  const { clock, place, services, session } = context;
  const told =
    services.assistant?.notes.about(session.user, 'time zone') ??
    services.assistant?.notes.about(session.user, 'timezone');
  const zone = told === undefined ? undefined : zoneSaid(told.body.text);
  return { now: clock.now(), zone: zone ?? place.timezone ?? 'UTC' };
}
