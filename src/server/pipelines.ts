/** Pipelines over HTTP: which there are, starting one, what became of it (as a report or live), stopping. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import type { PipelineInfo, PipelineRun, RunReport } from '../pipelines/index.ts';
import * as answers from './answers.ts';
import { callerOf, visitorOf } from './caller.ts';
import { onceName, tellRun } from './idempotency.ts';
import { readBody, readQuery } from './request.ts';
import { EVENTS, JSON_TYPE, type Middleware, type Room } from './route.ts';
import { streamEvents } from './streaming.ts';

export const runQuery = z.object({ wait: z.enum(['true', 'false']).optional() });

export const runsQuery = z.object({
  pipeline: z.string().max(100).optional(),
  state: z.enum(['running', 'completed', 'failed', 'cancelled']).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

export const runInput = z.record(z.string(), z.unknown());

export function pipelineRoutes(app: Pick<App, 'workshop' | 'home'>, once: Middleware): Hono {
  const routes = new Hono();
  const reportOf = async (context: Context): Promise<RunReport> => {
    const { pipelines } = await app.workshop();
    const report = await pipelines.run(context.req.param('id') ?? '', { user: callerOf(context).user });
    if (report === undefined) throw new ConsiliumError('RUN_UNKNOWN', 'There is no such run.');
    return report;
  };

  routes.get('/pipelines', async (context) => {
    const { pipelines } = await app.workshop();
    return context.json({ pipelines: pipelines.list().map(describe) });
  });

  routes.post('/pipelines/:id/run', once, async (context) => {
    const patience = patienceOf(context);
    const input = unwrap(await readBody(context, runInput));
    const { pipelines } = await app.workshop();
    const run = pipelines.start(context.req.param('id') ?? '', input, {
      principal: callerOf(context),
      key: onceName(context),
    });
    await run.begun;
    tellRun(context, run.id);
    const report = await waitFor(run, patience);
    if (report !== undefined) return context.json(report);
    const location = `/v1/pipelines/runs/${encodeURIComponent(run.id)}`;
    const told = { run_id: run.id, pipeline: context.req.param('id'), state: 'running', location };
    return context.json(told, 202, { location });
  });

  routes.get('/pipelines/runs', async (context) => {
    const { pipelines } = await app.workshop();
    return context.json({
      runs: await pipelines.runs({ ...readQuery(context, runsQuery), user: callerOf(context).user }),
    });
  });

  routes.get('/pipelines/runs/:id', async (context) => {
    const report = await reportOf(context);
    if (!context.req.header('accept')?.includes('text/event-stream')) return context.json(report);
    const after = Number(context.req.header('last-event-id') ?? 0);
    if (!Number.isInteger(after) || after < 0)
      throw new ConsiliumError('REQUEST_INVALID', 'Last-Event-ID must be the number of an event.');
    const { pipelines } = await app.workshop();
    return streamEvents(context, async (stream) => {
      for await (const change of pipelines.watch(report.run_id, { after })) {
        if (stream.aborted) return;
        // The whole of it each time: whoever misses one has the next. What it was started with does not change.
        const { input: _, ...now } = (await pipelines.run(report.run_id)) ?? report;
        await stream.writeSSE({ event: 'progress', id: String(change.seq), data: JSON.stringify({ ...now, change }) });
      }
      await stream.writeSSE({ event: 'report', data: JSON.stringify(await pipelines.run(report.run_id)) });
    });
  });

  routes.get('/pipelines/runs/:id/stages/:stage', async (context) => {
    const { run_id } = await reportOf(context);
    const { pipelines } = await app.workshop();
    const stage = context.req.param('stage');
    const output = await pipelines.stageOutput(run_id, stage);
    if (output === undefined) throw new ConsiliumError('OUTPUT_UNKNOWN', 'This run has no output of such a stage.');
    return context.json({ run_id, stage, output });
  });

  routes.post('/pipelines/runs/:id/cancel', async (context) => {
    const { run_id } = await reportOf(context);
    const { pipelines } = await app.workshop();
    const row = { ...visitorOf(context), action: 'cancel:pipeline', object: run_id };
    return context.json({ run_id, cancelled: await pipelines.cancel(run_id, () => app.home.audit.write(row)) });
  });

  return routes;
}

/** Where its file lies on this machine is nobody's business outside. */
function describe({ file: _, ...info }: PipelineInfo) {
  return info;
}

/** The input's fields themselves, or all of them below `input`. */
function unwrap(body: Record<string, unknown>): unknown {
  const { input, ...others } = body;
  const wrapped = typeof input === 'object' && input !== null && !Array.isArray(input);
  return wrapped && Object.keys(others).length === 0 ? input : body;
}

/** How long the caller wants to wait for the end: `?wait=true`, or `Prefer: wait=10`. Milliseconds. */
function patienceOf(context: Context): number {
  if (readQuery(context, runQuery).wait === 'true') return Number.POSITIVE_INFINITY;
  const seconds = /(?:^|[,;\s])wait=(\d{1,5})(?:$|[,;\s])/.exec(context.req.header('prefer') ?? '')?.[1];
  return Number(seconds ?? 0) * 1000;
}

async function waitFor(run: PipelineRun, patience: number): Promise<RunReport | undefined> {
  if (patience === Number.POSITIVE_INFINITY) return run.result;
  run.result.catch(() => {}); // the log has it
  if (patience === 0) return undefined;
  const timer = new AbortController();
  const late = sleep(patience, undefined, { signal: timer.signal }).catch(() => undefined);
  try {
    return await Promise.race([run.result, late]);
  } finally {
    timer.abort();
  }
}

export const pipelinesRoom: Room = {
  mount: ({ app, once }) => pipelineRoutes(app, once),
  routes: [
    {
      method: 'get',
      path: '/v1/pipelines',
      scope: 'work',
      about: 'nobody',
      tag: 'pipelines',
      summary: 'List the pipelines',
      answer: 'Pipelines with their input schema and stages.',
      shape: answers.pipelines,
    },
    {
      method: 'post',
      path: '/v1/pipelines/:id/run',
      scope: 'work',
      about: 'everybody',
      told: 'below',
      tag: 'pipelines',
      summary: 'Start a pipeline',
      answer: 'With ?wait=true, or Prefer: wait=N if it ends in time: the report.',
      body: runInput,
      query: runQuery,
      shape: answers.run,
      accepted: answers.started,
      once: true,
    },
    {
      method: 'get',
      path: '/v1/pipelines/runs',
      scope: 'work',
      about: 'everybody',
      tag: 'pipelines',
      summary: 'List runs, the newest first',
      answer: 'Runs and their states.',
      query: runsQuery,
      shape: answers.runs,
    },
    {
      method: 'get',
      path: '/v1/pipelines/runs/:id',
      scope: 'work',
      about: 'everybody',
      tag: 'pipelines',
      summary: 'Read the report of a run, or follow it',
      answer: 'The report; asked for text/event-stream, one after each change (after Last-Event-ID) and the last one.',
      shape: answers.run,
      gives: [JSON_TYPE, EVENTS],
    },
    {
      method: 'get',
      path: '/v1/pipelines/runs/:id/stages/:stage',
      scope: 'work',
      about: 'everybody',
      tag: 'pipelines',
      summary: 'Read what a stage of a run came to',
      answer: 'The output of its last attempt.',
      shape: answers.stage,
    },
    {
      method: 'post',
      path: '/v1/pipelines/runs/:id/cancel',
      scope: 'work',
      about: 'everybody',
      told: 'below',
      tag: 'pipelines',
      summary: 'Stop a run',
      answer: 'Whether it was running.',
      shape: answers.cancelled,
    },
  ],
};
