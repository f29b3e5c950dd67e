/** "Two hours after lunch", "before bed": counted from what people do every day, at the hour that is usual for it. */
import { wordSet } from '../words.ts';
import { nameAt, type Piece, type Range, type Read, type Reader, wordAt } from './piece.ts';
import { clockText } from './sense.ts';
import { timeWords } from './words.ts';

type Clock = Extract<Piece, { kind: 'clock' }>;

const DAY = 24 * 60;
/** How long before or after it, where nobody said. */
const BEFORE = -30;
const AFTER = 60;

/** So many minutes from it; what stands in the calendar by that name has an hour of its own. */
export function usualHour(reader: Reader, { from, to }: Range, by: number): Clock | undefined {
  const name = wordAt(reader, to - 1);
  const moment = timeWords().moment(name);
  const isOnly = to - from === 1 || (to - from === 2 && OWNERS.has(wordAt(reader, from)));
  if (moment === undefined || !isOnly || reader.place.startOf?.(from, to) !== undefined) return undefined;
  const hour = by > 0 ? (moment.over ?? moment.at) : moment.at;
  const minutes = (hour + by + DAY) % DAY;
  return {
    kind: 'clock',
    minutes,
    sure: true,
    assumed: `${hour === moment.at ? '' : 'the end of '}${name} as ${clockText(hour)}`,
    from,
    to,
  };
}

const OWNERS = new Set(['the', 'my', 'our']);

/** "After lunch", "before bed", "at dinner": where nothing goes on with the name. */
export const readMoment: Read = (reader, at) => {
  const lead = wordAt(reader, at);
  const to = at + (OWNERS.has(wordAt(reader, at + 1)) ? 3 : 2);
  const moment = timeWords().moment(wordAt(reader, to - 1));
  if (moment === undefined || !moment.leads.includes(lead) || !isEnd(reader, to)) return undefined;
  const by = lead === 'before' ? BEFORE : lead === 'after' ? (moment.over === undefined ? AFTER : 1) : 0;
  const found = usualHour(reader, { from: at + 1, to }, by);
  return found && { ...found, minutes: moment.over !== undefined && by > 0 ? moment.over : found.minutes, from: at };
};

/** "After the dentist", "right after it ends": when that is over, where it stands in the calendar. */
export const readAfter: Read = (reader, at) => {
  const lead = RIGHT.has(wordAt(reader, at)) ? 1 : 0;
  const of = wordAt(reader, at + lead) === 'after' ? nameAt(reader, at + lead + 1) : undefined;
  if (of === undefined || reader.place.endOf?.(of.from, of.to) === undefined || isAsked(reader)) return undefined;
  return { kind: 'offset', ms: 0, of, far: { minutes: 0 }, from: at, to: of.to };
};

const RIGHT = new Set(['right', 'straight', 'directly', 'just', 'immediately', 'soon', 'shortly']);

/** Of a question or an order about many it bounds which are meant, and is no time of one. */
function isAsked(reader: Reader): boolean {
  return [0, 1].some((at) => BOUNDED.has(wordAt(reader, at)));
}

const BOUNDED = new Set([
  ...wordSet('asked'),
  'am',
  'do',
  'is',
  'are',
  "what's",
  'cancel',
  'delete',
  'clear',
  'move',
  'push',
]);

function isEnd(reader: Reader, at: number): boolean {
  const word = wordAt(reader, at);
  const { isNameStop, weekday, dayShift, isBetween } = timeWords();
  return (
    word === '' || isNameStop(word) || isBetween(word) || weekday(word) !== undefined || dayShift(word) !== undefined
  );
}
