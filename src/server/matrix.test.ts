/**
 * Every route, every id, every kind of token. Somebody has one of each thing; what she sees of it, she alone sees, with the
 * scope that it asks for, and nobody else changes it. Routes and tools come from their tables: a new one is tried as it is
 * added.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATIONS } from '../a2a/jsonrpc.ts';
import { type GrantWish, SCOPES } from '../storage/index.ts';
import { type Fixture, openGateway } from './fixture.ts';
import { createGateway } from './index.ts';
import { toolsOf } from './mcp-tools.ts';
import { RULES } from './routes.ts';

/** Words that nobody else says: in what was given to work on, in a person's own things, in a talk about a patient. */
const WORDS = { work: 'zorbulin', own: 'quixotane', about: 'vermilax' } as const;
type Word = keyof typeof WORDS;

let house: Fixture;
let tokens: ReturnType<Fixture['app']['home']['tokens']>;
let gateway: ReturnType<typeof createGateway>;
let [elena, other] = ['', ''];
let ada: Asker;
/** The ids of what she has, and what she sees where. */
const ids = new Set<string>();
const hits: Hit[] = [];

interface Hit {
  readonly route: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly words: Word[];
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

type Asker = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

function as(name: string, wish: GrantWish): Asker {
  const authorization = `Bearer ${tokens.issue(name, wish).token}`;
  return async (method, path, body, headers = {}) => {
    const response = await gateway.request(`http://localhost${path}`, {
      method: method.toUpperCase(),
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
}

const ALL = Object.keys(SCOPES);
const EVENTS = { accept: 'text/event-stream', 'last-event-id': '0' };
const MCP = { accept: 'application/json, text/event-stream' };
const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
const wordsIn = ({ text }: Pick<Answer, 'text'>) =>
  (Object.keys(WORDS) as Word[]).filter((word) => text.includes(WORDS[word]));
const message = (text: string, more: object = {}) => ({
  message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }], ...more },
});

/** One of each thing. */
const DEEDS: readonly (readonly [path: string, body: () => object, headers?: Record<string, string>])[] = [
  ['/v1/chat', () => ({ team: 'front-desk', message: `Is ${WORDS.own} near you?` })],
  ['/v1/chat', () => ({ team: 'front-desk', patient_id: elena, message: `Is ${WORDS.about} near you?` })],
  [
    '/v1/functions/extract-structure/run',
    () => ({ content: `# ${WORDS.work}\n\nIt is rare.`, extraction_type: 'outline' }),
  ],
  [
    '/v1/pipelines/chapter-summarization/run?wait=true',
    () => ({ chapter_text: `# Gout\n\nGout is caused by crystals of ${WORDS.work} in the joints.` }),
  ],
  ['/v1/assistant/todos', () => ({ title: `Buy ${WORDS.own}` })],
  [
    '/v1/assistant/events',
    () => ({ title: `See ${WORDS.own}`, start: '2030-01-01T08:00', end: '2030-01-01T09:00', zone: 'UTC' }),
  ],
  ['/v1/assistant/notes', () => ({ text: `The gate opens with ${WORDS.own}` })],
  ['/v1/assistant/reminders', () => ({ what: `ask for ${WORDS.own}`, when: '1 March 2030 at 8:00', zone: 'UTC' })],
  ['/v1/study/cards', () => ({ front: `What is ${WORDS.own}?`, back: 'Rare.' })],
  ['/v1/agents', () => ({ name: `${WORDS.own} watch`, description: `New papers on ${WORDS.own}.` })],
  ['/v1/study/quizzes', () => ({ topic: 'gout', count: 1 })],
  ['/a2a/agents/front-desk', () => rpc('SendMessage', message(`Is ${WORDS.own} near you?`))],
  [
    '/mcp',
    () => rpc('tools/call', { name: 'ask_front_desk', arguments: { message: `Is ${WORDS.own} near you?` } }),
    MCP,
  ],
];

beforeAll(async () => {
  house = openGateway();
  await house.app.records.loadDemo();
  [elena, other] = (await house.get('/v1/patients')).json.patients.map(({ id }: { id: string }) => id);
  tokens = house.app.home.tokens();
  gateway = createGateway(house.app, { debug() {}, info() {}, warn() {} }, { door: { host: '127.0.0.1', tokens } });
  ada = as('laptop', { user: 'ada', scopes: ALL });
  let agent = '';
  for (const [path, body, headers] of DEEDS) {
    const answer = await ada('post', path, body(), headers);
    expect([path, answer.status, answer.text]).toEqual([
      path,
      expect.toSatisfy((status) => status < 300),
      expect.anything(),
    ]);
    keepIds(answer.text);
    if (path === '/v1/agents') agent = JSON.parse(answer.text).agent_id;
  }
  const trigger = { agent_id: agent, schedule: 'every Monday at 8', instruction: `Look for ${WORDS.own}.` };
  keepIds((await ada('post', '/v1/triggers', trigger)).text);
  for (const { method, path, about, scope } of RULES)
    if (method === 'get' && !path.includes(':') && scope !== 'open' && (about === 'own' || HAS_OWN.has(path)))
      keepIds((await ada('get', path)).text);
  const { artifacts } = JSON.parse((await ada('get', '/v1/artifacts')).text);
  for (const { namespace, name } of artifacts) pairs.push([namespace, name]);
  for (const { path, method } of RULES) if (method === 'get') for (const filled of fill(path)) await look(path, filled);
  for (const id of ids) {
    await look('/v1/sessions/:id/events', `/v1/sessions/${id}/events`, EVENTS);
    await look('/a2a/agents/:agent/rest/*', `/a2a/agents/front-desk/rest/tasks/${id}`);
  }
}, 240_000);
afterAll(async () => {
  tokens.close();
  await house.close();
});

const HAS_OWN = new Set([
  '/v1/sessions',
  '/v1/pending',
  '/v1/pipelines/runs',
  '/v1/artifacts',
  '/v1/assistant/changes',
]);

/** What may be the name of something of hers: also names of stages and artifacts, which stand below others. */
function keepIds(text: string): void {
  for (const [, id] of text.matchAll(/"(?:\w*_?id|uuid|namespace|run|stage|name)":"([^"\\]{1,200})"/g))
    if (wordsIn({ text: id! }).length === 0) ids.add(id!);
}

/** A path with each of the ids in it; of two places, where the second is below what was seen at the first. */
function fill(path: string): string[] {
  const place = /:\w+/.exec(path)?.[0];
  if (place === undefined) return path.includes('*') ? [] : [path];
  // Whoever is on the record is everybody's here who may read: what is private to a talk is not in it.
  if (path.startsWith('/v1/patients/')) return [path.replace(':id', elena).replace(':section', 'summary')];
  if (path.endsWith('/:stage')) return below('/v1/pipelines/runs/:id', (run) => `${run}/stages/`);
  if (path === '/v1/artifacts/:namespace/:name')
    return pairs.map(
      ([namespace, name]) => `/v1/artifacts/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`,
    );
  const more = path.endsWith('/search') ? '?q=the' : '';
  return [...ids].map((id) => path.replace(place, encodeURIComponent(id)) + more);
}

const pairs: [namespace: string, name: string][] = [];

function below(seen: string, place: (path: string) => string): string[] {
  const found = new Set(hits.filter(({ route }) => route === seen).map(({ path }) => path));
  return [...found].flatMap((path) => [...ids].map((id) => place(path) + encodeURIComponent(id)));
}

async function look(route: string, path: string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await ada('get', path, undefined, headers);
  if (answer.status === 200) hits.push({ route, path, headers, words: wordsIn(answer) });
}

/** Who asks, and which of the words they may read. */
const CALLERS: readonly (readonly [name: string, wish: () => GrantWish, may: readonly Word[]])[] = [
  ...ALL.map((scope) => {
    const may: Word[] = scope === 'read' ? ['own', 'about'] : scope === 'work' ? ['work'] : [];
    return [`her own token for ${scope} alone`, () => ({ user: 'ada', scopes: [scope] }), may] as const;
  }),
  ['her own token for that patient', () => ({ user: 'ada', scopes: BOUND, patients: [elena] }), ['about']],
  ['her own token for another patient', () => ({ user: 'ada', scopes: BOUND, patients: [other] }), []],
  ['somebody else', () => ({ user: 'ben', scopes: ALL }), []],
  ['somebody else, for that patient', () => ({ user: 'ben', scopes: BOUND, patients: [elena] }), []],
];
const OF_ONE = new Set<unknown>(['own', 'session', 'everybody']);
const BOUND = ['read', 'chat', 'work', 'a2a'];

test('she sees each of her things at every route that shows one: nothing below is tried in vain', () => {
  const seen = new Set(hits.map(({ route }) => route));
  const without = ['/v1/agents/:id/export', '/v1/search/jobs/:id']; // what its agent wrote, and a folder that is indexed
  expect([...PRIVATE].filter((path) => !seen.has(path))).toEqual(without);
  for (const word of Object.keys(WORDS) as Word[]) expect(hits.some(({ words }) => words.includes(word))).toBe(true);
});

/** Where an id names what is one person's, or work. */
const PRIVATE = new Set(
  RULES.filter(({ method, path, about }) => method === 'get' && path.includes(':') && OF_ONE.has(about)).map(
    ({ path }) => path,
  ),
);

describe.each(CALLERS)('%s', (name, wish, may) => {
  const forbidden = (answer: Answer) => wordsIn(answer).filter((word) => !may.includes(word));
  let asker: Asker;
  beforeAll(() => {
    asker = as(name, wish());
  });

  test('reads what it may at no other door than those for it', async () => {
    for (const { route, path, headers, words } of hits) {
      const isNobodys = may.length === 0 && PRIVATE.has(route);
      if (words.length === 0 && !isNobodys) continue;
      const answer = await asker('get', path, undefined, headers);
      expect([path, forbidden(answer), isNobodys && answer.status < 400]).toEqual([path, [], false]);
    }
  });

  test('hears nothing of it in a talk, in a task or in a tool, by any id', async () => {
    const patient_id = wish().patients?.[0];
    const said = 'What did I say before?';
    for (const id of ids) {
      const doors: (readonly [path: string, body: object, headers?: Record<string, string>])[] = [
        ['/v1/chat', { session_id: id, message: said, ...(patient_id && { patient_id }) }],
        ['/mcp', rpc('tools/call', { name: 'ask_front_desk', arguments: { message: said, session_id: id } }), MCP],
        ['/mcp', rpc('tools/list', {}), { ...MCP, 'mcp-session-id': id }],
        ...['GetTask', 'SubscribeToTask', 'tasks/get', 'tasks/resubscribe'].map(
          (method) => ['/a2a/agents/front-desk', rpc(method, { id, historyLength: 10 }), EVENTS] as const,
        ),
        ['/a2a/agents/front-desk', rpc('ListTasks', { contextId: id, includeArtifacts: true })],
        ['/a2a/agents/front-desk', rpc('SendMessage', message(said, { contextId: id }))],
        ['/a2a/agents/front-desk', rpc('SendMessage', message(said, { taskId: id }))],
      ];
      for (const [path, body, headers] of doors)
        expect([id, JSON.stringify(body), forbidden(await asker('post', path, body, headers))]).toEqual([
          id,
          JSON.stringify(body),
          [],
        ]);
    }
  }, 240_000);
});

describe('whatever a stranger asks for', () => {
  test.each(['somebody else', 'her own token for another patient'])('%s: all of hers is as it was', async (name) => {
    const [, wish] = CALLERS.find(([each]) => each === name)!;
    const asker = as(`${name}, at work`, wish());
    for (const rule of RULES) {
      if (rule.method === 'get' || rule.scope === 'open' || rule.scope === 'admin') continue;
      if (EVERYBODYS.has(rule.path)) continue;
      const body =
        'body' in rule && rule.body instanceof z.ZodType
          ? sampleOf(z.toJSONSchema(rule.body, IO) as object as Shape)
          : {};
      for (const path of fill(rule.path))
        await asker(rule.method === 'all' ? 'post' : rule.method, path, rule.method === 'delete' ? undefined : body);
    }
    for (const { path, headers, words } of hits)
      expect([path, wordsIn(await ada('get', path, undefined, headers))]).toEqual([path, words]);
  }, 240_000);
});

const IO = { io: 'input', unrepresentable: 'any' } as const;
/** What is the whole house's, and what would run for long. */
const EVERYBODYS = new Set([
  '/v1/search/index',
  '/v1/research/example',
  '/v1/assistant/calendar/sync',
  '/v1/remotes/:name/try',
]);

interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly minItems?: number;
  readonly const?: unknown;
  readonly minimum?: number;
}

/** The least that fits. */
function sampleOf({ type, properties = {}, required = [], anyOf, items = {}, ...more }: Shape): unknown {
  const { enum: choices, const: only, minItems, minimum = 1 } = more;
  if (only !== undefined) return only;
  if (choices !== undefined) return choices[0];
  if (anyOf !== undefined) return sampleOf(anyOf[0]!);
  if (type === 'array') return minItems ? [sampleOf(items)] : [];
  if (type === 'integer' || type === 'number') return minimum;
  if (type === 'boolean') return true;
  if (type === 'object' || Object.keys(properties).length > 0) {
    const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
    return Object.fromEntries(names.map((name) => [name, sampleOf(properties[name] ?? {})]));
  }
  return 'tomorrow at 8';
}

describe('tools of MCP', () => {
  test('each needs its scope and no other, is listed to who has it, and asks whose the patient is', async () => {
    const tools = await toolsOf(house.app);
    expect(tools.length).toBeGreaterThan(10);
    const askers = new Map(
      ALL.map((scope) => [
        scope,
        [
          as(`has ${scope}`, { user: 'ada', scopes: [scope] }),
          as(`lacks ${scope}`, { user: 'ada', scopes: ALL.filter((each) => each !== scope) }),
        ] as const,
      ]),
    );
    const bound = as('bound', { user: 'ada', scopes: BOUND, patients: [elena] });
    for (const [scope, [has, lacks]] of askers) {
      const own = tools.filter((each) => each.scope === scope).map(({ tool }) => tool.name);
      const listed = (await has('post', '/mcp', rpc('tools/list', {}), MCP)).text;
      for (const { tool } of tools)
        expect([scope, tool.name, listed.includes(`"name":"${tool.name}"`)]).toEqual([
          scope,
          tool.name,
          own.includes(tool.name),
        ]);
      for (const name of own) {
        const call = rpc('tools/call', { name, arguments: {} });
        expect([name, (await lacks('post', '/mcp', call, MCP)).text]).toEqual([
          name,
          expect.stringContaining('SCOPE_MISSING'),
        ]);
        expect([name, (await has('post', '/mcp', call, MCP)).text]).toEqual([
          name,
          expect.not.stringContaining('SCOPE_MISSING'),
        ]);
      }
    }
    for (const { tool, about } of tools) {
      if (about === undefined) continue;
      const given = { patient_id: other, message: 'Hello', query: 'MATCH (p:Patient) RETURN p.name' };
      const names = Object.keys((tool.inputSchema as { properties: object }).properties);
      const args = Object.fromEntries(Object.entries(given).filter(([key]) => names.includes(key)));
      const answer = await bound('post', '/mcp', rpc('tools/call', { name: tool.name, arguments: args }), MCP);
      expect([tool.name, answer.text]).toEqual([tool.name, expect.stringContaining('PATIENT_FORBIDDEN')]);
    }
  }, 120_000);
});

describe('methods of A2A', () => {
  test('none is answered to who may not call agents; a task of somebody else is none', async () => {
    const without = as('no agents', { user: 'ada', scopes: ALL.filter((scope) => scope !== 'a2a') });
    const ben = as('ben’s agent', { user: 'ben', scopes: ['a2a'] });
    const task = hits
      .find(({ route }) => route === '/a2a/agents/:agent/rest/*')!
      .path.split('/')
      .at(-1)!;
    for (const method of Object.keys(OPERATIONS)) {
      const params = {
        ...message('Hello', { taskId: task }),
        id: task,
        taskId: task,
        url: 'https://x.example/',
        historyLength: 5,
      };
      const call = rpc(method, params);
      for (const path of ['/a2a', '/a2a/', '/a2a/agents/front-desk'])
        expect([method, path, (await without('post', path, call)).status]).toEqual([method, path, 403]);
      const answer = await ben('post', '/a2a/agents/front-desk', call);
      expect([method, wordsIn(answer)]).toEqual([method, []]);
      if (!OF_NO_TASK.has(method)) expect([method, answer.text]).toEqual([method, expect.stringContaining('"error"')]);
    }
  });
});

const OF_NO_TASK = new Set(['ListTasks', 'GetExtendedAgentCard']);
