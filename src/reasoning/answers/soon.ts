/** "What is coming up?": beside visits, what papers ask for in these weeks, or in the year. */
import type { Desk } from '../desk.ts';
import { isOpen, plansOf } from '../evidence/plans.ts';
import { daysBetween } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { capital } from '../wording.ts';
import { sayPlan } from './plans.ts';

const ASKS_ALL = pattern('asks_all_coming');
const SOON_DAYS = 45;
const YEAR_DAYS = 380;
const ASKS_YEAR = /\byear\b|\b12 months\b|\bcalendar\b/i;
const MOST_PLANS = 3;

/** What papers ask for in these weeks and no visit is booked for. */
export function plansSoon(desk: Desk, { text }: Frame): string[] {
  const isYear = ASKS_YEAR.test(text);
  return plansOf(desk.chart)
    .filter(
      (plan) =>
        plan.due !== null &&
        (isYear || plan.due.length === 10) &&
        isOpen(plan, desk.now) &&
        plan.due >= desk.now.slice(0, plan.due.length) &&
        daysBetween(desk.now, `${plan.due}-01`.slice(0, 10)) <= (isYear ? YEAR_DAYS : SOON_DAYS) &&
        !desk.quoted.has(plan.passage),
    )
    .filter(({ passage }, at, all) => all.findIndex((each) => each.passage === passage) === at)
    .slice(0, isYear ? 2 * MOST_PLANS : MOST_PLANS)
    .map((plan) => capital(sayPlan(desk, plan)))
    .filter((said) => said !== '');
}

export function asksAllComing({ text }: Frame): boolean {
  return ASKS_ALL.test(text);
}
