/** What a machine elsewhere sends, and what is made of it: a peer on the loopback address that answers whatever it likes. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mentor, openMentor } from './fixture.ts';

let peer: Server;
let answer: unknown;
const asked: { input: { action: string; user_id: string; parameters: Record<string, unknown> }; context: unknown }[] =
  [];
let mentor: Mentor;
const VARIABLES = ['ANALYTICS_URL', 'SCHEDULER_URL'] as const;

beforeAll(async () => {
  peer = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const call = JSON.parse(body);
      asked.push(call);
      const { agent_name, conversation_id } = call;
      const envelope = { agent_name, conversation_id, status: 'success', output: answer };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope));
    });
  });
  await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/a2a`;
  for (const name of VARIABLES) process.env[name] = url;
  mentor = await openMentor({ ANALYTICS_URL: url, SCHEDULER_URL: url });
});
afterAll(async () => {
  for (const name of VARIABLES) delete process.env[name];
  await mentor.close();
  peer.closeAllConnections();
  peer.close();
});

describe('progress from elsewhere', () => {
  const metrics = { accuracy: null, answers: 0, by_topic: {} };

  test('is told, without markup of its own, and asked for with the log of the learner', async () => {
    answer = {
      insights: ['A quiet week.', '<img src=x> [look](http://evil.example)'],
      recommendations: ['Rest.'],
      metrics,
    };
    const { text, outcome } = await mentor.ask('how am I doing this month?');
    expect(outcome).toBe('answered');
    expect(text).toContain('A quiet week.');
    expect(text).not.toMatch(/<img|\]\(/);
    expect(asked.at(-1)).toMatchObject({
      input: { action: 'get_progress_insights', user_id: 'ada', parameters: { timeframe: '30d' } },
      context: { study_log: [] },
    });
  });

  test.each([
    ['calls itself pod-2', 'pod-2', 'AnalyticsAgent@pod-2'],
    ['calls itself markup', '<b>pod</b>', /^AnalyticsAgent@127\.0\.0\.1:\d+$/],
  ])('names the copy that gave it, which %s', async (_, served_by, name) => {
    answer = { insights: ['A quiet week.'], recommendations: [], metrics, served_by };
    const { source_agents } = await mentor.ask('how am I doing this month?');
    expect(source_agents.slice(0, -1)).toEqual(['SupervisorAgent', 'AnalyticsAgent']);
    expect(source_agents.at(-1)).toMatch(name);
  });

  test.each([
    [
      'figures that are none',
      { insights: ['You know everything.'], recommendations: [], metrics: { ...metrics, accuracy: 7 } },
    ],
    [
      'answers that nobody gave',
      { insights: ['You know everything.'], recommendations: [], metrics: { ...metrics, answers: 900 } },
    ],
    ['no figures', { insights: ['You know everything.'], recommendations: [], metrics: 'splendid' }],
    [
      'a streak that nobody had',
      { insights: ['You know everything.'], recommendations: [], metrics: { ...metrics, streak: 300 } },
    ],
    ['words alone', { text: 'You know everything.' }],
    ['a list', ['You know everything.']],
  ])('is not shown where it is %s', async (_, nonsense) => {
    answer = nonsense;
    const { text, outcome, warnings } = await mentor.ask('how am I doing this week?');
    expect(outcome).toBe('fallback');
    expect(text).not.toContain('You know everything');
    expect(text).toMatch(/AnalyticsAgent (?:sent something that cannot be right|answered with something)/);
    expect(text).not.toContain('could not be reached');
    expect(warnings.join()).toMatch(/AnalyticsAgent/);
    expect(text).toContain('Nothing was answered');
  });
});

describe('a plan from elsewhere', () => {
  const ask = () => mentor.ask('plan up to my exam on 12 December, 6 hours a week');

  test('is kept where it is one for this exam, and only times go there', async () => {
    const session = {
      start: '2026-11-20T08:00:00+01:00',
      end: '2026-11-20T09:00:00+01:00',
      topic: 'The loop of Henle',
      kind: 'learn',
    };
    answer = { exam_date: '2026-12-12', hours: 1, sessions: [session], notes: [] };
    const { calendar } = await mentor.app.service('assistant');
    calendar.add('ada', {
      title: 'Oncology',
      start: '2026-11-18T08:00',
      end: '2026-11-18T09:00',
      zone: 'Europe/Berlin',
    });
    const { text, outcome } = await ask();
    expect(outcome).toBe('answered');
    expect(text).toMatch(/^2026-11-20 Fri 08:00–09:00 · learn: The loop of Henle/m);
    expect(asked.at(-1)!.input.parameters['busy']).toEqual([
      { start: '2026-11-18T07:00:00.000Z', end: '2026-11-18T08:00:00.000Z' },
    ]);
    expect(JSON.stringify(asked)).not.toContain('Oncology');
  });

  test.each([
    ['another exam', { exam_date: '2027-01-01', hours: 1, sessions: [], notes: [] }],
    ['no plan', { sessions: 'many' }],
    [
      'something else',
      {
        ...{ exam_date: '2026-12-12', hours: 1, notes: [] },
        sessions: [
          {
            ...{ start: '2026-11-20T08:00:00+01:00', end: '2026-11-20T09:00:00+01:00' },
            ...{ topic: 'Astrology', kind: 'learn' },
          },
        ],
      },
    ],
  ])('is made here where it is for %s', async (_, nonsense) => {
    answer = nonsense;
    const { text, outcome } = await ask();
    expect(outcome).toBe('fallback');
    expect(text).toContain('12 December 2026');
    expect(text).toMatch(/cannot be right/);
  });
});
