/** What becomes of a trigger that is due: which firings, and when it comes next. */
import { newId } from '../kernel/index.ts';
import { nextOccasion, occasionsUpTo } from './schedule/occasions.ts';
import type { Due } from './store.ts';
import type { Trigger } from './trigger.ts';

export function planDue(
  { plan, fireAt, occasions: before, missed }: Trigger,
  now: number,
  { graceMs, catchUp }: { readonly graceMs: number; readonly catchUp: number },
): Due {
  const later = occasionsUpTo(plan, { after: fireAt, to: now, fired: before + 1, limit: catchUp });
  const due = [fireAt, ...later.occasions];
  const total = later.total + 1;
  const occasions = before + total;
  const next = nextOccasion(plan, due.at(-1)!, occasions);
  const firing = (at: number, missed: number) => ({ id: newId(), due: at, missed });
  const last = due.at(-1)!;
  if (missed === 'all') {
    const kept = due.slice(-catchUp);
    return { firings: kept.map((at, i) => firing(at, i === 0 ? total - kept.length : 0)), next, occasions };
  }
  const isFresh = now - last <= graceMs;
  const firings = missed === 'once' || isFresh ? [firing(last, total - 1)] : [];
  return { firings, next, occasions };
}
