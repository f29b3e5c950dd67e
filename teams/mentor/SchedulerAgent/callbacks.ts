/** In the learner's own house, what is wished is read from their words, and their calendar and cards go with the request. */
import type { AgentContext, BeforeAgent, Json } from 'consilium/kernel';
import { readClause, type Setting } from '../_shared/clause.ts';
import { dayAt, daysOff } from '../_shared/dates.ts';
import { readSetting, studyOf, textOf, wordsOf } from '../_shared/desk.ts';
import { isServed } from '../_shared/elsewhere.ts';
import { type PlanWish, planWishOf } from '../_shared/slots.ts';

const USUAL_HOURS = 7;

export const takeWish: BeforeAgent = async (context) => {
  if (isServed(context)) return undefined;
  const { state } = context;
  const words = wordsOf(context.message);
  const setting = await readSetting(context, words);
  const clause = readClause(words, setting);
  if (clause.signs.has('ask.when_review')) return takeCards(context, setting);
  state.set('temp:scheduler_action', 'make_study_plan');
  const wish = mergeWishes(state.get('study_wish'), planWishOf(clause, setting));
  state.set('study_wish', wish as unknown as Json);
  if (wish.exam_date === undefined) return 'When is the exam? Say a day, such as "on 12 December".';
  state.delete('study_wish');
  await takePlan(context, setting, { ...wish, exam_date: wish.exam_date });
  return undefined;
};

/** What was said before the date was asked for still holds. */
function mergeWishes(before: Json | undefined, now: PlanWish): PlanWish {
  const earlier = (before ?? {}) as unknown as Partial<PlanWish>;
  return { ...earlier, ...now, off: now.off.length > 0 ? now.off : (earlier.off ?? []) };
}

async function takePlan(
  context: AgentContext,
  setting: Setting,
  wish: PlanWish & { exam_date: string },
): Promise<void> {
  const { principal, state } = context;
  const { now, zone, chapter } = setting;
  const { exam_date, hours_per_week = USUAL_HOURS, hours_per_day, subjects = [], off } = wish;
  const material = setting.material ?? textOf(context, 'study_material');
  const place = { ...(material !== undefined && { material }), ...(chapter !== undefined && { chapter }) };
  const asked = await topicsOn(context, subjects, place);
  const isOpen = material === undefined && chapter === undefined && asked.topics.length === 0;
  const open = isOpen ? await topicsOf(context) : undefined;
  const topics = open?.topics ?? asked.topics;
  const parameters = await studyOf(context).plans.request(principal, {
    ...{ exam_date, hours_per_week, zone, ...place },
    ...(hours_per_day !== undefined && { hours_per_day }),
    ...(topics.length > 0 && { topics }),
    busy: [...daysOff(off, dayAt(now, zone), exam_date), ...(await calendarOf(context, exam_date))],
  });
  state.set('temp:plan_parameters', { now: new Date(now).toISOString(), ...parameters } as unknown as Json);
  const notes = [
    ...(wish.hours_per_week === undefined
      ? [`I took ${USUAL_HOURS} hours a week; say another number and I plan again.`]
      : []),
    ...(open !== undefined && open.weak.length > 0 && open.topics.length > open.weak.length
      ? [`First what you know least (${open.weak.slice(0, 3).join(', ')}), then all of your material.`]
      : []),
    ...asked.unknown.map(
      (subject) => `There is nothing on "${subject.slice(0, 60)}" in the material, so it is not in the plan.`,
    ),
  ];
  if (notes.length > 0) state.set('temp:plan_note', notes.join(' '));
}

/** What the material has on what the exam is in. Words that head nothing in it and stand beside others are just words. */
async function topicsOn(
  context: AgentContext,
  subjects: readonly string[],
  place: { material?: string; chapter?: string },
): Promise<{ topics: string[]; unknown: string[] }> {
  const { plans } = studyOf(context);
  const found = await Promise.all(
    subjects.map(async (subject) => ({ subject, topics: await plans.topicsOn(subject, place) })),
  );
  return {
    topics: [...new Set(found.flatMap(({ topics }) => topics))],
    unknown: found.flatMap(({ subject, topics }) => (topics.length === 0 ? [subject] : [])),
  };
}

const MOST_TOPICS = 40;

/** Below this a topic that was begun is to be learned again; above it the chapter that it belongs to is enough. */
const WEAK_BELOW = 0.85;

interface Cover {
  readonly topics: string[];
  readonly weak: string[];
}

/** Where no material is named: what the learner is weak in, and then all of what they study, so that nothing of it is left out. */
async function topicsOf(context: AgentContext): Promise<Cover> {
  const study = studyOf(context);
  const { by_topic } = study.progress(context.principal, { timeframe: 'all' }).metrics;
  const weak = Object.entries(by_topic)
    .filter(([, { accuracy }]) => accuracy < WEAK_BELOW)
    .toSorted(([, one], [, other]) => one.accuracy - other.accuracy)
    .map(([topic]) => topic)
    .slice(0, MOST_WEAK);
  const known = new Set((await study.material.list()).map(({ id }) => id));
  const begun = study.log(context.principal).map(({ course }) => course);
  const own = [...known].filter((id) => id !== KNOWLEDGE);
  const courses = [...new Set([...begun.filter((id) => known.has(id)), ...own])];
  const covered = await Promise.all(
    (courses.length > 0 ? courses : [KNOWLEDGE]).map((material) => study.plans.covers({ material })),
  );
  return { topics: [...new Set([...weak, ...covered.flat()])].slice(0, MOST_TOPICS), weak };
}

const MOST_WEAK = 10;
const KNOWLEDGE = 'knowledge';

/** Times that are taken, without what takes them: that stays here. */
async function calendarOf(
  { services, principal, clock }: AgentContext,
  exam: string,
): Promise<{ start: string; end: string }[]> {
  const { assistant } = services;
  if (assistant === undefined) return [];
  const until = Date.parse(exam) + 86_400_000;
  if (!(until > clock.now())) return [];
  return assistant.calendar
    .between(principal.user, clock.now(), until)
    .filter(({ isDay }) => !isDay)
    .slice(0, 5_000)
    .map(({ from, to }) => ({ start: new Date(from).toISOString(), end: new Date(to).toISOString() }));
}

function takeCards(context: AgentContext, { now, zone }: Setting): undefined {
  const cards = studyOf(context).cards.list(context.principal);
  context.state.set('temp:scheduler_action', 'next_reviews');
  context.state.set('temp:review_parameters', {
    cards: cards.map(({ id, schedule }) => ({ id, schedule })) as unknown as Json,
    at: new Date(now).toISOString(),
    zone,
  });
  return undefined;
}
