/** When something is to be: the parts of a time that stand together, put together. */
import type { Schedule } from '../../../triggers/schedule/schedule.ts';
import { scheduleWords } from '../../../triggers/schedule/words.ts';
import { addDays, type Day, dayOf, momentOf, wallOf } from '../../wall.ts';
import { plainTokens, type Token } from '../tokens.ts';
import { atHour, findRecurring } from './again.ts';
import { hourIn } from './clocks.ts';
import type { Piece, Span } from './piece.ts';
import { findPieces } from './pieces.ts';
import { timeWords } from './words.ts';

export interface Place {
  readonly now: number;
  readonly zone: string;
  /** The time of what is talked about: "an hour before" is counted from it. */
  readonly anchor?: number | undefined;
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
  /** The zone that it was said in, where it is another. */
  readonly elsewhere?: string | undefined;
  /** "By Friday": the last time, not the time. */
  readonly deadline: boolean;
  /** "To Friday": where to, of two. */
  readonly target: boolean;
}

/** All times of a message, in order. A time that leans on another ("that day") has taken it. */
export function findWhens(text: string, tokens: readonly Token[], place: Place): When[] {
  const all = findPieces(tokens, place);
  const recurring = findRecurring(tokens, all, place);
  const pieces = all.filter(
    ({ from, to }) => !recurring.some((when) => when.parts.some((part) => from < part.to && to > part.from)),
  );
  const whens: When[] = [...recurring];
  let said: Day | undefined;
  let { anchor } = place;
  for (const group of groupPieces(tokens, pieces)) {
    const when = putTogether(text, tokens, group, { ...place, anchor }, said);
    if (when === undefined) continue;
    if (when.dated) said = when.wall.slice(0, 10);
    if (when.timed) anchor = when.at;
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
  const today = dayOf(place.now, place.zone);
  const day = group.find((piece) => piece.kind === 'day');
  const that = group.find((piece) => piece.kind === 'that');
  const clock = group.find((piece) => piece.kind === 'clock');
  const part = group.find((piece) => piece.kind === 'part');
  const exact = group.find((piece) => piece.kind === 'exact');
  const range = withLead(tokens, group);
  const words = text.slice(tokens[range.from]!.start, tokens[range.to - 1]!.end);
  const lead = tokens.slice(range.from, group[0]!.from).map(({ word }) => word);
  const base = {
    parts: [range],
    text: words,
    recurs: false,
    span: day?.span ?? ('day' as const),
    deadline: lead.some((word) => ['by', 'due', 'before', 'until', 'till', 'til', 'latest'].includes(word)),
    target:
      lead.some((word) => ['to', 'until', 'till', 'til', 'for'].includes(word)) ||
      tokens[range.from - 1]?.word === 'to',
  };
  const offset = group.find((piece) => piece.kind === 'offset');
  if (offset !== undefined && place.anchor === undefined) return undefined;
  if (exact !== undefined || offset !== undefined) {
    const at = exact === undefined ? place.anchor! + offset!.ms : place.now + exact.ms;
    return { ...base, at, timed: true, wall: wallOf(at, place.zone), schedule: once(at, place), dated: true };
  }
  if (part !== undefined && clock === undefined && day === undefined && that === undefined && !isSaid(tokens, part))
    return undefined;
  if (that !== undefined && said === undefined) return undefined;
  const date = day?.day ?? (that && addDays(said!, that.shift)) ?? (part?.part.today ? today : undefined);
  const minutes = clock === undefined ? (part?.part ?? that?.part)?.alone : hourOf(clock, part, date, tokens, place);
  if (part?.part.weak && clock === undefined) return undefined;
  const chosen =
    date ??
    (minutes !== undefined && momentOf(wallAtMinutes(today, minutes), place.zone) <= place.now
      ? addDays(today, 1)
      : today);
  const wall = minutes === undefined ? chosen : wallAtMinutes(chosen, minutes);
  const at = momentOf(minutes === undefined ? wallAtMinutes(chosen, scheduleWords().usualTime) : wall, place.zone);
  if (!Number.isFinite(at)) return undefined;
  const there = group.find((piece) => piece.kind === 'zone')?.zone;
  if (there !== undefined && minutes === undefined) return undefined;
  const moment = there === undefined ? at : momentOf(wall, there);
  return {
    ...base,
    at: moment,
    timed: minutes !== undefined,
    wall: there === undefined ? wall : wallOf(moment, place.zone),
    schedule: once(moment, place),
    dated: date !== undefined,
    ...(there !== undefined && { elsewhere: there }),
    bare: clock !== undefined && !clock.sure && part === undefined ? clock.minutes : undefined,
    part: part?.name === 'tonight' || part?.name === 'night' ? 'evening' : part?.name,
    minutes: clock?.until === undefined || minutes === undefined ? undefined : lengthTo(minutes, clock.until),
  };
}

function lengthTo(from: number, until: number): number | undefined {
  const length = (until - from + 1440) % 720 || 720;
  return length > 0 ? length : undefined;
}

/** A part of the day alone needs "in the", "this" or the like before it: "morning coffee" is no time. */
function isSaid(tokens: readonly Token[], { from, part }: Extract<Piece, { kind: 'part' }>): boolean {
  const before = tokens[from - 1]?.word ?? '';
  return part.today || ['this', 'the', 'at', 'by', 'before', 'in', 'thing'].includes(before);
}

/**
 * Which half of the day an hour without one is of: said by a part of the day, else by what it is about, else what is
 * still to come today; on another day one to six are of the afternoon, seven to twelve as they stand.
 */
function hourOf(
  clock: Extract<Piece, { kind: 'clock' }>,
  part: Extract<Piece, { kind: 'part' }> | undefined,
  date: Day | undefined,
  tokens: readonly Token[],
  place: Place,
): number {
  const { minutes, sure } = clock;
  if (sure || minutes >= 780) return minutes;
  const late = (minutes % 720) + 720;
  const early = minutes % 720 === minutes ? minutes : minutes - 720;
  if (part !== undefined) return hourIn(minutes, sure, part.part);
  if (minutes >= 720) return minutes;
  const words = timeWords();
  if (tokens.some(({ word }) => words.isEarly(word))) return early;
  if (minutes >= 300 && minutes < 720 && tokens.some(({ word }) => words.isLate(word))) return late;
  const today = dayOf(place.now, place.zone);
  if (date === undefined || date === today) {
    const passed = (hour: number) => momentOf(wallAtMinutes(today, hour), place.zone) <= place.now;
    if (!passed(early) && early >= 420) return early;
    return passed(late) ? early : late;
  }
  return minutes < 420 ? late : minutes;
}

function wallAtMinutes(day: Day, minutes: number): string {
  const inDay = ((minutes % 1440) + 1440) % 1440;
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  return `${minutes >= 1440 ? addDays(day, 1) : day}T${two(inDay / 60)}:${two(inDay % 60)}`;
}

function once(at: number, { zone }: Place): Schedule {
  return { kind: 'once', zone, at };
}

/** The small words before a time that belong to it: "due by", "on the". "To" only where a time must follow. */
function withLead(tokens: readonly Token[], group: readonly Piece[]): { from: number; to: number } {
  let from = group[0]!.from;
  const words = timeWords();
  while (from > 0 && words.isBefore(tokens[from - 1]!.word) && !(tokens[from - 1]!.word === 'to' && from - 1 === 0))
    from--;
  return { from, to: group.at(-1)!.to };
}

/** A time that somebody wrote down by itself. */
export function readWhen(said: string, place: Place): When | undefined {
  const tokens = plainTokens(said).map((token) => ({ ...token, forms: [token.word] }));
  return joinWhens(findWhens(said, tokens, place), place);
}

/** Two times of one request are one where the one says the day and the other the hour. */
export function joinWhens(whens: readonly When[], place: Place): When | undefined {
  const [first, second] = whens;
  if (first === undefined || second === undefined) return first;
  const again = whens.find(({ recurs }) => recurs);
  if (again !== undefined) return withHour(again, whens, place);
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

/** What comes again, at the hour that stands elsewhere. */
function withHour(again: When, whens: readonly When[], place: Place): When {
  const hour = again.timed ? undefined : whens.find((when) => when.timed && !when.recurs && !when.dated);
  const minutes = hour && clockOf(onDay(again, hour));
  const joined = minutes === undefined ? undefined : atHour(again, minutes, place);
  return joined === undefined ? again : { ...joined, parts: [...again.parts, ...hour!.parts], minutes: hour!.minutes };
}

function clockOf(wall: string): number {
  return Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
}

/** An hour on another day than today: one to six are of the afternoon. */
function onDay(day: When, { wall, bare }: When): string {
  const date = day.wall.slice(0, 10);
  if (bare === undefined || bare >= 720) return `${date}${wall.slice(10)}`;
  return wallAtMinutes(date, bare < 420 ? bare + 720 : bare);
}
