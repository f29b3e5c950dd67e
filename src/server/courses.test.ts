/** A course that somebody brought, for others at every door: it is as good as not there, until it is shared. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { loadDemoPatients } from '../record/index.ts';
import { handleOf, openTokens } from '../storage/handle.ts';
import { type Fixture, openGateway } from './fixture.ts';

const TITLE = 'Zorblax week';
const TEXT =
  '# Zorblax syndrome\n\nZorblax syndrome is a disorder of the quillon duct. Its typical features are fever, itching and a purple tongue. Zorblaxamine 40 mg is given once a day because it opens the duct. Quillonase is preferred over zorblaxamine in children.\n';
const FOUND = /quillon|zorblaxamine/i;

let house: Fixture;
let id: string;
const bearer: Record<'ada' | 'bound' | 'ben', Record<string, string>> = { ada: {}, bound: {}, ben: {} };

beforeAll(async () => {
  const tokens = openTokens(new DatabaseSync(':memory:'));
  house = openGateway({ home: tempDir('courses'), door: { host: '127.0.0.1', tokens } });
  const [patient] = (await loadDemoPatients(handleOf(house.app.home.data)))!.patients;
  const issue = (user: string, patients?: string[]) => {
    const scopes = ['read', 'chat', 'work', 'a2a'] as const;
    const { token } = tokens.issue(user, { user, scopes, ...(patients && { patients }) });
    return { authorization: `Bearer ${token}` };
  };
  bearer.ada = issue('ada');
  bearer.ben = issue('ben');
  bearer.bound = issue('ada', [patient!.id]);
  const brought = await bring('ada', TEXT);
  id = brought.json.material.id;
});
afterAll(() => house.close());

async function bring(who: 'ada' | 'ben', body: string) {
  const query = new URLSearchParams({ title: TITLE, name: 'zorblax.md' });
  const init = { method: 'POST', headers: bearer[who], body };
  const response = await house.gateway.request(`http://localhost/v1/study/files?${query}`, init);
  return { status: response.status, json: (await response.json()) as { material: { id: string } } };
}

type Ask = (headers: Record<string, string>) => Promise<{ text: string }>;

const post =
  (path: string, body: object | (() => object)): Ask =>
  (headers) =>
    house.post(path, typeof body === 'function' ? body() : body, headers);

const MCP = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const tool =
  (name: string, args: object): Ask =>
  (headers) =>
    house.post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      { ...headers, ...MCP },
    );
const said = (team: string, message: string) => post('/v1/chat', { team, message });
const about = `Explain zorblax syndrome from ${TITLE}`;

const DOORS: Record<string, Ask> = {
  'a chapter': (headers) => house.get(`/v1/study/materials/${encodeURIComponent(TITLE)}/passages`, headers),
  'its passages by id': (headers) => house.get(`/v1/study/materials/${id}/passages`, headers),
  'an explanation': (headers) => house.get('/v1/study/explain?topic=zorblax%20syndrome', headers),
  'a quiz': post('/v1/study/quizzes', () => ({ material: id, count: 5, kinds: ['choice', 'cloze', 'short'] })),
  cards: post('/v1/study/cards/make', () => ({ material: id, count: 5 })),
  search: (headers) => house.get('/v1/search?q=zorblax', headers),
  'search within it': (headers) => house.get(`/v1/search?q=zorblax&scope=${id}`, headers),
  'search over MCP': tool('search', { query: 'zorblax' }),
  'the mentor': said('mentor', about),
  'the mentor over MCP': tool('ask_mentor', { message: about }),
  'the kitchen': said('kitchen', 'Search the index for zorblax syndrome'),
  'a function': post('/v1/functions/cross-reference/run', { query_artifact: 'zorblax syndrome' }),
};

test.each(Object.entries(DOORS))('%s', async (_, ask) => {
  expect((await ask(bearer.ada)).text).toMatch(FOUND);
  for (const who of ['ben', 'bound'] as const) expect((await ask(bearer[who])).text).not.toMatch(FOUND);
});

test('nobody else is told that it is there, nor changes it, whatever they call theirs', async () => {
  for (const who of ['ben', 'bound'] as const)
    for (const path of ['/v1/study/materials', '/v1/search/scopes', '/v1/study/materials/nothing'])
      expect((await house.get(path, bearer[who])).text).not.toMatch(/zorblax/i);
  expect(await bring('ben', '# Other\n\nRenin is secreted by the kidney.')).toMatchObject({ status: 200 });
  expect((await DOORS['a chapter']!(bearer.ada)).text).toMatch(FOUND);
});

test('a title is shown without what nobody sees and what turns words around', async () => {
  const query = new URLSearchParams({ title: '\u202eWeek\0 two\u200b', name: 'a.md' });
  const init = { method: 'POST', headers: bearer.ada, body: TEXT };
  const response = await house.gateway.request(`http://localhost/v1/study/files?${query}`, init);
  expect(await response.json()).toMatchObject({ material: { title: 'Week two' } });
});

test('is open to others from when it is shared until it is closed again', async () => {
  const share = (who: 'ada' | 'ben', shared: boolean) =>
    house.post(`/v1/study/materials/${id}/share`, { shared }, bearer[who]);
  expect((await share('ben', true)).status).toBe(404);
  expect((await share('ada', true)).status).toBe(200);
  expect((await DOORS['search within it']!(bearer.ben)).text).toMatch(FOUND);
  expect((await share('ben', false)).status).toBe(403);
  expect((await share('ada', false)).status).toBe(200);
  expect((await DOORS['search within it']!(bearer.ben)).text).not.toMatch(FOUND);
});

test('is taken away with its files, by who brought it and nobody else', async () => {
  const brought = await bring('ben', '# Renin\n\nRenin is secreted by the kidney.');
  const path = `/v1/study/materials/${brought.json.material.id}`;
  const folder = join(house.dir, 'courses', brought.json.material.id);
  await house.post(`${path}/share`, { shared: true }, bearer.ben);
  expect([(await house.delete(path, bearer.ada)).status, existsSync(folder)]).toEqual([403, true]);
  expect((await house.delete('/v1/study/materials/knowledge', bearer.ben)).status).toBe(403);
  expect((await house.delete(path, bearer.ben)).status).toBe(200);
  expect([(await house.get(path, bearer.ben)).status, existsSync(folder)]).toEqual([404, false]);
});

test('goes with everything else that is forgotten of who brought it, and is named in what they take away', async () => {
  const brought = await bring('ben', '# Renin\n\nRenin is secreted by the kidney.');
  const scope = brought.json.material.id;
  expect((await house.get('/v1/study/export', bearer.ben)).json.courses).toMatchObject([{ id: scope }]);
  const { courses } = (await house.get('/v1/study/export', bearer.ada)).json;
  expect(courses.map((course: { id: string }) => course.id)).toContain(id);
  expect((await house.delete('/v1/study', bearer.ben)).status).toBe(200);
  expect(existsSync(join(house.dir, 'courses', scope))).toBe(false);
  expect((await house.get(`/v1/study/materials/${scope}`, bearer.ben)).status).toBe(404);
  expect((await house.get(`/v1/study/materials/${id}`, bearer.ada)).status).toBe(200);
});
