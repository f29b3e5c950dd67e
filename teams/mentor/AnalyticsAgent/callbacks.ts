/** In the learner's own house, the log is theirs to give: it goes with the request, wherever that goes. */
import type { BeforeAgent, Json } from 'consilium/kernel';
import { readClause } from '../_shared/clause.ts';
import { readSetting, studyOf, wordsOf } from '../_shared/desk.ts';
import { isServed } from '../_shared/elsewhere.ts';
import { timeframeOf } from '../_shared/slots.ts';

/** Longer ago says little of today; streaks and comparisons need more than the time that was asked for. */
const REACH_DAYS = 400;
const MOST = 20_000;
const DAY = 86_400_000;

export const takeStudyLog: BeforeAgent = async (context) => {
  if (isServed(context)) return;
  const { principal, clock, state, place } = context;
  const words = wordsOf(context.message);
  const clause = readClause(words, await readSetting(context, words));
  const since = new Date(clock.now() - REACH_DAYS * DAY).toISOString();
  state.set('temp:study_log', studyOf(context).log(principal, since).slice(-MOST) as unknown as Json);
  state.set('temp:analytics_parameters', {
    timeframe: timeframeOf(clause),
    include_recommendations: true,
    now: new Date(clock.now()).toISOString(),
    zone: place.timezone ?? 'UTC',
  });
};
