/**
 * "If I am free on Friday afternoon, book a massage at 4, otherwise on Saturday": a condition that the calendar can decide. What
 * it is of, and what is to be done otherwise, are read by themselves; which of the two it is, is decided where the calendar is.
 */
import { momentOf } from '../wall.ts';
import { isAsked } from './bounds.ts';
import type { Message } from './clause.ts';
import type { Request } from './request.ts';
import { spanOf } from './time/spans.ts';
import type { Place, When } from './time/when.ts';
import { timeWords } from './time/words.ts';
import { endsSentence } from './tokens.ts';
import { wordSet } from './words.ts';

/** Done only where the calendar has nothing (`free`), or something, in that time. */
export interface Provided {
  readonly free: boolean;
  readonly from: number;
  readonly to: number;
}

/** A message with such a condition, in its parts. */
export interface Conditional {
  /** What stands before it and is no part of it. */
  readonly before: string;
  readonly main: string;
  readonly otherwise?: string | undefined;
  readonly after: string;
  readonly free: boolean;
  /** It was said as a question whether one is free. */
  readonly asksFree: boolean;
  /** The time of the condition, where it has one of its own. */
  readonly when: When | undefined;
}

const OPENS = wordSet('free_opens');
const FREE = wordSet('free_words');
const BUSY = wordSet('busy_words');
const SMALL = wordSet('free_small');
const NOT = wordSet('free_negations');
const ELSE = new Set(['otherwise', 'else']);

export function conditionalIn(message: Message): Conditional | undefined {
  const { tokens, text } = message;
  for (const [at, { word }] of tokens.entries()) {
    if (!OPENS.has(word) || isAsked(tokens, at)) continue;
    const found = conditionAt(message, at);
    if (found === undefined) continue;
    const first = tokens.findLastIndex((_, place) => place < at && endsSentence(tokens, place)) + 1;
    const ends = tokens.findIndex((_, place) => place >= found.to && endsSentence(tokens, place));
    const last = ends < 0 ? tokens.length : ends;
    const other = tokens.findIndex((_, place) => place >= found.to && place < last && isElse(tokens, place));
    const end = other < 0 ? last : other;
    const said = (from: number, to: number) =>
      from < to ? text.slice(tokens[from]!.start, tokens[to - 1]!.end).replace(EDGES, '') : '';
    const isFirst = said(found.to, end) !== '';
    const main = isFirst ? said(found.to, end) : said(first, at);
    if (main === '') return undefined;
    return {
      before: isFirst ? said(0, at) : said(0, first),
      main,
      ...(other >= 0 && { otherwise: said(other + 1, last) }),
      after: said(ends < 0 ? last : last + 1, tokens.length),
      free: found.free !== (word === 'unless'),
      asksFree: found.free && word !== 'unless',
      when: found.when,
    };
  }
  return undefined;
}

/** "Nothing else" is no other way. */
function isElse(tokens: Message['tokens'], at: number): boolean {
  const before = tokens[at - 1]?.word ?? '';
  return ELSE.has(tokens[at]!.word) && !(tokens[at]!.word === 'else' && (FREE.has(before) || BUSY.has(before)));
}

const EDGES = /^(?:[\s,;:]|then\b|and\b|but\b|only\b)+|(?:[\s,;:]|\bthen|\band|\bbut|\bor|\bonly)+$/gi;

/** From the word that opens it over words that say nothing but whether there is something, and when. */
function conditionAt({ tokens, whens }: Message, from: number) {
  const partAt = (at: number) =>
    whens.find(({ parts, recurs }) => !recurs && parts.some((part) => part.from <= at && at < part.to));
  let [at, isFree, isNot] = [from + 1, undefined as boolean | undefined, false];
  let when: When | undefined;
  while (at < tokens.length && !/^[,.;!?]$/.test(tokens[at]!.word)) {
    const { word } = tokens[at]!;
    const time = partAt(at);
    if (isFree !== undefined && (word === 'then' || isElse(tokens, at)) && tokens[at + 1] !== undefined) break;
    if (NOT.has(word)) isNot = true;
    if (time !== undefined) when = time;
    else if (FREE.has(word)) isFree = true;
    else if (BUSY.has(word)) isFree ??= false;
    else if (!SMALL.has(word) && !NOT.has(word)) break;
    at++;
  }
  if (isFree === undefined) return undefined;
  const isOver =
    at >= tokens.length || /^[,.;!?]$/.test(tokens[at]!.word) || when !== undefined || tokens[at]!.word === 'then';
  // "If I have something to say": of something else. An order behind it begins what it is of.
  if (!isOver && !isOrder(tokens[at]!.word)) return undefined;
  return { free: isFree !== isNot, when, to: at };
}

const ORDERS = wordSet('free_orders');
const isOrder = (word: string) => ORDERS.has(word) || ELSE.has(word);

/** The time that it is about: its own, else that of what is done. */
export function spanProvided({ when }: Conditional, [request]: readonly Request[], place: Place) {
  if (when !== undefined) return spanSaid(when, place);
  const start = request?.input['start'] ?? request?.input['at'] ?? request?.input['due'];
  if (typeof start !== 'string') return undefined;
  const from = momentOf(start, place.zone);
  const minutes = request!.input['minutes'];
  return start.length === 10
    ? { from, to: from + 24 * HOUR }
    : { from, to: from + (typeof minutes === 'number' ? minutes / 60 : 1) * HOUR };
}

const HOUR = 3_600_000;

/** A part of a day is all of it; an hour is an hour. */
function spanSaid(when: When, place: Place): { from: number; to: number } {
  const part = when.part === undefined ? undefined : timeWords().part(when.part);
  const day = momentOf(when.wall.slice(0, 10), place.zone);
  if (part !== undefined) return { from: day + part.from * 60_000, to: day + part.to * 60_000 };
  return when.timed ? { from: when.at, to: when.at + (when.minutes ?? 60) * 60_000 } : spanOf(when, place);
}

/** What is done otherwise, in whole: a time alone is another time for the same. */
export function otherwiseOf({ otherwise = '' }: Conditional, main: Message, other: Message): string {
  const isTime = other.whens.length > 0 && timeless(other).every((word) => SMALL.has(word.toLowerCase()));
  return isTime ? `${timeless(main).join(' ')} ${otherwise}` : otherwise;
}

/** Its words without its times. */
function timeless({ text, tokens, whens }: Message): string[] {
  const parts = whens.flatMap((one) => one.parts);
  return tokens
    .filter((_, at) => !parts.some(({ from, to }) => from <= at && at < to))
    .map(({ start, end }) => text.slice(start, end));
}
