/** Learning over HTTP: everything is the caller's own, and what is sent is checked. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { writeCourse } from '../../test/study/course.ts';
import { handleOf, openTokens } from '../storage/handle.ts';
import { planAside } from '../study/index.ts';
import { type Fixture, openGateway } from './fixture.ts';
import { createGateway } from './index.ts';

let house: Fixture;
let course: string;
beforeAll(async () => {
  course = writeCourse();
  house = openGateway({ indexRoots: [course] });
});
afterAll(() => house.close());

test('a folder that the operator allows becomes material, another does not', async () => {
  const added = await house.post('/v1/study/materials', { title: 'Renal physiology', paths: [course] });
  expect(added.status).toBe(200);
  const refused = await house.post('/v1/study/materials', { title: 'Secrets', paths: ['/etc'] });
  expect([refused.status, refused.json.error.code]).toEqual([403, 'INDEX_FORBIDDEN']);
  const { json } = await house.get('/v1/study/materials');
  expect(json.materials.map(({ title }: { title: string }) => title)).toContain('Renal physiology');
});

test('a file that is brought becomes material; what is none is refused in words', async () => {
  const bring = async (name: string, body: string | Uint8Array<ArrayBuffer>, title = 'Brought') => {
    const query = new URLSearchParams({ title, name });
    const response = await house.gateway.request(`http://localhost/v1/study/files?${query}`, { method: 'POST', body });
    return { status: response.status, json: (await response.json()) as Record<string, never> };
  };
  const text = '# Sinus rhythm\n\nThe sinoatrial node is the pacemaker of the heart. Its rate is 60 to 100 per minute.';
  const first = await bring('../../rhythm.md', text);
  expect(first.json).toMatchObject({ material: { id: 'brought', title: 'Brought', passages: 1 } });
  const second = await bring('block.md', text.replaceAll('Sinus', 'Nodal'));
  expect(second.json).toMatchObject({ material: { passages: 2 } });
  const binary = await bring('noise.pdf', new Uint8Array(2000).fill(7));
  expect([binary.status, JSON.stringify(binary.json)]).toEqual([200, expect.stringContaining('noise.pdf')]);
  expect((await bring('run.exe', 'MZ')).json).toMatchObject({ error: { code: 'FILE_INVALID' } });
  expect((await bring('empty.md', '')).json).toMatchObject({ error: { code: 'FILE_INVALID' } });
  expect((await bring('scan.md', ' \n', 'Nothing')).json).toMatchObject({ error: { code: 'MATERIAL_EMPTY' } });
  const { json } = await house.get('/v1/study/materials/brought');
  expect(json.documents).toHaveLength(2);
  const again = await bring('block.md', new Uint8Array(2000).fill(7));
  expect(again.json).toMatchObject({ skipped: [{ file: 'block.md' }] });
  const kept = join(house.dir, 'courses', 'brought', 'block.md');
  expect(readFileSync(kept, 'utf8')).toContain('Nodal rhythm');
  expect((await house.get('/v1/study/materials/brought')).json.documents).toHaveLength(2);
  expect(readdirSync(join(house.dir, 'courses')).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('whatever a file is called, it lies under a name that every disk takes', async () => {
  for (const name of [
    '腎'.repeat(200),
    '🫀'.repeat(200),
    'con',
    'LPT1',
    'a\0b',
    '..\\..\\x',
    '%2e%2e%2fx',
    '\u202egnp',
  ]) {
    const query = new URLSearchParams({ title: 'Names', name: `${name}.md` });
    const body = `# Kidney\n\nThe kidney filters blood. This is ${encodeURIComponent(name).slice(0, 30)}.`;
    const response = await house.gateway.request(`http://localhost/v1/study/files?${query}`, { method: 'POST', body });
    expect([name, response.status, (await response.json()) as object]).toMatchObject([
      name,
      ...(name.startsWith('🫀') ? [400, { error: { code: 'FILE_INVALID' } }] : [200, { skipped: [] }]),
    ]);
  }
  for (const name of readdirSync(join(house.dir, 'courses', 'names'))) {
    expect(Buffer.byteLength(name)).toBeLessThan(256);
    expect(name).not.toMatch(/^(?:con|lpt1)\.|[\0\\/%]|\.\./i);
  }
});

async function renal(): Promise<{ id: string; chapters: { id: string; title: string }[] }> {
  const { json } = await house.get(`/v1/study/materials/${encodeURIComponent('Renal physiology')}`);
  return { id: json.id, chapters: json.documents.flatMap((document: { chapters: object[] }) => document.chapters) };
}

test('a chapter is read and marked', async () => {
  const { id, chapters } = await renal();
  const loop = chapters.find(({ title }) => title === 'The loop of Henle')!;
  const { json } = await house.get(`/v1/study/materials/${id}/passages?chapter=${encodeURIComponent(loop.id)}`);
  expect(json.passages.map(({ text }: { text: string }) => text).join(' ')).toContain('makes the medulla salty');
  const passage = json.passages[0].id;
  const marked = await house.post('/v1/study/highlights', { material: id, passage, text: 'makes the medulla salty' });
  expect(marked.status).toBe(200);
  expect((await house.get(`/v1/study/highlights?material=${id}`)).json.highlights).toHaveLength(1);
  const gone = await house.gateway.request(`http://localhost/v1/study/highlights/${marked.json.id}`, {
    method: 'DELETE',
  });
  expect(gone.status).toBe(200);
  expect((await house.get('/v1/study/highlights')).json.highlights).toEqual([]);
});

describe('a quiz', () => {
  test('hides its key until a question is answered, and counts an answer once', async () => {
    const { id } = await renal();
    const { json: quiz } = await house.post('/v1/study/quizzes', { material: id, count: 3, seed: 'x' });
    expect(quiz.questions.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3]);
    expect(JSON.stringify(quiz)).not.toMatch(/"key"|"reason"|"passage"/);
    const answer = { answers: [{ question: 1, answer: 'nothing of the kind' }] };
    const first = await house.post(`/v1/study/quizzes/${quiz.id}/answers`, answer);
    expect(first.json).toMatchObject({ grades: [{ verdict: 'wrong', counted: true }], open: 2 });
    const second = await house.post(`/v1/study/quizzes/${quiz.id}/answers`, answer);
    expect(second.json).toMatchObject({ grades: [{ counted: false }], open: 2 });
    const some = {
      answers: [
        { question: 2, answer: 'A' },
        { question: 9, answer: 'A' },
      ],
    };
    const none = await house.post(`/v1/study/quizzes/${quiz.id}/answers`, some);
    expect([none.status, none.json.error.code]).toEqual([404, 'QUESTION_UNKNOWN']);
    const { json: progress } = await house.get('/v1/study/progress?timeframe=7d');
    expect(progress.metrics).toMatchObject({ answers: 1, accuracy: 0 });
  });

  test('that is unknown, or asked for wrongly, is an error', async () => {
    expect((await house.get('/v1/study/quizzes/none')).status).toBe(404);
    expect((await house.post('/v1/study/quizzes', { count: 5_000 })).json.error.code).toBe('REQUEST_INVALID');
    expect((await house.post('/v1/study/quizzes', { material: 'no such thing' })).json.error.code).toBe(
      'MATERIAL_UNKNOWN',
    );
    expect((await house.get('/v1/study/progress?timeframe=soon')).status).toBe(400);
  });
});

describe('cards', () => {
  test('are added, due, reviewed once by their key, taken and brought', async () => {
    const { json: card } = await house.post('/v1/study/cards', { front: 'GFR?', back: '125 mL/min', course: 'renal' });
    const { json: due } = await house.get('/v1/study/cards?due=true');
    expect(due.cards.map(({ id }: { id: string }) => id)).toContain(card.id);
    const review = { card: card.id, rating: 'good', key: 'the same key' };
    expect((await house.post('/v1/study/reviews', review)).json).toMatchObject({ counted: true });
    expect((await house.post('/v1/study/reviews', review)).json).toMatchObject({ counted: false });
    const anki = await house.get('/v1/study/anki');
    expect(anki.text).toContain('GFR?');
    const text = '<b>ADH</b><script>alert(1)</script>\tpermeable to water\n';
    const brought = await house.post('/v1/study/anki', { text, course: 'renal' });
    expect(brought.json.added).toBe(1);
    const { json } = await house.get('/v1/study/cards');
    expect(JSON.stringify(json)).not.toMatch(/script|alert|<b>/);
  });

  test('are made from the material', async () => {
    const { id } = await renal();
    const { json } = await house.post('/v1/study/cards/make', { material: id, count: 3 });
    expect(json.cards.length).toBeGreaterThan(0);
  });
});

test('a plan goes up to the exam, comes as a calendar, and cannot be for yesterday', async () => {
  const { id } = await renal();
  const exam_date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const { json } = await house.post('/v1/study/plan', { material: id, exam_date, hours_per_week: 5 });
  expect(json.plan.sessions.length).toBeGreaterThan(3);
  expect((await house.get('/v1/study/plan')).json.plan).toMatchObject({ exam_date, material: 'Renal physiology' });
  expect((await house.get('/v1/study/plan.ics')).text).toContain('BEGIN:VEVENT');
  const past = await house.post('/v1/study/plan', { material: id, exam_date: '2020-01-01', hours_per_week: 5 });
  expect(past.json.error.code).toBe('EXAM_PAST');
});

test('today says what is due and when the exam is', async () => {
  const { json } = await house.get('/v1/today?timezone=UTC');
  const study = json.groups.find(({ room }: { room: string }) => room === 'study');
  expect(study.items[0].title).toMatch(/\d+ cards? due · exam in 30 days/);
});

test('another learner sees nothing of it; what one forgets is gone', async () => {
  const tokens = openTokens(handleOf(house.app.home.data));
  const gateway = createGateway(
    house.app,
    { debug() {}, info() {}, warn() {} },
    { door: { host: '127.0.0.1', tokens } },
  );
  const { token } = tokens.issue('bob', { user: 'bob' });
  const ask = async (path: string, init: RequestInit = {}) =>
    gateway.request(`http://localhost/v1/study/${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });
  const { json: mine } = await house.get('/v1/study/quizzes');
  expect((await ask(`quizzes/${mine.quizzes[0].id}`)).status).toBe(404);
  expect(await (await ask('cards')).json()).toEqual({ cards: [], due: 0 });
  expect(await (await ask('plan')).json()).toEqual({ plan: null });
  expect(await (await ask('export')).json()).toMatchObject({ log: [], cards: [], highlights: [] });
  expect((await house.gateway.request('http://localhost/v1/study', { method: 'DELETE' })).status).toBe(200);
  expect((await house.get('/v1/study/export')).json).toMatchObject({ log: [], cards: [], highlights: [] });
});

test('two learners with one token and one conversation get each their own figures', async () => {
  const tokens = openTokens(new DatabaseSync(':memory:'));
  const served = openGateway({
    home: tempDir('learners'),
    agent: 'AnalyticsAgent',
    team: join(import.meta.dirname, '../../teams/mentor'),
    door: { host: '127.0.0.1', tokens },
  });
  const { token } = tokens.issue('mentor', { agents: ['AnalyticsAgent'], forAnyone: true });
  const now = '2026-11-15T12:00:00Z';
  const ask = async (user_id: string, right: readonly boolean[]) => {
    const study_log = right.map((correct, at) => ({
      ...{ at: `2026-11-14T10:0${at}:00Z`, course: 'x', topic: user_id, kind: 'choice', correct, seconds: 5 },
      question_id: String(at),
    }));
    const input = { action: 'get_progress_insights', user_id, parameters: { timeframe: '7d', now } };
    const body = { agent_name: 'AnalyticsAgent', conversation_id: 'the-same', input, context: { study_log } };
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    return (await served.post('/a2a', body, headers)).json.output;
  };
  try {
    const [ada, ben] = await Promise.all([ask('ada', [true, true, false]), ask('ben', [false])]);
    expect(ada).toMatchObject({ metrics: { answers: 3, correct: 2 }, served_by: expect.any(String) });
    expect(ben).toMatchObject({ metrics: { answers: 1, correct: 0 } });
    expect([Object.keys(ada.metrics.by_topic), Object.keys(ben.metrics.by_topic)]).toEqual([['ada'], ['ben']]);
    expect((await ask('ada', [])).metrics.answers).toBe(0);
  } finally {
    await served.close();
  }
});

describe('a plan from SchedulerAgent on another machine', () => {
  let elsewhere: Fixture;
  let peer: Server;
  let answer: (parameters: Record<string, unknown>) => unknown;
  const asked: { input: { action: string; parameters: Record<string, unknown> } }[] = [];
  beforeAll(async () => {
    peer = createServer(async (request, response) => {
      const call = JSON.parse(Buffer.concat(await request.toArray()).toString());
      asked.push(call);
      const output = await answer(call.input.parameters);
      const sent = { agent_name: 'SchedulerAgent', conversation_id: call.conversation_id, status: 'success', output };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(sent));
    });
    await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done));
    const { port } = peer.address() as AddressInfo;
    elsewhere = openGateway({ env: { SCHEDULER_URL: `http://127.0.0.1:${port}/a2a`, A2A_AUTH_TOKEN: 'a-token' } });
  });
  afterAll(async () => {
    await elsewhere.close();
    peer.closeAllConnections();
    peer.close();
  });
  const exam = () => new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);

  test('is kept with the name of the copy that made it; nonsense is replaced, and that is said', async () => {
    const body = { exam_date: exam(), hours_per_week: 4, topics: ['Asthma'] };
    answer = async (parameters) => ({ ...(await planAside(parameters)), served_by: 'pod-7' });
    const { json } = await elsewhere.post('/v1/study/plan', body);
    expect(asked[0]?.input).toMatchObject({ action: 'make_study_plan', parameters: { topics: ['Asthma'] } });
    expect(json.source_agents).toEqual(['SchedulerAgent@pod-7']);
    expect(json.notice).toBeUndefined();
    answer = () => ({ sessions: 'many' });
    const { json: next } = await elsewhere.post('/v1/study/plan', body);
    expect(next).toMatchObject({ source_agents: ['SchedulerAgent'], plan: { exam_date: body.exam_date } });
    expect(next.notice).toContain('on this machine instead');
    expect(next.plan.sessions.length).toBeGreaterThan(0);
  });

  test('an exam yesterday is refused with a reason, not taken for an agent that is away', async () => {
    answer = () => ({});
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const { status, json } = await elsewhere.post('/v1/study/plan', {
      exam_date: yesterday,
      hours_per_week: 4,
      topics: ['Asthma'],
    });
    expect(status).toBe(400);
    expect(JSON.stringify(json)).toContain('exam');
  });
});

describe('progress from AnalyticsAgent on another machine', () => {
  let elsewhere: Fixture;
  let peer: Server;
  let output: unknown;
  const asked: { input: { action: string; user_id: string }; context: { study_log: unknown[] } }[] = [];
  beforeAll(async () => {
    peer = createServer(async (request, response) => {
      const call = JSON.parse(Buffer.concat(await request.toArray()).toString());
      asked.push(call);
      const answer = { agent_name: 'AnalyticsAgent', conversation_id: call.conversation_id, status: 'success', output };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done));
    const { port } = peer.address() as AddressInfo;
    elsewhere = openGateway({ env: { ANALYTICS_URL: `http://127.0.0.1:${port}/a2a`, A2A_AUTH_TOKEN: 'a-token' } });
  });
  afterAll(async () => {
    await elsewhere.close();
    peer.closeAllConnections();
    peer.close();
  });

  const metrics = {
    ...{ accuracy: null, retention: null, minutes: 0, answers: 0, correct: 0, streak: 0 },
    ...{ by_topic: {}, by_day: [], weak_topics: [] },
  };

  test('is shown with the name of the copy that counted', async () => {
    output = {
      insights: ['A quiet week.', 'Stop taking your insulin.'],
      recommendations: [],
      metrics,
      served_by: 'pod-2',
    };
    const { json } = await elsewhere.get('/v1/study/progress?timeframe=7d');
    expect(json).toMatchObject({ insights: ['A quiet week.'], source_agents: ['AnalyticsAgent@pod-2'] });
    expect(json.notice).toContain('is not shown');
    expect(asked[0]).toMatchObject({ input: { action: 'get_progress_insights' }, context: { study_log: [] } });
  });

  test('is counted here where what came cannot be right, and that is said', async () => {
    output = { insights: [], recommendations: [], metrics: { ...metrics, by_day: 'many' } };
    const { json } = await elsewhere.get('/v1/study/progress');
    expect(json).toMatchObject({ source_agents: ['AnalyticsAgent'], metrics: { streak: 0 } });
    expect(json.notice).toContain('cannot be right');
    output = { insights: ['Wonderful.'], recommendations: [], metrics: { ...metrics, streak: 300 } };
    const { json: next } = await elsewhere.get('/v1/study/progress');
    expect(next).toMatchObject({ source_agents: ['AnalyticsAgent'], metrics: { streak: 0 } });
  });
});
