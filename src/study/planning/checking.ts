/** A plan that was made elsewhere: whether it is one, and whether it is one for this learner. */
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/errors.ts';
import { dayIn, isDay, momentIn } from '../days.ts';
import { readInput } from '../input.ts';
import { isAboutStudies } from '../study-words.ts';
import type { PlanSession, StudyPlan } from '../types.ts';
import { busySpans, daysUntil, type PlanInput, planInput, type Span } from './plan.ts';

const planShape = z.object({
  exam_date: z.string().refine(isDay, 'This is no day.'),
  material: z.string().min(1).max(300).optional(),
  hours: z.number().min(0),
  sessions: z
    .array(
      z
        .object({
          start: z.iso.datetime({ offset: true }),
          end: z.iso.datetime({ offset: true }),
          topic: z.string().min(1).max(2000),
          kind: z.enum(['learn', 'review', 'mock_exam']),
        })
        .refine(({ start, end }) => Date.parse(start) < Date.parse(end), 'A session ends before it starts.'),
    )
    .max(5000),
  notes: z.array(z.string().max(1000)).max(100),
});

/** A plan that came from elsewhere, if it is one; else `code`. */
export function checkPlan(given: unknown, code = 'REMOTE_NONSENSE'): StudyPlan {
  const plan = readInput(planShape, given, code);
  const late = plan.sessions.find(({ start }) => start.slice(0, 10) > plan.exam_date);
  if (late !== undefined) throw new ConsiliumError(code, `The plan has a session after the exam (${late.start}).`);
  return plan;
}

const HOUR = 3_600_000;
/** Hours are told to a tenth. */
const ROUNDING = 0.06;
const ALL = 'All topics';

/**
 * A plan as it was asked for: in what is free, from now on and before the exam, of what is to be learned, no more than was
 * wished; else REMOTE_NONSENSE. Remarks that are none on a plan are left out.
 */
export function checkPlanFor(given: unknown, asked: unknown): StudyPlan {
  const plan = checkPlan(given);
  const input = readInput(planInput, asked);
  const now = Date.parse(input.now);
  const days = daysUntil(dayIn(input.zone, now), input.exam_date);
  const busy = busySpans(input, days, now);
  const wrong =
    plan.exam_date === input.exam_date
      ? faultIn(plan, input, { now, days: new Set(days), busy })
      : 'is for another exam';
  if (wrong !== undefined) throw new ConsiliumError('REMOTE_NONSENSE', `The plan that came back ${wrong}.`);
  const names = namesOf(input);
  // What it is of is known here, whatever came back.
  const { material: _, ...made } = plan;
  return { ...made, notes: plan.notes.filter((note) => isAboutStudies(note, { names })) };
}

interface Frame {
  readonly now: number;
  readonly days: ReadonlySet<string>;
  readonly busy: readonly Span[];
}

function faultIn({ sessions, hours }: StudyPlan, input: PlanInput, frame: Frame): string | undefined {
  const spans = sessions.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }));
  const ordered = spans.toSorted((a, b) => a.start - b.start);
  if (ordered.some(({ start }, at) => at > 0 && start < (ordered[at - 1] as Span).end))
    return 'has sessions at one time';
  const fault = sessions
    .map((session, at) => faultOf(session, spans[at] as Span, input, frame))
    .find((found) => found !== undefined);
  if (fault !== undefined) return fault;
  const total = spans.reduce((sum, { start, end }) => sum + (end - start) / HOUR, 0);
  if (Math.abs(total - hours) > ROUNDING) return 'counts other hours than it has';
  return isTooMuch(spans, input, frame) ? 'has more hours than were wished' : undefined;
}

function faultOf(
  { topic, kind }: PlanSession,
  span: Span,
  input: PlanInput,
  { now, days, busy }: Frame,
): string | undefined {
  const { zone, day_start, day_end } = input;
  const day = dayIn(zone, span.start);
  if (span.start < now) return 'has sessions in the past';
  if (!days.has(day)) return 'has sessions that are not before the exam';
  const isDaytime =
    span.start >= momentIn(zone, `${day}T${day_start}`) && span.end <= momentIn(zone, `${day}T${day_end}`);
  if (!isDaytime || busy.some((taken) => taken.start < span.end && taken.end > span.start))
    return 'has sessions when there is no time';
  const known = new Set(namesOf(input));
  const isKnown = known.has(topic) || topic.split('; ').every((part) => known.has(part));
  return isKnown || (kind === 'mock_exam' && topic === ALL) ? undefined : 'is of what nobody asked for';
}

/** No day and, over all of them, no more than was asked for, but for one session that begins what is owed. */
function isTooMuch(spans: readonly Span[], input: PlanInput, { days }: Frame): boolean {
  const { hours_per_week, hours_per_day, session_minutes, zone } = input;
  const byDay = new Map<string, number>();
  for (const { start, end } of spans) {
    const day = dayIn(zone, start);
    byDay.set(day, (byDay.get(day) ?? 0) + (end - start) / HOUR);
  }
  if (hours_per_day !== undefined && [...byDay.values()].some((hours) => hours > hours_per_day + ROUNDING)) return true;
  const total = [...byDay.values()].reduce((sum, hours) => sum + hours, 0);
  return total > (days.size / 7) * hours_per_week + session_minutes / 60 + ROUNDING;
}

function namesOf({ topics }: PlanInput): string[] {
  return topics.map((given) => (typeof given === 'string' ? given : given.topic));
}
