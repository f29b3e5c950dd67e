/** "And on Saturday?", "what about the vet?": what was asked last, of another time or of another thing. */

import { addDays, addMonths, wallOf } from '../wall.ts';
import type { Followed } from './follow-deeds.ts';
import { timeIn } from './follow-deeds.ts';
import { type Known, matchKnown } from './known.ts';
import { readMessage } from './message.ts';
import type { Place } from './time/when.ts';
import type { Topic } from './topic.ts';
import { wordSet } from './words.ts';

const LEADS = [...wordSet('asks_again')].toSorted((one, other) => other.length - one.length);
const TAILS = /(?:[\s,]+(?:then|instead|please|too|as well))?[\s.?!]*$/i;

export function askedAgain(said: string, about: Topic, given: { place: Place; known: Known }): Followed[] {
  const { asked } = about;
  if (asked === undefined) return [];
  const words = said.trim().replace(TAILS, '');
  const lead = LEADS.find((one) => words.toLowerCase().startsWith(`${one} `)) ?? '';
  const rest = words.slice(lead.length).trim();
  const isAsked = /\?\s*$/.test(said) || lead.includes('about');
  if (rest === '' || (lead === '' && !isAsked)) return [];
  const next = nextOf(asked.text, rest, given);
  if (next !== undefined) return [{ about, sentence: withTime(asked.text, `on ${next}`, given), asks: asked.tool }];
  const sentence =
    timeIn(rest, given) === undefined
      ? isAsked
        ? withThing(asked, rest, given.known)
        : undefined
      : withTime(asked.text, rest, given);
  return sentence === undefined ? [] : [{ about, sentence, asks: asked.tool }];
}

/** "The week after": so long after the day that was asked about. */
function nextOf(text: string, rest: string, { place, known }: { place: Place; known: Known }): string | undefined {
  const unit = AFTER.exec(rest)?.groups;
  const [when] = readMessage(text, place, known).whens.filter(({ dated, recurs }) => dated && !recurs);
  if (unit === undefined || when === undefined || when.span !== 'day') return undefined;
  const day = when.wall.slice(0, 10);
  const by = unit['side'] === 'before' ? -1 : 1;
  return unit['unit'] === 'month' ? addMonths(day, by) : addDays(day, by * (unit['unit'] === 'week' ? 7 : 1));
}

export const AFTER =
  /^(?:on |in )?(?:the )?(?:(?<unit>day|week|month) (?<side>after|before)(?: that)?|following (?<unit>day|week|month))$/i;

/** The times of the question go, and the new one stands where the first of them stood. */
function withTime(text: string, when: string, { place, known }: { place: Place; known: Known }): string {
  const { tokens, whens, text: read } = readMessage(text.replace(/[\s?!.]+$/, ''), place, known);
  const isTime = (at: number) => whens.some(({ parts }) => parts.some(({ from, to }) => from <= at && at < to));
  const first = tokens.findIndex((_, at) => isTime(at));
  if (first < 0) return `${read} ${when}?`;
  const isLed = LED.test(tokens[first - 1]?.word ?? '') || LED.test(tokens[first]!.word);
  const begin = LED.test(when) && LED.test(tokens[first - 1]?.word ?? '') ? first - 1 : first;
  const behind = tokens.filter((_, at) => at > first && !isTime(at)).map(({ start, end }) => read.slice(start, end));
  const own = !LED.test(when) && isLed && LED.test(tokens[first]!.word) ? `${tokens[first]!.word} ` : '';
  return `${read.slice(0, tokens[begin]!.start)}${own}${when} ${behind.join(' ')}`.trim().concat('?');
}

/** "Put coffee with Nadia then, 3ish", behind "am I free on Friday?": an hour without a day is on the day that was asked about. */
export function withAskedDay(text: string, place: Place, known: Known, about: Topic | undefined): string {
  const { asked } = about ?? {};
  if (asked?.at === undefined || text.length > LONGEST || /\?\s*$/.test(text)) return text;
  const isThen = /\b(?:then|that day)\b/i.test(text);
  const { whens } = readMessage(text, place, known);
  const isHour = whens.length === 1 && whens[0]!.timed && !whens[0]!.dated && !whens[0]!.recurs;
  const isRelative = /\b(?:in|for) (?:an?|half|\d+|one|two|three) |\b(?:now|tonight)\b/i.test(text);
  if (!isHour || isRelative || (!isThen && asked.tool !== 'free_time') || !MAKES.test(text)) return text;
  const day = `on ${wallOf(asked.at, place.zone).slice(0, 10)}`;
  return isThen ? text.replace(/\b(?:then|(?:on )?that day)\b/i, day) : `${text.replace(/[\s.!]+$/, '')} ${day}`;
}

const LONGEST = 200;
const MAKES =
  /^(?:ok(?:ay)?,? |then |please |can you |could you |so |great,? |good,? )*(?:put|add|book|schedule|pencil|block|pop|stick|set|make|plan|arrange|reserve)\b/i;

const LED = /^(?:on|in|at|for|from|by|during)\b/i;

/** Another of the things that can be asked about so. */
function withThing({ text, of }: NonNullable<Topic['asked']>, words: string, known: Known): string | undefined {
  if (of === undefined) return undefined;
  const at = text.toLowerCase().indexOf(of.toLowerCase());
  const plain = words.replace(/^(?:the|my|our|on|in|for|with)\s+/i, '').replace(/^(?:the|my|our)\s+/i, '');
  const message = readMessage(plain, { now: 0, zone: 'UTC' }, known);
  const isKnown = matchKnown(message.tokens, 0, message.tokens.length, known).size > 0;
  const name = plain.replace(/\s+list$/i, '');
  return at < 0 || !isKnown || message.tokens.length > MOST
    ? undefined
    : `${text.slice(0, at)}${name}${text.slice(at + of.length)}?`;
}

const MOST = 6;
