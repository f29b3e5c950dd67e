/** "Pause the vitamins until Monday", "no gym for two weeks": of what comes again the days of a while are left out, and it goes on after. */
import { addDays, addMonths, wallOf } from '../wall.ts';
import { type Message, readClause } from './clause.ts';
import { type KnownKind, matchKnown } from './known.ts';
import type { Request } from './request.ts';
import { rangeIn } from './time/spans.ts';
import { timeWords } from './time/words.ts';
import { spanIn } from './timed.ts';
import type { Topic } from './topic.ts';
import { wordSet } from './words.ts';

/** With these alone it is paused; with the others only where it is said how long. */
const PAUSES = wordSet('pauses');
const STOPS = wordSet('pauses_so_long');
const UNTIL = wordSet('until_words');
const ASIDE = wordSet('pause_small');

export function pauseIn(message: Message, about: Topic | undefined): readonly Request[] | undefined {
  const { tokens } = message;
  const head = tokens.findIndex(({ word }) => /\p{L}/u.test(word) && !LEADS.has(word));
  const verb = tokens[head]?.word ?? '';
  if (!PAUSES.has(verb) && !STOPS.has(verb)) return undefined;
  const length = whileIn(message, head + 1);
  // "Cancel yoga in December" is asked about: it may be a good deal.
  if (length === undefined || (ENDS.has(verb) && !length.isWhile)) return undefined;
  const words = tokens.slice(head + 1, length.at).filter(({ word }) => /\p{L}|\d/u.test(word) && !ASIDE.has(word));
  const thing = words.length === 0 ? spokenOf(about) : namedIn(message, head + 1, length.at, words.length);
  if (thing === undefined) return undefined;
  const { first, after } = length;
  const request = { text: message.text, score: 5 };
  return thing.kind === 'event'
    ? [
        {
          agent: 'calendar_agent',
          tool: 'cancel_event',
          input: { query: thing.name, since: first, before: after },
          ...request,
        },
      ]
    : [
        {
          agent: 'todo_agent',
          tool: 'change_todo',
          input: { query: thing.name, not_on: `${first} to ${addDays(after, -1)}` },
          ...request,
        },
      ];
}

const LEADS = new Set(['please', 'can', 'could', 'you', 'and', 'ok', 'okay', 'actually', 'so', 'oh', 'hey', "let's"]);

const ENDS = new Set(['cancel', 'drop']);

/** From when until before which day, and where that is said; `isWhile`: as long, and no span of days. */
function whileIn(
  message: Message,
  from: number,
): { at: number; first: string; after: string; isWhile?: true } | undefined {
  const { tokens, place, whens } = message;
  const today = wallOf(place.now, place.zone).slice(0, 10);
  const until = whens.some(({ parts }) => tokens[parts[0]!.from]!.word === 'from')
    ? -1
    : tokens.findIndex(({ word }, at) => at >= from && UNTIL.has(word));
  if (until > 0) {
    const said =
      readClause(message, until, tokens.length).when ??
      whens.find(({ parts }) => parts.some((part) => part.to > until));
    const after = said?.wall.slice(0, 10);
    return after === undefined || !isRest(message, until + 1) || after <= today
      ? undefined
      : { at: until, first: today, after, isWhile: true };
  }
  const lead = tokens.findIndex(({ word }, at) => at >= from && word === 'for');
  const after =
    lead < 0
      ? undefined
      : longFrom(
          today,
          tokens.slice(lead + 1).map(({ word }) => word),
        );
  if (after !== undefined) return { at: lead, first: today, after, isWhile: true };
  // "From December on" has no end.
  if (whens.some(({ onward }) => onward)) return undefined;
  const range = rangeIn(
    whens.filter(({ parts }) => parts[0]!.from >= from),
    tokens,
  );
  if (range !== undefined && isRest(message, range.from.parts[0]!.from)) {
    const at = range.from.parts[0]!.from;
    return { at, first: range.from.wall.slice(0, 10), after: addDays(range.to.wall.slice(0, 10), 1) };
  }
  const [span] = whens.filter(({ parts, recurs }) => !recurs && parts[0]!.from >= from);
  if (span === undefined || !['week', 'month'].includes(span.span) || span.parts.at(-1)!.to < tokens.length)
    return undefined;
  const { from: first, to } = spanIn(readClause(message, span.parts[0]!.from, tokens.length));
  const at = LED.has(tokens[span.parts[0]!.from - 1]?.word ?? '') ? span.parts[0]!.from - 1 : span.parts[0]!.from;
  const begin = wallOf(first, place.zone).slice(0, 10);
  return { at, first: begin < today ? today : begin, after: wallOf(to, place.zone).slice(0, 10) };
}

const LED = new Set(['in', 'for', 'during', 'on', 'over']);

function isRest(message: Message, from: number): boolean {
  return message.tokens.slice(from).every((_, by) => isTimed(message, from + by));
}

function isTimed({ whens, tokens }: Message, at: number): boolean {
  return (
    !/[\p{L}\p{N}]/u.test(tokens[at]!.word) ||
    SMALL.has(tokens[at]!.word) ||
    whens.some(({ parts }) => parts.some(({ from, to }) => from <= at && at < to))
  );
}

const SMALL = new Set(['the', 'after', 'please', 'a', 'an', 'of', 'on', 'in']);

/** "For the next two weeks", and nothing else behind it. */
function longFrom(today: string, words: readonly string[]): string | undefined {
  const said = words.filter((word) => /[\p{L}\p{N}]/u.test(word) && !AHEAD.has(word));
  const [amount = '', unit = '', ...more] = timeWords().unit(said[0] ?? '') === undefined ? said : ['1', ...said];
  const many = /^\d{1,3}$/.test(amount)
    ? Number(amount)
    : amount === 'a' || amount === 'an'
      ? 1
      : timeWords().number(amount);
  if (many === undefined || more.length > 0) return undefined;
  const of = timeWords().unit(unit);
  if (of === 'day') return addDays(today, many);
  if (of === 'week') return addDays(today, many * 7);
  return of === 'month' ? addMonths(today, many) : undefined;
}

const AHEAD = new Set(['the', 'next', 'coming', 'now', 'please', 'of', 'couple']);

type Thing = { readonly kind: KnownKind; readonly name: string };

function spokenOf(about: Topic | undefined): Thing | undefined {
  const kind = (['reminder', 'event'] as const).find((one) => about?.kinds.includes(one));
  return kind && { kind, name: about!.name };
}

/** What comes again and is called so: all that was said of it is of its name. */
function namedIn({ tokens, known }: Message, from: number, to: number, said: number): Thing | undefined {
  const { series = [], reminders } = known;
  const found = matchKnown(tokens, from, to, {
    ...known,
    events: known.events.filter((name) => series.includes(name)),
    reminders,
  });
  const fits = (['reminder', 'event'] as const).flatMap((kind) => {
    const match = found.get(kind);
    return match === undefined || match.tied || match.at.length < said ? [] : [{ kind, name: match.name }];
  });
  return fits.length === 1 ? fits[0] : undefined;
}
