/** Search over HTTP: asking, which scopes there are, and indexing below the folders that the operator allows. */
import { realpath } from 'node:fs/promises';
import { delimiter, relative, resolve, sep } from 'node:path';
import { Hono } from 'hono';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import { sourceMetadata } from '../citations/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import * as answers from './answers.ts';
import { readBody, readQuery } from './request.ts';
import type { Room } from './route.ts';

const SOURCE_TYPES = sourceMetadata.options.map((option) => option.shape.source_type.value);
const listOf = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item).min(1).max(50));

export const searchQuery = z.object({
  q: z.string().trim().min(1).max(2000),
  scope: listOf(z.string()).optional().describe('one or more, separated by commas; all without it'),
  match: z.enum(['keyword', 'semantic', 'hybrid']).optional(),
  top: z.coerce.number().int().min(1).max(100).optional(),
  source_type: listOf(z.enum(SOURCE_TYPES)).optional(),
  path: z.string().max(1000).optional(),
  ext: listOf(z.string().regex(/^\w{1,12}$/)).optional(),
});

export const indexRequest = z.strictObject({
  paths: z.array(z.string().min(1).max(4096)).min(1).max(100),
  scope: z.string().regex(/^[\w.-]{1,64}$/, 'letters, digits, . _ and -'),
  embeddings: z.boolean().optional(),
});

export function searchRoutes(app: Pick<App, 'workshop'>, roots: readonly string[]): Hono {
  const routes = new Hono();

  routes.get('/search', async (context) => {
    const { q: query, scope: scopes, match, top, ...filter } = readQuery(context, searchQuery);
    const { search } = await app.workshop();
    return context.json(await search.search({ query, scopes, match, top, filter, signal: context.req.raw.signal }));
  });

  routes.get('/search/scopes', async (context) => {
    const { search } = await app.workshop();
    return context.json({ scopes: await search.scopes() });
  });

  routes.post('/search/index', async (context) => {
    const { paths, ...request } = await readBody(context, indexRequest);
    const allowed = await Promise.all(paths.map((path) => allowPath(path, roots)));
    const { search } = await app.workshop();
    return context.json(await search.index({ ...request, paths: allowed, signal: context.req.raw.signal }));
  });

  return routes;
}

/** `CONSILIUM_INDEX_ROOTS`: folders, separated as in PATH. */
export function readIndexRoots(env: Readonly<Record<string, string | undefined>>): string[] {
  return (env['CONSILIUM_INDEX_ROOTS'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((root) => resolve(root));
}

/** The real path, links followed, if it lies below an allowed folder. Whether a forbidden one exists is not told. */
export async function allowPath(path: string, roots: readonly string[]): Promise<string> {
  const real = await realpath(resolve(path)).catch(() => undefined);
  for (const root of roots) {
    const realRoot = await realpath(root).catch(() => undefined);
    if (realRoot !== undefined && real !== undefined && isBelow(real, realRoot)) return real;
    if (real === undefined && isBelow(resolve(path), root))
      throw new ConsiliumError('PATH_UNKNOWN', `There is nothing at ${path}.`);
  }
  throw new ConsiliumError('INDEX_FORBIDDEN', 'This path is not below a folder that may be indexed over HTTP.', {
    hint: 'The operator names such folders in CONSILIUM_INDEX_ROOTS; consilium index reads any.',
  });
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(root, way) === path);
}

export const searchRoom: Room = {
  mount: ({ app, indexRoots }) => searchRoutes(app, indexRoots),
  routes: [
    {
      method: 'get',
      path: '/v1/search',
      scope: 'work',
      about: 'nobody',
      tag: 'search',
      summary: 'Search the indexed documents and the knowledge base',
      answer: 'Passages with scores, snippets and sources.',
      query: searchQuery,
      shape: answers.found,
    },
    {
      method: 'get',
      path: '/v1/search/scopes',
      scope: 'work',
      about: 'nobody',
      tag: 'search',
      summary: 'List the scopes of the index',
      answer: 'Scopes and how much is in them.',
      shape: answers.scopes,
    },
    {
      method: 'post',
      path: '/v1/search/index',
      scope: 'work',
      about: 'everybody',
      tag: 'search',
      summary: 'Index files and folders that the operator allows (CONSILIUM_INDEX_ROOTS)',
      answer: 'What was read, left as it was, and left out.',
      body: indexRequest,
      shape: answers.indexed,
    },
  ],
};
