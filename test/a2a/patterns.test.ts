/** The patterns of the spec, each between processes: one serves Analytics as an agent of its own, another asks. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../house.ts';
import { run, type Served, serve } from './process.ts';
import { analyticsTeam, REMOTE, writeTeam } from './teams.ts';

let analytics: Served;
let token: string;

beforeAll(async () => {
  const team = analyticsTeam();
  const home = tempDir('a2a-far');
  const issue = [
    'token',
    'issue',
    'mentor',
    '--agent',
    'AnalyticsAgent:get_progress_insights',
    '--for-anyone',
    '--home',
    home,
    '--json',
  ];
  token = (await run(issue)).json!['token'] as string;
  analytics = await serve(['--agent', 'AnalyticsAgent', '--team', team, '--home', home], { CONSILIUM_AUTH: 'token' });
});

afterAll(async () => {
  await analytics?.stop();
});

const LOG = [
  { at: '2026-11-01T08:00:00Z', topic: 'kidney', correct: true },
  { at: '2026-11-02T08:00:00Z', topic: 'kidney', correct: false },
];

function ask(files: Record<string, string>, message = "What's my progress?") {
  const team = writeTeam({ ...files });
  const env = { ANALYTICS_URL: `${analytics.url}/a2a`, A2A_AUTH_TOKEN: token };
  return run(['ask', message, '--team', team, '--json', '--home', tempDir('a2a-near')], env);
}

describe('an agent of another process', { timeout: 120_000 }, () => {
  test('is transferred to (pattern 1)', async () => {
    const { json } = await ask({
      'team.yml': `name: mentor\nroot: Supervisor\nstate:\n  study_log: ${JSON.stringify(LOG)}\n`,
      'Supervisor/config.yml': `instruction: Transfer questions on progress.\nsub_agents:${REMOTE}`,
      'Supervisor/offline.ts': `export default () => ({ transfer: 'AnalyticsAgent' });`,
    });
    expect(json).toMatchObject({
      text: 'You answered 1 of 2 right.',
      outcome: 'answered',
      route: ['Supervisor', 'AnalyticsAgent'],
    });
  });

  test('comes after one of this process, with what that found (pattern 2)', async () => {
    const { json } = await ask({
      'team.yml': 'name: mentor\nroot: Supervisor\n',
      'Supervisor/config.yml': `kind: sequential\nsub_agents:\n  - Retrieval${REMOTE}`,
      'Retrieval/config.yml': 'kind: code\ndescription: Finds the study log.\nspeaks: false\n',
      'Retrieval/agent.ts': `export default (context) => {
  context.state.set('study_log', ${JSON.stringify([...LOG, { correct: true }])});
  return 'found';
};`,
    });
    expect(json).toMatchObject({ text: 'You answered 2 of 3 right.', outcome: 'answered' });
    expect(json!['route']).toEqual(expect.arrayContaining(['AnalyticsAgent']));
  });

  test('works beside one of this process, and both are in the answer (pattern 3)', async () => {
    const { json } = await ask({
      'team.yml': `name: mentor\nroot: Supervisor\nstate:\n  study_log: ${JSON.stringify(LOG)}\n`,
      'Supervisor/config.yml': `kind: parallel\nsub_agents:\n  - Quiz${REMOTE}`,
      'Quiz/config.yml': 'kind: code\ndescription: Asks questions.\n',
      'Quiz/agent.ts': `export default () => 'Which part of the nephron reabsorbs most water?';`,
    });
    expect(json).toMatchObject({
      text: 'Which part of the nephron reabsorbs most water?\n\nYou answered 1 of 2 right.',
      source_agents: ['Quiz', 'AnalyticsAgent'],
    });
  });

  test('that is away is stood in for by one of this process, and the answer says so', async () => {
    const { json } = await ask({
      'team.yml': 'name: mentor\nroot: Supervisor\n',
      'Supervisor/config.yml': `kind: sequential\nsub_agents:\n  - name: AnalyticsAgent\n    description: x\n    endpoint: http://127.0.0.1:9/a2a\n    fallback: Local\n    retry: { attempts: 1 }\n`,
      'Local/config.yml': 'kind: code\ndescription: Knows a little.\n',
      'Local/agent.ts': `export default () => 'I can only say that you are at it.';`,
    });
    expect(json).toMatchObject({ text: 'I can only say that you are at it.', outcome: 'fallback' });
    expect(json!['warnings']).toEqual([expect.stringMatching(/AnalyticsAgent could not be reached .* Local answered/)]);
  });

  test('with a token that was not issued there is refused, with what to do', async () => {
    const team = writeTeam({
      'team.yml': 'root: Supervisor\n',
      'Supervisor/config.yml': `kind: sequential\nsub_agents:${REMOTE}`,
    });
    const env = {
      ANALYTICS_URL: `${analytics.url}/a2a`,
      A2A_AUTH_TOKEN: `consilium_${'0'.repeat(12)}_${'x'.repeat(43)}`,
    };
    const { json } = await run(['ask', 'hi', '--team', team, '--json', '--home', tempDir('a2a-near')], env);
    expect(json).toMatchObject({ error: { code: 'REMOTE_UNAUTHORIZED', hint: expect.stringContaining('token') } });
  });
});
