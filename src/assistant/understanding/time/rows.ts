/** "At 8 and 8", "at 9, 1 and 5": hours in a row go on through the day, and each says which half the others are of. */
import type { Token } from '../tokens.ts';
import { wordSet } from '../words.ts';
import type { Piece, Reader } from './piece.ts';
import { type Clock, senseOf } from './sense.ts';
import { timeWords } from './words.ts';

const JOINS = wordSet('joins');
const TASKS = new Set([...wordSet('tasks'), 'remind', 'wake', 'nudge']);
const HALF = 720;
const DAY = 1440;

/** Whether these two stand in a row: nothing but a joint between them. */
export function isJoined(tokens: readonly Token[], one: { to: number }, other: { from: number }): boolean {
  const between = tokens.slice(one.to, other.from);
  return between.length > 0 && between.every(({ word }) => JOINS.has(word) || AGAIN.has(word));
}

const AGAIN = new Set(['again', 'then', 'at', '@']);

/** A bare number is an hour behind another hour, where nothing is counted: "at 8 and 2 eggs" has one. */
export function isNextHour({ tokens }: Reader, at: number, last: Piece | undefined): boolean {
  if (last === undefined || (last.kind !== 'clock' && last.kind !== 'part')) return false;
  const next = tokens[at + 1]?.word;
  const { isBefore, isBetween, dayShift, weekday, isEach } = timeWords();
  const ends =
    next === undefined || /^[^\p{L}\p{N}]+$/u.test(next) || JOINS.has(next) || isBefore(next) || isBetween(next);
  // "At 8 and 20 take eye drops": what is to be done then.
  const isTime = () =>
    TASKS.has(next!) || dayShift(next!) !== undefined || weekday(next!) !== undefined || isEach(next!);
  return isJoined(tokens, last, { from: at }) && (ends || isTime());
}

/** The pieces with each hour of a row at its time. */
export function alignRows(pieces: readonly Piece[], { tokens, place }: Reader): Piece[] {
  const aligned = [...pieces];
  for (let from = 0; from < pieces.length; from++) {
    let to = from + 1;
    while (isHour(pieces[to - 1]) && isHour(pieces[to]) && isJoined(tokens, pieces[to - 1]!, pieces[to]!)) to++;
    const row = pieces.slice(from, to).filter(isHour);
    const inPart = pieces[from - 1]?.kind === 'part' || pieces[to]?.kind === 'part';
    if (row.length > 1 && !inPart && !row.every(({ sure }) => sure)) {
      const hours = hoursOf(row, (first) => senseOf(first, { tokens, place, again: true }).minutes);
      const twice = row.length === 2 && row.every(({ minutes, sure }) => !sure && minutes === row[0]!.minutes);
      for (const [shift, clock] of row.entries())
        aligned[from + shift] = { ...clock, minutes: hours[shift]!, sure: true, ...(twice && { twice }) };
    }
    from = to - 1;
  }
  return aligned;
}

function isHour(piece: Piece | undefined): piece is Clock {
  return piece?.kind === 'clock' && piece.lasts === undefined;
}

/** Where the hours do not rise, the first is of the morning; else the one that is said for sure, or habit, tells of all. */
function hoursOf(row: readonly Clock[], usual: (first: Clock) => number): number[] {
  const [first] = row;
  const rises = row.every(({ minutes }, at) => at === 0 || minutes % HALF > row[at - 1]!.minutes % HALF);
  const told = row.find(({ sure, minutes }) => sure && minutes >= HALF) !== undefined;
  const begin = first!.sure
    ? first!.minutes
    : rises && told
      ? (first!.minutes % HALF) + HALF
      : rises
        ? usual(first!)
        : first!.minutes % HALF;
  const hours: number[] = [];
  for (const { minutes, sure } of row) {
    const last = hours.at(-1) ?? begin - 1;
    const early = minutes % HALF;
    const next = sure ? minutes : [early, early + HALF].find((hour) => hour > last && hour < DAY);
    hours.push(next ?? minutes);
  }
  return hours;
}
