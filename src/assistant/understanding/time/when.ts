/** When something is to be: the parts of a time that stand together, put together. */
import type { Schedule } from '../../../triggers/schedule/schedule.ts';
import { scheduleWords } from '../../../triggers/schedule/words.ts';
import { addDays, addMinutes, addMonths, type Day, dayOf, momentOf, wallOf, weekdayOf } from '../../wall.ts';
import type { Token } from '../tokens.ts';
import { wordSet } from '../words.ts';
import { findRecurring } from './again.ts';
import { isBounding, onwardAt, type Piece, type Shift, type Span } from './piece.ts';
import { findPieces } from './pieces.ts';
import { senseOf } from './sense.ts';
import { timeWords } from './words.ts';

export interface Place {
  readonly now: number;
  readonly zone: string;
  /** The time of what is talked about: "an hour before" is counted from it. */
  readonly anchor?: number | undefined;
  /** When what is talked about ends: what comes after it is counted from there. */
  readonly anchorEnd?: number | undefined;
  /** The day that is gone on with, where none is said. */
  readonly day?: Day | undefined;
  /** When that is which these tokens name ("an hour before the dentist"), if it is known. */
  readonly startOf?: ((from: number, to: number) => number | undefined) | undefined;
  /** When that ends, where it has an hour: what comes after it is counted from there. */
  readonly endOf?: ((from: number, to: number) => number | undefined) | undefined;
}

export interface When {
  /** The tokens that say it, with the small words that lead to it. */
  readonly parts: readonly { from: number; to: number }[];
  readonly text: string;
  /** The first (or only) time. */
  readonly at: number;
  /** Whether a time of day was said. */
  readonly timed: boolean;
  /** 2026-11-20, or 2026-11-20T15:00 where a time was said. */
  readonly wall: string;
  readonly recurs: boolean;
  readonly schedule: Schedule;
  /** A day, a week, a month: what a question is about. */
  readonly span: Span;
  /** Whether a day was said at all, or only a time of it. */
  readonly dated: boolean;
  readonly part?: string | undefined;
  readonly minutes?: number | undefined;
  /** Of what comes again: the rhythm alone, what bounds it, and what of that nobody can keep. */
  readonly again?: { readonly core: string; readonly bounds: string; readonly lost: readonly string[] } | undefined;
  /** The hour as it was said, where it did not say which half of the day it is of. */
  readonly bare?: number | undefined;
  /** What was taken for what, of an hour that could be of either half of the day. */
  readonly assumed?: string | undefined;
  /** "From December on": from then, without an end. */
  readonly onward: boolean;
  /** The tokens of what it is counted from: "the dentist". */
  readonly of?: { readonly from: number; readonly to: number } | undefined;
  /** How far from that, in ms, where it was counted in minutes or hours. */
  readonly counted?: number | undefined;
  /** How far something is moved from where it is; the time is then only what that comes to here. */
  readonly shift?: Shift | undefined;
  /** It leans on a time that was said elsewhere: "the day before". */
  readonly leans?: boolean | undefined;
  /** The zone that it was said in, where it is another. */
  readonly elsewhere?: string | undefined;
  /** "By Friday": the last time, not the time. */
  readonly deadline: boolean;
  /** "The evening insulin": it says which, and stays in the name of the thing. */
  readonly tells?: boolean | undefined;
  /** "To Friday": where to, of two. */
  readonly target: boolean;
}

/** A day and an hour of it: whoever tells both tells a date. */
export function isPlaced({ whens: [when, ...more] }: { readonly whens: readonly When[] }): boolean {
  return when !== undefined && more.length === 0 && when.dated && when.timed && !when.leans && !when.deadline;
}

/** All times of a message, in order. A time that leans on another ("that day") has taken it. */
export function findWhens(text: string, tokens: readonly Token[], place: Place): When[] {
  const all = findPieces(tokens, place);
  const recurring = findRecurring(text, tokens, all, place);
  const pieces = all.filter(
    ({ from, to }) => !recurring.some((when) => when.parts.some((part) => from < part.to && to > part.from)),
  );
  const whens: When[] = [...recurring];
  let { anchor } = place;
  /** The last time that this message itself said. */
  let told: number | undefined;
  // "The same day": of what is talked about, until another day is said.
  let said: Day | undefined = anchor === undefined ? undefined : dayOf(anchor, place.zone);
  for (const group of groupPieces(tokens, pieces)) {
    // "In 20 minutes and again 10 minutes later": later than the time before it.
    const isLater = group.some((piece) => piece.kind === 'exact' && piece.later);
    const isTold = anchor !== place.anchor;
    const near = { ...place, anchor, anchorEnd: isTold ? undefined : place.anchorEnd };
    const here = isLater && told !== undefined ? { ...place, now: told } : near;
    const when = putTogether(text, tokens, group, here, said);
    if (when === undefined) continue;
    // "A week before and 2 days before": both are counted from the same.
    const isCounted = when.leans && group.some(({ kind }) => kind === 'offset');
    if (when.dated && !isCounted) said = when.wall.slice(0, 10);
    if (when.timed && !isCounted) anchor = when.at;
    if (when.timed || (when.dated && when.span === 'day')) told = when.at;
    whens.push(when);
  }
  return whens.toSorted((one, other) => one.parts[0]!.from - other.parts[0]!.from);
}

/** Parts with nothing but small words between them, no kind twice. */
function groupPieces(tokens: readonly Token[], pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    if (piece.kind === 'length' || piece.kind === 'lasting' || piece.kind === 'wrong') continue;
    const group = groups.at(-1);
    const last = group?.at(-1);
    const between = last === undefined ? [] : tokens.slice(last.to, piece.from);
    const isNew =
      group === undefined ||
      between.length > 3 ||
      !between.every(({ word }) => timeWords().isBetween(word)) ||
      group.some(({ kind }) => kind === piece.kind || (isDay(kind) === isDay(piece.kind) && isDay(kind))) ||
      (piece.kind === 'day' && group.some(({ kind }) => kind === 'clock') && between.some(isBounding)) ||
      kindsClash(group, piece);
    if (isNew) groups.push([piece]);
    else group.push(piece);
  }
  return groups;
}

const isDay = (kind: Piece['kind']) => kind === 'day' || kind === 'that';

/** A moment stands alone; a zone only beside a clock. */
function kindsClash(group: readonly Piece[], piece: Piece): boolean {
  const isMoment = ({ kind }: Piece) => kind === 'exact' || kind === 'offset';
  return isMoment(piece) || group.some(isMoment);
}

function putTogether(
  text: string,
  tokens: readonly Token[],
  group: readonly Piece[],
  place: Place,
  said: Day | undefined,
): When | undefined {
  const base = frameOf(text, tokens, group);
  const moment = momentIn(group, place);
  if (moment !== undefined) return { ...base, ...moment, timed: true, dated: true, schedule: once(moment.at, place) };
  if (group.some(({ kind }) => kind === 'exact' || kind === 'offset')) return undefined;
  const clock = group.find((piece) => piece.kind === 'clock');
  const part = group.find((piece) => piece.kind === 'part');
  const that = group.find((piece) => piece.kind === 'that');
  const isPartOnly = part !== undefined && group.every(({ kind }) => kind === 'part' || kind === 'zone');
  if (isPartOnly && !isSaid(tokens, part)) return undefined;
  const date = dateIn(group, place, said);
  if (date === undefined && that !== undefined) return undefined;
  const sense = clock && senseOf(clock, { part: part?.part, date: date ?? place.day, tokens, place });
  const minutes = sense?.minutes ?? (part?.part ?? that?.part)?.alone;
  if (part?.part.weak && clock === undefined) return undefined;
  const today = dayOf(place.now, place.zone);
  const isOver = minutes !== undefined && momentOf(addMinutes(today, minutes), place.zone) <= place.now;
  const chosen = date ?? place.day ?? (isOver ? addDays(today, 1) : today);
  const wall = minutes === undefined ? chosen : addMinutes(chosen, minutes);
  const there = group.find((piece) => piece.kind === 'zone')?.zone;
  if (there !== undefined && minutes === undefined) return undefined;
  const at = momentOf(
    minutes === undefined ? addMinutes(chosen, scheduleWords().usualTime) : wall,
    there ?? place.zone,
  );
  if (!Number.isFinite(at)) return undefined;
  return {
    ...base,
    at,
    timed: minutes !== undefined,
    wall: there === undefined ? wall : wallOf(at, place.zone),
    schedule: once(at, place),
    dated: date !== undefined,
    ...(there !== undefined && { elsewhere: there }),
    ...(that && { of: that.of, leans: that.of === undefined }),
    ...(isPartOnly && isTelling(tokens, part) && { tells: true }),
    assumed: sense?.assumed,
    bare: clock === undefined || sense?.settled ? undefined : clock.minutes,
    // With an hour said the part only tells which half of the day it is of.
    part: clock !== undefined ? undefined : part?.name === 'tonight' || part?.name === 'night' ? 'evening' : part?.name,
    minutes: clock?.lasts,
  };
}

/** What the words around a time say of it. */
function frameOf(text: string, tokens: readonly Token[], group: readonly Piece[]) {
  const range = withLead(tokens, group);
  const lead = tokens.slice(range.from, group[0]!.from).map(({ word }) => word);
  const isLed = (...words: string[]) => lead.some((word) => words.includes(word));
  const day = group.find((piece) => piece.kind === 'day');
  const isFrom = isLed('from', 'starting', 'beginning', 'of') || tokens[(day?.from ?? 0) - 1]?.word === 'from';
  const more = isFrom ? onwardAt(tokens, range.to) : 0;
  const to = range.to + more;
  return {
    parts: [{ from: range.from, to }],
    text: text.slice(tokens[range.from]!.start, tokens[to - 1]!.end),
    recurs: false,
    span: day?.span ?? ('day' as const),
    onward: more > 0,
    deadline: isLed('by', 'due', 'before', 'until', 'till', 'til', 'latest'),
    target:
      (more === 0 || day?.from !== group[0]!.from) &&
      (isLed('to', 'until', 'till', 'til', 'for') || tokens[range.from - 1]?.word === 'to'),
  };
}

/** In twenty minutes; an hour before what is talked about, or what is named. */
function momentIn(
  group: readonly Piece[],
  place: Place,
): Pick<When, 'at' | 'wall' | 'of' | 'counted' | 'leans' | 'shift'> | undefined {
  const exact = group.find((piece) => piece.kind === 'exact');
  const offset = group.find((piece) => piece.kind === 'offset');
  const begins = offset && baseOf(offset, place);
  const isAfter = offset?.of !== undefined && offset.ms >= 0;
  const isAfterIt = offset !== undefined && offset.of === undefined && offset.ms > 0 && offset.shift === undefined;
  const ends = isAfter ? place.endOf?.(offset.of!.from, offset.of!.to) : isAfterIt ? place.anchorEnd : undefined;
  const from = exact ? place.now : (ends ?? begins);
  if (from === undefined) return undefined;
  // A wall shows no seconds: what is so far away is not sooner.
  const at = Math.ceil((from + (exact ?? offset)!.ms) / 60_000) * 60_000;
  const wall = wallOf(at, place.zone);
  const { shift } = (exact ?? offset)!;
  return offset === undefined
    ? { at, wall, shift }
    : { at, wall, shift, of: offset.of, counted: at - begins!, leans: !offset.of };
}

/** The moment that something is counted from: of what is named, where something is, else of what is talked about. */
export function baseOf({ of }: { readonly of?: When['of'] }, { anchor, startOf }: Place): number | undefined {
  return of === undefined ? anchor : startOf?.(of.from, of.to);
}

function dateIn(group: readonly Piece[], place: Place, said: Day | undefined): Day | undefined {
  const day = group.find((piece) => piece.kind === 'day');
  if (day !== undefined) return day.day;
  const that = group.find((piece) => piece.kind === 'that');
  if (that !== undefined) {
    const base = that.of === undefined ? undefined : baseOf(that, place);
    const from = that.of === undefined ? said : base === undefined ? undefined : dayOf(base, place.zone);
    if (from !== undefined && that.weekday !== undefined)
      return addDays(from, (that.weekday - weekdayOf(from) + 7) % 7 || 7);
    return from === undefined ? undefined : addMonths(addDays(from, that.shift), that.months ?? 0);
  }
  const part = group.find((piece) => piece.kind === 'part');
  return part?.part.today ? dayOf(place.now, place.zone) : undefined;
}

/** A part of the day alone needs "in the", "this" or the like before it: "morning coffee" is no time. */
function isSaid(tokens: readonly Token[], { from, part }: Extract<Piece, { kind: 'part' }>): boolean {
  const before = tokens[from - 1]?.word ?? '';
  return part.today || ['this', 'the', 'my', 'at', 'by', 'before', 'in', 'thing'].includes(before);
}

/** Between "the" and a thing a part of the day says which thing, and is not only a time. */
function isTelling(tokens: readonly Token[], { from, to }: Extract<Piece, { kind: 'part' }>): boolean {
  const [before, next] = [tokens[from - 2]?.word ?? '', tokens[to]?.word ?? ''];
  const isTime = timeWords().isBefore(before) || timeWords().isBefore(next) || timeWords().isBetween(next);
  return tokens[from - 1]?.word === 'the' && !isTime && /^\p{L}{3}/u.test(next) && !NO_THINGS.has(next);
}

/** "The morning after", "the evening before": no thing. */
const NO_THINGS = wordSet('no_verbs');

export function once(at: number, { zone }: Place): Schedule {
  return { kind: 'once', zone, at };
}

/** The small words before a time that belong to it: "due by", "on the". "To" only where a time must follow. */
export function withLead(tokens: readonly Token[], group: readonly Piece[]): { from: number; to: number } {
  let from = group[0]!.from;
  const words = timeWords();
  // "Log in at 5": of two such words in a row the first belongs to the verb.
  const isCounted = group[0]!.kind === 'offset' || group[0]!.kind === 'that';
  const isOfVerb = (word: string) =>
    PARTICLES.has(word) && (words.isClockBefore(tokens[from]!.word) || (isCounted && from === group[0]!.from));
  const goBack = () => {
    while (from > 0 && words.isBefore(tokens[from - 1]!.word) && !(tokens[from - 1]!.word === 'to' && from - 1 === 0)) {
      if (isOfVerb(tokens[from - 1]!.word)) break;
      from--;
    }
  };
  goBack();
  const to = group.at(-1)!.to;
  if (!group.some((piece) => piece.kind === 'day' && piece.span !== 'day')) return { from, to };
  const led = withinBefore(tokens, from, group[0]!.from);
  if (led < from) {
    from = led;
    goBack();
  }
  return { from, to: to + withinAfter(tokens, to) };
}

/** "Sometime next week", "at the beginning of next week": where in the days it is belongs to the time; its last word may have been taken. */
function withinBefore(tokens: readonly Token[], from: number, first: number): number {
  const begins = timeWords().within.flatMap((phrase) =>
    [from, from + 1]
      .map((end) => ({ at: end - phrase.length, end }))
      .filter(({ at, end }) => at > 0 && at < from && end <= first)
      .filter(({ at }) => phrase.every((word, shift) => tokens[at + shift]!.word === word))
      .map(({ at }) => at),
  );
  return Math.min(from, ...begins);
}

/** "Next week sometime". */
function withinAfter(tokens: readonly Token[], to: number): number {
  const ends = timeWords().within.filter(
    (phrase) => /time$/.test(phrase.at(-1)!) && phrase.every((word, shift) => tokens[to + shift]?.word === word),
  );
  return Math.max(0, ...ends.map(({ length }) => length));
}

const PARTICLES = new Set(['in', 'on']);
