/** The hours that an event gets: where it begins, where it ends, how long it is, as far as it was said ("1 till 3", "until 5", "2 hours longer"). */
import { addMinutes, minutesBetween, wallOf } from '../../wall.ts';
import type { Given } from '../everyday/model.ts';
import { findPieces } from '../time/pieces.ts';
import type { Token } from '../tokens.ts';
import type { Said } from './said.ts';
import type { Thing } from './world.ts';

export interface Hours {
  readonly input: Readonly<Record<string, unknown>>;
  readonly say: string;
  /** The words that say it. */
  readonly tokens: readonly Token[];
}

interface Clock {
  readonly minutes: number;
  /** Which half of the day it is of was said. */
  readonly sure: boolean;
}

interface Told {
  readonly from?: Clock | undefined;
  readonly to?: Clock | undefined;
  readonly lasts?: number | undefined;
  readonly longer?: number | undefined;
  readonly spans: readonly { start: number; end: number }[];
}

const clock = (name: string) =>
  `(?<${name}>noon|midnight|\\d{1,2}(?:[:.][0-5]\\d)?\\s*(?:[ap]m)?)(?![\\d:.]*\\d|\\p{L}|\\s*%)`;
const RANGE = new RegExp(
  `(?<![\\d:.,/])(?:(?:from|between)\\s+)?${clock('from')}\\s*(?:-|–|\\b(?:to|till|til|until|and)\\b)\\s*${clock('to')}`,
  'iu',
);
const ENDS = new RegExp(
  `\\b(?:until|till|til|(?:ends?|finishes|finish|over|back|out|done)(?:\\s+(?:at|by|around))?)\\s+(?:about\\s+|like\\s+)?${clock('to')}`,
  'iu',
);
const BEGINS = new RegExp(`\\b(?:from|starts?(?:\\s+at)?|at)\\s+${clock('from')}`, 'iu');
const MORE = /^(?:longer|more|extra)$/;
const LESS = /^(?:shorter|less)$/;

/** Nothing where no end and no length was said: where it begins alone is a move like any other. */
export function hoursOf(said: Said, { kind, name }: Thing, { known, place }: Given): Hours | undefined {
  const [start, end] = [known.starts?.[name], known.ends?.[name]];
  const told = kind === 'event' && start !== undefined && end !== undefined ? toldIn(said) : undefined;
  if (told === undefined) return undefined;
  const was = wallOf(start!, place.zone);
  const length = minutesBetween(was, wallOf(end!, place.zone));
  const days = said.message.whens.filter(({ dated, recurs, span }) => dated && !recurs && span === 'day');
  if (days.length > 1 || said.message.whens.some(({ recurs }) => recurs)) return undefined;
  const isOld = told.to !== undefined && told.from !== undefined && /\bfrom\b/i.test(said.text);
  // "From 3 to 5", of what is at 3: where it was, and where it goes.
  if (isOld && hourNear(told.from!, was) === minuteOf(was) && !/\bends?\b/i.test(said.text)) return undefined;
  const [day] = days;
  const from = told.from === undefined ? minuteOf(was) : hourNear(told.from, was);
  const minutes = told.to === undefined ? (told.lasts ?? length + (told.longer ?? 0)) : lengthTo(told.to, from);
  if (minutes <= 0 || (known.series?.includes(name) && told.from !== undefined && day === undefined)) return undefined;
  const on = day?.wall.slice(0, 10) ?? was.slice(0, 10);
  const goes = addMinutes(`${on}T00:00`, from);
  const isMoved = goes !== was;
  const input = {
    ...{ query: name, minutes },
    ...(isMoved && { start: goes }),
    ...(isMoved && day !== undefined && WEEKDAY.test(day.text) && { weekday: true }),
  };
  const tokens = said.message.tokens.filter((token) =>
    told.spans.some((span) => token.start >= span.start && token.end <= span.end),
  );
  return { input, say: `to ${goes.slice(11)} until ${addMinutes(goes, minutes).slice(11)}`, tokens };
}

const WEEKDAY = /^(?:on |to |next |this )?(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*\.?$/iu;

function toldIn({ text, message }: Said): Told | undefined {
  const plain = text.replace(/\bnot\s+(?:at\s+)?\d[\d:.]*/gi, (old) => ' '.repeat(old.length));
  const range = RANGE.exec(plain);
  if (range !== null && !isBeforeThings(plain, range))
    return { from: clockOf(range.groups!['from']!), to: clockOf(range.groups!['to']!), spans: [spanOf(range)] };
  const length = findPieces(message.tokens, message.place).find((piece) => piece.kind === 'length');
  const next = length && message.tokens[length.to]?.word;
  const spans =
    length === undefined
      ? []
      : [{ start: message.tokens[length.from]!.start, end: message.tokens[length.to - 1]!.end }];
  if (length?.kind === 'length' && next !== undefined && (MORE.test(next) || LESS.test(next))) {
    const { end } = message.tokens[length.to]!;
    return { longer: LESS.test(next) ? -length.minutes : length.minutes, spans: [{ ...spans[0]!, end }] };
  }
  const ends = PUT_OFF.test(plain) ? null : ENDS.exec(plain);
  const begins = BEGINS.exec(ends === null ? plain : plain.replace(ends[0], ' '.repeat(ends[0].length)));
  const from = begins === null ? undefined : clockOf(begins.groups!['from']!);
  if (ends !== null)
    return { from, to: clockOf(ends.groups!['to']!), spans: [spanOf(ends), ...(begins ? [spanOf(begins)] : [])] };
  const isLasting = length?.kind === 'length' && LASTS.test(plain.slice(0, spans[0]!.start));
  return isLasting ? { from, lasts: length.minutes, spans } : undefined;
}

/** "Put off until 5" is where it goes, and no end of it. */
const PUT_OFF =
  /\b(?:put|push|pushed|move|moved|postpone|postponed|delay|delayed|wait|waits|snooze|not|isn't)\b.*\b(?:until|till|til)\b/i;
const LASTS = /\b(?:for|takes?|lasts?|last)\s+(?:about\s+|only\s+)?$/i;
/** "2 to 3 people" are no hours. */
const isBeforeThings = (text: string, { index, 0: said }: RegExpExecArray) =>
  /^\s+(?:people|kids|guests|eur|euros?|kg|g|days?|weeks?|months?|times|minutes?|mins?|hours?|hrs?)\b/i.test(
    text.slice(index + said.length),
  );
const spanOf = ({ index, 0: said }: RegExpExecArray) => ({ start: index, end: index + said.length });

function clockOf(said: string): Clock {
  if (/^noon/i.test(said)) return { minutes: 720, sure: true };
  if (/^midnight/i.test(said)) return { minutes: 1440, sure: true };
  const [, hour = '0', minute = '0', half] = /^(\d{1,2})(?:[:.](\d\d))?\s*([ap]m)?/i.exec(said) ?? [];
  const plain = Number(hour) % (half === undefined ? 24 : 12);
  const minutes = (plain + (half?.toLowerCase() === 'pm' ? 12 : 0)) * 60 + Number(minute);
  return { minutes, sure: half !== undefined || Number(hour) > 12 || /^0\d/.test(hour) };
}

const minuteOf = (wall: string) => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));

/** Of the two halves of the day the one that is nearer to when it was. */
function hourNear({ minutes, sure }: Clock, was: string): number {
  const far = (one: number) => Math.abs(one - minuteOf(was));
  return sure ? minutes : [minutes, (minutes + 720) % 1440].toSorted((one, other) => far(one) - far(other))[0]!;
}

/** To the first such hour behind where it begins. */
function lengthTo({ minutes, sure }: Clock, from: number): number {
  const ends = sure ? [minutes, minutes + 1440] : [minutes, minutes + 720, minutes + 1440];
  return Math.min(...ends.map((end) => end - from).filter((long) => long > 0));
}
