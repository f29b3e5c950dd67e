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
  // A file or a rule of the system's own is no name, and no mistake.
  if (timezone === undefined && zone && !isZone(zone) && !/^[:/]|[<,]|\d/.test(zone))
    terminal().stderr.write(`$TZ is "${zone.slice(0, 60)}", which is no time zone, so it is not used.\n`);
  const place = readPlace({ timezone: timezone ?? here, country, city });
  return Object.keys(place).length === 0 ? undefined : place;
}
