/**
 * Sums of times: how long until something, how long between two things, when to leave so as to be there, which day of the week
 * a date is. What the calendar knows and what is said are counted with; what is neither is no sum.
 */
import { dayOf, wallOf } from '../../wall.ts';
import { matchKnown } from '../known.ts';
import { readMessage } from '../message.ts';
import { findPieces } from '../time/pieces.ts';
import { type Given, type Model, sayWall } from './model.ts';
import { waysOf } from './words.ts';

export const sumAsked: Model = (text, given) =>
  untilAsked(text, given) ?? betweenAsked(text, given) ?? leavingAsked(text, given) ?? dateAsked(text, given);

const UNTIL =
  /^how (?<unit>long|many (?:days|weeks|hours|minutes|nights|sleeps|months)|much (?:time|longer)|soon)\b(?:(?! until| till| til | to go till| before).)*?\s(?:until|till|til|before|to)\s+(?<of>.+?)\??$/i;

function untilAsked(text: string, given: Given) {
  const { unit, of } = UNTIL.exec(text)?.groups ?? {};
  const end =
    of === undefined || /\band\b/i.test(of) || /\bit takes?\b/i.test(text) ? undefined : pointOf(of, given, 'start');
  if (end === undefined || end.at < given.place.now) return undefined;
  const far =
    unit!.startsWith('many days') || /nights|sleeps|weeks|months/.test(unit!) || !end.timed
      ? sayDays(dayOf(given.place.now, given.place.zone), dayOf(end.at, given.place.zone), unit!)
      : sayLength((end.at - given.place.now) / 60_000);
  return { kind: 'told', say: `**${far}** until ${end.name} (${end.said}).` } as const;
}

const BETWEEN =
  /^how (?:long|much time|many (?:hours|minutes|days))\b.*?\bbetween\s+(?:when\s+)?(?<one>.+?)\s+and\s+(?:when\s+)?(?<other>.+?)\??$/i;

function betweenAsked(text: string, given: Given) {
  const { one, other } = BETWEEN.exec(text)?.groups ?? {};
  const from = one === undefined ? undefined : pointOf(one, given, 'end');
  const to = other === undefined ? undefined : pointOf(other, given, 'start', from?.at);
  if (from === undefined || to === undefined) return undefined;
  if (!from.timed || !to.timed) {
    const [first, last] = [from.at, to.at].map((at) => dayOf(at, given.place.zone));
    return {
      kind: 'told',
      say: `**${sayDays(first!, last!, 'many days')}** between ${from.name} (${from.said}) and ${to.name} (${to.said}).`,
    } as const;
  }
  const minutes = (to.at - from.at) / 60_000;
  return minutes < 0
    ? ({ kind: 'told', say: `None: ${from.name} goes until ${from.said}, and ${to.name} is at ${to.said}.` } as const)
    : ({
        kind: 'told',
        say: `**${sayLength(minutes)}** between ${from.name} (until ${from.said}) and ${to.name} (${to.said}).`,
      } as const);
}

const LEAVES = () =>
  new RegExp(
    `\\b(?:when|what time)\\b(?:(?!\\band\\b).)*?\\b(?:i|we)\\b(?:(?!\\band\\b).)*?\\b(?:${waysOf('leaves')})\\b`,
    'i',
  );

/** "When do I need to leave for the play if it takes 25 minutes?" */
function leavingAsked(text: string, given: Given) {
  const { known, place, about } = given;
  if (!LEAVES().test(text)) return undefined;
  const message = readMessage(text, place, known);
  const [length, ...others] = findPieces(message.tokens, place).filter((piece) => piece.kind === 'length');
  if (length === undefined || others.length > 0) return undefined;
  const event = matchKnown(message.tokens, 0, message.tokens.length, known).get('event');
  const ofTopic = about?.at === undefined || about.kinds.length === 0 ? undefined : { name: about.name, at: about.at };
  const named = event === undefined ? undefined : { name: event.name, at: known.starts?.[event.name] };
  const base = named?.at === undefined ? ofTopic : named;
  const [clock] = message.whens.filter(({ timed, recurs }) => timed && !recurs);
  const to = clock === undefined ? base : { name: 'that', at: clock.at };
  if (to?.at === undefined || to.at < place.now) return undefined;
  const leave = wallOf(to.at - length.minutes * 60_000, place.zone);
  return {
    kind: 'told',
    say: `Leave at **${leave.slice(11)}** (${sayWall(leave.slice(0, 10))}): ${sayLength(length.minutes)} before ${to.name} (${sayWall(wallOf(to.at, place.zone))}).`,
  } as const;
}

const DATE =
  /^(?:what(?:'s| is)?|whats|which)\s+(?:the\s+)?(?:date|day|weekday|day of the week)\s+(?:(?:is it on|is it|is|on|of|will be|does|falls?)\s+)*(?<of>.+?)(?:\s+(?:fall on|be|on))?(?:,.*)?\??$/i;

function dateAsked(text: string, given: Given) {
  const of = DATE.exec(text)?.groups?.['of'];
  if (of === undefined || /^(?:it|today|that|this)\b/i.test(of)) return undefined;
  const point = pointOf(of, given, 'start');
  if (point === undefined) return undefined;
  const date = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: given.place.zone } as const;
  const said = new Intl.DateTimeFormat('en-GB', date).format(point.at);
  return {
    kind: 'told',
    say: `${point.name.slice(0, 1).toUpperCase()}${point.name.slice(1)} is **${said}**.`,
  } as const;
}

interface Point {
  readonly name: string;
  readonly at: number;
  readonly timed: boolean;
  readonly said: string;
}

/** A thing of the calendar by its name, or a time; nothing else has a place in a sum. */
function pointOf(
  words: string,
  { known, place, about }: Given,
  side: 'start' | 'end',
  after?: number,
): Point | undefined {
  const plain = words.replace(/^(?:my|the|our|i|we)\s+/i, '').trim();
  const text = /^\d{1,2}(?:[:.]\d\d)?$/.test(plain) ? `at ${plain}` : plain;
  const day = after === undefined ? undefined : dayOf(after, place.zone);
  const message = readMessage(text, { ...place, ...(day && { day }) }, known);
  const { tokens, whens } = message;
  const isTaken = (at: number) => whens.some(({ parts }) => parts.some(({ from, to }) => from <= at && at < to));
  const isBare = tokens.every(({ word }, at) => isTaken(at) || SMALL.has(word));
  const zone = place.zone;
  if (isBare && whens.length === 1 && !whens[0]!.recurs) {
    const [{ at, timed, wall, dated }] = whens as [(typeof whens)[number]];
    const moved = timed && !dated && after !== undefined ? onDay(wall, day!, zone, after) : at;
    return { name: plain, at: moved, timed, said: sayWall(wallOf(moved, zone).slice(0, timed ? 16 : 10)) };
  }
  const event = matchKnown(tokens, 0, tokens.length, known).get('event');
  const isNamed =
    event !== undefined &&
    !event.tied &&
    tokens.every(({ word }, at) => event.at.includes(at) || isTaken(at) || SMALL.has(word));
  const isIt = /^(?:it|that|then)$/i.test(plain) && about?.at !== undefined;
  const start = isIt ? about.at : isNamed ? known.starts?.[event.name] : undefined;
  if (start === undefined) return undefined;
  const name = isIt ? about.name : event!.name;
  const at = side === 'end' ? (known.ends?.[name] ?? start) : start;
  const isAllDay = known.ends?.[name] === undefined;
  return { name: `**${name}**`, at, timed: !isAllDay, said: sayWall(wallOf(at, zone).slice(0, isAllDay ? 10 : 16)) };
}

const SMALL = new Set('the my our a an is it at on in of i we start starts begin begins end ends next'.split(' '));

/** "Between the budget and 5": an hour on the day of what stands before it, of either half of the day the one that is later. */
function onDay(wall: string, day: string, zone: string, after: number): number {
  const minute = 60_000;
  const at = Date.parse(`${day}T${wall.slice(11)}Z`) - Date.parse(`${wallOf(after, zone)}Z`) + after;
  return at < after && at + 720 * minute >= after && Number(wall.slice(11, 13)) < 12 ? at + 720 * minute : at;
}

function sayDays(from: string, to: string, unit: string): string {
  const days = Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000);
  if (/weeks/.test(unit) && days >= 7)
    return days % 7 === 0
      ? count(days / 7, 'week')
      : `${count(Math.floor(days / 7), 'week')} and ${count(days % 7, 'day')}`;
  if (/nights|sleeps/.test(unit)) return count(days, unit.includes('sleeps') ? 'sleep' : 'night');
  return count(days, 'day');
}

export function sayLength(minutes: number): string {
  const whole = Math.round(minutes);
  const [days, hours, rest] = [Math.floor(whole / 1440), Math.floor((whole % 1440) / 60), whole % 60];
  const parts = [
    days > 0 && count(days, 'day'),
    hours > 0 && count(hours, 'hour'),
    rest > 0 && days === 0 && count(rest, 'minute'),
  ];
  return parts.filter(Boolean).join(' and ') || 'no time';
}

const count = (of: number, unit: string) => `${of} ${unit}${of === 1 ? '' : 's'}`;
