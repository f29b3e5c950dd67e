/** The span that a question is about. */
import { addDays, dayOf, momentOf } from '../../wall.ts';
import type { Token } from '../tokens.ts';
import type { Place, When } from './when.ts';

const DAY_MS = 86_400_000;

const TO = ['to', 'until', 'till', 'til', 'through', '-', '–', 'and'];

/** "From Friday to Sunday", "3 to 5 December": two times that stand together and mean what lies between. */
export function rangeIn(whens: readonly When[], tokens: readonly Token[]): { from: When; to: When } | undefined {
  for (const [at, to] of whens.slice(1).entries()) {
    const from = whens[at]!;
    const [first, second] = [from.parts.at(-1)!, to.parts[0]!];
    if (from.recurs || to.recurs || !to.dated || !from.dated || second.from - first.to > 1) continue;
    const joint = tokens
      .slice(first.to, second.to)
      .map(({ word }) => word)
      .find((word) => TO.includes(word));
    const isBetween = [first.from, first.from - 1].some((index) => tokens[index]?.word === 'between');
    if (joint !== undefined && (joint !== 'and' || isBetween)) return { from, to: after(to, from) };
  }
  return undefined;
}

/** "Friday to Monday" ends on the Monday behind it. */
function after(to: When, from: When): When {
  if (to.wall.slice(0, 10) >= from.wall.slice(0, 10)) return to;
  const day = addDays(to.wall, 7);
  return { ...to, wall: `${day}${to.wall.slice(10)}`, at: to.at + 7 * DAY_MS };
}

/** From the first to the last of a range, its last day included. */
export function spanBetween({ from, to }: { from: When; to: When }, { zone }: Place): ReturnType<typeof spanOf> {
  const [first, last] = [from.wall.slice(0, 10), to.wall.slice(0, 10)];
  return {
    from: from.timed ? from.at : momentOf(first, zone),
    to: to.timed ? to.at : momentOf(addDays(last, 1), zone),
    say: `${first} to ${last}`,
  };
}

/** The span that a question is about: a day, a week, a month, or from now on. */
export function spanOf(when: When | undefined, { now, zone }: Place): { from: number; to: number; say: string } {
  if (when === undefined || when.recurs) return { from: now, to: now + 30 * DAY_MS, say: 'the next 30 days' };
  const first = when.wall.slice(0, 10);
  if (when.onward)
    return {
      from: momentOf(first, zone),
      to: momentOf(addDays(first, 92), zone),
      say: `${first} to ${addDays(first, 91)}`,
    };
  const days = (count: number) => ({ from: momentOf(first, zone), to: momentOf(addDays(first, count), zone) });
  if (when.span === 'week') {
    const weekday = (new Date(`${first}T00:00Z`).getUTCDay() + 6) % 7;
    return { ...days(7 - weekday), say: first === dayOf(now, zone) ? 'this week' : 'that week' };
  }
  if (when.span === 'weekend') return { ...days(2), say: 'the weekend' };
  if (when.span === 'month') {
    const [year = 0, month = 1] = first.split('-').map(Number);
    const end = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
    return { from: momentOf(first, zone), to: momentOf(end, zone), say: 'that month' };
  }
  if (when.span === 'year')
    return {
      from: momentOf(first, zone),
      to: momentOf(`${Number(first.slice(0, 4)) + 1}-01-01`, zone),
      say: first.slice(0, 4),
    };
  return { ...days(1), say: first };
}
