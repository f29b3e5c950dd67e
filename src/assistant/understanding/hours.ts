/** A stretch of a day that many things may lie in: "after 2pm", "before noon", "from 2 to 5", "in the afternoon". */
import { addDays, dayOf, momentOf } from '../wall.ts';
import type { Clause } from './clause.ts';
import { limitsOf } from './occurrences.ts';
import type { When } from './time/when.ts';
import { sourceSpan, spanIn } from './timed.ts';
import { isAll, type Reading } from './titles.ts';
import { wordSet } from './words.ts';

const AFTER = wordSet('hour_after');
const BEFORE = wordSet('hour_before');
const PARTS: Readonly<Record<string, string>> = {
  morning: '00:00-12:00',
  afternoon: '12:00-18:00',
  evening: '17:00-24:00',
  night: '18:00-24:00',
};

/** "14:00-24:00", of the first time that says one and is not where something goes. */
export function hoursIn({ whens, message }: Pick<Clause, 'whens' | 'message'>): string | undefined {
  return whens
    .filter(({ recurs, target, shift }) => !recurs && !target && shift === undefined)
    .map((when) => stretchOf(when, message))
    .find((stretch) => stretch !== undefined);
}

/** The days that many things are taken from; "all meetings after 2pm", and no day: of today. */
export function sourceOf(clause: Clause): { from: number; to: number } | undefined {
  const { now, zone } = clause.message.place;
  const today = dayOf(now, zone);
  const isToday = hoursIn(clause) !== undefined;
  return (
    sourceSpan(clause) ?? (isToday ? { from: momentOf(today, zone), to: momentOf(addDays(today, 1), zone) } : undefined)
  );
}

function stretchOf({ parts, part, timed, wall, minutes }: When, { tokens }: Clause['message']): string | undefined {
  if (part !== undefined && PARTS[part] !== undefined) return PARTS[part];
  if (!timed) return undefined;
  const hour = wall.slice(11, 16);
  if (minutes !== undefined) return `${hour}-${later(hour, minutes)}`;
  const said = parts.flatMap(({ from, to }) => tokens.slice(Math.max(0, from - 1), to)).map(({ word }) => word);
  if (said.some((word) => AFTER.has(word))) return `${hour}-24:00`;
  return said.some((word) => BEFORE.has(word)) ? `00:00-${hour}` : undefined;
}

function later(hour: string, minutes: number): string {
  const end = Math.min(24 * 60, Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3)) + minutes);
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`;
}

/** The span of all that is meant at once. */
export function allSpan(reading: Reading): { from: number; to: number } | undefined {
  return reading.clause.when !== undefined && isAll(reading) ? spanIn(reading.clause) : undefined;
}

/** "In December", "next week": more than a day, of one thing. */
export function wideSpan({ clause }: Reading): { from: number; to: number } | undefined {
  const { when } = clause;
  return when === undefined || when.recurs || isBounded(clause) || when.span === 'day' ? undefined : spanIn(clause);
}

/** "From December on": of many, and no one day or stretch. */
export function isBounded(clause: Pick<Clause, 'whens' | 'message'>): boolean {
  return limitsOf(clause, true).length > 0;
}
