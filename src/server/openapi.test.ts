import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { type App, openApp } from '../app/index.ts';
import * as answers from './answers.ts';
import { createGateway } from './index.ts';

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, object> };
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; schema: { enum?: string[]; type?: string } }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

describe('/openapi.json', () => {
  let app: App;
  let gateway: ReturnType<typeof createGateway>;
  let document: Document;
  beforeAll(async () => {
    app = openApp({ home: tempDir('openapi'), env: {} });
    gateway = createGateway(app, { debug() {}, info() {}, warn() {} });
    document = (await (await gateway.request('http://localhost/openapi.json')).json()) as Document;
  });
  afterAll(() => app.close());

  test('lists every route there is, and no other', () => {
    const there = gateway.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`);
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(described.toSorted()).toEqual([...new Set(there)].toSorted());
  });

  test('describes what is answered, and every real answer is as it says', async () => {
    const bundle = readFileSync(join(import.meta.dirname, '../../demo/elena-marsh.json'), 'utf8');
    const ask = async (path: string, init?: RequestInit) =>
      (await gateway.request(`http://localhost${path}`, init)).json() as Promise<Record<string, never>>;
    const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) });
    const { patients } = answers.imported.parse(await post('/v1/patients/import', JSON.parse(bundle)));
    const patient_id = patients[0]!.id;
    const chat = answers.answer.parse(await post('/v1/chat', { patient_id, message: 'What was my last HbA1c?' }));
    answers.sessions.parse(await ask('/v1/sessions'));
    answers.session.parse(await ask(`/v1/sessions/${chat.session_id}`));
    answers.events.parse(await ask(`/v1/sessions/${chat.session_id}/events`));
    answers.stopped.parse(await post(`/v1/sessions/${chat.session_id}/stop`, {}));
    answers.deleted.parse(await ask(`/v1/sessions/${chat.session_id}`, { method: 'DELETE' }));
    answers.teams.parse(await ask('/v1/teams'));
    answers.status.parse(await ask('/v1/status'));
    answers.patients.parse(await ask('/v1/patients'));
    answers.section.parse(await ask(`/v1/patients/${patient_id}/summary`));
    answers.factsThere.parse(await ask(`/v1/patients/${patient_id}/facts?uuids=x`));
    answers.graphAnswer.parse(await post('/v1/graph/query', { patient_id, query: 'MATCH (p:Patient) RETURN p.name' }));
    answers.audit.parse(await ask('/v1/audit'));
    answers.health.parse(await ask('/healthz'));
    answers.ready.parse(await ask('/readyz'));
    const without = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.values(operations).flatMap(({ responses }) => {
        const schema = responses['200']!.content!['application/json']?.schema;
        return schema !== undefined && Object.keys(schema).length === 0 ? [path] : [];
      }),
    );
    expect(without).toEqual(['/openapi.json']);
  });

  test('describes bodies as the routes parse them', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths['/v1/chat']!['post']!.requestBody!.content['application/json']!.schema).toEqual({
      type: 'object',
      properties: {
        team: { type: 'string' },
        patient_id: { type: 'string' },
        session_id: { type: 'string' },
        message: { type: 'string' },
        replaces: { type: 'string' },
        place: {
          type: 'object',
          properties: {
            timezone: { type: 'string', maxLength: 100 },
            country: { type: 'string', maxLength: 100 },
            city: { type: 'string', maxLength: 200 },
          },
          additionalProperties: false,
        },
      },
      required: ['message'],
      additionalProperties: false,
    });
  });

  test('describes parameters of path and query', () => {
    const sections = document.paths['/v1/patients/{id}/{section}']!['get']!.parameters!;
    expect(sections.map(({ name, required }) => [name, required])).toEqual([
      ['id', true],
      ['section', true],
    ]);
    expect(sections[1]!.schema.enum).toContain('observations');
    const limit = document.paths['/v1/sessions']!['get']!.parameters!.find(({ name }) => name === 'limit');
    expect(limit).toMatchObject({ in: 'query', required: false, schema: { type: 'integer', maximum: 500 } });
  });

  test('gives every operation a name of its own and the shape of errors; every reference leads somewhere', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { responses } of operations) expect(responses).toHaveProperty('default');
    for (const [, kind, name] of JSON.stringify(document).matchAll(/#\/components\/(\w+)\/(\w+)/g))
      expect(document.components).toHaveProperty(`${kind}.${name}`);
  });
});
