/** A learner's plan: made here or elsewhere, kept, given out as a calendar. */
import { type Clock, ConsiliumError } from '../../kernel/index.ts';
import type { StudyStore } from '../../storage/index.ts';
import { unknownTopic } from '../explaining.ts';
import { learnerOf } from '../learner.ts';
import type { OpenMaterials } from '../material/materials.ts';
import type { PlanRequest, Plans } from '../service.ts';
import type { Place, StudyPlan } from '../types.ts';
import { planAside, writePlanAside } from './aside.ts';
import { checkPlan } from './checking.ts';
import { chaptersOf, topicsOn } from './coverage.ts';
import { sizeTopics } from './sizing.ts';

export function openPlans({
  store,
  clock,
  material,
}: {
  store: StudyStore;
  clock: Clock;
  material: OpenMaterials;
}): Plans {
  const cover = async ({ topics = [], subjects = [] }: PlanRequest, place: Place): Promise<string[]> => {
    const found = [...topics];
    for (const subject of subjects) {
      const on = await topicsOn(subject, place, material);
      if (on.length === 0) throw unknownTopic(subject);
      found.push(...on);
    }
    return found.length > 0 ? [...new Set(found)] : chaptersOf(place.material, material);
  };
  const fill = async (request: PlanRequest) => {
    const { exam_date, hours_per_week, hours_per_day, topics: _, subjects: __, busy, ics, zone, ...place } = request;
    const topics = await cover(request, place);
    const { passages } = await material.course(place.material);
    return {
      exam_date,
      hours_per_week,
      ...(hours_per_day !== undefined && { hours_per_day }),
      ...(sizeTopics(topics, passages) ?? { topics }),
      busy: [...(busy ?? [])],
      ...(ics !== undefined && { ics }),
      ...(zone !== undefined && { zone }),
      now: new Date(clock.now()).toISOString(),
    };
  };
  const named = async ({ material: name, topics }: PlanRequest): Promise<Pick<StudyPlan, 'material'>> =>
    name === undefined && topics !== undefined ? {} : { material: (await material.course(name)).title };
  return {
    named,
    topicsOn: (subject, place) => topicsOn(subject, place, material),
    covers: (place) => chaptersOf(place.material, material),
    request: (_who, request) => fill(request),
    async make(who, request) {
      const plan = { ...(await planAside(await fill(request))), ...(await named(request)) };
      store.keepPlan(learnerOf(who), plan);
      return plan;
    },
    keep(who, given) {
      const plan = checkPlan(given, 'PLAN_INVALID');
      store.keepPlan(learnerOf(who), plan);
      return plan;
    },
    get: (who) => store.plan(learnerOf(who)),
    async ics(who) {
      const plan = store.plan(learnerOf(who));
      if (plan === undefined)
        throw new ConsiliumError('PLAN_UNKNOWN', 'There is no study plan yet.', {
          hint: 'Make one with an exam date.',
        });
      return writePlanAside(plan, clock.now());
    },
  };
}
