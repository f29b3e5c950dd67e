/** When it is. The state's `now` stands in for the clock in tests; a turn has one time, told to every agent. */
import { currentAgent, type State } from 'consilium/kernel';

/** The instant of the turn, "2026-11-15T09:14:00Z". */
export function nowOf(state: State): string {
  const told = state.get('current_time');
  return typeof told === 'string' ? told : readClock(state);
}

export function readClock(state: State): string {
  const given = state.get('now');
  const instant = new Date(typeof given === 'string' ? given : currentAgent().clock.now());
  return `${instant.toISOString().slice(0, 19)}Z`;
}

const DAY_MS = 86_400_000;

export function daysBetween(earlier: string, later: string): number {
  return Math.round((Date.parse(later.slice(0, 10)) - Date.parse(earlier.slice(0, 10))) / DAY_MS);
}

/** Months back from an instant; the last day of a shorter month where there is no such day. */
export function monthsBefore(now: string, months: number): string {
  const day = new Date(now);
  const date = day.getUTCDate();
  day.setUTCMonth(day.getUTCMonth() - months);
  if (day.getUTCDate() !== date) day.setUTCDate(0);
  return `${day.toISOString().slice(0, 19)}Z`;
}
