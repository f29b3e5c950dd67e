/**
 * A study plan up to an exam: sessions in what the calendar leaves free, new topics first, what was learned again and
 * again between them, at the end revision and one mock exam. Pure: holds nothing of the learner.
 */
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/errors.ts';
import { isZone } from '../../kernel/index.ts';
import { dayIn, isDay, isoIn, momentIn, nextDay } from '../days.ts';
import { readInput } from '../input.ts';
import type { PlanSession, StudyPlan } from '../types.ts';
import { readBusy } from './calendar.ts';

const MINUTE = 60_000;
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time of day is written 08:00.');
const moment = z.string().max(40);

export const planInput = z
  .object({
    exam_date: z
      .string()
      .transform((text) => text.trim().slice(0, 10))
      .refine(isDay, 'An exam date is written 2027-03-31.'),
    hours_per_week: z.number().min(0.5).max(80),
    /** No day gets more. */
    hours_per_day: z.number().min(0.25).max(16).optional(),
    busy: z
      .array(z.object({ start: moment, end: moment }))
      .max(10_000)
      .default([]),
    /** A calendar whose events are busy times. */
    ics: z.string().optional(),
    topics: z
      .array(
        z.union([
          z.string().min(1).max(300),
          z.object({ topic: z.string().min(1).max(300), weight: z.number().min(0.1).max(10) }),
        ]),
      )
      .min(1, 'A plan needs at least one topic.')
      .max(2000),
    /** How long it takes to learn all of it once. */
    learning_minutes: z.number().min(1).max(1_000_000).optional(),
    now: z.iso.datetime({ offset: true }),
    zone: z.string().refine(isZone, 'This is not a time zone.').default('UTC'),
    day_start: clockTime.default('08:00'),
    day_end: clockTime.default('21:00'),
    session_minutes: z.int().min(15).max(180).optional(),
  })
  .refine(({ day_start, day_end }) => day_start < day_end, {
    path: ['day_end'],
    message: 'The day ends before it starts.',
  })
  .transform((given) => ({ ...given, session_minutes: given.session_minutes ?? sessionFor(given.hours_per_day) }));

export type PlanInput = z.infer<typeof planInput>;

const USUAL_MINUTES = 50;
const LONGEST_MINUTES = 60;

/** A day's time in equal sessions, none longer than an hour. */
function sessionFor(perDay: number | undefined): number {
  if (perDay === undefined) return USUAL_MINUTES;
  const minutes = perDay * 60;
  return Math.floor(minutes / Math.ceil(minutes / LONGEST_MINUTES));
}

/** Longer plans are wishes. */
const MOST_DAYS = 400;
/** No course takes longer; a year with a digit too many does. */
const MOST_YEARS = 10;

export function makeStudyPlan(given: unknown): StudyPlan {
  const input = readInput(planInput, given);
  const now = Date.parse(input.now);
  const today = dayIn(input.zone, now);
  if (input.exam_date < today)
    throw new ConsiliumError('EXAM_PAST', `The exam date ${input.exam_date} is past: today is ${today}.`, {
      hint: 'Give the date of an exam that is still to come.',
    });
  if (input.exam_date > `${Number(today.slice(0, 4)) + MOST_YEARS}${today.slice(4)}`)
    throw new ConsiliumError('EXAM_FAR', `The exam date ${input.exam_date} is more than ${MOST_YEARS} years ahead.`, {
      hint: 'Is the year right? A plan covers the first 400 days.',
    });
  const days = daysUntil(today, input.exam_date);
  const notes: string[] = [];
  if (days.at(-1) !== undefined && nextDay(days.at(-1) as string) < input.exam_date)
    notes.push(`The plan covers the first ${MOST_DAYS} days.`);
  const busy = busySpans(input, days, now);
  const open = chooseSlots(input, days, busy, now);
  const slots = fitTo(input, open, days.length, notes);
  const asked = (days.length / 7) * input.hours_per_week;
  const hours = (slots.length * input.session_minutes) / 60;
  const free = (open.length * input.session_minutes) / 60;
  if (slots.length === 0) notes.push('There is no free time left before the exam.');
  else if (free < asked - input.session_minutes / 60)
    notes.push(`The calendar leaves ${round(free)} of ${round(asked)} hours.`);
  const sessions = fillSlots(slots, input, notes, slots.length < open.length);
  return { exam_date: input.exam_date, hours: round(hours), sessions, notes };
}

/** As many sessions as the material needs, and one a week to keep it: more hours would only repeat. Spread up to the exam. */
function fitTo(input: PlanInput, slots: readonly Span[], days: number, notes: string[]): readonly Span[] {
  const { learning_minutes, session_minutes, topics } = input;
  if (learning_minutes === undefined || slots.length === 0) return slots;
  const once = Math.ceil(learning_minutes / session_minutes);
  const needed = Math.max(FEWEST, Math.ceil(Math.max(once, topics.length / 2) / LEARNING) + Math.ceil(days / 7));
  const [takes, has] = [needed, slots.length].map((count) => round((count * session_minutes) / 60));
  if (needed < slots.length) {
    notes.push(
      `The material takes about ${takes} hours to learn and keep; of the ${has} that you have, no more are planned.`,
    );
    return Array.from(
      { length: needed },
      (_, at) => slots[Math.round((at * (slots.length - 1)) / (needed - 1))] as Span,
    );
  }
  if (once > slots.length)
    notes.push(
      `The material takes about ${round(learning_minutes / 60)} hours to go through once, and there are ${has}: not all of it fits.`,
    );
  return slots;
}

/** Fewer sessions are no plan. */
const FEWEST = 5;

function round(hours: number): number {
  return Math.round(hours * 10) / 10;
}

/** From today up to the day before the exam. */
export function daysUntil(today: string, exam: string): string[] {
  const days: string[] = [];
  for (let day = today; day < exam && days.length < MOST_DAYS; day = nextDay(day)) days.push(day);
  return days;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function busySpans(input: PlanInput, days: readonly string[], now: number): Span[] {
  const { zone, busy, ics } = input;
  const spans = busy.map(({ start, end }, index) => {
    const span = { start: momentIn(zone, start), end: momentIn(zone, end) };
    // A day alone is the whole of it.
    if (end.trim().length === 10) span.end = momentIn(zone, nextDay(end.trim()));
    if (!(span.end > span.start))
      throw new ConsiliumError('INPUT_INVALID', `busy.${index}: it does not end after it starts.`, {
        hint: 'Write start and end as 2026-11-15T08:30, with an offset or in the zone of the plan.',
      });
    return span;
  });
  if (ics !== undefined && days.length > 0)
    spans.push(...readBusy(ics, { from: now, to: momentIn(zone, nextDay(days.at(-1) as string)), zone }));
  return spans.sort((a, b) => a.start - b.start);
}

const BREAK = 10 * MINUTE;
const STEP = 15 * MINUTE;

/** Free sessions, week by week, spread over its days as evenly as the calendar allows. */
function chooseSlots(input: PlanInput, days: readonly string[], busy: readonly Span[], now: number): Span[] {
  const chosen: Span[] = [];
  let owed = 0;
  for (let at = 0; at < days.length; at += 7) {
    const week = days.slice(at, at + 7);
    owed = (input.hours_per_week * 60 * week.length) / 7 / input.session_minutes + (owed - Math.floor(owed));
    const free = week.map((day) => freeSlots(day, input, busy, now).slice(0, mostOf(input)));
    chosen.push(...spread(free, Math.floor(owed + 1e-9)));
  }
  return chosen;
}

const MANY = 3;
const FULLER = 1.5;

/** Sessions a day: as many as the learner says, else three, or half as many again as the hours of a week come to a day. */
function mostOf({ hours_per_day, hours_per_week, session_minutes }: PlanInput): number {
  if (hours_per_day !== undefined) return Math.floor((hours_per_day * 60) / session_minutes);
  return Math.max(MANY, Math.ceil(((hours_per_week * 60) / session_minutes / 7) * FULLER));
}

/** Takes `count` slots, always from the day that has given least so far. */
function spread(free: Span[][], count: number): Span[] {
  const taken = free.map(() => 0);
  const chosen: Span[] = [];
  while (chosen.length < count) {
    let best = -1;
    for (const [day, slots] of free.entries())
      if ((taken[day] as number) < slots.length && (best === -1 || (taken[day] as number) < (taken[best] as number)))
        best = day;
    if (best === -1) break;
    chosen.push((free[best] as Span[])[taken[best] as number] as Span);
    taken[best] = (taken[best] as number) + 1;
  }
  return chosen.sort((a, b) => a.start - b.start);
}

function freeSlots(day: string, input: PlanInput, busy: readonly Span[], now: number): Span[] {
  const opens = momentIn(input.zone, `${day}T${input.day_start}`);
  const closes = momentIn(input.zone, `${day}T${input.day_end}`);
  const length = input.session_minutes * MINUTE;
  const near = busy.filter(({ start, end }) => start < closes && end > opens);
  const slots: Span[] = [];
  let start = Math.max(opens, Math.ceil(now / STEP) * STEP);
  while (start + length <= closes) {
    const blocked = near.find((span) => span.start < start + length && span.end > start);
    if (blocked === undefined) {
      slots.push({ start, end: start + length });
      start += length + BREAK;
    } else start = Math.ceil(blocked.end / STEP) * STEP;
  }
  return slots;
}

/** Of all sessions so many are for what is new; the rest goes over it again. */
const LEARNING = 0.6;
/** Within the learning part every so many sessions look back. */
const LOOK_BACK = 4;

function fillSlots(slots: readonly Span[], input: PlanInput, notes: string[], isEnough: boolean): PlanSession[] {
  const { zone } = input;
  const topics = input.topics.map((given) => (typeof given === 'string' ? { topic: given, weight: 1 } : given));
  const mock = slots.length >= 5 ? 1 : 0;
  const learning = Math.max(1, Math.round(slots.length * LEARNING));
  const parts = shareOut(topics, learning);
  if (topics.length > learning && slots.length > 0)
    notes.push(
      `${topics.length} topics in ${learning} sessions: ${isEnough ? 'short ones share one.' : 'some share one. More hours would give each its own.'}`,
    );
  const done: string[] = [];
  const reviewed = new Set<string>();
  let next = 0;
  let back = 0;
  /** What was not gone over yet comes first; in the sessions that are left all of it. */
  const review = (left: number): string => {
    const due = done.filter((part) => !reviewed.has(part));
    if (due.length === 0) return done[back++ % done.length] as string;
    const chosen = due.slice(0, next < parts.length ? 1 : Math.ceil(due.length / left));
    for (const part of chosen) reviewed.add(part);
    return [...new Set(chosen.flatMap((part) => part.split('; ')))].join('; ');
  };
  return slots.map((slot, index) => {
    const at = { start: isoIn(zone, slot.start), end: isoIn(zone, slot.end) };
    if (mock === 1 && index === slots.length - 1) return { ...at, topic: 'All topics', kind: 'mock_exam' };
    const looksBack =
      done.length > 0 &&
      (next >= parts.length ||
        (index % LOOK_BACK === LOOK_BACK - 1 && slots.length - index > parts.length - next + mock));
    if (looksBack) return { ...at, topic: review(slots.length - mock - index), kind: 'review' };
    const topic = parts[next++] as string;
    if (!done.includes(topic)) done.push(topic);
    return { ...at, topic, kind: 'learn' };
  });
}

/** Topics over so many sessions by their weight, in their order; where there are more topics, several in one. */
function shareOut(topics: readonly { topic: string; weight: number }[], sessions: number): string[] {
  const total = topics.reduce((sum, { weight }) => sum + weight, 0);
  const parts: string[][] = Array.from({ length: sessions }, () => []);
  let passed = 0;
  for (const { topic, weight } of topics) {
    const first = Math.min(sessions - 1, Math.floor((passed / total) * sessions + 1e-9));
    passed += weight;
    const last = Math.max(first, Math.min(sessions - 1, Math.ceil((passed / total) * sessions - 1e-9) - 1));
    for (let at = first; at <= last; at++) parts[at]?.push(topic);
  }
  return parts.map((held) => [...new Set(held)].join('; '));
}
