/** The mentor and its remote agents, each a process of its own: failover, agents that are away, two learners with one token. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../house.ts';
import { type Served, serve } from './process.ts';

const TOKEN = 'c'.repeat(64);
const THERE = { CONSILIUM_AUTH: 'token', A2A_TOKEN: TOKEN };
const agent = (name: string) => ['--agent', name, '--team', 'mentor', '--home', tempDir('mentor-far')];

let analytics: Served[];
let scheduler: Served;
let supervisor: Served;
const started: Served[] = [];

async function start(name: string, env: Record<string, string>): Promise<Served> {
  const served = await serve(agent(name), env);
  started.push(served);
  return served;
}

beforeAll(async () => {
  const [one, two, third] = await Promise.all([
    start('AnalyticsAgent', THERE),
    start('AnalyticsAgent', THERE),
    start('SchedulerAgent', THERE),
  ]);
  analytics = [one, two];
  scheduler = third;
  supervisor = await start('SupervisorAgent', {
    ...THERE,
    ANALYTICS_URL: `${one.url}/a2a,${two.url}/a2a`,
    SCHEDULER_URL: `${third.url}/a2a`,
    A2A_AUTH_TOKEN: TOKEN,
  });
});
afterAll(() => Promise.all(started.map((served) => served.stop('SIGKILL'))));

interface Output {
  text: string;
  outcome: string;
  source_agents: string[];
  warnings?: string[];
  [key: string]: unknown;
}

async function post(at: Served, body: unknown, token = TOKEN) {
  const response = await fetch(`${at.url}/a2a`, {
    method: 'POST',
    // What a first quiz loads can take longer than a call's usual time where the machine has much else to do.
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'a2a-timeout-ms': '200000' },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as { output?: Output; error?: { code: string } } };
}

async function ask(message: string, user = 'ada', at = supervisor, conversation = `talk of ${user}`): Promise<Output> {
  const input = { action: 'ask', user_id: user, parameters: { message } };
  const { json } = await post(at, { agent_name: 'SupervisorAgent', conversation_id: conversation, input });
  if (json.output === undefined) throw new Error(`${message}: ${JSON.stringify(json.error)}`);
  return json.output;
}

const LOG = [
  {
    at: new Date().toISOString(),
    course: 'renal',
    topic: 'Loop',
    kind: 'choice',
    question_id: 'a',
    correct: true,
    seconds: 9,
  },
  {
    at: new Date().toISOString(),
    course: 'renal',
    topic: 'Loop',
    kind: 'choice',
    question_id: 'b',
    correct: false,
    seconds: 9,
  },
];

describe('Analytics and Scheduler as services', () => {
  const insights = (parameters: object, context: object = { study_log: LOG }) => ({
    agent_name: 'AnalyticsAgent',
    conversation_id: 'conv_abc123',
    input: { action: 'get_progress_insights', user_id: 'user_123', parameters },
    context,
  });

  test('answer as the specification says', async () => {
    const { json } = await post(analytics[0]!, insights({ timeframe: '7d', include_recommendations: true }));
    expect(json).toMatchObject({ agent_name: 'AnalyticsAgent', conversation_id: 'conv_abc123', status: 'success' });
    expect(json.output).toMatchObject({ metrics: { answers: 2, accuracy: 0.5, by_topic: { Loop: { answers: 2 } } } });
    // As the specification's first example asks: the action alone.
    expect((await post(analytics[1]!, insights({}))).json.output).toMatchObject({ metrics: { answers: 2 } });
    expect(json.output?.['insights']).toEqual(expect.arrayContaining([expect.any(String)]));
    expect(json.output?.['recommendations']).toEqual(expect.arrayContaining([expect.any(String)]));
  });

  test('refuse what does not fit, and whoever has no token', async () => {
    expect((await post(analytics[0]!, insights({ timeframe: 'a while' }))).json.error?.code).toBe('PARAMETERS_INVALID');
    expect(
      (await post(analytics[0]!, insights({ timeframe: '7d' }, { study_log: [{ at: 'x' }] }))).json.error,
    ).toBeDefined();
    expect((await post(analytics[0]!, insights({ timeframe: '7d' }), 'd'.repeat(64))).status).toBe(401);
  });

  test('plan, and say when cards are due', async () => {
    const exam = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const parameters = { exam_date: exam, hours_per_week: 5, busy: [], topics: ['Loop', 'Tubule'] };
    const input = { action: 'make_study_plan', parameters };
    const plan = await post(scheduler, { agent_name: 'SchedulerAgent', conversation_id: 'c', input });
    expect(plan.json.output).toMatchObject({ exam_date: exam, sessions: expect.arrayContaining([expect.anything()]) });
    const next = { action: 'next_reviews', parameters: { cards: [{ id: 'one' }], at: new Date().toISOString() } };
    const reviews = await post(scheduler, { agent_name: 'SchedulerAgent', conversation_id: 'c', input: next });
    expect(reviews.json.output).toMatchObject({ due: [{ id: 'one' }] });
  });
});

describe('the supervisor', () => {
  test('asks them, for the learner who is named, whose log is theirs alone', async () => {
    await ask('quiz me on hypertension, 2 questions');
    await ask('1A 2B');
    const ada = await ask('how am I doing this week?');
    expect(ada.outcome).toBe('answered');
    expect(ada.source_agents).toContain('AnalyticsAgent');
    expect(ada.text).toMatch(/2 answers/);
    const bob = await ask('how am I doing this week?', 'bob');
    expect(bob.text).toMatch(/Nothing was answered/);
    // The same token and the same conversation, another learner: it is a conversation of their own.
    const same = await ask('how am I doing this week?', 'bob', supervisor, 'talk of ada');
    expect(same.text).toMatch(/Nothing was answered/);
  });

  test('has its plan made there, and keeps it', async () => {
    const { text, source_agents, outcome } = await ask('plan up to my exam in 3 weeks, 4 hours a week, not on Sundays');
    expect(outcome).toBe('answered');
    expect(source_agents).toContain('SchedulerAgent');
    expect(text).toMatch(/^\d{4}-\d\d-\d\d /m);
    expect((await ask('show my plan')).text).toMatch(/^\d{4}-\d\d-\d\d /m);
  });

  test('asks the other where one is killed, and says so where all are, and goes on', async () => {
    await analytics[0]!.stop('SIGKILL');
    for (const user of ['ada', 'cleo']) {
      const { outcome, source_agents, warnings } = await ask('how am I doing this week?', user);
      // Were none asked, or none there, the answer would say that it was worked out here.
      expect([outcome, source_agents.includes('AnalyticsAgent'), warnings ?? []]).toEqual(['answered', true, []]);
    }
    await analytics[1]!.stop('SIGKILL');
    const alone = await ask('how am I doing this week?');
    expect(alone.outcome).toBe('fallback');
    expect(alone.text).toMatch(/2 answers/);
    expect(alone.text).toMatch(/AnalyticsAgent could not be reached/);
    expect(alone.warnings?.join()).toMatch(/AnalyticsAgent could not be reached/);
    expect((await ask('explain hypertension')).outcome).toBe('answered');
  });
});
