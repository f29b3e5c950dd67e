/** Times that stand apart and are one: the day here, the hour there. */
import { addDays, addMinutes, addMonths, momentOf, wallOf, weekdayOf } from '../../wall.ts';
import { plainTokens } from '../tokens.ts';
import { atHour, isBareWeekly, onDate, onWeekday } from './again.ts';
import { findWhens, once, type Place, type When } from './when.ts';

/** A time takes a line or two; what stands behind them is no part of it. */
const MOST_SAID = 300;

/** A time that somebody wrote down by itself. */
export function readWhen(whole: string, place: Place): When | undefined {
  const said = whole.slice(0, MOST_SAID);
  const tokens = plainTokens(said).map((token) => ({ ...token, forms: [token.word] }));
  return joinWhens(findWhens(said, tokens, place), place);
}

/** Two times of one request are one where the one says the day and the other the hour. */
export function joinWhens(whens: readonly When[], place: Place): When | undefined {
  const [first, second] = whens;
  if (first === undefined || second === undefined) return first;
  const rhythms = whens.filter(({ recurs }) => recurs);
  const again = rhythms[0];
  // "Weekly team meeting on Tuesdays at 10": the one that says the day.
  const other = rhythms.length > 1 && isBareWeekly(again!) ? rhythms[1]! : undefined;
  if (other !== undefined) return { ...other, parts: [...again!.parts, ...other.parts] };
  if (again !== undefined) {
    const weekday = whens.find((when) => when.dated && !when.recurs);
    const weekly = weekday && onWeekday(again, weekday, place);
    if (weekly !== undefined) return weekly;
    const date = whens.find((when) => when.dated && !when.timed && !when.recurs);
    return (date && onDate(again, date, place)) ?? withHour(again, whens, place);
  }
  const target = whens.find((when) => when.target);
  const day = whens.find((when) => when.dated && !when.timed);
  const hour = whens.find((when) => when.timed && !when.dated);
  if (day !== undefined && hour !== undefined) {
    const wall = onDay(day, hour);
    const at = momentOf(wall, place.zone);
    return {
      ...hour,
      parts: [...day.parts, ...hour.parts],
      text: `${day.text} ${hour.text}`,
      at,
      wall,
      dated: true,
      schedule: once(at, place),
      deadline: day.deadline,
      onward: day.onward,
    };
  }
  // "My 9 o'clock on Monday to 10": the new hour on the old day.
  const from = target !== undefined && !target.dated ? whens.find((when) => when !== target && when.dated) : undefined;
  if (target !== undefined && from !== undefined) {
    const wall = onDay(from, target);
    const at = momentOf(wall, place.zone);
    return { ...target, at, wall, dated: true, schedule: once(at, place), parts: whens.flatMap(({ parts }) => parts) };
  }
  const best = target ?? whens.find((when) => when.timed && when.dated) ?? whens.at(-1)!;
  return { ...best, parts: whens.flatMap(({ parts }) => parts) };
}

/** "Do it again next year": what was on a day is on the same day of that year, month or week, at its hour. */
export function sameThen(when: When, was: number, place: Place): When {
  if (when.timed) return when;
  const before = wallOf(was, place.zone);
  // "Also on Sundays": at the hour that it has.
  if (when.recurs) return before.slice(10) === 'T00:00' ? when : (atHour(when, clockOf(before), place) ?? when);
  const day = sameDay(when, before.slice(0, 10));
  const clock = before.slice(10) === 'T00:00' ? '' : before.slice(10);
  const wall = `${day}${clock}`;
  const at = clock === '' ? when.at : momentOf(wall, place.zone);
  return { ...when, wall, at, span: 'day', timed: clock !== '', schedule: once(at, place) };
}

function sameDay({ wall, span }: When, was: string): string {
  const then = wall.slice(0, 10);
  // Of what is next year already it is the year after.
  if (span === 'year') return addMonths(was, 12 * Math.max(1, Number(then.slice(0, 4)) - Number(was.slice(0, 4))));
  if (span === 'month') {
    const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
    return addMonths(was, months(then) - months(was));
  }
  return span === 'week' ? addDays(then, weekdayOf(was) - weekdayOf(then)) : then;
}

/** What comes again, at the hour that stands elsewhere. */
function withHour(again: When, whens: readonly When[], place: Place): When {
  const hour = again.timed ? undefined : whens.find((when) => when.timed && !when.recurs && !when.dated);
  const there = hour?.elsewhere;
  // "At 9 am New York time every Tuesday": by the clock there, and on its Tuesdays.
  const minutes = hour && clockOf(onDay(again, there === undefined ? hour : { ...hour, wall: wallOf(hour.at, there) }));
  const joined =
    minutes === undefined ? undefined : atHour(again, minutes, there === undefined ? place : { ...place, zone: there });
  if (joined === undefined) return again;
  return {
    ...joined,
    parts: [...again.parts, ...hour!.parts],
    minutes: hour!.minutes,
    ...(there !== undefined && { elsewhere: there, wall: wallOf(joined.at, place.zone) }),
  };
}

function clockOf(wall: string): number {
  return Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
}

/** An hour on another day than today: one to six are of the afternoon. */
function onDay(day: When, { wall, bare }: When): string {
  const date = day.wall.slice(0, 10);
  if (bare === undefined || bare >= 720) return `${date}${wall.slice(10)}`;
  return addMinutes(date, bare < 420 ? bare + 720 : bare);
}
