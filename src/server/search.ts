/** Search over HTTP: asking, which scopes there are, and indexing below the folders that the operator allows. */
import { realpath } from 'node:fs/promises';
import { basename, delimiter, dirname, relative, resolve, sep } from 'node:path';
import { Hono } from 'hono';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import { sourceMetadata } from '../citations/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import { type IndexJobs, openIndexJobs } from '../search/jobs.ts';
import type { IndexReport } from '../search/search.ts';
import * as answers from './answers.ts';
import { callerOf } from './caller.ts';
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
  background: z.boolean().optional().describe('Begin, and answer at once with a job to look at'),
});

export function searchRoutes(app: Pick<App, 'workshop' | 'clock' | 'home'>, roots: readonly string[]): Hono {
  const routes = new Hono();
  let opened: Promise<IndexJobs> | undefined;
  /** A job of a former process is held to the folders that are allowed now. */
  const openJobs = async () => {
    const { search } = await app.workshop();
    const index: typeof search.index = async (asked) => {
      await Promise.all(asked.paths.map((path) => allowPath(path, roots)));
      return search.index(asked);
    };
    return openIndexJobs({ index, now: app.clock.now, store: app.home.stores.indexJobs() });
  };
  const jobsOf = () => {
    opened ??= openJobs();
    return opened;
  };
  // What a former process left open is gone on with, before anybody asks for it.
  if (
    app.home.stores
      .indexJobs()
      .all()
      .some(({ job }) => job.state === 'running')
  )
    jobsOf().catch(() => {});

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
    const { paths, background = false, ...request } = await readBody(context, indexRequest);
    const allowed = await Promise.all(paths.map((path) => allowPath(path, roots)));
    const [jobs, { user }, asked] = [await jobsOf(), callerOf(context), { ...request, paths: allowed }];
    if (background) return context.json(jobs.start(user, asked), 202);
    return context.json(await withoutRoots(await jobs.run(user, { ...asked, signal: context.req.raw.signal }), roots));
  });

  routes.get('/search/jobs', async (context) =>
    context.json({ jobs: (await jobsOf()).list(callerOf(context).user).map(({ report: _, ...job }) => job) }),
  );

  routes.get('/search/jobs/:id', async (context) => {
    const job = (await jobsOf()).find(callerOf(context).user, context.req.param('id'));
    if (job === undefined) throw unknownJob();
    return context.json(job.report === undefined ? job : { ...job, report: await withoutRoots(job.report, roots) });
  });

  routes.post('/search/jobs/:id/restart', async (context) => {
    const [jobs, { user }, id] = [await jobsOf(), callerOf(context), context.req.param('id')];
    if (jobs.find(user, id) === undefined) throw unknownJob();
    const job = jobs.restart(user, id);
    if (job === undefined) throw new ConsiliumError('JOB_RUNNING', 'This job of indexing is still under way.');
    return context.json(job, 202);
  });

  routes.delete('/search/jobs/:id', async (context) => {
    const [jobs, { user }, id] = [await jobsOf(), callerOf(context), context.req.param('id')];
    if (jobs.find(user, id) === undefined) throw unknownJob();
    const cancelled = jobs.cancel(user, id);
    return context.json({ cancelled, hidden: !cancelled && jobs.hide(user, id) });
  });

  return routes;
}

function unknownJob(): ConsiliumError {
  return new ConsiliumError('JOB_UNKNOWN', "There is no such job of indexing, or it is somebody else's.");
}

/** Where the operator keeps things is nobody's business: files are named from the allowed folder down. */
async function withoutRoots(report: IndexReport, roots: readonly string[]): Promise<IndexReport> {
  const real = await Promise.all(roots.map((root) => realpath(root).catch(() => root)));
  const short = (file: string) => {
    const root = [...real, ...roots].find((one) => isBelow(file, one));
    return root === undefined ? basename(file) : relative(dirname(root), file);
  };
  return { ...report, skipped: report.skipped.map(({ file, why }) => ({ file: short(file), why })) };
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
      told: 'below',
      tag: 'search',
      summary: 'Index files and folders that the operator allows (CONSILIUM_INDEX_ROOTS)',
      answer: 'What was read, left as it was, and left out.',
      body: indexRequest,
      shape: answers.indexed,
      accepted: answers.indexJob,
    },
    {
      method: 'get',
      path: '/v1/search/jobs',
      scope: 'work',
      about: 'own',
      told: 'no',
      tag: 'search',
      summary: "List the caller's jobs of indexing",
      answer: 'Jobs, the newest first.',
      shape: answers.indexJobs,
    },
    {
      method: 'get',
      path: '/v1/search/jobs/:id',
      scope: 'work',
      about: 'own',
      told: 'no',
      tag: 'search',
      summary: 'How far a job of indexing is',
      answer: 'Its state, its progress, and in the end what was read.',
      shape: answers.indexJob,
    },
    {
      method: 'delete',
      path: '/v1/search/jobs/:id',
      scope: 'work',
      about: 'own',
      told: 'below',
      tag: 'search',
      summary: 'Call off a job of indexing; one that has ended is put away',
      answer: 'Whether it was still under way, or is put away.',
      shape: answers.jobCancelled,
    },
    {
      method: 'post',
      path: '/v1/search/jobs/:id/restart',
      scope: 'work',
      about: 'everybody',
      told: 'below',
      tag: 'search',
      summary: 'Begin a job of indexing anew that has ended',
      answer: 'The job, under way again.',
      shape: answers.indexJob,
      accepted: answers.indexJob,
    },
  ],
};
