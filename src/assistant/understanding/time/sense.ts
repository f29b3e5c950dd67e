/**
 * Which half of the day an hour is of, where that was not said. In this order: what is done then (dinner is of the evening),
 * what is still to come today, and what people are awake for. What could well have been the other half is said.
 */
import { addMinutes, type Day, dayOf, momentOf } from '../../wall.ts';
import type { Token } from '../tokens.ts';
import { wordSet } from '../words.ts';
import type { Piece } from './piece.ts';
import type { Place } from './when.ts';
import { type Part, timeWords } from './words.ts';

export type Clock = Extract<Piece, { kind: 'clock' }>;

export interface Sense {
  /** Since midnight. */
  readonly minutes: number;
  /** What was taken for what, where it could have been otherwise. */
  readonly assumed?: string | undefined;
  /** No other day or time makes it another hour. */
  readonly settled: boolean;
}

const HALF = 720;
/** Nobody says one o'clock and means the night; from seven on an hour is what it says. */
const MORNING = 420;
const DAWN = 300;

export function senseOf(
  clock: Clock,
  given: { part?: Part | undefined; date?: Day | undefined; tokens: readonly Token[]; place: Place; again?: boolean },
): Sense {
  const { minutes, sure } = clock;
  if (sure || minutes >= 780) return { minutes, settled: true, assumed: clock.assumed };
  if (given.part !== undefined) return { minutes: hourIn(minutes, sure, given.part), settled: true };
  if (minutes >= HALF) return { minutes, settled: false };
  const usual = byHabit(clock, given.tokens);
  const taken = usual ?? byDay(minutes, given);
  // Ten or eleven is of the morning for whoever does not think of the habit.
  const isTurned = minutes >= 540 && taken !== minutes && usual !== undefined;
  const assumed = isOpen(minutes) || isTurned ? assume(minutes, taken) : undefined;
  return { minutes: taken, settled: usual !== undefined, assumed };
}

/** Five to eight are lived through twice a day. */
function isOpen(minutes: number): boolean {
  return minutes >= 300 && minutes < 540;
}

export function assume(said: number, taken: number): string {
  return `${said % 60 === 0 ? said / 60 : clockText(said).replace(/^0/, '')} as ${clockText(taken)}`;
}

function byHabit(clock: Clock, tokens: readonly Token[]): number | undefined {
  const habit = nearestHabit(clock, tokens);
  if (habit === undefined) return undefined;
  const fits = [clock.minutes, clock.minutes + HALF].filter((hour) => hour >= habit.from && hour <= habit.to);
  return fits.length === 1 ? fits[0] : undefined;
}

function byDay(early: number, { date, place, again = false }: Parameters<typeof senseOf>[1]): number {
  const late = early + HALF;
  const today = dayOf(place.now, place.zone);
  // Who writes 6:45 for every day writes what the clock shows.
  if (again && early >= DAWN && early % 60 !== 0) return early;
  if (again || (date !== undefined && date !== today)) return early < MORNING ? late : early;
  const isOver = (hour: number) => momentOf(addMinutes(today, hour), place.zone) <= place.now;
  if (!isOver(early) && early >= MORNING) return early;
  return isOver(late) ? early : late;
}

/** What is done at that hour: the word of a habit that stands closest to it. */
function nearestHabit({ from, to }: Clock, tokens: readonly Token[]) {
  const found = timeWords().habits.flatMap(({ words, ...habit }) =>
    tokens.flatMap((_, at) =>
      words.every((word, shift) => tokens[at + shift]?.word === word)
        ? [{ ...habit, far: distance(tokens, at, from, to) }]
        : [],
    ),
  );
  return found.filter(({ far }) => far < Number.POSITIVE_INFINITY).toSorted((one, other) => one.far - other.far)[0];
}

/** In words; what stands in another clause is of something else. */
function distance(tokens: readonly Token[], at: number, from: number, to: number): number {
  const [first, end] = at < from ? [at, from] : [to, at];
  const isApart = (index: number) => {
    const { word } = tokens[index]!;
    const isJoint = word === 'and' || word === ',';
    return /^(?:then|[:;.!?])$/.test(word) || (isJoint && OPENERS.has(tokens[index + 1]?.word ?? ''));
  };
  const joints = tokens.slice(first, end).filter(({ word }) => word === 'and' || word === ',').length;
  for (let index = first; index < end; index++) if (isApart(index)) return Number.POSITIVE_INFINITY;
  if (at >= to && isOfDeed(tokens, to, at)) return Number.POSITIVE_INFINITY;
  return end - first + joints * tokens.length;
}

const OPENERS = new Set([...wordSet('openers'), ...wordSet('other_orders')]);

/** "At 9 to book a table for dinner": what is to be done then is the booking; "at 8 to have dinner" is the dinner. */
function isOfDeed(tokens: readonly Token[], from: number, habit: number): boolean {
  const deed = tokens.findIndex(({ word }, at) => at >= from && at < habit - 1 && word === 'to') + 1;
  return deed > 0 && !HABIT_DEEDS.has(tokens[deed]!.word);
}

const HABIT_DEEDS = wordSet('habit_deeds');

/** The hour that lies in a part of the day, where it was not said which half it is of. */
export function hourIn(minutes: number, sure: boolean, { from, to }: Part): number {
  if (sure || minutes >= 780) return minutes;
  const early = minutes % HALF;
  return early >= from && early <= to ? early : early + HALF;
}

export function clockText(minutes: number): string {
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  return `${two(minutes / 60)}:${two(minutes % 60)}`;
}
