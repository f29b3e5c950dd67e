/**
 * How far a thing is moved from where it is: "push it back an hour", "make the dinner 30 minutes later". It is counted from
 * the thing, whose time is known only where the thing is: so the distance is kept beside the moment that it comes to here.
 */
import { type Piece, type Reader, type Shift, wordAt } from './piece.ts';
import { timeWords } from './words.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Amount extends Shift {
  readonly to: number;
}

export function shiftAt(reader: Reader, from: number, { to, ...amount }: Amount): Piece | undefined {
  const { is } = timeWords().shifts;
  const clause = clauseOf(reader, from, to);
  if (clause.some((word) => is('lengthens', word))) return undefined;
  const [before, next] = [wordAt(reader, from - 1), wordAt(reader, to)];
  const isMarked = before === 'by' || isWay(before) || isWay(next);
  const isAlways = clause.some((word) => is('always', word));
  const isShifted = isMarked ? isAlways || clause.some((word) => is('told', word)) : isAlways && isBare(before, next);
  if (!isShifted) return undefined;
  const isEarlier = !is('later', next) && clause.some((word) => is('turned', word));
  const sign = isEarlier ? -1 : 1;
  const shift = signed(amount, sign);
  const ms = sign * ((amount.minutes ?? 0) * MINUTE + (amount.days ?? 0) * DAY + (amount.months ?? 0) * 30 * DAY);
  const range = { from: before === 'by' || isWay(before) ? from - 1 : from, to: isWay(next) ? to + 1 : to };
  return { kind: reader.place.anchor === undefined ? 'exact' : 'offset', ms, shift, ...range };
}

function isWay(word: string): boolean {
  const { is } = timeWords().shifts;
  return is('later', word) || is('earlier', word);
}

/** "Delay the call 15 minutes", and nothing behind it that it could be of. */
function isBare(before: string, next: string): boolean {
  const isLed = ['for', 'to', 'in', 'at', 'of', 'the', 'my', 'our', 'until'].includes(before);
  return !isLed && (next === '' || next === 'please' || timeWords().shifts.is('ends', next));
}

export function signed({ minutes, days, months }: Shift, sign: number): Shift {
  const of = (count: number | undefined) => (count === undefined ? undefined : count * sign);
  return { minutes: of(minutes), days: of(days), months: of(months) };
}

/** The clause that it stands in; "… an hour earlier and lunch half an hour later" has the verb of the one before it. */
function clauseOf(reader: Reader, from: number, to: number): string[] {
  const { is } = timeWords().shifts;
  const { first, end } = clauseAround(reader, from, to);
  const words = (start: number, stop: number) => reader.tokens.slice(start, stop).map(({ word }) => word);
  const own = words(first, end);
  const isMarked = isWay(wordAt(reader, to)) || wordAt(reader, from - 1) === 'by';
  const isJoined = ['and', ',', '&'].includes(wordAt(reader, first - 1)) && isMarked;
  if (!isJoined || own.some((word) => is('always', word) || is('told', word))) return own;
  const before = clauseAround(reader, first - 1, first - 1);
  const said = words(before.first, before.end);
  return said.some((word) => isWay(word) || is('always', word))
    ? [...said.filter((word) => is('told', word) || is('always', word)), ...own]
    : own;
}

/** From one end of a clause to the next. */
function clauseAround(reader: Reader, from: number, to: number): { first: number; end: number } {
  const { is } = timeWords().shifts;
  let [first, end] = [from, to];
  while (first > 0 && !is('ends', wordAt(reader, first - 1))) first--;
  while (end < reader.tokens.length && !is('ends', wordAt(reader, end))) end++;
  return { first, end };
}
