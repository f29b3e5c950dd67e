/** What comes again, as the schedules of the house read it. */
import { readSchedule } from '../../../triggers/schedule/read.ts';
import { scheduleWords } from '../../../triggers/schedule/words.ts';
import { dayOf, wallOf } from '../../wall.ts';
import { plainTokens, type Token } from '../tokens.ts';
import { hourIn } from './clocks.ts';
import type { Piece } from './piece.ts';
import { type Rider, ridersOf } from './riders.ts';
import type { Place, When } from './when.ts';
import { timeWords } from './words.ts';

const MOST_WORDS = 12;

/** What comes again is read by the schedules of the house: around each "every" the longest part that they understand. */
export function findRecurring(tokens: readonly Token[], pieces: readonly Piece[], place: Place): When[] {
  const found: When[] = [];
  for (const key of tokens.keys()) {
    const last = found.at(-1)?.parts[0]?.to ?? 0;
    if (key < last || !isAgain(tokens, key)) continue;
    const when = readAround(tokens, pieces, key, last, place);
    if (when !== undefined) found.push(withBounds(when, tokens, pieces, place));
  }
  return found;
}

/** With what bounds it; what of that nobody can keep is named. */
function withBounds(when: When, tokens: readonly Token[], pieces: readonly Piece[], place: Place): When {
  const [span] = when.parts;
  const riders = ridersOf({ tokens, pieces, place, core: when.text }, span!);
  const kept: Rider[] = [];
  for (const rider of riders)
    if (rider.text !== undefined && readAgain(join(when.text, [...kept, rider]), place)) kept.push(rider);
  const lost = riders.filter((rider) => !kept.includes(rider)).map(({ said }) => said);
  const text = join(when.text, kept);
  const read = kept.length === 0 ? undefined : readAgain(text, place);
  return {
    ...(read === undefined ? when : toWhen({ ...read, timed: when.timed }, span!, text, place)),
    parts: [span!, ...riders.map(({ from, to }) => ({ from, to }))],
    again: { core: when.text, bounds: join('', kept), lost },
  };
}

function join(core: string, riders: readonly Rider[]): string {
  return [core, ...riders.map(({ text = '' }) => text)].filter(Boolean).join(' ');
}

function isAgain(tokens: readonly Token[], at: number): boolean {
  const words = scheduleWords();
  const { word } = tokens[at]!;
  if (word === 'weekend' || word === 'weekday' || (word === 'each' && tokens[at + 1]?.word === 'other')) return false;
  // "The quarterly report" comes once.
  if (words.adverb(word) !== undefined) return !/^(?:the|a|my|our|this|that)$/.test(tokens[at - 1]?.word ?? '');
  if (words.is('every', word) || words.weekdays(word)?.plural === true || word === 'twice') return true;
  // "Once a week", "three times a day".
  const count = word === 'once' || (timeWords().number(word) !== undefined && words.is('times', tokens[at + 1]?.word));
  const per = tokens[at + (word === 'once' ? 1 : 2)]?.word;
  const unit = tokens[at + (word === 'once' ? 2 : 3)]?.word ?? '';
  return count && (words.is('per', per) || words.is('every', per)) && words.unit(unit) !== undefined;
}

function readAround(
  tokens: readonly Token[],
  pieces: readonly Piece[],
  key: number,
  first: number,
  place: Place,
): When | undefined {
  const spans: { from: number; to: number }[] = [];
  for (let from = Math.max(first, key - 8); from <= key; from++)
    for (let to = key + 1; to <= Math.min(tokens.length, key + MOST_WORDS); to++)
      if (isTime(tokens, from, to)) spans.push({ from, to });
  spans.sort((one, other) => other.to - other.from - (one.to - one.from));
  for (const span of spans.slice(0, 60)) {
    const text = spell(tokens, pieces, span);
    const found = readAgain(text, place);
    if (found !== undefined) return toWhen(found, span, text, place);
  }
  return undefined;
}

/** Words of time, and at its edges none that only joins. */
function isTime(tokens: readonly Token[], from: number, to: number): boolean {
  const isJoint = (at: number) => scheduleWords().is('and', tokens[at]!.word);
  return (
    !isJoint(from) &&
    !isJoint(to - 1) &&
    tokens.slice(from, to).every(({ word }, at) => isTimeWord(word) || isRow(tokens, from + at))
  );
}

/** "Monday to Friday". */
function isRow(tokens: readonly Token[], at: number): boolean {
  const words = scheduleWords();
  const isDay = (word = '') => words.weekdays(word) !== undefined;
  const { word } = tokens[at]!;
  return (
    (words.is('to', word) || words.is('until', word)) && isDay(tokens[at - 1]?.word) && isDay(tokens[at + 1]?.word)
  );
}

function toWhen(
  { schedule, next, timed }: NonNullable<ReturnType<typeof readAgain>>,
  span: { from: number; to: number },
  text: string,
  { zone }: Place,
): When {
  return {
    parts: [span],
    text,
    at: next,
    timed,
    wall: timed ? wallOf(next, zone) : dayOf(next, zone),
    recurs: true,
    schedule,
    span: 'day',
    dated: true,
    deadline: false,
    target: false,
  };
}

/** The same schedule at a time that stands elsewhere: "every second Tuesday book club at 7pm". */
export function atHour(again: When, minutes: number, place: Place): When | undefined {
  const { core = again.text, bounds = '' } = again.again ?? {};
  const text = `${core} at ${clockText(minutes)} ${bounds}`.trim();
  const found = readAgain(text, place);
  return found && { ...toWhen(found, again.parts[0]!, text, place), parts: again.parts, again: again.again };
}

/** As the schedules read it; "every evening at 9" has one time, and it is of the evening. */
function spell(tokens: readonly Token[], pieces: readonly Piece[], { from, to }: { from: number; to: number }): string {
  const inside = pieces.filter((piece) => piece.from >= from && piece.to <= to);
  const clock = inside.find((piece) => piece.kind === 'clock');
  const part = inside.find((piece) => piece.kind === 'part');
  const words = timeWords();
  const said = tokens.slice(from, to).map(({ word }, at) => ({ word: words.same(word), at: from + at }));
  if (clock === undefined || part === undefined) return said.map(({ word }) => word).join(' ');
  const isIn = (at: number, range: { from: number; to: number }) => at >= range.from && at < range.to;
  const isEach = scheduleWords().is('every', tokens[part.from - 1]?.word ?? '');
  const rest = said.flatMap(({ word, at }) => {
    if (isIn(at, part)) return isEach && at === part.from ? ['day'] : [];
    return isIn(at, clock) || word === 'at' || word === 'in' ? [] : [word];
  });
  return `${rest.join(' ')} at ${clockText(hourIn(clock.minutes, clock.sure, part.part))}`;
}

function clockText(minutes: number): string {
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  return `${two(minutes / 60)}:${two(minutes % 60)}`;
}

function readAgain(said: string, place: Place) {
  try {
    const { schedule, next } = readSchedule(said, place);
    if (schedule.kind === 'once' || schedule.kind === 'dates') return undefined;
    const timed =
      schedule.kind === 'interval' ||
      plainTokens(said).some(
        ({ word }) =>
          /\d[:.]\d\d|\d(?:am|pm)$|^(?:am|pm|at|o'clock)$/.test(word) || timeWords().part(word) !== undefined,
      );
    return { schedule, next, timed };
  } catch {
    return undefined;
  }
}

function isTimeWord(word: string): boolean {
  const [schedule, times] = [scheduleWords(), timeWords()];
  return (
    /^\d/.test(word) ||
    schedule.is('every', word) ||
    schedule.is('per', word) ||
    schedule.is('at', word) ||
    schedule.is('and', word) ||
    schedule.is('fillers', word) ||
    schedule.is('starting', word) ||
    schedule.is('times', word) ||
    schedule.unit(word) !== undefined ||
    schedule.weekdays(word) !== undefined ||
    schedule.adverb(word) !== undefined ||
    schedule.month(word) !== undefined ||
    schedule.ordinal(word) !== undefined ||
    schedule.number(word) !== undefined ||
    times.part(word) !== undefined ||
    times.number(word) !== undefined ||
    times.weekday(word) !== undefined ||
    ['am', 'pm', 'in', 'other', "o'clock"].includes(word)
  );
}
