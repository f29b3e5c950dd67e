/** A stretch of a message and what shows in it: its mood, its verb, its time, what it names. */
import type { Bounds } from './bounds.ts';
import { saysMore } from './headless.ts';
import type { HealthTold } from './health.ts';
import { type Known, type KnownKind, type Match, matchKnown } from './known.ts';
import { lexicon, type Sign } from './lexicon.ts';
import { type ListNamed, listIn } from './lists.ts';
import { asksFirst, type Mood, moodOf } from './mood.ts';
import { nameIn } from './naming.ts';
import { fileQuoted, namesQuoted, pathsIn, quoteIn, urlIn } from './paths.ts';
import { showsOf } from './shows.ts';
import { meantOf } from './things.ts';
import { onDate } from './time/again.ts';
import type { Hanging } from './time/hanging.ts';
import { joinWhens, sameThen } from './time/join.ts';
import { isWithin } from './time/piece.ts';
import type { Place, When } from './time/when.ts';
import type { Token } from './tokens.ts';
import { isToldOn } from './told-on.ts';
import { knownOf, type Topic } from './topic.ts';
import { wordSet } from './words.ts';

export interface Message {
  readonly text: string;
  /** All of it, with what it is asked with, as it was said. */
  readonly said: string;
  readonly tokens: readonly Token[];
  readonly whens: readonly When[];
  /** What bounds that which comes again, apart from its rhythm: of several rhythms in one sentence it may be of all. */
  readonly riders: readonly { from: number; to: number }[];
  /** Times that are counted from something of which nobody knows when it is. */
  readonly hanging: readonly Hanging[];
  readonly place: Place;
  readonly known: Known;
  readonly health: HealthTold;
  /** What is not to be done, or only if something happens. */
  readonly bounds: Bounds;
  /** What the last clause is asked with, and nobody reads as a request. */
  readonly content?: string | undefined;
  /** Where it is said how long something takes. */
  readonly lengths: readonly { from: number; to: number }[];
}

export interface Clause {
  readonly message: Message;
  /** Tokens of the clause without what only leads in or out. */
  readonly from: number;
  readonly to: number;
  readonly signs: readonly Sign[];
  readonly whens: readonly When[];
  readonly when: When | undefined;
  readonly list: ListNamed | undefined;
  readonly known: ReadonlyMap<KnownKind, Match>;
  readonly paths: readonly { path: string; at: number }[];
  readonly url: string | undefined;
  readonly quote: { text: string; from: number; to: number } | undefined;
  /** What something new is to be called. */
  readonly name: string | undefined;
  readonly shows: ReadonlySet<string>;
  readonly mood: Mood;
  /** When it ends, where that was told beside it. */
  readonly until?: When | undefined;
  /** What of a set is left as it is: "everything except yoga". */
  readonly except?: string | undefined;
  /** The days of what is left as it is. */
  readonly exceptDays?: readonly string[] | undefined;
  /** Where it is to be done, said before. */
  readonly room?: string | undefined;
  /** What "it" is: the clause before. */
  readonly topic?: Clause | undefined;
  /** What "it" is: of an earlier message. */
  readonly about?: Topic | undefined;
}

export function textOf({ message, from, to }: Pick<Clause, 'message' | 'from' | 'to'>): string {
  if (to <= from) return '';
  return message.text.slice(message.tokens[from]!.start, message.tokens[to - 1]!.end);
}

/** What a clause may lean on: the one before it, or what an earlier message was about. */
export interface Leaning {
  readonly topic?: Clause | undefined;
  readonly about?: Topic | undefined;
}

export function readClause(message: Message, first: number, end: number, { topic, about }: Leaning = {}): Clause {
  const { tokens, known } = message;
  const all = shifted(lexicon().signsIn(tokens.slice(first, end)), first);
  const lead = stripLead(tokens, all, first, end, message.whens);
  const whole = stripTail(tokens, all, lead.from, end);
  const left = leftOut(message, all, lead.from, whole);
  const to = left?.from ?? whole;
  const range = { message, from: lead.from, to };
  const named = namesQuoted(message, lead.from, to);
  const signs = all.filter(
    (sign) =>
      !sign.at.some((place) => named.has(place) || isWithin(message.riders, place)) &&
      ((sign.from >= lead.from && sign.from < to) || sign.sign === 'noun.scout' || sign.sign === 'noun.axel') &&
      sign.group !== 'small',
  );
  const isIn = (part: { from: number; to: number }) => part.from >= first && part.to <= end;
  // What bounds several rhythms may stand beside another of them.
  const isShared = ({ from }: { from: number }) =>
    message.whens.filter(({ parts }) => parts.some((one) => one.from === from)).length > 1;
  const list = listIn(tokens, lead.from, to, known.lists) ?? leantList(topic, about, lead.from);
  // "Xmas presents" is the name of a list, and no day.
  const isListed = ({ from }: { from: number }) => list !== undefined && list.from <= from && from < list.to;
  const whens = message.whens.filter(
    ({ parts: [core, ...riders], recurs }) =>
      isIn(core!) &&
      !isListed(core!) &&
      (left === undefined || core!.from < left.from) &&
      !isToldOn(tokens, first, core!.from, end) &&
      riders.every((one) => isIn(one) || (recurs && isShared(one))),
  );
  const said = joinWhens(whens, message.place);
  const isAgain =
    about?.at !== undefined && (signs.some(({ sign }) => sign === 'verb.repeat') || saysMore(tokens, lead.from, to));
  const then = said && isAgain ? sameThen(said, about.at!, message.place) : said;
  // "Ana's birthday is 3 March, remind me every year": on that date.
  const own = (then?.recurs && topic?.when && onDate(then, topic.when, message.place)) || then;
  const things = meantOf(message, matchKnown(tokens, lead.from, renamedAt(tokens, lead.from, to), known), {
    ...range,
    ...{ signs, whens, list },
  });
  const clause = {
    ...range,
    signs,
    whens,
    when: own ?? topic?.when,
    list,
    known: things.size > 0 ? things : (topic?.known ?? (about && knownOf(about)) ?? things),
    paths: pathsIn(message, lead.from, to),
    url: urlIn(textOf(range)),
    quote: contentOf(message, end) ?? (fileQuoted(tokens, lead.from, to) ? undefined : quoteIn(message, lead.from, to)),
    name: nameIn(message, { from: lead.from, to, signs, whens, list }),
    except: left?.text,
    exceptDays: left?.days,
    topic,
    about,
  };
  // A mark at the end of a sentence is of its beginning: "could you add milk and eggs?"
  const isFirst = first === 0 || /^[.!?;]$/.test(tokens[first - 1]!.word) || asksFirst(message, first);
  const mood = lead.question ? 'question' : moodOf(clause, lead.asked || !isFirst, end);
  const shows = showsOf(clause, mood);
  if (lead.question) shows.add('ask.aux');
  return { ...clause, mood, shows };
}

/** "Rename evening tablet to take clarithromycin": what is renamed stands before the new name, whatever has that name already. */
function renamedAt(tokens: Message['tokens'], from: number, to: number): number {
  const word = tokens[from]?.word ?? '';
  const joints = RENAMES.has(word) ? ['to'] : SWAPS.has(word) ? ['for', 'with', 'get', 'buy'] : [];
  const at = tokens.findIndex((token, place) => place > from && joints.includes(token.word));
  return at < 0 || at > to ? to : at;
}

const RENAMES = new Set(['rename', 're-name', 'retitle']);
const SWAPS = new Set(['swap', 'replace', 'exchange', 'substitute', 'instead']);

/** Where what is left out begins, what it is, and of which days; what bounds a rhythm belongs to its time. */
function leftOut({ text, tokens, whens }: Message, signs: readonly Sign[], from: number, to: number) {
  const makes = signs.some(({ sign, from: at }) => MAKES.has(sign) && at <= from + 1);
  const sign = signs.find((one) => LEAVES.has(one.sign) && one.from > from && one.to < to && isKeeping(tokens, one));
  // A name may hold anything: "clear the desk but not the drawers".
  if (sign === undefined || makes) return undefined;
  const isIn = (part: { from: number; to: number }) => part.from <= sign.to && sign.to < part.to;
  if (whens.some(({ recurs, parts }) => recurs && parts.some(isIn))) return undefined;
  const days = whens.filter(({ dated, recurs, parts: [part] }) => dated && !recurs && part!.from >= sign.at.at(-1)!);
  // "All but the dentist" is of all.
  const isOfAll = ['all', 'everything'].includes(tokens[sign.from]!.word);
  // "Mark everything but the milk as done": the verb goes on behind it.
  const ends = signs.flatMap(({ group, from: at, at: all }) => (group === 'verb' && at < sign.from ? all : []));
  const end = Math.min(to, ...ends.filter((at) => at > sign.to));
  return {
    from: isOfAll ? sign.at.at(-1)! : sign.from,
    text: text.slice(tokens[sign.to]!.start, tokens[end - 1]!.end),
    days: days.length === 0 ? undefined : days.map(({ wall }) => wall.slice(0, 10)),
  };
}

const LEAVES = new Set(['say.except', 'say.but_keep']);

/** "All my meetings today, but add lunch" goes on with something else. */
export function isKeeping(tokens: Message['tokens'], { from, to, at }: Sign): boolean {
  if (at.length === to - from) return true;
  const isVerb = lexicon()
    .signsIn(tokens.slice(to, to + 4))
    .some(({ group, from: first, plain }) => group === 'verb' && plain && first === 0);
  return !isVerb && tokens.slice(from, to).every(({ word }) => !/^[,.;!?]$|^and$/.test(word));
}
/** What makes something has a name in which anything may be kept. */
const MAKES = wordSet('makes_things');

/** The last clause has what stands behind the head. */
function contentOf({ content, tokens }: Message, end: number): Clause['quote'] {
  return content === undefined || end < tokens.length ? undefined : { text: content, from: end, to: end };
}

/** The list of what it leans on; no words of its own name it. */
function leantList(topic: Clause | undefined, about: Topic | undefined, at: number): ListNamed | undefined {
  const name = topic?.list?.name ?? (about?.kinds.includes('list') ? about.name : undefined);
  return name === undefined ? undefined : { name, from: at, to: at };
}

function shifted(signs: readonly Sign[], by: number): Sign[] {
  return signs.map((sign) => ({
    ...sign,
    from: sign.from + by,
    to: sign.to + by,
    at: sign.at.map((place) => place + by),
  }));
}

const ASKING_LEADS = /^(?:can|could|would|will|do|is|might|are|may|can't|couldn't|won't|wouldn't|why) /;

/** "Could you please" says nothing but that what follows is an order, whatever mark stands at its end. */
function stripLead(
  tokens: readonly Token[],
  signs: readonly Sign[],
  first: number,
  end: number,
  whens: readonly When[],
) {
  let from = first;
  let asked = false;
  let question = false;
  for (;;) {
    while (from < end && /^[^\p{L}\p{N}"“'‘]$/u.test(tokens[from]!.word)) from++;
    const starting = signs.filter((sign) => sign.from === from && sign.to === sign.from + sign.at.length);
    const size = (group: string) =>
      Math.max(0, ...starting.filter((sign) => sign.group === group).map(({ at }) => at.length));
    const asks = starting.find(({ sign }) => sign === 'small.ask_lead');
    if (asks !== undefined && size('verb') <= asks.at.length && asks.to < end) {
      const word = tokens[asks.to]!.word;
      const isIf = word === 'whether' || word === 'if';
      if (isIf || signs.some((sign) => sign.group === 'ask' && sign.from === asks.to)) {
        question = true;
        from = asks.to + (isIf ? 1 : 0);
        continue;
      }
    }
    const lead = size('small') > 0 && starting.some(({ sign }) => sign === 'small.lead') ? size('small') : 0;
    const other = Math.max(size('say'), size('ask'), size('noun'));
    const isTime = whens.some(({ parts }) => parts.some((part) => part.from <= from && from < part.to));
    if (lead === 0 || size('verb') >= lead || other > lead || isTime || from + lead >= end)
      return { from, asked, question };
    const said = tokens
      .slice(from, from + lead)
      .map(({ word }) => word)
      .join(' ');
    asked ||= ASKING_LEADS.test(said);
    from += lead;
  }
}

function stripTail(tokens: readonly Token[], signs: readonly Sign[], from: number, end: number): number {
  let to = end;
  for (let turns = 0; turns < 4; turns++) {
    while (to > from && /^[^\p{L}\p{N}"”'’%°)]$/u.test(tokens[to - 1]!.word) && !isGluedSign(tokens, to - 1)) to--;
    const tail = signs
      .filter((sign) => sign.sign === 'small.tail' && sign.to === to && sign.from > from)
      .toSorted((one, other) => one.from - other.from)[0];
    if (tail === undefined || signs.some((sign) => sign.group === 'say' && sign.to === to && sign.from < tail.from))
      return to;
    to = tail.from;
  }
  return to;
}

/** "C++", "blood type O+": a sign that is a part of the name before it. */
function isGluedSign(tokens: readonly Token[], at: number): boolean {
  return /^[+#]$/.test(tokens[at]!.word) && at > 0 && tokens[at - 1]!.end === tokens[at]!.start;
}

export type { Mood } from './mood.ts';
export type Plain = Omit<Clause, 'mood' | 'shows'>;
