/** Teams of the spec's patterns, written to a folder: a supervisor, agents of its own, and Analytics, here or elsewhere. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempDir } from '../house.ts';

export function writeTeam(files: Record<string, string>): string {
  const dir = tempDir('a2a-team');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

/** The agent that runs elsewhere: counts a study log, and says what it was told. */
export const ANALYTICS = {
  'AnalyticsAgent/config.yml': `
kind: code
description: Reads a study log and says how the learner is doing.
version: 1.2.0
actions:
  get_progress_insights:
    description: Insights from a study log.
    idempotent: true
    parameters:
      properties:
        timeframe: { type: string, pattern: '^[0-9]+d$' }
        include_recommendations: { type: boolean }
      required: [timeframe]
`,
  'AnalyticsAgent/agent.ts': `
export default (context) => {
  const parameters = context.state.get('temp:parameters') ?? {};
  const told = context.state.get('temp:context') ?? {};
  const log = told.study_log ?? [];
  const right = log.filter((entry) => entry.correct).length;
  const accuracy = log.length === 0 ? 0 : right / log.length;
  context.state.set('temp:output', {
    insights: ['You answered ' + right + ' of ' + log.length + ' right.'],
    recommendations: parameters.include_recommendations ? ['Repeat what was wrong.'] : [],
    metrics: { accuracy, answers: log.length },
    user: context.principal.user,
  });
  return 'You answered ' + right + ' of ' + log.length + ' right.';
};
`,
};

export const analyticsTeam = () => writeTeam({ 'team.yml': 'name: analytics\nroot: AnalyticsAgent\n', ...ANALYTICS });

/** How the supervisor's team names Analytics: by an address of the environment. */
export const REMOTE = `
  - name: AnalyticsAgent
    description: Reads a study log and says how the learner is doing.
    endpoint: \${ANALYTICS_URL}
    auth_token: \${A2A_AUTH_TOKEN}
    action: get_progress_insights
    parameters: { timeframe: 7d, include_recommendations: true }
    context: [study_log]
    output_key: analytics
    actions:
      get_progress_insights: { idempotent: true }
`;
