/** Days that papers set for somebody to be seen: "Review Thu 3 Dec 2026 10:20, clinic 4". */
import type { Chart } from '../chart.ts';
import { daysBetween } from '../patient.ts';
import { pattern } from '../patterns.ts';
import { dayIn } from './ahead.ts';
import { type Passage, passagesOf } from './passages.ts';

export interface Appointment {
  day: string;
  passage: Passage;
}

const SETS_VISIT = pattern('sets_visit');
const CASE = /^\W*(?:if|should|in case|unless)\b/i;
const MOST_DAYS = 550;

/** The nearest day first; of one day the newest paper. */
export function appointmentsIn(chart: Chart): Appointment[] {
  const { now } = chart.view;
  return passagesOf(chart)
    .filter(
      ({ remark, printed, time, text }) =>
        !remark &&
        !printed &&
        time !== null &&
        daysBetween(time, now) < MOST_DAYS &&
        SETS_VISIT.test(text) &&
        !CASE.test(text),
    )
    .flatMap((passage) => {
      const day = dayIn(passage, now);
      return day === undefined ? [] : [{ day, passage }];
    })
    .toSorted((a, b) => a.day.localeCompare(b.day) || (b.passage.time ?? '').localeCompare(a.passage.time ?? ''));
}
