/** Where the person at the terminal is, as their options tell it. */
import { isZone, type Place, readPlace } from '../kernel/index.ts';
import { terminal } from './terminal.ts';

export interface PlaceOptions {
  timezone?: string;
  country?: string;
  city?: string;
}

/** A conversation begins where $TZ says, unless told otherwise; one that goes on stays where it was. */
export function placeOf({ timezone, country, city, session }: PlaceOptions & { session?: string }): Place | undefined {
  const zone = terminal().env['TZ'];
  const here = session === undefined && zone !== undefined && isZone(zone) ? zone : undefined;
  const place = readPlace({ timezone: timezone ?? here, country, city });
  return Object.keys(place).length === 0 ? undefined : place;
}
