/** Several single days: "3 March and 14 April", "3 and 14 March at 10", "tomorrow and next Friday". */
import { type Moment, type Place, readMoment } from './moment.ts';
import { type Token, tokenize } from './tokens.ts';
import { scheduleWords } from './words.ts';
import { DAY, instantOf, wallAt } from './zone.ts';

const MOST = 50;

/** In order, each once; undefined where one of them is no day. What is said once (a month, a year, an hour) holds for all. */
export function readDates(text: string, place: Place): number[] | undefined {
  const parts = partsOf(text);
  if (parts.length < 2 || parts.length > MOST) return undefined;
  const read = parts.map((part, at) => readMoment(completed(parts, part, at), place));
  const moments = read.filter((moment) => moment !== undefined);
  if (moments.length < parts.length) return undefined;
  const hour = moments.findLast(({ timed }) => timed);
  const all = moments.map((moment) => atHour(moment, hour, place.zone));
  const days = [...new Set(all)].toSorted((a, b) => a - b);
  return days.length < 2 ? undefined : days;
}

/** At each "and" and comma; but "March 3, 2027" and "Monday, 3 March" are one day. */
function partsOf(text: string): string[] {
  const words = scheduleWords();
  const parts: string[] = [];
  let from = 0;
  const close = (end: number, glued: boolean) => {
    const part = text.slice(from, end).trim();
    if (part !== '' && glued && parts.length > 0) parts[parts.length - 1] += ` ${part}`;
    else if (part !== '') parts.push(part);
  };
  let glued = false;
  for (const token of tokenize(text)) {
    if (!words.is('and', token.word)) continue;
    close(token.start, glued || isYear(text.slice(from, token.start)));
    glued = token.word === ',' && isWeekday(text.slice(from, token.start));
    from = token.end;
  }
  close(text.length, glued || isYear(text.slice(from)));
  return parts;
}

const bareTokens = (part: string): Token[] => tokenize(part).filter(({ word }) => !scheduleWords().is('fillers', word));

const isYear = (part: string) => /^\s*2\d{3}\s*$/.test(part);

function isWeekday(part: string): boolean {
  const [only, ...more] = bareTokens(part);
  return only !== undefined && more.length === 0 && scheduleWords().weekdays(only.word) !== undefined;
}

/** "3" of "3 and 14 March" is in March, "3 March" of "3 March and 14 April 2028" in 2028. */
function completed(parts: readonly string[], part: string, at: number): string {
  const words = scheduleWords();
  const monthIn = (text: string) => tokenize(text).find(({ word }) => words.month(word) !== undefined)?.word;
  const yearIn = (text: string) => /\b2\d{3}\b/.exec(text)?.[0];
  const [only, ...more] = bareTokens(part);
  const day = only && more.length === 0 ? (words.ordinal(only.word) ?? words.number(only.word)) : undefined;
  const near = [...parts.slice(at + 1), ...parts.slice(0, at).toReversed()];
  const month = day === undefined ? monthIn(part) : near.map(monthIn).find((found) => found !== undefined);
  const year =
    yearIn(part) ??
    parts
      .slice(at + 1)
      .map(yearIn)
      .find((found) => found !== undefined);
  const dated = day === undefined ? part : `${day} ${month ?? ''}`;
  return month !== undefined && year !== undefined && yearIn(part) === undefined ? `${dated} ${year}` : dated;
}

function atHour({ at, timed }: Moment, hour: Moment | undefined, zone: string): number {
  if (timed || hour === undefined) return at;
  const [day, wall] = [Math.floor(wallAt(zone, at) / DAY), wallAt(zone, hour.at)];
  return instantOf(zone, day * DAY + (wall - Math.floor(wall / DAY) * DAY));
}
