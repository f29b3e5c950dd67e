/** Loads what reading a schedule needs, a piece at a time, for who must not keep others waiting with it later. */
import { warmDates } from './schedule/moment.ts';
import { readSchedule } from './schedule/read.ts';

const PHRASES = ['every second Tuesday at 8 in Berlin', 'tomorrow at noon', 'no schedule at all', 'jeden Montag um 8'];

export function* warmSchedules(): Generator<unknown> {
  yield* warmDates();
  for (const phrase of PHRASES) yield tryReading(phrase);
}

/** What is no schedule has words of its own. */
function tryReading(phrase: string): void {
  try {
    readSchedule(phrase, { now: Date.UTC(2026, 0, 1), zone: 'UTC' });
  } catch {}
}
