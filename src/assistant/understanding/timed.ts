/** What a tool needs to be told of times: when it begins and ends, how long it is, which span is asked about. */
import { UNITS } from '../../text/index.ts';
import { addDays, addMinutes, momentOf, wallOf } from '../wall.ts';
import { aheadIn } from './ahead.ts';
import { behind } from './behind.ts';
import type { Clause } from './clause.ts';
import { matchKnown } from './known.ts';
import { goesTo } from './meant.ts';
import { isWithin } from './time/piece.ts';
import { findPieces } from './time/pieces.ts';
import { shiftedRhythm } from './time/shifted.ts';
import { rangeIn, spanBetween, spanOf } from './time/spans.ts';
import type { When } from './time/when.ts';
import { wordSet } from './words.ts';

/** "From the 3rd to the 7th", in the clause or in the one that it leans on. */
const rangeOf = ({ whens, message, topic }: Clause) =>
  rangeIn(whens.length > 0 ? whens : (topic?.whens ?? []), message.tokens);

export function beginOf(clause: Clause): string | undefined {
  if (isSomeTimeIn(clause)) return undefined;
  const part = partKept(clause);
  if (part !== undefined) return `${clause.when!.wall.slice(0, 10)}T${part[0]}`;
  return rangeOf(clause)?.from.wall ?? beforeEnd(clause) ?? clause.when?.wall;
}

/** "Two hours tomorrow before 11": so long, and over by then. */
function beforeEnd(clause: Clause): string | undefined {
  const { when, whens } = clause;
  const end = whens.find(({ deadline, timed, recurs }) => deadline && timed && !recurs);
  const minutes = lengthIn(clause);
  if (end === undefined || when === undefined || minutes === undefined) return undefined;
  const begin = whens.find((one) => one !== end && one.timed && !one.recurs);
  if (begin === undefined) return addMinutes(when.wall, -minutes);
  const day = begin.wall.slice(0, 10);
  const halves = end.bare === undefined ? [minutesOf(end.wall)] : [end.bare % HALF, (end.bare % HALF) + HALF];
  const over = halves.map((hour) => addMinutes(day, hour)).find((wall) => wall > begin.wall);
  const latest = over === undefined ? begin.wall : addMinutes(over, -minutes);
  return begin.wall < latest ? begin.wall : latest;
}

/** The end of what lasts days: a day is exclusive, as in a calendar. */
export function finishOf(clause: Clause): string | undefined {
  const range = rangeOf(clause);
  if (range !== undefined) {
    const { from, to } = range;
    if (to.timed) return from.timed ? nearerEnd(from, to) : to.wall;
    return from.timed ? `${to.wall}T23:59` : addDays(to.wall, 1);
  }
  const part = partKept(clause);
  if (part !== undefined) return `${clause.when!.wall.slice(0, 10)}T${part[1]}`;
  const days = lastingIn(clause);
  const { when, until } = clause;
  if (fillsSpan(clause)) return wallOf(spanOf(when, clause.message.place).to, clause.message.place.zone).slice(0, 10);
  if (until !== undefined && when?.timed && !when.recurs) return endAfter(when, until, clause.message.place.zone);
  if (days === undefined || when === undefined || when.recurs) return undefined;
  return `${addDays(when.wall, days)}${when.wall.slice(10)}`;
}

/** "Leaves 6:55 am, lands 9:30": an hour of either half of the day is the next one that the clock shows. */
function nearerEnd(from: When, to: When): string {
  const early = to.bare === undefined ? to.wall : addMinutes(to.wall, -HALF);
  return to.bare !== undefined && early > from.wall ? early : to.wall;
}

/** "Keep Tuesday afternoon free": all of that part of the day. */
function partKept({ when, shows }: Clause): readonly [string, string] | undefined {
  return shows.has('head.keep_free') ? PARTS_KEPT[when?.part ?? ''] : undefined;
}

const PARTS_KEPT: Readonly<Record<string, readonly [string, string]>> = {
  morning: ['08:00', '12:00'],
  afternoon: ['12:00', '17:00'],
  evening: ['17:00', '21:00'],
};

/** "Dentist next week": on which day nobody said. */
function isSomeTimeIn(clause: Clause): boolean {
  const { when } = clause;
  const isWide = when !== undefined && ['week', 'month', 'weekend'].includes(when.span) && !when.timed && !when.recurs;
  return isWide && !when.deadline && rangeOf(clause) === undefined && !fillsSpan(clause);
}

/** "Block out next week for vacation": what takes all of it, where "dentist next week" is some time in it. */
function fillsSpan({ when, message, from, to }: Clause): boolean {
  if (when === undefined || when.timed || when.recurs || when.deadline || when.onward || when.span === 'day')
    return false;
  return message.tokens.slice(from, to).some(({ forms }) => forms.some((form) => FILLS.has(form)));
}

const FILLS = wordSet('fills_span');

/** The first time after it begins that the clock shows the hour of its end. */
function endAfter(begin: When, end: When, zone: string): string {
  if (end.dated) return end.wall;
  const days = Math.ceil((begin.at - end.at + 1) / DAY_MS);
  return wallOf(end.at + days * DAY_MS, zone);
}

const DAY_MS = 86_400_000;
const DAY_MINUTES = 1440;

/** "For ten days". */
function lastingIn({ message, from, to }: Clause): number | undefined {
  const found = findPieces(message.tokens, message.place).find(
    (piece) => piece.kind === 'lasting' && piece.from >= from && piece.to <= to,
  );
  return found?.kind === 'lasting' ? found.days : undefined;
}

export function spanIn(clause: Clause): ReturnType<typeof spanOf> {
  const range = rangeOf(clause);
  const { place } = clause.message;
  const ahead = clause.when?.timed ? undefined : aheadIn(clause);
  if (ahead !== undefined) return ahead;
  if (range === undefined) return spanOf(clause.when && behind(clause, clause.when), place);
  const [from, to] = [behind(clause, range.from), behind(clause, range.to)];
  return spanBetween(from.wall <= to.wall ? { from, to } : range, place);
}

/** The days that something is taken from: "everything on Thursday to Friday" is of the Thursday. */
export function sourceSpan({ whens, message }: Clause): ReturnType<typeof spanOf> | undefined {
  const source = whens.find(({ target, dated }) => dated && !target);
  return source && spanOf(source, message.place);
}

/** When to remind, in words: "at 8 for ten days" is each day. */
export function remindedAt(clause: Clause): { when: string | undefined; recurs: boolean | undefined } {
  const { when } = clause;
  const isPutOff = when === undefined && clause.shows.has('say.snooze');
  const off = isPutOff ? lastingIn(clause) : undefined;
  const minutes = isPutOff ? (lengthIn(clause) ?? (off === undefined ? undefined : off * DAY_MINUTES)) : undefined;
  if (minutes !== undefined) return { when: `in ${minutes} minutes`, recurs: undefined };
  const shifted = beforeEach(clause);
  if (shifted !== undefined) return { when: shifted, recurs: true };
  const days = when?.recurs ? undefined : lastingIn(clause);
  if (days === undefined || days < 2) return { when: when?.text, recurs: when?.recurs };
  const at = when?.timed ? ` at ${when.wall.slice(11)}` : '';
  const from = when?.dated ? ` starting ${when.wall.slice(0, 10)}` : '';
  return { when: `every day${at} for ${days} days${from}`, recurs: true };
}

/** "A week before, every year": so far from each time of the rhythm that was said. */
export function beforeEach(clause: Clause): string | undefined {
  const { when } = clause;
  const hanging = hangsIn(clause);
  return when?.recurs && hanging !== undefined ? shiftedRhythm(when, hanging.far) : undefined;
}

/** Where something is moved to; an hour of which the half was not said is told by the hour that the thing is at. */
export function movedTo(clause: Clause): When | undefined {
  const when = goesTo(clause);
  const { place, known } = clause.message;
  const { zone } = place;
  // Of what is named, and not of what was spoken of before it.
  const anchor = known.starts?.[clause.known.get('event')?.name ?? ''] ?? place.anchor;
  if (when?.bare === undefined || anchor === undefined || when.recurs) return when;
  const wall = nearerHalf(when.wall, wallOf(anchor, zone));
  const assumed = when.assumed?.replace(/\bas \d\d:\d\d\b/, `as ${wall.slice(11)}`);
  return { ...when, wall, at: momentOf(wall, zone), ...(assumed !== undefined && { assumed }) };
}

/** Of the two halves of the day the one that people are awake in, and of two such the one nearer to the hour it was. */
export function nearerHalf(said: string, was: string): string {
  const early = minutesOf(said) % HALF;
  const halves = [early, early + HALF];
  const far = (minutes: number) => Math.abs(minutes - minutesOf(was));
  // An alarm at 6:30 that is made 6:45 is of the morning, though few are awake.
  const near = halves.filter((minutes) => far(minutes) <= NEAR);
  const awake = halves.filter((minutes) => minutes >= AWAKE.from && minutes <= AWAKE.to);
  const [hour] = (near.length > 0 ? near : awake.length > 0 ? awake : halves).toSorted(
    // As far from both, it is the later: lunch at 1 that is made 7 is a dinner.
    (one, other) => far(one) - far(other) || other - one,
  );
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  return `${said.slice(0, 10)}T${two(hour! / 60)}:${two(hour! % 60)}`;
}

const HALF = 720;
const NEAR = 180;
const AWAKE = { from: 7 * 60, to: 23 * 60 - 1 };

function minutesOf(wall: string): number {
  return Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
}

export function lengthIn({ message, from, to, whens }: Clause): number | undefined {
  const read = lengthPiece(message, from, to);
  if (read !== undefined) return read;
  // "An hour before dinner" is no length.
  const text = message.tokens
    .slice(from, to)
    .filter((_, at) => !whens.some(({ parts }) => isWithin(parts, from + at)))
    .map(({ word }) => word)
    .join(' ');
  const found =
    /(?<!\b(?:every|each|other) )\b(\d+(?:\.\d+)?|an?|one|two|three|half an?|free|spare)[ -](?:free )?(hours?|hrs?|minutes?|mins?)\b/.exec(
      text,
    );
  if (found === null) return undefined;
  const counts: Readonly<Record<string, number>> = {
    a: 1,
    an: 1,
    ...UNITS,
    'half a': 0.5,
    'half an': 0.5,
    free: 1,
    spare: 1,
  };
  const count = counts[found[1]!] ?? Number(found[1]);
  return Math.round(count * (found[2]!.startsWith('h') ? 60 : 1)) || undefined;
}

/** "Four hours": any count that is a length. */
function lengthPiece({ tokens, place, whens }: Clause['message'], from: number, to: number): number | undefined {
  // "Every 8 hours" is no length, nor is what is of a time.
  const isRhythm = (at: number) => whens.some(({ parts }) => isWithin(parts, at));
  const found = findPieces(tokens, place).find(
    (one) => one.kind === 'length' && one.from >= from && one.to <= to && !isRhythm(one.from),
  );
  return found?.kind === 'length' ? found.minutes : undefined;
}

/** What a time is counted from, where that is not known: the words, and how far from it. */
export function hangingIn(clause: Clause): { said: string; minutes: number } | undefined {
  const found = hangsIn(clause);
  const { tokens, text } = clause.message;
  return (
    found && { said: text.slice(tokens[found.from]!.start, tokens[found.to - 1]!.end), minutes: found.ms / 60_000 }
  );
}

function hangsIn({ message, from, to }: Clause) {
  return message.hanging.find((one) => one.from >= from && one.to <= to);
}

/** Minutes from what it is counted from, whether or not that is known. */
export function countedBy(clause: Clause): number | undefined {
  const counted = clause.when?.counted;
  return hangingIn(clause)?.minutes ?? (counted === undefined ? undefined : counted / 60_000);
}

/** The event of theirs that it is counted from. */
export function countedEvent({ message, when }: Clause): string | undefined {
  const of = when?.of;
  return of && matchKnown(message.tokens, of.from, of.to, message.known).get('event')?.name;
}

/** "An hour before the dentist": what it is about, where nothing else was said. */
export function countedFrom(clause: Clause): string | undefined {
  const { tokens, text } = clause.message;
  const of = clause.when?.of;
  const said = of ? text.slice(tokens[of.from]!.start, tokens[of.to - 1]!.end) : nameIn(hangingIn(clause)?.said);
  return said?.replace(/^(?:the|my|our|an?)\s+/i, '') || undefined;
}

function nameIn(said: string | undefined): string | undefined {
  return said === undefined ? undefined : /\b(?:before|after)\s+(.+)$/i.exec(said)?.[1];
}
