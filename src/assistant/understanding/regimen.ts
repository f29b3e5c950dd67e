/**
 * A regimen: several doses in one sentence, each with its medicine, its hours and its days ("metformin at 8 and 20, ramipril
 * at 9", "prednisolone 30 mg for 5 days then 20 mg for 5 days"). Each dose is a reminder of its own, and one that follows
 * another begins when that ends. No dose is left out: what is none of them is said.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { addDays, addMinutes, dayOf, momentOf } from '../wall.ts';
import { type Message, readClause } from './clause.ts';
import type { Request } from './request.ts';
import { joinWhens, readWhen } from './time/join.ts';
import { findPieces } from './time/pieces.ts';
import { clockText } from './time/sense.ts';
import { findWhens, type When } from './time/when.ts';
import { wordSet } from './words.ts';

const JOINTS = wordSet('dose_joints');
const THENS = wordSet('dose_thens');
const UNITS = wordSet('dose_units');
const SMALL = wordSet('dose_small');
const STOPS = wordSet('dose_stops');

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Dose extends Range {
  /** The token of its medicine, where it names one. */
  readonly medicine: Range | undefined;
  /** It comes after the one before. */
  readonly then: boolean;
}

export interface Regimen {
  readonly requests: readonly Request[];
  readonly rest: readonly string[];
}

export function regimenIn(message: Message): Regimen | undefined {
  const whole = readClause(message, 0, message.tokens.length);
  if (whole.mood === 'question' || !ASKS.some((sign) => whole.shows.has(sign))) return undefined;
  const medicines = medicinesIn(message);
  if (medicines.length === 0) return undefined;
  const begin = beginOf(message, medicines[0]!);
  const { doses, rest } = dosesFrom(message, begin, medicines);
  const told = doses.map((dose) => timesOf(message, dose));
  const timed = told.filter(({ hours, days, again }) => hours.length > 0 || days !== undefined || again !== undefined);
  if (doses.length < 2 || timed.length === 0) return undefined;
  if (timed.length === 1) return together(message, doses, told, begin);
  const shared = timesOf(message, { from: 0, to: begin });
  return { requests: toRequests(message, { doses, told, shared, begin }), rest };
}

/** "Metformin and ramipril at 8": taken together, at the one time that was said behind the last. */
function together(
  message: Message,
  doses: readonly Dose[],
  told: readonly Times[],
  begin: number,
): Regimen | undefined {
  const times = told.at(-1)!;
  const when = times.again ?? joinWhens(times.whens, message.place);
  if (when === undefined || times.days !== undefined) return undefined;
  const verb = verbOf(message, begin, doses[0]!);
  const names = doses.map((dose, at) => wordsOf(message, dose, told[at]!.parts, at === 0 ? verb.size : 0));
  const what = `${verb.text} ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const input = { what, when: when.text, at: when.wall, recurs: when.recurs };
  const request = { agent: 'todo_agent', tool: 'set_reminder', input, text: message.text, score: 5 };
  return { requests: [{ ...request, ...(when.assumed !== undefined && { assumed: when.assumed }) }], rest: [] };
}

const ASKS = ['verb.remind', 'noun.clockset'];

function medicinesIn({ text, tokens }: Message): Range[] {
  return openCatalogue()
    .find(text, { kinds: ['drug', 'drug_class'] })
    .flatMap(({ start, end }) => {
      const from = tokens.findIndex((token) => token.end > start);
      const last = tokens.findLastIndex((token) => token.start < end);
      return from < 0 || last < from ? [] : [{ from, to: last + 1 }];
    });
}

/** Where the first dose begins: behind "remind me to", with its verb. */
function beginOf({ tokens }: Message, first: Range): number {
  const to = tokens.slice(0, first.from).findLastIndex(({ word }) => word === 'to' || word === ':');
  const me = tokens.slice(0, first.from).findLastIndex(({ word }) => word === 'me' || word === 'for');
  return Math.max(to, me) + 1;
}

/** Cut where a joint is followed by a medicine, or by so much of the one before. */
function dosesFrom(message: Message, begin: number, medicines: readonly Range[]): { doses: Dose[]; rest: string[] } {
  const { tokens, text } = message;
  const doses: Dose[] = [];
  const rest: string[] = [];
  let [from, then] = [begin, false];
  const close = (to: number) => {
    if (to <= from) return;
    const medicine = medicines.find((one) => one.from >= from && one.to <= to);
    const isDose = medicine !== undefined || (doses.length > 0 && amountAt(message, from));
    const said = text.slice(tokens[from]!.start, tokens[to - 1]!.end);
    if (isDose) doses.push({ from, to, medicine, then });
    else if (!STOPS.has(tokens[from]!.word) && /\p{L}/u.test(said)) rest.push(said);
  };
  for (let at = begin; at < tokens.length; at++) {
    if (!JOINTS.has(tokens[at]!.word)) continue;
    let next = at;
    while (next < tokens.length && (JOINTS.has(tokens[next]!.word) || SMALL.has(tokens[next]!.word))) next++;
    const starts =
      medicines.some((one) => one.from === next || (one.from === next + 1 && /^\d/.test(tokens[next]?.word ?? ''))) ||
      amountAt(message, next) ||
      STOPS.has(tokens[next]?.word ?? '');
    // "… at 10pm and buy milk": none of the medicines, and a part of its own.
    const isOther = /^\p{L}/u.test(tokens[next]?.word ?? '') && !isTimeAt(message, next);
    if (!starts && !isOther) continue;
    close(at);
    then = tokens.slice(at, next).some(({ word }) => THENS.has(word));
    [from, at] = [next, next - 1];
  }
  close(endOf(message));
  return { doses, rest };
}

function isTimeAt({ tokens, whens, place }: Message, at: number): boolean {
  const isIn = ({ from, to }: Range) => from <= at && at < to;
  return whens.some(({ parts }) => parts.some(isIn)) || findPieces(tokens, place).some(isIn);
}

function endOf({ tokens }: Message): number {
  let end = tokens.length;
  while (end > 0 && /^[^\p{L}\p{N}%)]$|^please$/u.test(tokens[end - 1]!.word)) end--;
  return end;
}

/** "20 mg", "20mg", "two tablets". */
function amountAt({ tokens }: Message, at: number): boolean {
  const [word, next] = [tokens[at]?.word ?? '', tokens[at + 1]?.word ?? ''];
  const [, unit] = /^\d+(?:\.\d+)?(\p{L}+)$/u.exec(word) ?? [];
  if (unit !== undefined) return UNITS.has(unit);
  return (/^\d+(?:\.\d+)?$/.test(word) || COUNTS.has(word)) && UNITS.has(next);
}

const COUNTS = new Set(['one', 'two', 'three', 'half', 'a', 'an']);

interface Times {
  /** Minutes of the day, each once. */
  readonly hours: readonly number[];
  readonly days: number | undefined;
  readonly day: string | undefined;
  readonly again: When | undefined;
  readonly whens: readonly When[];
  readonly parts: readonly Range[];
}

function timesOf(message: Message, { from, to }: Range): Times {
  // Each dose is read by itself: what bounds the one says nothing of the next.
  const tokens = message.tokens.slice(from, to);
  const whens = findWhens(message.text, tokens, message.place);
  const lasting = findPieces(tokens, message.place).filter(({ kind }) => kind === 'lasting');
  const hours = whens.flatMap(({ timed, recurs, wall, bare }) => (timed && !recurs ? [hourOf(wall, bare)] : []));
  return {
    hours: [...new Set(hours)].toSorted((one, other) => one - other),
    days: lasting[0]?.kind === 'lasting' ? lasting[0].days : undefined,
    day: whens.find(({ dated, recurs }) => dated && !recurs)?.wall.slice(0, 10),
    again: whens.find(({ recurs }) => recurs),
    whens,
    parts: [...whens.flatMap(({ parts }) => parts), ...lasting].map((part) => ({
      ...{ from: part.from + from, to: part.to + from },
    })),
  };
}

/** A dose that comes again is of the day: an hour of either half is the one that people are awake in. */
function hourOf(wall: string, bare: number | undefined): number {
  if (bare !== undefined && bare < 720) return bare < 420 ? bare + 720 : bare;
  return Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
}

function toRequests(
  message: Message,
  { doses, told, shared, begin }: { doses: readonly Dose[]; told: readonly Times[]; shared: Times; begin: number },
): Request[] {
  const verb = verbOf(message, begin, doses[0]!);
  let name = '';
  let start: string | undefined;
  let before: number | undefined;
  return doses.map((dose, at): Request => {
    const times = told[at]!;
    const { text, tokens } = message;
    if (dose.medicine) name = text.slice(tokens[dose.medicine.from]!.start, tokens[dose.medicine.to - 1]!.end);
    const own = wordsOf(message, dose, times.parts, at === 0 ? verb.size : 0);
    const what = `${verb.text} ${dose.medicine ? own : `${name} ${own}`}`.trim();
    const isAfter = at > 0 && before !== undefined && start !== undefined && (dose.then || dose.medicine === undefined);
    const hours = times.hours.length > 0 ? times.hours : nearestHours(told, at, shared);
    const first: string = isAfter ? addDays(start!, before!) : (times.day ?? shared.day ?? firstDay(hours, message));
    [start, before] = [first, times.days];
    const isStarting = isAfter || times.day !== undefined || shared.day !== undefined;
    const { words, isAssumed } = rhythmOf(times, shared, hours, isStarting ? first : undefined);
    const when = readWhen(words, message.place);
    return {
      ...{ agent: 'todo_agent', tool: 'set_reminder', score: 5 },
      input: { what, when: words, at: when?.wall, recurs: true },
      text: text.slice(tokens[dose.from]!.start, tokens[dose.to - 1]!.end),
      ...(isAssumed && { assumed: 'it as every day' }),
    };
  });
}

/** The hours of the dose before, else those said for all, else of the first that has some. */
function nearestHours(told: readonly Times[], at: number, shared: Times): readonly number[] {
  const near =
    told.slice(0, at).findLast(({ hours }) => hours.length > 0) ?? told.find(({ hours }) => hours.length > 0);
  return shared.hours.length > 0 ? shared.hours : (near?.hours ?? [MORNING]);
}

const MORNING = 9 * 60;

function firstDay(hours: readonly number[], { place }: Message): string {
  const today = dayOf(place.now, place.zone);
  const isAhead = momentOf(addMinutes(today, Math.min(...hours)), place.zone) > place.now;
  return isAhead ? today : addDays(today, 1);
}

/** Every day, at its hours, for its days; a rhythm of its own stays. */
function rhythmOf(times: Times, shared: Times, hours: readonly number[], first: string | undefined) {
  const again = times.again ?? shared.again;
  const isOwn = times.again !== undefined && (times.again.timed || times.again.schedule.kind === 'interval');
  const days = times.days ?? shared.days;
  const words = isOwn
    ? (times.again!.again?.core ?? times.again!.text)
    : `every day at ${hours.map(clockText).join(' and ')}`;
  const lasting = days === undefined ? '' : ` for ${days} days`;
  return {
    words: `${words}${lasting}${first === undefined ? '' : ` starting ${first}`}`,
    isAssumed: again === undefined && days === undefined,
  };
}

/** "Take": what is done with each of them. */
function verbOf({ tokens, text }: Message, begin: number, { from, medicine }: Dose): { text: string; size: number } {
  const stop = tokens.findIndex(
    ({ word }, at) => at >= from && (at === medicine?.from || /^\d/.test(word) || COUNTS.has(word) || word === 'my'),
  );
  const end = Math.max(begin, stop < 0 ? begin : stop);
  const said = end > begin ? text.slice(tokens[begin]!.start, tokens[end - 1]!.end) : '';
  return { text: said === '' ? 'take' : said, size: end - begin };
}

function wordsOf({ tokens, text }: Message, { from, to }: Range, parts: readonly Range[], skip: number): string {
  const isTime = (at: number) => parts.some((part) => part.from <= at && at < part.to);
  const pieces: string[] = [];
  for (let at = from + skip; at < to; at++) {
    const { start, end, word } = tokens[at]!;
    if (isTime(at) || /^[,;:]$/.test(word) || (JOINTS.has(word) && isTime(at + 1))) continue;
    pieces.push(text.slice(start, end));
  }
  return pieces
    .join(' ')
    .replace(/\s+(?:for|at|and|then)$/i, '')
    .trim();
}
