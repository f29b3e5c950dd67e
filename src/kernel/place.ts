/** Where the person of a session is: their time zone and country decide what "this morning" and "the number" mean. */
import { ConsiliumError } from './errors.ts';
import type { Json } from './event.ts';
import type { State } from './state.ts';

export interface Place {
  /** As in `Europe/Berlin`. */
  readonly timezone?: string;
  readonly country?: string;
  readonly city?: string;
}

/** The key of a session's state that holds it. */
export const PLACE_KEY = 'user_location';

const PARTS = ['timezone', 'country', 'city'] as const;

/** Keeps what is a place and says what is not. */
export function readPlace(given: unknown): Place {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalid('it is not a mapping');
  const place: Record<string, string> = {};
  for (const [part, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    if (!(PARTS as readonly string[]).includes(part)) throw invalid(`"${part}" is not a part of it`);
    if (typeof value !== 'string' || value.trim() === '' || value.length > 200) throw invalid(`${part} is no name`);
    place[part] = value;
  }
  if (place['timezone'] !== undefined && !isZone(place['timezone']))
    throw invalid(`"${place['timezone']}" is not a time zone`);
  return place;
}

/**
 * What is told later adds to what was told before: a time zone does not forget the country. Who names another city or
 * country has gone there: what was told of the one before is not theirs any more.
 */
export function movePlace(state: State, place: Place): void {
  const told = readPlace(place);
  const before = (state.get(PLACE_KEY) ?? {}) as Place;
  const next: Record<string, string> = { ...before, ...told };
  if (isOther(before.country, told.country) && told.city === undefined) delete next['city'];
  if (isOther(before.city, told.city) && told.country === undefined) delete next['country'];
  if (Object.keys(told).some((part) => before[part as keyof Place] !== told[part as keyof Place]))
    state.set(PLACE_KEY, next as Json);
}

const isOther = (before: string | undefined, now: string | undefined) =>
  before !== undefined && now !== undefined && before.trim().toLowerCase() !== now.trim().toLowerCase();

const zones = new Map<string, boolean>();

export function isZone(name: string): boolean {
  let known = zones.get(name);
  if (known === undefined) {
    try {
      new Intl.DateTimeFormat('en', { timeZone: name });
      known = true;
    } catch {
      known = false;
    }
    if (zones.size < 1_000) zones.set(name, known);
  }
  return known;
}

export const isPlace = (value: Json): boolean => {
  try {
    readPlace(value);
    return true;
  } catch {
    return false;
  }
};

function invalid(why: string): ConsiliumError {
  return new ConsiliumError('PLACE_INVALID', `This is not a place: ${why}.`, {
    hint: 'A place is {timezone?, country?, city?}, with a time zone such as Europe/Berlin.',
  });
}
