/** When a card is to be seen again: FSRS, as ts-fsrs does it, without chance. Pure functions over schedules. */
import { isDeepStrictEqual } from 'node:util';
import { createEmptyCard, type Card as Fsrs, fsrs, type Grade, generatorParameters, Rating, State } from 'ts-fsrs';
import { z } from 'zod';
import { ConsiliumError, isZone } from '../kernel/index.ts';
import { dayIn } from './days.ts';
import { DAY, readInput } from './input.ts';
import { RATINGS, type Rating as Rated, type Schedule, schedule } from './types.ts';

const scheduler = fsrs(generatorParameters({ enable_fuzz: false, request_retention: 0.9, maximum_interval: 3650 }));

const STATES = ['new', 'learning', 'review', 'relearning'] as const;
const FROM_STATE = { new: State.New, learning: State.Learning, review: State.Review, relearning: State.Relearning };
const GRADES: Readonly<Record<Rated, Grade>> = {
  again: Rating.Again,
  hard: Rating.Hard,
  good: Rating.Good,
  easy: Rating.Easy,
};

/** Of a card that nobody has seen yet: due at once. */
export function newSchedule(at: number): Schedule {
  return toSchedule(createEmptyCard(new Date(at)));
}

export function reviewCard(before: Schedule, rating: Rated, at: number): Schedule {
  const last = before.last_review === undefined ? 0 : Date.parse(before.last_review);
  // A clock that was set back must not make a card look unseen.
  return toSchedule(scheduler.next(toFsrs(before), new Date(Math.max(at, last)), GRADES[rating]).card);
}

/** How likely it is remembered at a moment: 0 to 1. A card never seen is not. */
export function retrievability(card: Schedule, at: number): number {
  if (card.state === 'new' || card.last_review === undefined) return 0;
  return Math.round(scheduler.get_retrievability(toFsrs(card), new Date(at), false) * 1000) / 1000;
}

function toFsrs(card: Schedule): Fsrs {
  const { due, last_review, state, ...rest } = card;
  return {
    ...rest,
    elapsed_days: 0,
    due: new Date(due),
    state: FROM_STATE[state],
    ...(last_review !== undefined && { last_review: new Date(last_review) }),
  };
}

function toSchedule(card: Fsrs): Schedule {
  return {
    due: card.due.toISOString(),
    stability: card.stability,
    difficulty: card.difficulty,
    reps: card.reps,
    lapses: card.lapses,
    state: STATES[card.state] ?? 'new',
    learning_steps: card.learning_steps,
    scheduled_days: card.scheduled_days,
    ...(card.last_review && { last_review: card.last_review.toISOString() }),
  };
}

/** A card as another machine sends it: its schedule, its reviews, or neither where it is new. */
const sentCard = z.looseObject({
  id: z.string().min(1).max(200),
  schedule: schedule.optional(),
  reviews: z
    .array(z.object({ at: z.iso.datetime({ offset: true }), rating: z.enum(RATINGS) }))
    .max(1000)
    .optional(),
});

const nextReviewsInput = z.object({
  cards: z.array(sentCard).max(20_000),
  at: z.iso.datetime({ offset: true }),
  zone: z.string().refine(isZone, 'This is not a time zone.').default('UTC'),
});

export interface NextReview {
  readonly id: string;
  readonly due: string;
  readonly overdue_days: number;
  readonly retrievability: number;
}

export interface NextReviews {
  /** What is due, the most forgotten first. */
  readonly due: readonly NextReview[];
  /** What is not due yet, the soonest first. */
  readonly upcoming: readonly NextReview[];
  readonly forecast: readonly { readonly day: string; readonly cards: number }[];
}

/** Which cards are to be seen next. Holds nothing of the learner: what it needs comes with the request. */
export function nextReviews(given: unknown): NextReviews {
  const { cards, at, zone } = readInput(nextReviewsInput, given);
  const now = Date.parse(at);
  const rows = cards.map((card) => rowOf(card.id, scheduleOf(card, now), now));
  const due = rows.filter((row) => Date.parse(row.due) <= now);
  const upcoming = rows.filter((row) => Date.parse(row.due) > now);
  return {
    due: due.sort((a, b) => a.retrievability - b.retrievability || a.due.localeCompare(b.due)),
    upcoming: upcoming.sort((a, b) => a.due.localeCompare(b.due)),
    forecast: forecastOf(
      rows.map((row) => row.due),
      now,
      zone,
    ),
  };
}

function scheduleOf(card: z.infer<typeof sentCard>, now: number): Schedule {
  if (card.schedule !== undefined) return card.schedule;
  const flat = schedule.safeParse(card);
  if (flat.success) return flat.data;
  const reviews = [...(card.reviews ?? [])].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const due = z.iso.datetime({ offset: true }).safeParse(card['due']);
  const start = newSchedule(due.success ? Date.parse(due.data) : now);
  return reviews.reduce((held, review) => reviewCard(held, review.rating, Date.parse(review.at)), start);
}

function rowOf(id: string, held: Schedule, now: number): NextReview {
  const overdue = Math.max(0, now - Date.parse(held.due)) / DAY;
  return {
    id,
    due: held.due,
    overdue_days: Math.round(overdue * 10) / 10,
    retrievability: retrievability(held, now),
  };
}

const FORECAST_DAYS = 14;
const QUARTER = 15 * 60_000;

/** How many come due on each of the next days; what is overdue counts today. */
export function forecastOf(
  dues: readonly (string | number)[],
  now: number,
  zone: string,
): { day: string; cards: number }[] {
  const days = Array.from({ length: FORECAST_DAYS }, (_, index) => dayIn(zone, now + index * DAY));
  const counts = new Map(days.map((day) => [day, 0]));
  const today = days[0] as string;
  const shown = new Map<number, string>();
  for (const due of dues) {
    const at = typeof due === 'number' ? due : Date.parse(due);
    if (at > now + (FORECAST_DAYS + 1) * DAY) continue;
    // No day begins within a quarter of an hour, in any zone: which it is is asked once for all of it.
    const quarter = Math.floor(Math.max(at, now - DAY) / QUARTER);
    const day = shown.get(quarter) ?? dayIn(zone, quarter * QUARTER);
    shown.set(quarter, day);
    const counted = day < today ? today : day;
    const count = counts.get(counted);
    if (count !== undefined) counts.set(counted, count + 1);
  }
  return [...counts].map(([day, cards]) => ({ day, cards }));
}

const reviewsShape = z.object({
  due: z.array(z.object({ id: z.string(), due: z.string(), overdue_days: z.number(), retrievability: z.number() })),
  forecast: z.array(z.object({ day: z.iso.date(), cards: z.int().min(0) })).max(5_000),
});

/** What another machine sent, if it is what these cards give: which are due, and how many a day. Else REMOTE_NONSENSE. */
export function checkReviews(given: unknown, asked: unknown): Pick<NextReviews, 'due' | 'forecast'> {
  const { due, forecast } = readInput(reviewsShape, given, 'REMOTE_NONSENSE');
  const own = nextReviews(asked);
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
  const days = (rows: NextReviews['forecast']) => rows.filter(({ cards }) => cards > 0);
  const isSame = isDeepStrictEqual(ids(due), ids(own.due)) && isDeepStrictEqual(days(forecast), days(own.forecast));
  if (!isSame)
    throw new ConsiliumError(
      'REMOTE_NONSENSE',
      'The reviews that came back are not those of the cards that were sent.',
    );
  return { due: own.due, forecast: own.forecast };
}
