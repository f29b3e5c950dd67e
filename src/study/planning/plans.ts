/** A learner's plan: made here or elsewhere, kept, given out as a calendar. */
import { type Clock, ConsiliumError } from '../../kernel/index.ts';
import type { StudyStore } from '../../storage/index.ts';
import { learnerOf } from '../learner.ts';
import type { OpenMaterials } from '../material/materials.ts';
import type { PlanRequest, Plans } from '../service.ts';
import { planAside } from './aside.ts';
import { writePlan } from './calendar.ts';
import { checkPlan } from './plan.ts';

/** More topics than this are no plan. */
const MOST_TOPICS = 60;

export function openPlans({
  store,
  clock,
  material,
}: {
  store: StudyStore;
  clock: Clock;
  material: OpenMaterials;
}): Plans {
  const fill = async ({ exam_date, hours_per_week, topics, busy, ics, zone, ...place }: PlanRequest) => ({
    exam_date,
    hours_per_week,
    topics: topics !== undefined && topics.length > 0 ? [...topics] : await chaptersOf(place.material, material),
    busy: [...(busy ?? [])],
    ...(ics !== undefined && { ics }),
    ...(zone !== undefined && { zone }),
    now: new Date(clock.now()).toISOString(),
  });
  return {
    request: (_who, request) => fill(request),
    async make(who, request) {
      const plan = await planAside(await fill(request));
      store.keepPlan(learnerOf(who), plan);
      return plan;
    },
    keep(who, given) {
      const plan = checkPlan(given, 'PLAN_INVALID');
      store.keepPlan(learnerOf(who), plan);
      return plan;
    },
    get: (who) => store.plan(learnerOf(who)),
    ics(who) {
      const plan = store.plan(learnerOf(who));
      if (plan === undefined)
        throw new ConsiliumError('PLAN_UNKNOWN', 'There is no study plan yet.', {
          hint: 'Make one with an exam date.',
        });
      return writePlan(plan, clock.now());
    },
  };
}

async function chaptersOf(name: string | undefined, material: OpenMaterials): Promise<string[]> {
  const { documents, title } = await material.course(name);
  const chapters = documents.flatMap((document) => document.chapters.map((chapter) => chapter.title));
  if (chapters.length <= MOST_TOPICS) return chapters;
  const titles = documents.map((document) => document.title);
  return titles.length <= MOST_TOPICS ? titles : [title];
}
