/** "9 to 17:30", "one to 19:00", "eight to midnight": from one hour to another, each in a form of its own. */
import { assume } from './sense.ts';

/** An hour as it was written: for sure, or of either half of the day. */
export interface Said {
  readonly minutes: number;
  readonly sure: boolean;
  /** Written in digits, as on a clock of 24 hours. */
  readonly digits: boolean;
}

export interface Ranged {
  readonly minutes: number;
  readonly sure: boolean;
  readonly lasts: number;
  readonly assumed?: string | undefined;
}

const HALF = 720;
const DAY = 1440;
/** Nobody begins before it without saying so. */
const DAWN = 300;

/**
 * How long it lasts is known whatever half of the day it is of, unless only its end is: then the beginning is written on the
 * same clock ("7 to 20:30"), or else it is the one that is nearer to the end.
 */
export function rangeOf(start: Said, end: Said): Ranged {
  if (start.sure) return { ...hour(start, true), lasts: between(start.minutes, end) };
  if (!end.sure) return { ...hour(start, crossesNoon(start, end)), lasts: between(start.minutes, end) };
  const early = start.minutes % HALF;
  const [near, far] = [early, early + HALF].toSorted((one, other) => between(one, end) - between(other, end));
  const isSameClock = start.digits && end.digits && end.minutes > HALF && start.minutes >= DAWN;
  const taken = isSameClock && start.minutes < end.minutes ? start.minutes : near!;
  const other = taken === near ? far! : near!;
  const isOpen = other >= DAWN && other < end.minutes && taken < end.minutes && between(other, end) !== DAY;
  return {
    ...{ minutes: taken, sure: true, lasts: between(taken, end) },
    ...(isOpen && { assumed: assume(start.minutes, taken) }),
  };
}

/** "6 to 2": an early day, and no evening that goes on into the night. */
const crossesNoon = (start: Said, end: Said) =>
  start.minutes >= DAWN &&
  start.minutes < HALF &&
  end.minutes % HALF < start.minutes &&
  between(start.minutes, end) > LONG;
const LONG = 360;

const hour = ({ minutes }: Said, sure: boolean) => ({ minutes, sure });

/** To the next time that a clock shows it; one that does not say which half of the day shows it twice. */
function between(from: number, { minutes, sure }: Pick<Said, 'minutes' | 'sure'>): number {
  const round = sure ? DAY : HALF;
  return (minutes - from + 2 * DAY) % round || round;
}
