/** The agent functions over HTTP: which there are, one run, many runs. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import { FUNCTION_NAMES, type FunctionResult } from '../functions/function.ts';
import type { FunctionInfo } from '../functions/index.ts';
import { optionsSchema, readRequest } from '../functions/input.ts';
import { ConsiliumError, type ErrorShape, toConsiliumError } from '../kernel/index.ts';
import type { Rule } from './access.ts';
import * as answers from './answers.ts';
import { callerOf } from './caller.ts';
import { tellRun } from './idempotency.ts';
import { chargeBatch } from './limits.ts';
import { readBody } from './request.ts';
import type { Middleware, Room } from './route.ts';

const batchItem = z.strictObject({
  function: z.string().min(1).max(100),
  input: z.record(z.string(), z.unknown()),
  options: optionsSchema.optional(),
});
const batchItems = z.array(batchItem).min(1).max(100);

/** The list itself, or `{items, concurrency?}`. */
export const batchRequest = z.union([
  batchItems,
  z.strictObject({ items: batchItems, concurrency: z.number().int().min(1).max(32).optional() }),
]);

export function functionRoutes(app: Pick<App, 'workshop'>, once: Middleware): Hono {
  const routes = new Hono();

  routes.get('/functions', async (context) => {
    const { functions } = await app.workshop();
    return context.json({ functions: functions.list().map(describe) });
  });

  routes.post('/functions/batch', once, async (context) => {
    const body = await readBody(context, batchRequest);
    const { items, concurrency = BATCH_CONCURRENCY } = Array.isArray(body) ? { items: body } : body;
    await chargeBatch(context, items.length);
    const { functions } = await app.workshop();
    const signal = signalOf(context);
    const principal = callerOf(context);
    const results = await inParallel(items, concurrency, async ({ function: name, input, options }) => {
      try {
        const { output, meta, run } = await functions.run(name, input, { ...options, principal, signal });
        tellRun(context, run);
        return { function: name, output, meta: { ...meta, run } };
      } catch (thrown) {
        return { function: name, error: shapeOf(thrown) };
      }
    });
    const failed = results.filter((result) => 'error' in result).length;
    return context.json({ results, succeeded: results.length - failed, failed });
  });

  const run = async (context: Context, name: string): Promise<Response> => {
    const { functions } = await app.workshop();
    const { input, options } = readRequest(await readBody(context, z.unknown()));
    const asked = { ...options, principal: callerOf(context), signal: signalOf(context) };
    const result = await functions.run(name, input, asked);
    tellRun(context, result.run);
    return context.json(toAnswer(result));
  };
  for (const name of FUNCTION_NAMES)
    routes.post(`/functions/${name.replaceAll('_', '-')}/run`, once, (context) => run(context, name));
  // Another spelling, or a name that is none: the functions say so.
  routes.all('/functions/:name/run', once, (context) => run(context, context.req.param('name') ?? ''));

  return routes;
}

function describe({ kebab: path, input: input_schema, output: output_schema, ...info }: FunctionInfo) {
  return { ...info, path, input_schema, output_schema };
}

/** The output's fields at the top, and how they came about. */
export function toAnswer({ output, meta, run }: FunctionResult & { run: string }): Record<string, unknown> {
  return { ...(output as Record<string, unknown>), meta: { ...meta, run } };
}

const BATCH_CONCURRENCY = 8;

/** Whoever hangs up no longer wants the answer, unless there is a key to ask for it again. */
export function signalOf(context: Context): AbortSignal | undefined {
  return context.req.header('idempotency-key') === undefined ? context.req.raw.signal : undefined;
}

async function inParallel<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [at, item] of queue) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}

/** An error as a part of an answer: a fault of our own says no more here than anywhere else. */
export function shapeOf(thrown: unknown): ErrorShape {
  const error = toConsiliumError(thrown);
  return error.code === 'INTERNAL'
    ? new ConsiliumError('INTERNAL', 'Something went wrong here.').toJSON()
    : error.toJSON();
}

export const functionsRoom: Room = {
  mount: ({ app, once }) => functionRoutes(app, once),
  rules: [
    ...FUNCTION_NAMES.map((name): Rule => {
      return {
        method: 'post',
        path: `/v1/functions/${name.replaceAll('_', '-')}/run`,
        scope: 'work',
        about: 'nobody',
        told: 'below',
      };
    }),
    { method: 'all', path: '/v1/functions/:name/run', scope: 'work', about: 'nobody', told: 'below' },
  ],
  routes: [
    {
      method: 'get',
      path: '/v1/functions',
      scope: 'work',
      about: 'nobody',
      tag: 'functions',
      summary: 'List the agent functions',
      answer: 'Functions with their schemas, presets and budgets.',
      shape: answers.functions,
    },
    {
      method: 'post',
      path: '/v1/functions/batch',
      scope: 'work',
      about: 'nobody',
      told: 'below',
      tag: 'functions',
      summary: 'Run several functions side by side',
      answer: 'A result or an error for each, in order.',
      body: batchRequest,
      shape: answers.batch,
      once: true,
    },
  ],
};
