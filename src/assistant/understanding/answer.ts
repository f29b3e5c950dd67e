/** Answers to what was asked back. */

import { wallOf } from '../wall.ts';
import { stepsSaid } from './brief.ts';
import { type Clause, type Message, readClause } from './clause.ts';
import { readTools } from './grammar.ts';
import type { KnownKind } from './known.ts';
import { readMessage } from './message.ts';
import { type Part, partIn } from './part.ts';
import type { Request } from './request.ts';
import { readSlots, type SlotName } from './slots.ts';
import { joinWhens } from './time/join.ts';
import type { Place, When } from './time/when.ts';
import type { Open } from './topic.ts';
import { wordSet } from './words.ts';

/** An answer to what was asked back: a time and nothing else, or the name of one of the things that were named. */
export function answerOpen(message: Message, whole: Clause, open: Open) {
  const chosen = open.choices && choiceIn(message, open.choices);
  if (open.choices !== undefined && chosen === undefined) return undefined;
  const { lacks, aside, options } = open;
  const { agent, tool, input } = chosen ?? open;
  if (chosen !== undefined) return { agent, tool, input, text: message.text, score: 4, answers: true as const };
  const made = (more: Request['input']): Request => ({
    agent,
    tool,
    input: { ...input, ...more },
    text: message.text,
    score: 4,
    answers: true,
  });
  const nth = lacks === 'which' && options !== undefined ? optionIn(message, options) : undefined;
  if (nth !== undefined) return made({ query: nth.name, ...(nth.start && startFor(tool, nth.start)) });
  // Whoever asks or orders something else does not answer.
  if (lacks !== 'word' && lacks !== 'steps' && isOther(whole)) return undefined;
  if (aside && (whole.mood !== 'fragment' || [...whole.shows].some((sign) => sign.startsWith('head.'))))
    return undefined;
  if (lacks === 'when') {
    const when = whole.shows.has('title.some') ? undefined : joinWhens(message.whens, message.place);
    const { by } = input;
    if (when === undefined || namesOther(whole, input)) return undefined;
    if (tool !== 'set_reminder') return made(timesFor(tool, withItsName(whole, tool, input)));
    if (typeof by !== 'number' || when.recurs) return made({ when: when.text, at: when.wall, recurs: when.recurs });
    // "An hour before the recital", and now it is known when that is.
    const at = wallOf(when.at + by * 60_000, message.place.zone);
    return made({ when: at, at, recurs: false, from: undefined, by: undefined });
  }
  if (lacks === 'word') return isYes(message) ? made({}) : undefined;
  if (lacks === 'steps') {
    const steps = stepsSaid(message);
    return steps && made({ steps });
  }
  const kind = readTools()
    .find((one) => one.tool === tool)
    ?.slots['query']?.replace('known_', '') as KnownKind | undefined;
  const named = kind && namedAmong(whole.known.get(kind), options);
  const isOrder = [...whole.shows].some((sign) => sign.startsWith('head.'));
  const when = whole.shows.has('title.some') ? undefined : joinWhens(message.whens, message.place);
  // "Thursday's", "the one at 6": of several with one name.
  if (when !== undefined && named === undefined)
    return isPlaced(when, options) && !namesOther(whole, input) ? made(pointedFor(tool, when)) : undefined;
  return named !== undefined && !isOrder ? made({ query: named.name, ...(when && pointedFor(tool, when)) }) : undefined;
}

/** "The calendar", "a note please", "the second": one of what may have been meant, and nothing else. */
function choiceIn({ tokens }: Message, choices: NonNullable<Open['choices']>) {
  const words = tokens.map(({ word }) => word).filter((word) => /[\p{L}\d]/u.test(word) && !CHOICE_SMALL.has(word));
  const place = words.length === 1 ? OPTION_PLACES[words[0]!] : undefined;
  if (place !== undefined) return choices.at(place);
  const named = choices.filter(({ tool }) => words.length > 0 && words.every((word) => CHOICE_WORDS[tool]?.has(word)));
  if (named.length === 1) return named[0];
  return choices.length === 1 && words.length > 0 && words.every((word) => YES.has(word)) ? choices[0] : undefined;
}

const CHOICE_SMALL = wordSet('choice_small');
const CHOICE_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  add_event: wordSet('choice_event'),
  add_todo: wordSet('choice_todo'),
  set_reminder: wordSet('choice_reminder'),
  remember: wordSet('choice_note'),
};

/** Whoever names something that was not asked about speaks of that. */
function namedAmong<Thing extends { name: string }>(
  thing: Thing | undefined,
  options: Open['options'],
): Thing | undefined {
  const isAmong = ({ name }: Thing) => options!.some((one) => one.name.toLowerCase() === name.toLowerCase());
  return thing === undefined || options === undefined || isAmong(thing) ? thing : undefined;
}

/** A time answers where one of those that were named is then; where more were there than are named, any may. */
function isPlaced({ wall, dated, timed, part }: When, options: Open['options']): boolean {
  if (options === undefined || options.length >= MOST_OPTIONS) return true;
  const isHour = (start: string) => Number(start.slice(11, 13)) % 12 === Number(wall.slice(11, 13)) % 12;
  const isMinute = (start: string) => start.slice(14, 16) === wall.slice(14, 16);
  return options.some(
    ({ start = '' }) =>
      (!dated || start.slice(0, 10) === wall.slice(0, 10)) &&
      (!timed || part !== undefined || (isHour(start) && isMinute(start))),
  );
}

/** "Meeting on Thursday at 3", where it was asked when the gym is. */
function namesOther({ message, signs, whens }: Clause, input: Request['input']): boolean {
  const asked = Object.values(input).join(' ').toLowerCase();
  const isTime = (at: number) => whens.some(({ parts }) => parts.some((part) => part.from <= at && at < part.to));
  const isOwn = (at: number) => message.tokens[at]!.forms.some((form) => asked.includes(form));
  return signs.some(({ sign, at }) => sign === 'noun.event' && !at.every((place) => isTime(place) || isOwn(place)));
}

/** "Both", "cancel both", "all of them": each of those that were named. */
export function answerAll(
  { tokens, text }: Message,
  { agent, tool, input, lacks, options }: Open,
): Request[] | undefined {
  if (lacks !== 'which' || options === undefined || options.length > MOST_OPTIONS) return undefined;
  const words = tokens.map(({ word }) => word).filter((word) => /\p{L}|\d/u.test(word) && !ALL_SMALL.has(word));
  const isAll = words.length === 1 && (words[0] === 'all' || (words[0] === 'both' && options.length === 2));
  if (!isAll) return undefined;
  return options.map(({ name, start }) => ({
    ...{ agent, tool, text, score: 4, answers: true as const },
    input: { ...input, query: name, ...(start && startFor(tool, start)) },
  }));
}

const MOST_OPTIONS = 10;
const ALL_SMALL = wordSet('all_small');

/** "Tomorrow at 3, and add milk to groceries": the answer to what was asked back, and behind it what else is asked. */
export function answerFirst(
  message: Message,
  place: Place,
  open: Open,
  reads: (text: string) => boolean,
): Part<Request> | undefined {
  if (open.aside || message.text.length > LONGEST) return undefined;
  // "Yes, but not now": no yes.
  if (open.lacks === 'word' && message.tokens.some(({ word }) => LIMITS.has(word))) return undefined;
  const find = (text: string) => {
    const part = readMessage(text, place, message.known);
    return part.tokens.length === 0 ? undefined : answerOpen(part, readClause(part, 0, part.tokens.length), open);
  };
  const part = partIn(message, find, reads);
  return part?.before === '' && reads(part.after) ? part : undefined;
}

/** Nobody answers in more; every way to cut so much would be read. */
const LONGEST = 300;
const LIMITS = wordSet('yes_limits');

function isOther({ mood, shows }: Clause): boolean {
  return mood === 'question' || [...shows].some((sign) => sign.startsWith('head.') && !ANSWERING.has(sign));
}

/** "Make it Thursday", "move it to 5" answer where to, too. */
const ANSWERING = new Set(['head.set', 'head.move', 'head.schedule', 'head.none']);

/** The times of an answer, as the tool takes them. */
/** "Tuesday at 7", of a dinner: the half of the day is that of what it is. */
function withItsName(whole: Clause, tool: string, { title }: Open['input']): Clause {
  const { text, place, known } = whole.message;
  if (tool !== 'add_event' || typeof title !== 'string') return whole;
  const message = readMessage(`${title} ${text}`, place, known);
  const clause = readClause(message, 0, message.tokens.length);
  return clause.whens.length === whole.whens.length ? clause : whole;
}

function timesFor(tool: string, clause: Clause): Request['input'] {
  const { slots = {} } = readTools().find((one) => one.tool === tool) ?? {};
  const timed = Object.entries(slots).filter(([, slot]) => TIME_SLOTS.has(slot));
  return readSlots({ clause, drop: new Set() }, Object.fromEntries(timed));
}

const TIME_SLOTS: ReadonlySet<SlotName> = new Set<SlotName>([
  ...(['begin', 'finish', 'minutes', 'again', 'again_yearly', 'when', 'moved', 'clock', 'either'] as const),
  ...(['weekday', 'by_minutes', 'by_days', 'by_months'] as const),
]);

function pointedFor(tool: string, { wall, dated, timed }: When): Request['input'] {
  const { slots = {} } = readTools().find((one) => one.tool === tool) ?? {};
  const day = 'on' in slots ? 'on' : 'day' in slots ? 'day' : undefined;
  return {
    ...(dated && day !== undefined && { [day]: wall.slice(0, 10) }),
    ...(timed && 'was' in slots && { was: wall.slice(11) }),
  };
}

/** "The second one", "the later one": of those that were named. */
function optionIn({ tokens }: Message, options: NonNullable<Open['options']>) {
  const words = tokens.map(({ word }) => word).filter((word) => /\p{L}|\d/u.test(word) && !OPTION_SMALL.has(word));
  if (words.length !== 1) return undefined;
  const inTime = options.toSorted((one, other) => (one.start ?? '').localeCompare(other.start ?? ''));
  const place = OPTION_PLACES[words[0]!];
  if (place !== undefined) return options.at(place);
  return { earlier: inTime[0], earliest: inTime[0], later: inTime.at(-1), latest: inTime.at(-1) }[words[0]!];
}

const OPTION_SMALL = new Set(['the', 'one', 'please', 'number', 'option', 'take', 'i', 'mean', 'meant']);
const OPTION_PLACES: Readonly<Record<string, number>> = {
  ...{ first: 0, second: 1, third: 2, fourth: 3, fifth: 4, former: 0, latter: 1, last: -1 },
  ...{ '1': 0, '2': 1, '3': 2, '1st': 0, '2nd': 1, '3rd': 2 },
};

export function startFor(tool: string, start: string): Request['input'] {
  const { slots = {} } = readTools().find((one) => one.tool === tool) ?? {};
  const day = 'on' in slots ? 'on' : 'day' in slots ? 'day' : undefined;
  return {
    ...(day !== undefined && { [day]: start.slice(0, 10) }),
    ...(start.length > 10 && 'was' in slots && { was: start.slice(11, 16) }),
  };
}

const YES = wordSet('yes');
const YES_BESIDE = wordSet('yes_beside');

/** "Yes, please do": a yes, and nothing else. */
function isYes({ tokens }: Message): boolean {
  const words = tokens.map(({ word }) => word).filter((word) => /\p{L}/u.test(word));
  return words.some((word) => YES.has(word)) && words.every((word) => YES.has(word) || YES_BESIDE.has(word));
}

const NO = wordSet('no_words');

/** "No thanks": what was asked is not wished. */
export function isNo({ tokens }: Message): boolean {
  const words = tokens.map(({ word }) => word).filter((word) => /\p{L}/u.test(word));
  return NO.has(words[0] ?? '') && words.slice(1).every((word) => NO.has(word) || YES_BESIDE.has(word));
}
