/** Names that are meant to be paths, modules or something of an object: at every door that takes one, none is anything. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, openGateway } from './fixture.ts';
import { RULES } from './routes.ts';

const NAMES = [
  ...['..', '../..', '../../../../etc/passwd', '/etc/passwd', '/etc', 'file:///etc/passwd', '..\\..\\x', 'C:\\Windows'],
  ...['%2e%2e%2f%2e%2e%2fetc', '..%2f..%2fetc%2fpasswd', '%00', 'a\0b', '\0', '\u202e', '\ud800', '．．／etc'],
  ...['con', 'NUL', 'aux.yml', '.', '.git', '~', '$HOME', '`id`', '*', '|id', "'; DROP TABLE session; --"],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'a'.repeat(3_000)],
];

let house: Fixture;
beforeAll(() => {
  house = openGateway();
});
afterAll(() => house.close());

/** What an answer may not be: a fault of ours, or a word of where things lie on this machine. */
function wrongIn(door: string, name: string, { status, text }: { status: number; text: string }): string[] {
  const says = [house.dir, process.cwd(), 'root:x:', 'ENOENT', 'EISDIR', 'node_modules'].filter((word) =>
    text.includes(word),
  );
  const isWrong = status >= 500 || says.length > 0 || text.length > 20_000;
  return isWrong ? [`${door} ${JSON.stringify(name.slice(0, 40))}: ${status} ${text.slice(0, 200)}`] : [];
}

test('in the paths of every route', async () => {
  const wrong: string[] = [];
  const named = RULES.filter(({ path }) => path.includes(':'));
  expect(named.length).toBeGreaterThan(40);
  // Dots alone are no name in an address: it is another address.
  for (const { method, path } of named)
    for (const name of NAMES.filter((each) => !/^\.+$/.test(each))) {
      const part = encodeURIComponent(name.toWellFormed());
      const at = path.replace(/:\w+/g, part).replace('/*', `/${part}`);
      const verb = method === 'all' ? 'post' : method;
      const answer =
        verb === 'get' ? await house.get(at) : verb === 'delete' ? await house.delete(at) : await house.post(at, {});
      wrong.push(...wrongIn(`${method} ${path}`, name, answer));
    }
  expect(wrong).toEqual([]);
});

const call = (name: string, args: object) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
});
const MCP = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const CONTENT = { content: '# A\n\nWords of it.', extraction_type: 'keywords' };
const envelope = (agent_name: string, more: object = {}) => ({
  ...{ agent_name, conversation_id: 'c', input: { action: 'ask', parameters: { message: 'Hello' } }, ...more },
});

const BODIES: Record<string, (name: string) => [path: string, body: object, headers?: Record<string, string>]> = {
  'a team': (team) => ['/v1/chat', { team, message: 'Hello' }],
  'a model': (model) => ['/v1/chat/completions', { model, messages: [{ role: 'user', content: 'Hello' }] }],
  'a patient': (patient_id) => ['/v1/chat', { patient_id, message: 'Hello' }],
  'a patient of a query': (patient_id) => ['/v1/graph/query', { patient_id, query: 'MATCH (p:Patient) RETURN p' }],
  'a function': (name) => ['/v1/functions/batch', [{ function: name, input: CONTENT }]],
  'a preset': (preset) => ['/v1/functions/extract-structure/run', { ...CONTENT, options: { preset } }],
  'an agent': (name) => ['/a2a', envelope(name)],
  'an agent’s patient': (name) => ['/a2a', envelope('health', { context: { patient_id: name } })],
  'a tool': (name) => ['/mcp', call(name, {}), MCP],
  'a scope of a tool': (scope) => ['/mcp', call('search', { query: 'fever', scopes: [scope] }), MCP],
  'a patient of a tool': (patient_id) => ['/mcp', call('query_graph', { patient_id, query: 'RETURN 1' }), MCP],
  'a folder': (path) => ['/v1/search/index', { paths: [path], scope: 'x' }],
  'a scope': (scope) => ['/v1/search/index', { paths: ['.'], scope }],
  'a course of folders': (path) => ['/v1/study/materials', { title: 'x', paths: [path] }],
  'a course': (material) => ['/v1/study/quizzes', { material, count: 1 }],
  'a research agent': (agent_id) => ['/v1/triggers', { agent_id, schedule: 'every day', message: 'x' }],
  'a report': (agent_id) => ['/relay', { agent_id, message: 'x' }],
  'an id of A2A': (id) => [
    '/a2a',
    { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id } },
    { 'a2a-version': '1.0' },
  ],
};

test.each(Object.keys(BODIES))('in bodies: %s', async (door) => {
  const wrong: string[] = [];
  for (const name of NAMES) {
    const [path, body, headers] = BODIES[door]!(name);
    wrong.push(...wrongIn(door, name, await house.post(path, body, headers)));
  }
  expect(wrong).toEqual([]);
});

test('in queries: a scope, a path, a file of an agent, a title', async () => {
  const wrong: string[] = [];
  const { json } = await house.post('/v1/agents', { name: 'Reader', description: 'Reads.' });
  for (const name of NAMES) {
    const part = encodeURIComponent(name.toWellFormed());
    for (const path of [
      ...[`/v1/search?q=fever&scope=${part}`, `/v1/search?q=fever&path=${part}`],
      ...[
        `/v1/agents/${json?.agent_id ?? 'x'}/files?path=${part}`,
        `/v1/agents/${json?.agent_id ?? 'x'}/export?path=${part}`,
      ],
      ...[`/v1/artifacts?namespace=${part}`, `/v1/study/explain?material=${part}&topic=${part}`],
      ...[`/v1/sessions?team=${part}`, `/v1/audit?action=${part}`],
    ])
      wrong.push(...wrongIn(path.split('?')[0]!, name, await house.get(path)));
  }
  expect(wrong).toEqual([]);
});
