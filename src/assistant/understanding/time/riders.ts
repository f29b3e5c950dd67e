/** What bounds that which comes again and may stand anywhere in its sentence: from when, how long, until when, when not. */
import { readSchedule } from '../../../triggers/schedule/read.ts';
import { scheduleWords } from '../../../triggers/schedule/words.ts';
import { addDays, addMonths, wallOf } from '../../wall.ts';
import type { Token } from '../tokens.ts';
import { wordSet } from '../words.ts';
import { amountAt } from './distances.ts';
import { daysOf, readExceptions } from './exceptions.ts';
import { onwardAt, type Piece } from './piece.ts';
import { clockText } from './sense.ts';
import type { Place } from './when.ts';
import { type RiderKind, timeWords } from './words.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Rider extends Range {
  readonly kind: RiderKind;
  /** As the schedules read it; absent: nobody can keep it. */
  readonly text?: string;
  /** As it was said. */
  readonly said: string;
}

interface Sentence {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly pieces: readonly Piece[];
  readonly place: Place;
  /** The rhythm as the schedules read it. */
  readonly core: string;
}

const MOST_WORDS = 8;
const ORDER: readonly RiderKind[] = ['lasting', 'except', 'starting', 'until'];
const STOP = /^[.!?;]$/;

/** The bounds of a rhythm, in the order in which a schedule is read: each kind once, but as many exceptions as are said. */
export function ridersOf(sentence: Sentence, span: Range, others: readonly Range[] = []): Rider[] {
  const { first, end } = sentenceOf(sentence, span);
  const found: Rider[] = [];
  for (let at = first; at < end; at++) {
    const core = [span, ...others].find(({ from, to }) => at >= from && at < to);
    if (core !== undefined) {
      at = core.to - 1;
      continue;
    }
    const next = [span, ...others].filter(({ from }) => from > at).map(({ from }) => from);
    const rider = riderAt(sentence, at, Math.min(end, ...next)) ?? withinAt(sentence, at, span);
    if (rider === undefined) continue;
    const last = rider.kind === 'starting' ? lastOf(sentence, rider) : undefined;
    for (const one of last === undefined ? [rider] : [rider, last])
      if (isOf(sentence, one, span, others) && (one.kind === 'except' || !found.some(({ kind }) => kind === one.kind)))
        found.push(one);
    at = (last ?? rider).to - 1;
  }
  return found.toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
}

/** The sentence, with what is only said to bound it behind its end: "Yoga every Monday. Not in December." */
function sentenceOf(sentence: Sentence, span: Range): { first: number; end: number } {
  const { tokens } = sentence;
  let [first, end] = [span.from, span.to];
  while (first > 0 && !STOP.test(tokens[first - 1]!.word)) first--;
  while (end < tokens.length && !STOP.test(tokens[end]!.word)) end++;
  for (;;) {
    const next = end + 1;
    const rider = next < tokens.length ? riderAt(sentence, next, tokens.length) : undefined;
    const isWhole = rider !== undefined && (rider.to === tokens.length || STOP.test(tokens[rider.to]!.word));
    if (!isWhole || (rider.kind !== 'except' && rider.kind !== 'until')) return { first, end };
    end = rider.to;
  }
}

/**
 * Of several rhythms in a sentence: what stands between two is of the one before it, where a joint parts it from the next;
 * what stands before all or behind all is of all.
 */
function isOf({ tokens }: Sentence, rider: Rider, span: Range, others: readonly Range[]): boolean {
  const before = [span, ...others].filter(({ to }) => to <= rider.from).toSorted((one, other) => other.to - one.to)[0];
  const after = [span, ...others]
    .filter(({ from }) => from >= rider.to)
    .toSorted((one, other) => one.from - other.from)[0];
  if (before === undefined || after === undefined) return true;
  const isParted = tokens.slice(rider.to, after.from).some(({ word }) => JOINS.has(word));
  return (isParted ? before : after) === span;
}

const JOINS = wordSet('joins');

/** "From 1 December to 31 January": the day behind the first is the last. */
function lastOf(sentence: Sentence, { from, to: at }: Rider): Rider | undefined {
  const { tokens } = sentence;
  if (!['to', '-', '–', ...ENDS, 'through'].includes(tokens[at]?.word ?? '')) return undefined;
  const day = dayAt(sentence, at + 1) ?? monthAt(sentence, from, at + 1);
  return day && { kind: 'until', from: at, to: day.to, text: `until ${day.day}`, said: wordsOf(tokens, at, day.to) };
}

/** "From January to March": to the last day of it. */
function monthAt({ tokens, pieces }: Sentence, from: number, at: number): { day: string; to: number } | undefined {
  const month = timeWords().month(tokens[at]?.word ?? '');
  const first = pieces.find((piece) => piece.kind === 'day' && piece.from > from && piece.from < at);
  if (month === undefined || first?.kind !== 'day' || first.span !== 'month') return undefined;
  const ahead = (month - Number(first.day.slice(5, 7)) + 12) % 12;
  return { day: addDays(addMonths(`${first.day.slice(0, 7)}-01`, ahead + 1), -1), to: at + 1 };
}

function riderAt(sentence: Sentence, at: number, end: number): Rider | undefined {
  const { tokens } = sentence;
  const endless = timeWords().sizeAt('endless', (shift) => tokens[at + shift]?.word);
  if (endless > 0)
    return { kind: 'until', from: at, to: at + endless, text: '', said: wordsOf(tokens, at, at + endless) };
  const times = timesAt(sentence, at);
  if (times !== undefined) return times;
  const openers = timeWords().riders.filter(({ words }) =>
    words.every((word, shift) => tokens[at + shift]?.word === word),
  );
  for (const { kind, words } of openers) {
    const read = READERS[kind](sentence, at + words.length, end);
    if (read !== undefined) return { kind, from: at, ...read, said: wordsOf(tokens, at, read.to) };
  }
  return notTaking(sentence, at, end) ?? unkeptAt(sentence, at, end);
}

/** "…, 10 times": behind a comma or "and", of nothing that is named. */
function timesAt({ tokens }: Sentence, at: number): Rider | undefined {
  const count = timeWords().number(tokens[at]?.word ?? '');
  const isTimes = scheduleWords().is('times', tokens[at + 1]?.word);
  const per = tokens[at + 2]?.word ?? '';
  const isRate = scheduleWords().is('per', per) || scheduleWords().is('every', per);
  if (count === undefined || !isTimes || isRate || !TIMES_LEADS.has(tokens[at - 1]?.word ?? '')) return undefined;
  return { kind: 'lasting', from: at, to: at + 2, text: `${count} times`, said: wordsOf(tokens, at, at + 2) };
}

const TIMES_LEADS = new Set([',', 'and', '(', ';', '-', '–']);

/** "Every day at 12 next week", "every Tuesday in December", "every hour this afternoon": within what stands beside it. */
function withinAt(sentence: Sentence, at: number, span: Range): Rider | undefined {
  const { tokens, pieces, place } = sentence;
  const first = WITHIN.has(tokens[at]!.word) ? at + 1 : at;
  const isOften = /\b(?:hour|minute)/.test(sentence.core);
  const pieceAt = (place: number) =>
    pieces.find((one) => one.from === place && (one.kind === 'day' || one.kind === 'part'));
  const piece = pieceAt(first) ?? pieceAt(first + 1);
  if (piece === undefined || (piece.from > first && !POINTS.has(tokens[first]!.word))) return undefined;
  if (tokens.slice(piece.from, piece.to).some(({ word }) => /'s$/.test(word))) return undefined;
  const [from, to] = piece.from >= span.to ? [span.to, at] : [piece.to, span.from];
  const isTime = (index: number) => pieces.some((one) => one.kind !== 'day' && one.from <= index && index < one.to);
  const isBeside = tokens.slice(from, to).every(({ word }, index) => isTime(from + index) || BETWEEN.has(word));
  // "Next week, remind me every day at 8": what the sentence begins with is of all of it.
  const isLead = piece.kind === 'day' && (at === 0 || STOP.test(tokens[at - 1]!.word));
  const bounds = isBeside || isLead ? boundsOf(piece, isOften, place) : undefined;
  return bounds && { ...bounds, from: at, to: piece.to, said: wordsOf(tokens, at, piece.to) };
}

const POINTS = wordSet('within_points');

/** From its first day to its last; of what comes by the hour also within one day, or a part of it. */
function boundsOf(piece: Piece, isOften: boolean, { now, zone }: Place): Pick<Rider, 'kind' | 'text'> | undefined {
  const here = wallOf(now, zone);
  const today = here.slice(0, 10);
  if (piece.kind === 'part' && isOften)
    return bounds(`${today}T${clockText(piece.part.from)}`, `${today}T${clockText(piece.part.to)}`, here);
  if (piece.kind !== 'day') return undefined;
  const { from, to } = daysOf(piece);
  if (piece.span !== 'day') return bounds(from, to, today);
  // While people are awake.
  const ends = `${from}T22:00` > here ? '22:00' : '23:59';
  return isOften ? bounds(`${from}T08:00`, `${from}T${ends}`, here) : undefined;
}

function bounds(from: string, to: string, now: string): Pick<Rider, 'kind' | 'text'> {
  const said = (wall: string) => wall.replace('T', ' at ');
  return from > now
    ? { kind: 'starting', text: `starting ${said(from)} until ${said(to)}` }
    : { kind: 'until', text: `until ${said(to)}` };
}

const WITHIN = wordSet('within_leads');
const BETWEEN = wordSet('within_between');

/** "No class in December": what comes again, by its name or its kind, does not take place. */
function notTaking(sentence: Sentence, at: number, end: number): Rider | undefined {
  const { tokens } = sentence;
  const name = tokens[at + 1];
  if (tokens[at]!.word !== 'no' || name === undefined) return undefined;
  const isNamed = tokens.slice(0, at).some(({ forms }) => forms.some((form) => name.forms.includes(form)));
  const isLed = ['on', 'in', 'during', 'over', 'at'].includes(tokens[at + 2]?.word ?? '');
  const read =
    isLed && (isNamed || timeWords().isNoSuch(name.word)) ? readExceptions(sentence, at + 2, end) : undefined;
  return read && { kind: 'except', from: at, ...read, said: wordsOf(tokens, at, read.to) };
}

/** What is left out and nobody here can tell when it is: it is named. */
function unkeptAt({ tokens }: Sentence, at: number, end: number): Rider | undefined {
  const opener = timeWords().riders.find(
    ({ kind, words }) => kind === 'except' && words.every((word, shift) => tokens[at + shift]?.word === word),
  );
  if (opener === undefined) return undefined;
  const next = at + opener.words.length;
  const unkept = tokens.findIndex(({ word }, index) => index >= next && timeWords().isUnkept(word));
  const isNear = unkept >= 0 && unkept < Math.min(end, next + MOST_UNKEPT);
  if (opener.weak && !isNear) return undefined;
  const to = opener.weak ? unkept + 1 : clauseEnd(tokens, next, end);
  return to > next ? { kind: 'except', from: at, to, said: wordsOf(tokens, at, to) } : undefined;
}

/** Words to what is known by its name only: "during the school holidays". */
const MOST_UNKEPT = 5;

type Read = (sentence: Sentence, at: number, end: number) => { text: string; to: number } | undefined;

const READERS: Readonly<Record<RiderKind, Read>> = {
  lasting: ({ tokens, place, core }, at) => {
    const reader = { tokens, place, today: '' };
    const amount = amountAt(reader, at);
    if (amount?.days !== undefined) return { text: `for ${amount.days} days`, to: amount.to };
    if (amount?.months !== undefined) return { text: `for ${amount.months} months`, to: amount.to };
    // Of what comes by the hour an hour is no length.
    if (amount?.minutes !== undefined && /\b(?:hour|minute)/.test(core))
      return { text: `for ${amount.minutes} minutes`, to: amount.to };
    const count = timeWords().number(tokens[at]?.word ?? '');
    const isTimes = scheduleWords().is('times', tokens[at + 1]?.word);
    return count !== undefined && isTimes ? { text: `${count} times`, to: at + 2 } : undefined;
  },
  starting: (sentence, at) => {
    const day = dayAt(sentence, at);
    return day && { text: `starting ${day.day}`, to: day.to + onwardAt(sentence.tokens, day.to) };
  },
  until: (sentence, at, end) => {
    const day = dayAt(sentence, at);
    if (day !== undefined) return { text: `until ${day.day}`, to: day.to };
    const moment = longest(sentence, at, end, (words) => {
      const { schedule } = readSchedule(`every hour until ${words}`, sentence.place);
      const isHour = sentence.pieces.some(({ kind, from }) => kind === 'clock' && from >= at && from < at + 3);
      const isMoment = schedule.kind !== 'once' && schedule.end.until !== undefined;
      return isMoment && (!isHour || /\b(?:hour|minute)/.test(sentence.core)) ? `until ${words}` : undefined;
    });
    return moment ?? openEnd(sentence, at, end);
  },
  except: readExceptions,
};

/** "Until I feel better": an end that only the person can tell. */
function openEnd({ text, tokens }: Sentence, at: number, end: number): { text: string; to: number } | undefined {
  if (!ENDS.has(tokens[at - 1]?.word ?? '')) return undefined;
  // "Remind me to rest until I am well": what is to be done was said, so that "to" belongs to the end.
  const isTold = tokens.slice(0, at).some(({ word }) => word === 'to');
  const stops = isTold ? [','] : [',', 'to'];
  const stop = tokens.findIndex(({ word }, index) => index >= at && index < end && stops.includes(word));
  const to = stop < 0 ? end : stop;
  return to === at ? undefined : { text: `until ${text.slice(tokens[at]!.start, tokens[to - 1]!.end)}`, to };
}

const ENDS = new Set(['until', 'till', 'til']);

/** A day that begins here, behind small words. */
function dayAt({ tokens, pieces }: Sentence, at: number) {
  const first = ['the', 'on', 'and', 'including', 'by', 'in'].includes(tokens[at]?.word ?? '') ? at + 1 : at;
  const found = pieces.find((piece) => piece.kind === 'day' && (piece.from === at || piece.from === first));
  return found?.kind === 'day' ? found : undefined;
}

/** The most words from here on that are understood. */
function longest({ tokens }: Sentence, at: number, end: number, read: (words: string) => string | undefined) {
  for (let to = Math.min(end, at + MOST_WORDS); to > at; to--) {
    try {
      const text = read(wordsOf(tokens, at, to));
      if (text !== undefined) return { text, to };
    } catch {}
  }
  return undefined;
}

function wordsOf(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ word }) => word)
    .join(' ');
}

/** Where what nobody can keep ends: at a joint, or with the sentence. */
function clauseEnd(tokens: readonly Token[], from: number, end: number): number {
  const at = tokens.findIndex(
    ({ word }, index) => index >= from && index < end && [',', 'to', 'at', 'and'].includes(word),
  );
  return at < 0 ? end : at;
}
