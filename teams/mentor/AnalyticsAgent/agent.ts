/** Progress from a study log. What it needs comes with the request; it keeps nothing. */
import type { CodeContext, Json } from 'consilium/kernel';
import { checkInsights, type LogEntry, progressInsights } from 'consilium/study';
import { elsewhereOrHere, instanceName, isServed, recordAt } from '../_shared/elsewhere.ts';
import { type ShownInsights, sayInsights } from '../_shared/say.ts';

export default async function run(context: CodeContext): Promise<string> {
  const { clock, state } = context;
  const log = logOf(context);
  const asked = recordAt(context, isServed(context) ? 'temp:parameters' : 'temp:analytics_parameters');
  const { message: _, ...parameters } = asked;
  const { value, notice } = await elsewhereOrHere<ShownInsights & { dropped?: number }>(context, {
    service: 'AnalyticsService',
    variable: 'ANALYTICS_URL',
    answerKey: 'temp:analytics_answer',
    check: (answer) => checkInsights(withoutWords(answer), (log ?? []) as unknown as LogEntry[], parameters),
    leftOut: ({ dropped = 0 }) => dropped,
    here: () => progressInsights({ now: new Date(clock.now()).toISOString(), ...parameters, study_log: log ?? [] }),
  });
  const insights = log === undefined ? [NO_LOG, ...value.insights] : value.insights;
  const served_by = isServed(context) ? { served_by: instanceName(context) } : {};
  const { dropped: _dropped, ...shown } = value;
  state.set('temp:output', { ...shown, insights, ...served_by } as unknown as Json);
  return [sayInsights({ ...value, insights }), notice && `*${notice}*`].filter(Boolean).join('\n\n');
}

const NO_LOG = 'No study log came with the request, so there is nothing to count.';

/** Absent where a request brought none. */
function logOf(context: CodeContext): readonly Json[] | undefined {
  const given = isServed(context)
    ? recordAt(context, 'temp:context')['study_log']
    : context.state.get('temp:study_log');
  return given === undefined ? undefined : (given as readonly Json[]);
}

/** An answer's words stand beside its data. */
function withoutWords(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const { insights, recommendations, metrics } = answer as Record<string, unknown>;
  return { insights, recommendations, metrics };
}
