/**
 * Progress for the page: from AnalyticsAgent on another machine where the operator says there is one, by the way that the
 * mentor's team declares; else, or where it cannot be reached or sends what cannot be right, counted here, which is said.
 */
import type { App } from '../app/index.ts';
import { type Json, type Principal, toConsiliumError } from '../kernel/index.ts';
import { sayFailure, sayLeftOut } from '../study/elsewhere.ts';
import type { Progress, StudyService } from '../study/index.ts';
import { checkProgress } from '../study/insight-checks.ts';
import { askRemote } from './study-remote.ts';

export interface ShownProgress extends Progress {
  readonly source_agents: readonly string[];
  /** Why it was counted here though it should have been counted elsewhere. */
  readonly notice?: string;
}

const AGENT = 'AnalyticsAgent';
/** Longer ago says little of today. */
const REACH_DAYS = 400;
const MOST = 20_000;
const DAY = 86_400_000;

interface Asked {
  readonly timeframe?: string | undefined;
  readonly zone?: string | undefined;
}

export async function progressFor(
  app: App,
  study: StudyService,
  who: Principal,
  { timeframe = '30d', zone = 'UTC' }: Asked,
): Promise<ShownProgress> {
  const here = study.progress(who, { timeframe, zone });
  if (!app.env['ANALYTICS_URL']) return { ...here, source_agents: [AGENT] };
  try {
    const { value, by } = await askElsewhere(app, study, who, { timeframe, zone });
    const { dropped, ...shown } = value;
    const notice = dropped > 0 ? { notice: sayLeftOut(AGENT) } : {};
    return { ...here, ...shown, source_agents: [`${AGENT}@${by}`], ...notice };
  } catch (thrown) {
    const { code } = toConsiliumError(thrown);
    const notice = `${sayFailure(AGENT, code)} This was counted on this machine instead.`;
    return { ...here, source_agents: [AGENT], notice };
  }
}

async function askElsewhere(
  app: App,
  study: StudyService,
  who: Principal,
  asked: { readonly timeframe: string; readonly zone: string },
) {
  const now = app.clock.now();
  const log = study.log(who, new Date(now - REACH_DAYS * DAY).toISOString()).slice(-MOST);
  const parameters = { ...asked, include_recommendations: true, now: new Date(now).toISOString() };
  const { output, by } = await askRemote(app, who, {
    service: 'AnalyticsService',
    action: 'get_progress_insights',
    parameters,
    context: { study_log: log as unknown as Json },
  });
  return { value: checkProgress(output, log, parameters), by };
}
