/** A stretch of a message and what shows in it: its mood, its verb, its time, what it names. */
import { stem } from '../../text/index.ts';
import { type Known, type KnownKind, type Match, matchKnown } from './known.ts';
import { lexicon, type Sign } from './lexicon.ts';
import { type ListNamed, listIn } from './lists.ts';
import { joinWhens, type Place, type When } from './time/when.ts';
import type { Token } from './tokens.ts';
import { wordSet } from './words.ts';

export interface Message {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly whens: readonly When[];
  readonly place: Place;
  readonly known: Known;
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
  readonly shows: ReadonlySet<string>;
  readonly mood: Mood;
  /** What "it" is: the clause before. */
  readonly topic?: Clause | undefined;
}

export type Mood = 'order' | 'question' | 'statement' | 'fragment';

export function textOf({ message, from, to }: Pick<Clause, 'message' | 'from' | 'to'>): string {
  if (to <= from) return '';
  return message.text.slice(message.tokens[from]!.start, message.tokens[to - 1]!.end);
}

export function readClause(message: Message, first: number, end: number, topic?: Clause): Clause {
  const { tokens, known } = message;
  const all = shifted(lexicon().signsIn(tokens.slice(first, end)), first);
  const lead = stripLead(tokens, all, first, end, message.whens);
  const to = stripTail(tokens, all, lead.from, end);
  const range = { message, from: lead.from, to };
  const signs = all.filter(
    (sign) =>
      ((sign.from >= lead.from && sign.from < to) || sign.sign === 'noun.scout' || sign.sign === 'noun.axel') &&
      sign.group !== 'small',
  );
  const whens = message.whens.filter(({ parts }) => parts.every((part) => part.from >= first && part.to <= end));
  const own = joinWhens(whens, message.place);
  const list = listIn(tokens, lead.from, to, known.lists);
  const things = matchKnown(tokens, lead.from, to, known);
  const clause = {
    ...range,
    signs,
    whens,
    when: own ?? topic?.when,
    list,
    known: topic && things.size === 0 ? topic.known : things,
    paths: pathsIn(message, lead.from, to),
    url: urlIn(textOf(range)),
    quote: quoteIn(message, lead.from, to),
    topic,
  };
  const mood = lead.question ? 'question' : moodOf(clause, lead.asked, end);
  return { ...clause, mood, shows: showsOf(clause, mood) };
}

function shifted(signs: readonly Sign[], by: number): Sign[] {
  return signs.map((sign) => ({
    ...sign,
    from: sign.from + by,
    to: sign.to + by,
    at: sign.at.map((place) => place + by),
  }));
}

/** "Tick it off", "delete the appointment": it names nothing itself, so it is about what was said before. */
export function isPointing({ signs, whens, shows }: Pick<Clause, 'signs' | 'whens' | 'shows'>): boolean {
  const isTime = (at: number) => whens.some(({ parts }) => parts.some((part) => part.from <= at && at < part.to));
  return !shows.has('title.some') && signs.some(({ sign, from }) => POINTERS.has(sign) && !isTime(from));
}

const POINTERS = wordSet('pointer_signs');

const ASKING_LEADS = /^(?:can|could|would|will|do|is|might|are|may) /;

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
    while (to > from && /^[^\p{L}\p{N}"”'’%°)]$/u.test(tokens[to - 1]!.word)) to--;
    const tail = signs
      .filter((sign) => sign.sign === 'small.tail' && sign.to === to && sign.from > from)
      .toSorted((one, other) => one.from - other.from)[0];
    if (tail === undefined || signs.some((sign) => sign.group === 'say' && sign.to === to && sign.from < tail.from))
      return to;
    to = tail.from;
  }
  return to;
}

type Plain = Omit<Clause, 'mood' | 'shows'>;

function moodOf({ message, from, to, signs, whens }: Plain, asked: boolean, end: number): Mood {
  const { tokens } = message;
  const start = startOf(tokens, from, to, whens);
  const asks = signs.some((sign) => sign.group === 'ask' && (sign.from === start || sign.from === from));
  const marked = tokens.slice(to, end).some(({ word }) => word === '?');
  const isOrder =
    signs.some(
      (sign) =>
        sign.group === 'verb' && sign.from === start && (sign.plain || (asked && /ing$/.test(tokens[start]!.word))),
    ) && !SUBJECT.has(tokens[start]?.word ?? '');
  if (asks || isInverted(tokens, start, signs)) return 'question';
  if (marked && !asked && !isOrder) return 'question';
  if (isOrder) return 'order';
  return tokens
    .slice(from, to)
    .some(({ word }) => FINITE.has(word) || (/'(?:s|m|re|ve|ll|d)$/.test(word) && SUBJECT.has(word.replace(/'.*/, ''))))
    ? 'statement'
    : 'fragment';
}

/** "Do statins make you tired": a question, and "do remind me" none. */
function isInverted(tokens: readonly Token[], start: number, signs: readonly Sign[]): boolean {
  return (
    ['do', 'does', 'did'].includes(tokens[start]?.word ?? '') &&
    !signs.some((sign) => sign.group === 'verb' && sign.from === start + 1 && sign.plain)
  );
}

const FINITE = wordSet('finite');
const SUBJECT = wordSet('subjects');

/** The first token that is no part of a time: "every Monday at 8 remind me". */
function startOf(tokens: readonly Token[], from: number, to: number, whens: readonly When[]): number {
  let start = from;
  for (;;) {
    const part = whens.flatMap(({ parts }) => parts).find((one) => one.from <= start && start < one.to);
    if (part !== undefined && part.to < to) start = part.to;
    else if (start > from && start < to && /^[,:;-]$|^please$/.test(tokens[start]!.word)) start++;
    else return start;
  }
}

function showsOf(clause: Plain, mood: Mood): Set<string> {
  const { message, from, to, signs, whens, when, list, known, paths, url, quote } = clause;
  const shows = new Set<string>([`mood.${mood}`]);
  const start = startOf(message.tokens, from, to, whens);
  for (const { sign, from: at, group, plain } of signs) {
    if (sign === 'noun.list' && at === start) continue;
    // "The lights" are no verb.
    if (group === 'verb' && !plain && /[^s]s$/.test(message.tokens[at]!.word)) continue;
    shows.add(sign);
    if (group === 'verb' && (at === start || at === from) && mood !== 'question' && (plain || mood === 'order'))
      shows.add(`head.${sign.slice(5)}`);
    if (group === 'say' && (at === start || at === from)) shows.add(`head.${sign.slice(4)}`);
    if (group === 'noun' && (at === start || at === from)) shows.add(`starts.${sign.slice(5)}`);
  }
  const put = (name: string, holds: boolean | undefined) => holds && shows.add(name);
  put('when.any', when !== undefined);
  put('when.timed', when?.timed);
  put('when.dated', when?.dated);
  put('when.recurs', when?.recurs);
  put('when.deadline', when?.deadline);
  put('when.future', when !== undefined && when.at > message.place.now && when.dated);
  put('slot.list', list !== undefined);
  put('has.path', paths.length > 0 || (clause.topic?.shows.has('has.path') && shows.has('say.that_thing')));
  put('has.url', url !== undefined);
  put('has.quote', quote !== undefined);
  put(
    'has.number',
    message.tokens.slice(from, to).some(({ word }) => /^\d/.test(word)),
  );
  for (const [kind, match] of known) {
    shows.add(`known.${kind}`);
    if (match.share > 0.6) shows.add(`known.${kind}_exact`);
  }
  put(
    'device',
    DEVICES.some((one) => shows.has(one)),
  );
  put('hurts', shows.has('noun.body') && shows.has('noun.hurts'));
  put('pronoun', shows.has('say.that_thing'));
  put('negated', shows.has('say.negation'));
  put(
    'topic.file',
    clause.topic && ['noun.file', 'has.path', 'known.file'].some((sign) => clause.topic!.shows.has(sign)),
  );
  put('topic.url', clause.topic?.shows.has('has.url'));
  put('head.none', message.tokens[from - 1]?.word === 'no');
  put('starts.to', message.tokens[start]?.word === 'to');
  const left = wordsLeft(clause);
  put('title.any', left > 0 || clause.topic !== undefined);
  put('title.some', left > 0);
  put('title.many', left > 2);
  return shows;
}

/** Signs that name something of the house. */
export const DEVICES = [
  'noun.light',
  'noun.climate',
  'noun.door',
  'noun.garage',
  'noun.alarm',
  'noun.blinds',
  'noun.window',
  'noun.device',
  'noun.lockset',
];

/** Words that are neither verb, time, list nor small: something is named. */
function wordsLeft({ message, from, to, signs, whens, list }: Plain): number {
  const { edges } = lexicon();
  const spoken = new Set<number>();
  for (const { group, sign, at } of signs)
    if (group === 'ask' || group === 'priority' || ORDERS.has(sign)) for (const place of at) spoken.add(place);
  for (const sign of signs)
    if (
      sign.group === 'verb' &&
      sign.from <= from + 1 &&
      (sign.plain || !/[^s]s$/.test(message.tokens[sign.from]!.word))
    )
      for (const place of sign.at) spoken.add(place);
  for (const { parts } of whens) for (const part of parts) for (let at = part.from; at < part.to; at++) spoken.add(at);
  if (list) for (let at = list.from; at < list.to; at++) spoken.add(at);
  return message.tokens.slice(from, to).filter(({ word }, at) => !spoken.has(from + at) && !edges.has(word)).length;
}

const ORDERS = wordSet('order_signs');

const ENDING =
  /\.(?:md|txt|csv|tsv|json|ya?ml|pdf|html?|tsx?|jsx?|mjs|py|rs|go|java|sh|sql|log|ics|docx?|xlsx?|pptx?|odt|ods|png|jpe?g|gif|svg|webp|heic|mp3|mp4|mov|zip|rtf|toml|xml|css|c|cpp|rb|ipynb)$/i;

function pathsIn({ text, tokens }: Message, from: number, to: number): { path: string; at: number }[] {
  return tokens.slice(from, to).flatMap(({ start, end }, at) => {
    const said = text.slice(start, end);
    return ENDING.test(said) && !/^https?:/.test(said) ? [{ path: said, at: from + at }] : [];
  });
}

function urlIn(text: string): string | undefined {
  return /https?:\/\/\S+/i.exec(text)?.[0]?.replace(/[).,;!?]+$/, '');
}

const QUOTE = /["“]([^"”]{1,2000})["”]|(?<=^|\s)['‘]([^'’]{2,2000})['’](?=$|[\s,.;!?])/;

function quoteIn(message: Message, from: number, to: number): Clause['quote'] {
  const start = message.tokens[from]?.start ?? 0;
  const found = QUOTE.exec(message.text.slice(start, message.tokens[to - 1]?.end ?? start));
  if (found === null) return undefined;
  const [begin, finish] = [start + found.index, start + found.index + found[0].length];
  const inside = message.tokens.flatMap((token, at) => (token.start >= begin && token.end <= finish ? [at] : []));
  return { text: (found[1] ?? found[2])!.trim(), from: inside[0] ?? from, to: (inside.at(-1) ?? from) + 1 };
}

export function sameWord(one: string, other: string): boolean {
  return one === other || stem(one) === stem(other);
}
