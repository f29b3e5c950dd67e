/** "An hour before each yoga", "the evening before every exam": of every occasion of something that comes again. */
import type { Clause, Message } from './clause.ts';
import { type Known, matchKnown } from './known.ts';
import { amountAt } from './time/distances.ts';
import { nameAt, type Range, type Reader, wordAt } from './time/piece.ts';
import type { When } from './time/when.ts';
import { type Part, timeWords } from './time/words.ts';
import type { Token } from './tokens.ts';
import { wordSet } from './words.ts';

export interface EachEvent extends Range {
  /** What it is counted from. */
  readonly name: string;
  /** Minutes from each of them, before it negative; absent where nobody said how many. */
  readonly minutes?: number | undefined;
  /** The part of the day that lies so far from it. */
  readonly part?: Part | undefined;
}

const SIDES: Readonly<Record<string, number>> = { before: -1, after: 1, of: 0 };
const EACH = wordSet('each_of');
const SMALL = wordSet('each_small');
const DAY = 24 * 60;

/**
 * Where it stands, with how far from it. Of what is not in the calendar too, where it is said how far: whoever looks for it
 * says that it is not there. "Before each meal" alone is of a name.
 */
export function eachIn(tokens: readonly Token[], place: Message['place'], known: Known): EachEvent[] {
  const reader = { tokens, place, today: '' };
  return tokens.flatMap(({ word }, at) => {
    const side = SIDES[word];
    if (side === undefined || !EACH.has(wordAt(reader, at + 1))) return [];
    let first = at + 2;
    while (SMALL.has(wordAt(reader, first))) first++;
    const of = nameAt(reader, first);
    const far = farAt(reader, at, side);
    if (of === undefined || isTimeOfAll(wordAt(reader, first)) || (far === undefined && side === 0)) return [];
    const said = matchKnown(tokens, of.from, of.to, known).get('event')?.name;
    const name =
      said ??
      (far &&
        tokens
          .slice(of.from, of.to)
          .map((one) => one.word)
          .join(' '));
    return name === undefined ? [] : [{ ...(far ?? { from: at }), to: of.to, name }];
  });
}

/** How far, and where that begins to be said. */
function farAt(reader: Reader, at: number, side: number): Omit<EachEvent, 'name' | 'to'> | undefined {
  const before = wordAt(reader, at - 1);
  const led = wordAt(reader, at - 2);
  const start = at - 1 - (['the', 'that'].includes(led) ? 1 : 0);
  const from = start - (start < at - 1 && wordAt(reader, start - 1) === 'on' ? 1 : 0);
  const part = timeWords().part(before);
  if (part !== undefined) return { from, minutes: side * DAY, part };
  if (before === 'day') return { from, minutes: side * DAY };
  if (side === 0) return undefined;
  for (let first = Math.max(0, at - MOST_WORDS); first < at; first++) {
    const amount = amountAt(reader, first);
    const minutes = amount?.minutes ?? (amount?.days === undefined ? undefined : amount.days * DAY);
    if (amount?.to === at && minutes !== undefined) return { from: first, minutes: side * minutes };
  }
  return undefined;
}

/** "Every Thursday", "each day": a rhythm of its own. */
function isTimeOfAll(word: string): boolean {
  const words = timeWords();
  return words.weekday(word) !== undefined || words.unit(word) !== undefined || words.part(word) !== undefined;
}

const MOST_WORDS = 6;

export function eachEvent({ message, from, to }: Pick<Clause, 'message' | 'from' | 'to'>): EachEvent | undefined {
  const { tokens, place, known } = message;
  return eachIn(tokens, place, known).find((one) => one.from >= from && one.to <= to);
}

/** The hour of the day that lies whole days from it: the one that was said, of the part that was said, or the part's own. */
export function eachClock(clause: Clause): string | undefined {
  const each = eachEvent(clause);
  if (each === undefined || each.minutes === undefined || each.minutes % DAY !== 0) return undefined;
  const { part } = each;
  const said = clause.whens.find(
    ({ timed, recurs, parts }) => timed && !recurs && parts.every((one) => isBeside(one, each)),
  );
  if (said === undefined) return part && clockOf(part.alone);
  const minutes = minutesOf(said);
  const isOther = part !== undefined && said.bare !== undefined && (minutes < part.from || minutes > part.to);
  return clockOf(isOther ? (minutes + DAY / 2) % DAY : minutes);
}

function isBeside({ from, to }: Range, each: Range): boolean {
  return to <= each.from || from >= each.to;
}

const minutesOf = ({ wall }: When) => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
