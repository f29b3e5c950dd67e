/**
 * How often the desk is to look, found in a request. A phrase is a rhythm when the schedules' grammar reads it and it stands
 * by itself: "daily aspirin" and "is it taken daily?" speak of a treatment.
 */
import { toConsiliumError } from '../kernel/index.ts';
import { stem } from '../text/index.ts';
import { callAside } from '../threads/index.ts';
import { readSchedule, scheduleWords } from '../triggers/index.ts';
import { noSuchDay } from '../triggers/schedule/no-such-day.ts';
import { endIn, isEnded } from './rhythm-end.ts';
import { ANY_TIME, isOfTime, type Rhythm, startIn } from './rhythm-start.ts';
import { isOfStudy } from './study-times.ts';
import { hasAll, plainOf, vocabulary } from './vocabulary.ts';

type Time = typeof ANY_TIME;

export interface Cadence {
  readonly cadence?: string | undefined;
  /** Said, and not understood; what of it was. */
  readonly unread?: string | undefined;
  readonly unread_because?: string | undefined;
}

/** How often to look: as it was said; or what of it cannot be read, which is never left out in silence. */
export function readCadence(message: string, time: Time): Cadence {
  const all = rhythmsIn(message);
  const start = all.find(({ isStart }) => isStart);
  const end = all.find(({ isEnd }) => isEnd);
  if (end?.isUnread) return { unread: end.said, unread_because: whyNot(`weekly ${end.text}`, time) };
  const begun = (text: string) => withEnd(start === undefined ? text : withStart(text, start.text), end);
  const rhythms = all
    .filter((rhythm) => rhythm !== start && rhythm !== end)
    .map((rhythm) => begun(`${rhythm.text}${leftAfter(message, rhythm)}${timeBefore(message, rhythm)}`));
  const piece = all.map((rhythm) => pieceOf(message, rhythm)).find((text) => text !== undefined);
  if (piece !== undefined) return { unread: piece, unread_because: whyNot(piece, time) };
  const readable = rhythms.find((text) => isSchedule(text, time));
  // "…, and" leads on to something else.
  if (readable !== undefined) return { cadence: withoutJoint(readable) };
  const unread = rhythms[0] ?? unreadIn(without(message, [start, end]));
  if (unread !== undefined) return { unread, unread_because: whyNot(unread, time) };
  const isOngoing = hasAll(plainOf(message), [vocabulary().ongoing]);
  return isOngoing ? { cadence: begun(vocabulary().usual_cadence) } : {};
}

/** "At 5pm on the first working day of each quarter", of which "each quarter" alone could be read. */
function pieceOf(message: string, { text, start }: Rhythm): string | undefined {
  const [clause = ''] = /[^.;!?,\n]*$/.exec(message.slice(0, start)) ?? [];
  const { pieces } = vocabulary().again;
  const found = new RegExp(
    `(?:\\b(?:at|on|in|by)\\b[^.;!?,]{0,60}?)?\\b(?:${pieces.join('|')}) of (?:the )?$`,
    'i',
  ).exec(clause);
  return found === null ? undefined : `${found[0]}${text}`.trim();
}

/** An event that ends it may be told in any words: the beginning stands before that. */
function withStart(text: string, start: string): string {
  const words = text.split(' ');
  const until = words.findIndex((word) => scheduleWords().is('until', word.toLowerCase()));
  const at = until < 0 ? words.length : until;
  return [...words.slice(0, at), start, ...words.slice(at)].join(' ');
}

const withoutJoint = (text: string) => text.replace(/[\s,;]+(?:and|but|then)?[\s,;]*$/i, '');

/** What says its own end keeps it. */
function withEnd(text: string, end: Rhythm | undefined): string {
  return end === undefined || isEnded(text) ? text : `${withoutJoint(text)} ${end.text}`;
}

function whyNot(text: string, time: Time): string | undefined {
  try {
    readSchedule(text, time);
    return undefined;
  } catch (thrown) {
    const { message } = toConsiliumError(thrown);
    // What says only that nothing of it was understood says nothing more.
    return message.startsWith('I do not understand') || message.startsWith('Read as') ? noSuchDay(text) : message;
  }
}

/** "At 5pm on the first working day of each quarter": the hour stands before the day. */
function timeBefore(message: string, { text, start }: Rhythm): string {
  const [, time] = /(?<!\p{L})(at \d{1,2}(?:[:.]\d{2})?\s?(?:am|pm)?)\s*$/iu.exec(message.slice(0, start)) ?? [];
  return time === undefined || /\bat\s/i.test(text) ? '' : ` ${time}`;
}

/** " at 25:00": what goes on with the schedule and is of time, where nobody could read it. */
function leftAfter(message: string, { end }: Rhythm): string {
  const { goes_on } = vocabulary().again;
  const [clause = ''] = /^[^.;!?,\n]*/.exec(message.slice(end).replace(/^,/, '')) ?? [];
  const [, opening] = /^\s*(\p{L}+)/u.exec(clause) ?? [];
  const goesOn = opening !== undefined && goes_on.includes(opening.toLowerCase());
  return goesOn && isOfTime(clause) ? ` ${clause.trim()}` : '';
}

/** "Check every full moon", "look again in a bit". */
function unreadIn(message: string): string | undefined {
  const { verbs, always, openings } = vocabulary().again;
  const any = (words: readonly string[]) => `(?:${words.join('|')})`;
  const found = (some: readonly string[]) =>
    [
      ...message
        .slice(0, MOST_READ)
        .matchAll(
          new RegExp(`\\b${any(verbs)}\\b[^.;!?]*?\\b(${any(some)}\\s[^.,;!?]{1,60})(?![\\p{L}\\p{N}])`, 'giu'),
        ),
    ]
      .map(({ 0: whole, 1: said }) => ({ said: said!.trim(), before: whole.slice(0, whole.length - said!.length) }))
      .filter(({ said, before }) => !isOfStudy(amountOf(said), before, said.slice(amountOf(said).length)))
      .map(({ said }) => said);
  // "Follow it in Crohn disease. Check whenever …": the first of them need not be the one.
  const timed = found(openings).find((said) => hasAll(plainOf(said), [vocabulary().again.times]) || CLOCK.test(said));
  // "… to look again" says what for.
  return (found(always)[0] ?? timed)?.replace(new RegExp(`\\s(?:to|and) ${any(verbs)}\\b.*$`, 'i'), '');
}

/** "In 2 year" of "in 2 year old children": up to what is counted in. */
function amountOf(said: string): string {
  const words = said.split(' ');
  const at = words.findIndex((word) => scheduleWords().unit(word.toLowerCase()) !== undefined);
  return at < 0 ? said : words.slice(0, at + 1).join(' ');
}

/** "25:99", "the 31st": meant for a time, whatever month that is in. */
const CLOCK = /\d{1,2}[:h]\d{2}|\b\d{1,2}(?:st|nd|rd|th)\b/;

/** What is left of a message without when to look, be that readable or not; undefined where it says nothing of it. */
export function besideRhythm(message: string): string | undefined {
  const unread = unreadIn(message);
  const rest = unread === undefined ? withoutCadence(message) : message.replace(unread, ' ');
  return rest === message ? undefined : rest;
}

/** What is left of a request without its rhythm: "weekly until the Phase 3 readout" is not what it is about. What is left stays in its place. */
export function withoutCadence(text: string): string {
  return without(text, rhythmsIn(text));
}

let endWords: RegExp | undefined;

/** One look, however long it is: most messages name no end. */
function namesEnd(text: string): boolean {
  const { until, stops, lasting } = vocabulary().ends;
  endWords ??= new RegExp(`(?<![\\p{L}\\p{N}-])(?:${[...until, ...stops, ...lasting].join('|')})\\s`, 'iu');
  return endWords.test(text);
}

/** When to stop is said of looking, and stops nothing now. */
export function withoutEnd(text: string): string {
  if (!namesEnd(text)) return text;
  return without(
    text,
    rhythmsIn(text).filter(({ isEnd }) => isEnd),
  );
}

/** What is left stays in its place. */
function without(text: string, places: readonly (Rhythm | undefined)[]): string {
  return places
    .filter((place) => place !== undefined)
    .reduce((all, { start, end }) => `${all.slice(0, start)}${' '.repeat(end - start)}${all.slice(end)}`, text);
}

const MOST_WORDS = 16;
/** How often somebody wants to hear is said in the first lines, in a few words: no longer text makes this long. */
const MOST_READ = 2_000;
const MOST_READINGS = 40;

/** The beginnings of the last messages, with what was found in them: one message is asked for it by many. */
const found = new Map<string, readonly Rhythm[]>();

function rhythmsIn(message: string): readonly Rhythm[] {
  const read = message.slice(0, MOST_READ);
  return found.get(read) ?? keep(read, findRhythms(read));
}

function keep(read: string, rhythms: readonly Rhythm[]): readonly Rhythm[] {
  if (found.size > 500) found.clear();
  found.set(read, rhythms);
  return rhythms;
}

export const works = { findRhythms };

/** Finds them in a thread, where some are kept, before they are asked for here: forty readings of dates are long. */
export async function readRhythms(message: string): Promise<void> {
  const read = message.slice(0, MOST_READ);
  if (!found.has(read)) keep(read, await callAside(import.meta.url, works, 'findRhythms', [read]));
}

function findRhythms(message: string): readonly Rhythm[] {
  const rhythms: Rhythm[] = [];
  const budget = { left: MOST_READINGS };
  for (const sentence of sentencesIn(message)) {
    const words = [...sentence.text.matchAll(/\S+/g)];
    for (let at = 0; at < words.length && budget.left > 0; at++) {
      const start = sentence.start + words[at]!.index;
      if (rhythms.some((rhythm) => start < rhythm.end) || !isCue(words, at)) continue;
      const rhythm = longestFrom(message, sentence, start, budget);
      if (rhythm !== undefined && standsAlone(sentence.text, rhythm, sentence.start)) rhythms.push(rhythm);
    }
  }
  const ends = endIn(message, rhythms);
  const running = besides(rhythms, ends);
  const begins = startIn(message, running);
  return [...besides(running, begins), ...[begins, ends].filter((each) => each !== undefined)].toSorted(
    (one, other) => one.start - other.start,
  );
}

/** "Starting next Monday": that day is the beginning, and no rhythm of its own; so with the end. */
function besides(rhythms: readonly Rhythm[], part: Rhythm | undefined): readonly Rhythm[] {
  return part === undefined ? rhythms : rhythms.filter(({ start }) => start < part.start || start >= part.end);
}

interface Sentence {
  readonly text: string;
  readonly start: number;
}

function sentencesIn(message: string): Sentence[] {
  return [...message.matchAll(/[^.!?;\n]+(?:[.!?;](?!\s|$)[^.!?;\n]*)*[.!?;]?/g)].map(({ 0: text, index }) => ({
    text,
    start: index,
  }));
}

/** A word with which a rhythm begins; "in" and "on" begin much else, and the grammar decides. */
function isCue(words: readonly RegExpExecArray[], at: number): boolean {
  const cue = words[at]![0].toLowerCase().replace(/^[("“]+|[,:;.!?)"”]+$/g, '');
  return vocabulary().cadence.includes(cue) || /^\+\d/.test(cue);
}

/** The longest run of words from there on that is a schedule. */
function longestFrom(message: string, sentence: Sentence, start: number, budget: { left: number }): Rhythm | undefined {
  const rest = message.slice(start, sentence.start + sentence.text.length);
  const cuts = vocabulary()
    .cuts.map((cut) => rest.toLowerCase().indexOf(` ${cut}`))
    .filter((cut) => cut > 0);
  const part = rest.slice(0, Math.min(rest.length, ...cuts));
  const ends = [...part.matchAll(/\S+/g)].slice(0, MOST_WORDS).map(({ 0: word, index }) => index + word.length);
  for (const end of ends.toReversed()) {
    const text = part
      .slice(0, end)
      .replace(/^[("“]+/, '')
      .replace(/[,;:.!?)"”]+$/, '');
    if (!mayBeSchedule(text)) continue;
    if (budget.left-- <= 0) return undefined;
    if (isOfAnyTime(text)) return { text, start, end: start + part.slice(0, end).replace(/[,;:.!?)"”]+$/, '').length };
  }
  return undefined;
}

/** "In giant cell arteritis" is of no time: the grammar, which takes its own, is not asked. */
function mayBeSchedule(text: string): boolean {
  const [opening = ''] = plainOf(text).split(' ', 1);
  return !vocabulary().again.loose.includes(opening) || isOfTime(text) || /\d/.test(text);
}

/** The same few words are asked for in each part of a message that is looked at by itself. */
const readBefore = new Map<string, boolean>();

function isOfAnyTime(text: string): boolean {
  const known = readBefore.get(text);
  if (known !== undefined) return known;
  if (readBefore.size >= 2_000) readBefore.clear();
  const is = isSchedule(text, ANY_TIME);
  readBefore.set(text, is);
  return is;
}

function isSchedule(text: string, time: Time): boolean {
  try {
    readSchedule(text, time);
    return true;
  } catch {
    return false;
  }
}

/** Nothing that is treated or given follows it, and it is not part of a question about a treatment. */
function standsAlone(sentence: string, { start, end }: Rhythm, from: number): boolean {
  const before = sentence.slice(0, start - from).trimEnd();
  const after = sentence.slice(end - from);
  const { auxiliaries, generic, aspects, small } = vocabulary();
  // "Zorbafen (10 mg daily)": what stands in a bracket with something else belongs to that.
  if (/\([^()]*[^()\s][^()]*$/.test(before)) return false;
  if (isOfStudy(sentence.slice(start - from, end - from), before, after)) return false;
  const [opening = ''] = sentence
    .trim()
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  if (auxiliaries.includes(opening) && before !== '' && !/[,:–-]$/.test(before)) return false;
  const next = /^\s+([\p{L}\p{N}-]+)/u.exec(after)?.[1]?.toLowerCase();
  if (next === undefined) return true;
  return small.has(next) || (generic.has(stem(next)) && !aspects.has(stem(next)));
}
