/**
 * Rows of things and of times under one verb. What is joined by "and" is parted once, here, for every tool: a thing with a
 * time of its own is a request of its own, one thing at several times is one for each, and a time that is said once is of all.
 */
import { type Clause, readClause } from './clause.ts';
import { type ListNamed, listIn } from './lists.ts';
import { ownTimes } from './meant.ts';
import type { Reading } from './segments.ts';
import { joinWhens } from './time/join.ts';
import { isWithin, type Range } from './time/piece.ts';
import { isJoined } from './time/rows.ts';
import { rangeIn } from './time/spans.ts';
import type { When } from './time/when.ts';
import { titleOf, wholeName } from './titles.ts';
import { wordSet } from './words.ts';

const JOINS = wordSet('joins');
const MOST = 20;

/** What stands between the joints of a clause; a joint within one time ("every Monday and Friday") parts nothing. */
export function conjuncts({ message, from, to }: Pick<Clause, 'message' | 'from' | 'to'>): Range[] {
  const { tokens, whens, lengths } = message;
  const inTime = (at: number) =>
    [...lengths, ...whens.flatMap((when) => when.parts)].some((part) => part.from < at && at < part.to);
  const parts: { from: number; to: number }[] = [];
  let start = from;
  for (let at = from; at <= to; at++) {
    if (at < to && (!JOINS.has(tokens[at]!.word) || inTime(at))) continue;
    const isBound = tokens.slice(start, at).every((_, shift) => isWithin(message.riders, start + shift));
    if (at > start && !isBound) parts.push({ from: start, to: at });
    start = at + 1;
  }
  return parts.slice(0, MOST);
}

/** "Gym every Monday and swim every Thursday": things in a row, each with its time; one without goes with the next that has one. */
export function withOwnTimes(reading: Reading, parts: readonly Range[]): Reading[] | undefined {
  const { clause, tool } = reading;
  const drop = new Set(tool.drop);
  const groups: { from: number; to: number; named: boolean; timed: boolean }[] = [];
  for (const part of parts) {
    const own = readClause(clause.message, part.from, part.to);
    const named = own.shows.has('title.some') && titleOf({ clause: own, drop }, wholeName) !== undefined;
    const timed = own.whens.length > 0;
    // "And discuss the plans for Friday" is no thing of its own.
    if (named && timed && groups.length > 0 && !isOneOfThem(own)) return undefined;
    const last = groups.at(-1);
    if (last === undefined || (last.named && last.timed && named)) groups.push({ ...part, named, timed });
    else Object.assign(last, { to: part.to, named: last.named || named, timed: last.timed || timed });
  }
  if (groups.length < 2 || !groups.every(({ named, timed }) => named && timed)) return undefined;
  return groups.flatMap(({ from, to }) => {
    const own = readClause(clause.message, from, to);
    return severalTimes({ ...reading, clause: { ...own, list: own.list ?? clause.list } });
  });
}

/** "Milk and eggs to groceries and nails to hardware": things in a row, each with the list that it goes on. */
export function withOwnLists(reading: Reading, parts: readonly Range[]): Reading[] | undefined {
  const { message, list } = reading.clause;
  if (list === undefined) return undefined;
  const groups: { from: number; to: number; list?: ListNamed | undefined; isDeed?: true }[] = [];
  for (const [at, { from, to: end }] of parts.entries()) {
    const to = withoutToo(message, from, end);
    const own =
      listIn(message.tokens, from, to, message.known.lists) ??
      (groups.length > 0 ? placeAt(message, from, to) : undefined);
    const last = groups.at(-1);
    // "… to groceries, and oat bran too": behind the list, and on it as well.
    const isLeft = own === undefined && !parts.slice(at).some((part) => listIn(message.tokens, part.from, part.to, []));
    const above =
      isLeft && (to < end || isToo(message, end) || isBesides(message, parts.slice(at))) ? last?.list : undefined;
    // "… to groceries and call mum": a deed is on no list that was not said.
    const isDeed = isLeft && last?.list !== undefined ? isChore(message, from, to) : undefined;
    if (isDeed) groups.push({ from, to, isDeed });
    else if (above !== undefined) groups.push({ from, to, list: { name: above.name, from: to, to } });
    else if (last === undefined || last.list !== undefined) groups.push({ from, to, list: own });
    else Object.assign(last, { to, list: own });
  }
  if (
    groups.length < 2 ||
    !groups.every(({ list, from, isDeed }) => isDeed || (list !== undefined && list.from > from))
  )
    return undefined;
  return groups.map(({ from, to, list: own, isDeed }) => {
    if (isDeed) return { ...reading, clause: readClause(message, from, to) };
    const clause = { ...readClause(message, from, to), list: own };
    return {
      ...reading,
      clause: { ...clause, when: clause.when ?? reading.clause.when, shows: new Set([...clause.shows, 'slot.list']) },
    };
  });
}

function withoutToo({ tokens }: Clause['message'], from: number, to: number): number {
  const [before, last] = [tokens[to - 2]?.word, tokens[to - 1]!.word];
  const size = last === 'too' || last === 'also' ? 1 : before === 'as' && last === 'well' ? 2 : 0;
  return to - size > from ? to - size : to;
}

const isToo = ({ tokens }: Clause['message'], at: number) =>
  ['too', 'also'].includes(tokens[at]?.word ?? '') || (tokens[at]?.word === 'as' && tokens[at + 1]?.word === 'well');

/** "…, sugar and honey": a row that goes on with "and"; what only follows a comma says why. */
function isBesides(message: Clause['message'], parts: readonly Range[]): boolean {
  const isJoined = parts.some(({ from }) => BESIDE.has(message.tokens[from - 1]?.word ?? ''));
  return isJoined && parts.every(({ from, to }) => isThing(message, from, to));
}

const BESIDE = new Set(['and', '&', 'plus']);

/** No deed and no time: something that can stand on a list. */
function isThing(message: Clause['message'], from: number, to: number): boolean {
  const { mood, whens, shows } = readClause(message, from, to);
  const isNamed = mood === 'fragment' && shows.has('title.some') && !shows.has('head.chore');
  return isNamed && whens.length === 0 && to - from <= MOST_OF_THING;
}

const MOST_OF_THING = 4;

function isChore(message: Clause['message'], from: number, to: number): true | undefined {
  const { shows } = readClause(message, from, to);
  return (shows.has('head.chore') && shows.has('title.some')) || undefined;
}

/** "… to hardware": the last word, behind a list that was named before. */
function placeAt({ tokens }: Clause['message'], from: number, to: number): ListNamed | undefined {
  const [led, last] = [tokens[to - 2]?.word ?? '', tokens[to - 1]!];
  const isPlace = to - 2 > from && ['to', 'onto', 'on'].includes(led) && /^\p{L}{3,}$/u.test(last.word);
  return isPlace && !NO_LISTS.has(last.word) ? { name: last.word, from: to - 2, to } : undefined;
}

const NO_LISTS = wordSet('no_lists');

function isOneOfThem({ when, mood, shows }: Clause): boolean {
  if (when?.timed || when?.recurs) return true;
  return mood === 'fragment' && !shows.has('head.chore');
}

/** "Tomorrow morning and again on Friday": the same, at each of the times; an hour that only one has is that of all. */
export function severalTimes(reading: Reading): Reading[] {
  const { clause } = reading;
  const { tokens, place } = clause.message;
  const { whens } = clause;
  const isAsked = reading.tool.each === 'span';
  if (whens.length < 2 || !inRow(clause, whens) || whens.some(({ recurs, target }) => recurs || (target && !isAsked)))
    return [reading];
  if (rangeIn(whens, tokens) !== undefined) return [reading];
  const hour = whens.find(({ timed }) => timed);
  return whens.map((when, at) => {
    // "Tomorrow at 10 and 4": the day is that of the last that has one.
    const day = when.dated ? undefined : whens.slice(0, at).findLast(({ dated }) => dated);
    const full =
      day !== undefined
        ? joinWhens([{ ...day, timed: false }, when], place)!
        : when.timed || hour === undefined
          ? when
          : joinWhens([when, { ...hour, dated: false }], place)!;
    const own = { ...full, parts: clause.when?.parts ?? full.parts };
    return { ...reading, clause: { ...clause, when: own, ...(isAsked && { whens: [own] }) } };
  });
}

/** "Cancel yoga on Thursday and Friday": the thing on each of its days, with where it goes, if it goes somewhere. */
export function severalDays(reading: Reading): Reading[] {
  const { clause, tool } = reading;
  const moves = Object.values(tool.slots).includes('moved');
  const own = ownTimes(clause, moves).filter(({ dated, span }) => dated && span === 'day');
  const isRange = rangeIn(clause.whens, clause.message.tokens) !== undefined;
  if (own.length < 2 || isRange || !inRow(clause, own)) return [reading];
  const others = clause.whens.filter((when) => !own.includes(when));
  return own.map((day) => {
    // The words of the other days are of the time all the same.
    const parts = [...day.parts, ...own.filter((one) => one !== day).flatMap((one) => one.parts)];
    const whens = clause.whens.flatMap((when) =>
      when === day ? { ...day, parts } : others.includes(when) ? when : [],
    );
    return { ...reading, clause: { ...clause, whens, when: joinWhens(whens, clause.message.place) } };
  });
}

/** Nothing but a joint between each two of them. */
function inRow({ message: { tokens } }: Clause, whens: readonly When[]): boolean {
  return whens.slice(1).every(({ parts: [part] }, at) => {
    const before = whens[at]!.parts.at(-1)!;
    return isJoined(tokens, before, part!) || isChosen(tokens, before, part!);
  });
}

/** "Thursday or Friday". */
function isChosen(tokens: Clause['message']['tokens'], { to }: Range, { from }: Range): boolean {
  return tokens.slice(to, from).some(({ word }) => word === 'or') && from - to <= 2;
}
