/** Loads what reading a schedule needs, a piece at a time, for who must not keep others waiting with it later. */
import { WARMING_DATES } from './schedule/moment.ts';
import { readSchedule } from './schedule/read.ts';

const PHRASES = ['every second Tuesday at 8 in Berlin', 'tomorrow at noon', 'no schedule at all', 'jeden Montag um 8'];

export const WARMING_SCHEDULES: readonly (() => unknown)[] = [
  ...WARMING_DATES,
  ...PHRASES.map((phrase) => () => tryReading(phrase)),
];

/** What is no schedule has words of its own. */
function tryReading(phrase: string): void {
  try {
    readSchedule(phrase, { now: Date.UTC(2026, 0, 1), zone: 'UTC' });
  } catch {}
}
