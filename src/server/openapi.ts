/**
 * The API described for programs (`GET /openapi.json`, OpenAPI 3.1): one row a route, its body and query taken from the
 * very schemas that the route parses with.
 */
import { z } from 'zod';
import { SECTION_NAMES } from '../record/index.ts';
import { chatRequest } from './chat.ts';
import { factsQuery, undoRequest } from './facts.ts';
import { auditQuery, graphQuery } from './record.ts';
import { listQuery } from './sessions.ts';

interface Route {
  readonly method: 'get' | 'post' | 'delete';
  /** As Hono writes it. */
  readonly path: string;
  readonly tag: 'chat' | 'sessions' | 'record' | 'house' | 'operations';
  readonly summary: string;
  readonly answer: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  /** What a parameter of the path may be; any text where nothing is said. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** Media types, where they are not JSON. */
  readonly takes?: readonly string[];
  readonly gives?: readonly string[];
  /** Answers without a token, too. */
  readonly open?: true;
}

const JSON_TYPE = 'application/json';
const EVENTS = 'text/event-stream';

const ROUTES: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/chat',
    tag: 'chat',
    summary: 'Send a message to a team',
    answer:
      'The answer as one document; or, asked for text/event-stream, the events as they happen and the answer last.',
    body: chatRequest,
    gives: [JSON_TYPE, EVENTS],
  },
  {
    method: 'get',
    path: '/v1/sessions',
    tag: 'sessions',
    summary: 'List sessions, the newest first',
    answer: 'Sessions, filtered by team, patient and words that were said in them.',
    query: listQuery,
  },
  { method: 'get', path: '/v1/sessions/:id', tag: 'sessions', summary: 'Describe a session', answer: 'The session.' },
  {
    method: 'get',
    path: '/v1/sessions/:id/events',
    tag: 'sessions',
    summary: 'Read the log of a session, or follow it',
    answer: 'The events after `after` (or the header Last-Event-ID); as a stream, also those still to come.',
    query: z.object({ after: z.coerce.number().int().min(0).optional() }),
    gives: [JSON_TYPE, EVENTS],
  },
  {
    method: 'post',
    path: '/v1/sessions/:id/stop',
    tag: 'sessions',
    summary: 'Stop the running turns of a session',
    answer: 'How many were stopped.',
  },
  { method: 'delete', path: '/v1/sessions/:id', tag: 'sessions', summary: 'Delete a session', answer: 'Its id.' },
  { method: 'get', path: '/v1/teams', tag: 'house', summary: 'List the teams', answer: 'Teams and their welcome.' },
  {
    method: 'get',
    path: '/v1/status',
    tag: 'house',
    summary: 'Say which models speak',
    answer: 'Providers, in order.',
  },
  { method: 'get', path: '/v1/patients', tag: 'record', summary: 'List the patients', answer: 'Ids and names.' },
  {
    method: 'post',
    path: '/v1/patients/import',
    tag: 'record',
    summary: 'Import FHIR R4: a bundle or NDJSON',
    answer: 'What was read, added and left out. The same again adds nothing.',
    body: z.unknown(),
    takes: ['application/fhir+json', JSON_TYPE, 'application/x-ndjson'],
  },
  {
    method: 'get',
    path: '/v1/patients/:id/facts',
    tag: 'record',
    summary: 'Say which facts are still in the record',
    answer: 'The uuids, of those given, that are.',
    query: factsQuery,
  },
  {
    method: 'post',
    path: '/v1/patients/:id/facts/undo',
    tag: 'record',
    summary: 'Take back a fact told in conversation',
    answer: 'Its uuid.',
    body: undoRequest,
  },
  {
    method: 'get',
    path: '/v1/patients/:id/:section',
    tag: 'record',
    summary: 'Read a section of a record',
    answer: 'The section. The look is audited.',
    params: { section: z.enum(SECTION_NAMES) },
  },
  {
    method: 'post',
    path: '/v1/graph/query',
    tag: 'record',
    summary: "Ask one patient's graph in Cypher",
    answer: 'Columns and rows. What breaks a rule is refused with CYPHER_REJECTED.',
    body: graphQuery,
  },
  {
    method: 'get',
    path: '/v1/audit',
    tag: 'record',
    summary: 'Read the audit trail, the newest first',
    answer: 'Who looked at whose record, and when.',
    query: auditQuery,
  },
  { method: 'get', path: '/healthz', tag: 'operations', summary: 'Say that the server runs', answer: 'ok', open: true },
  { method: 'get', path: '/readyz', tag: 'operations', summary: 'Say that it can work', answer: 'ready', open: true },
  {
    method: 'get',
    path: '/metrics',
    tag: 'operations',
    summary: 'Counts and times for Prometheus',
    answer: 'Text format 0.0.4.',
    gives: ['text/plain'],
  },
  { method: 'get', path: '/openapi.json', tag: 'operations', summary: 'This document', answer: 'OpenAPI 3.1.' },
  {
    method: 'get',
    path: '/status',
    tag: 'operations',
    summary: 'A page on what runs here',
    answer: 'A page for people.',
    gives: ['text/html'],
  },
  {
    method: 'get',
    path: '/',
    tag: 'operations',
    summary: 'The app, or the status page where it is not built',
    answer: 'A page for people.',
    gives: ['text/html'],
    open: true,
  },
];

const errorAnswer = z.object({
  error: z.looseObject({
    code: z.string().describe('for programs'),
    message: z.string().describe('a sentence for a person'),
    retryable: z.boolean(),
    hint: z.string().optional().describe('what to do about it'),
  }),
});

export function describeApi(options: { auth: boolean }): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of ROUTES) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: describeRoute(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Consilium', version: '1', summary: 'A multi-agent platform for health.' },
    ...(options.auth && { security: [{ token: [] }] }),
    paths,
    components: {
      schemas: { Error: toSchema(errorAnswer) },
      responses: {
        Error: { description: 'What went wrong.', content: { [JSON_TYPE]: { schema: ref('schemas/Error') } } },
      },
      ...(options.auth && { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } }),
    },
  };
}

function describeRoute({ method, path, tag, summary, answer, body, query, params, takes, gives, open }: Route): object {
  const parameters = [...describePath(path, params), ...(query === undefined ? [] : describeQuery(query))];
  return {
    operationId: nameOf(method, path),
    tags: [tag],
    summary,
    ...(open && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(takes, toSchema(body)) } }),
    responses: {
      200: { description: answer, content: contentOf(gives, {}) },
      default: ref('responses/Error'),
    },
  };
}

function describePath(path: string, params: Route['params'] = {}): object[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: toSchema(params[name!] ?? z.string()),
  }));
}

function describeQuery(query: z.ZodObject): object[] {
  const { properties = {}, required = [] } = toSchema(query) as { properties?: object; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function contentOf(types: readonly string[] = [JSON_TYPE], schema: object): object {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function toSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

function ref(to: string): object {
  return { $ref: `#/components/${to}` };
}

/** `get_v1_sessions_id_events`: the place is the name. */
function nameOf(method: string, path: string): string {
  return [method, ...path.split(/[^\w]+/).filter(Boolean)].join('_');
}
