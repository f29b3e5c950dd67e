/**
 * A plan for the page: from SchedulerAgent on another machine where the operator says there is one, as in a chat with the mentor; else,
 * or where it cannot be reached or sends what cannot be right, made here, which is said.
 */
import type { App } from '../app/index.ts';
import { type Json, type Principal, toConsiliumError } from '../kernel/index.ts';
import { sayFailure } from '../study/elsewhere.ts';
import type { PlanRequest, StudyPlan, StudyService } from '../study/index.ts';
import { checkPlanFor } from '../study/planning/checking.ts';
import { askRemote } from './study-remote.ts';

export interface ShownPlan {
  readonly plan: StudyPlan;
  readonly source_agents: readonly string[];
  /** Why it was made here though it should have been made elsewhere. */
  readonly notice?: string;
}

const AGENT = 'SchedulerAgent';

export async function planFor(app: App, study: StudyService, who: Principal, request: PlanRequest): Promise<ShownPlan> {
  if (!app.env['SCHEDULER_URL']) return { plan: await study.plans.make(who, request), source_agents: [AGENT] };
  // What cannot be planned is refused here, before anybody else is asked.
  const asked = await study.plans.request(who, request);
  try {
    const parameters = asked as unknown as Record<string, Json>;
    const { output, by } = await askRemote(app, who, { service: 'PlanService', action: 'make_study_plan', parameters });
    const plan = study.plans.keep(who, { ...checkPlanFor(output, asked), ...(await study.plans.named(request)) });
    return { plan, source_agents: [`${AGENT}@${by}`] };
  } catch (thrown) {
    const { code } = toConsiliumError(thrown);
    const plan = await study.plans.make(who, request);
    const notice = `${sayFailure(AGENT, code)} This was worked out on this machine instead.`;
    return { plan, source_agents: [AGENT], notice };
  }
}
