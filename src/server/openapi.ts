/**
 * The API described for programs (`GET /openapi.json`, OpenAPI 3.1): one row a route, bodies, queries and
 * answers from their zod schemas.
 */
import { z } from 'zod';
import { openBreath } from '../kernel/breath.ts';
import { SCOPES } from '../storage/index.ts';
import { loadBefore } from '../threads/index.ts';
import { runMeta, runRequest } from './answers.ts';
import { JSON_TYPE, type Route } from './route.ts';
import { ROUTES } from './routes.ts';

type JsonSchema = Record<string, unknown>;
type Schemas = Record<string, object>;

const errorAnswer = z.object({
  error: z.looseObject({
    code: z.string().describe('for programs'),
    message: z.string().describe('a sentence for a person'),
    retryable: z.boolean(),
    hint: z.string().optional().describe('what to do about it'),
  }),
});

export async function describeApi(options: { auth: boolean }): Promise<object> {
  const paths: Record<string, Record<string, object>> = {};
  const components: Schemas = { Error: toSchema(errorAnswer) };
  const breathe = openBreath();
  for (const route of [...ROUTES, ...(await functionRuns())]) {
    await breathe();
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: describeRoute(route, components, options.auth) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Consilium', version: '1', summary: 'A multi-agent platform for health.' },
    ...(options.auth && { security: [{ token: [] }] }),
    paths,
    components: {
      schemas: components,
      responses: {
        Error: { description: 'What went wrong.', content: { [JSON_TYPE]: { schema: ref('schemas/Error') } } },
      },
      ...(options.auth && { securitySchemes: { token: TOKEN } }),
    },
  };
}

/** OpenAPI 3.1 lets a requirement name the roles that are needed; here they are scopes. */
const TOKEN = {
  type: 'http',
  scheme: 'bearer',
  description: [
    'A token of consilium token issue. Each operation names the scope that it needs:',
    ...Object.entries(SCOPES).map(([scope, allows]) => `- ${scope}: ${allows}`),
  ].join('\n'),
};

/** One row for each function, with its own schemas. They are loaded with the functions, when somebody asks. */
async function functionRuns(): Promise<Route[]> {
  await loadBefore(new URL('../functions/index.ts', import.meta.url));
  const { allFunctions, definitionOf, kebab } = await import('../functions/index.ts');
  return allFunctions().map((fn) => ({
    method: 'post',
    path: `/v1/functions/${kebab(fn.name)}/run`,
    scope: 'work',
    about: 'nobody',
    tag: 'functions',
    summary: definitionOf(fn.name).description,
    answer: "The output's fields, and in meta how they came about.",
    body: runRequest(fn.input),
    shape: z.intersection(fn.output, z.object({ meta: runMeta })),
    once: true,
  }));
}

function describeRoute(route: Route, components: Schemas, auth: boolean): object {
  const { method, path, tag, summary, answer, body, query, params, takes, gives, scope, once } = route;
  const parameters = [
    ...describePath(path, params),
    ...(query === undefined ? [] : describeQuery(query)),
    ...(once ? [ONCE] : []),
  ];
  const name = nameOf(method, path);
  const schemaOf = (part: string, schema: z.ZodType, io: 'input' | 'output') =>
    hoist(toSchema(schema, io), `${name}_${part}`, components);
  const shape = route.shape && schemaOf('answer', route.shape, 'output');
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(auth && { security: scope === 'open' ? [] : [{ token: scope === 'any' ? [] : [scope] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(takes, schemaOf('body', body, 'input')) } }),
    responses: {
      200: { description: answer, content: contentOf(gives, shape ?? {}) },
      ...(route.accepted && {
        202: {
          description: 'It runs: where to look for it.',
          headers: { Location: { schema: { type: 'string' } } },
          content: contentOf([JSON_TYPE], schemaOf('accepted', route.accepted, 'output')),
        },
      }),
      default: ref('responses/Error'),
    },
  };
}

const ONCE = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same body is done once and answered alike, for a day.',
  schema: { type: 'string', maxLength: 255 },
};

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
  return Object.fromEntries(
    types.map((type) => [type, { schema: type === JSON_TYPE || types.length === 1 ? schema : {} }]),
  );
}

function toSchema(schema: z.ZodType, io: 'input' | 'output' = 'input'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
}

/** Definitions of a schema's own become the document's, under the name of the place; references follow. */
function hoist({ $defs, ...schema }: JsonSchema, name: string, components: Schemas): object {
  if ($defs == null) return schema;
  const rename = (part: object): object =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', `"#/components/schemas/${name}_`));
  for (const [key, value] of Object.entries($defs)) components[`${name}_${key}`] = rename(value as object);
  return rename(schema);
}

function ref(to: string): object {
  return { $ref: `#/components/${to}` };
}

/** `get_v1_sessions_id_events`: the place is the name. */
function nameOf(method: string, path: string): string {
  return [method, ...path.split(/[^\w]+/).filter(Boolean)].join('_');
}
