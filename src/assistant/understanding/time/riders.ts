/** What bounds that which comes again and may stand anywhere in its sentence: from when, how long, until when, when not. */
import { readSchedule } from '../../../triggers/schedule/read.ts';
import { scheduleWords } from '../../../triggers/schedule/words.ts';
import type { Token } from '../tokens.ts';
import { amountAt } from './distances.ts';
import { onwardAt, type Piece } from './piece.ts';
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

/** The bounds of a rhythm, in the order in which a schedule is read. Each kind once. */
export function ridersOf(sentence: Sentence, span: Range): Rider[] {
  const { tokens } = sentence;
  let [first, end] = [span.from, span.to];
  while (first > 0 && !STOP.test(tokens[first - 1]!.word)) first--;
  while (end < tokens.length && !STOP.test(tokens[end]!.word)) end++;
  const found: Rider[] = [];
  for (let at = first; at < end; at++) {
    if (at >= span.from && at < span.to) continue;
    const rider = riderAt(sentence, at, at < span.from ? span.from : end);
    if (rider === undefined || found.some(({ kind }) => kind === rider.kind)) continue;
    found.push(rider);
    const last = rider.kind === 'starting' ? lastOf(sentence, rider) : undefined;
    if (last !== undefined) found.push(last);
    at = (last ?? rider).to - 1;
  }
  return found.toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
}

/** "From 1 December to 31 January": the day behind the first is the last. */
function lastOf(sentence: Sentence, { to: at }: Rider): Rider | undefined {
  const { tokens } = sentence;
  const day = ['to', '-', '–', ...ENDS, 'through'].includes(tokens[at]?.word ?? '')
    ? dayAt(sentence, at + 1)
    : undefined;
  return day && { kind: 'until', from: at, to: day.to, text: `until ${day.day}`, said: wordsOf(tokens, at, day.to) };
}

function riderAt(sentence: Sentence, at: number, end: number): Rider | undefined {
  const { tokens } = sentence;
  const endless = timeWords().sizeAt('endless', (shift) => tokens[at + shift]?.word);
  if (endless > 0)
    return { kind: 'until', from: at, to: at + endless, text: '', said: wordsOf(tokens, at, at + endless) };
  const opener = timeWords().riders.find(({ words }) =>
    words.every((word, shift) => tokens[at + shift]?.word === word),
  );
  if (opener === undefined) return undefined;
  const next = at + opener.words.length;
  const read = READERS[opener.kind](sentence, next, end);
  if (read !== undefined) return { kind: opener.kind, from: at, ...read, said: wordsOf(tokens, at, read.to) };
  if (opener.kind !== 'except') return undefined;
  const to = clauseEnd(tokens, next, end);
  return to > next ? { kind: 'except', from: at, to, said: wordsOf(tokens, at, to) } : undefined;
}

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
  except: (sentence, at, end) => {
    const day = dayAt(sentence, at);
    const isDate = day !== undefined && timeWords().weekday(sentence.tokens[day.from]!.word) === undefined;
    const named = isDate ? { text: `except ${sayDate(day.day)}`, to: day.to } : undefined;
    return (
      longest(sentence, at, end, (words) => {
        const { schedule } = readSchedule(`${sentence.core} except ${words}`, sentence.place);
        return schedule.kind === 'calendar' && schedule.except !== undefined ? `except ${words}` : undefined;
      }) ?? named
    );
  },
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

function sayDate(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
    .format(Date.parse(`${day}T00:00Z`))
    .toLowerCase();
}
