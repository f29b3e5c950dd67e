/** The workshop: search, functions and pipelines on one data folder. Opened when somebody first needs it. */
import { join } from 'node:path';
import { auditRun, type CitationAudit } from '../citations/index.ts';
import { createFunctions, FUNCTIONS_APP, type Functions, keepDays, retireRuns } from '../functions/index.ts';
import { type Clock, type Log, type RunnerOptions, silentLog, toConsiliumError } from '../kernel/index.ts';
import type { Models } from '../models/index.ts';
import { createPipelines, PIPELINES_APP, type Pipelines } from '../pipelines/index.ts';
import { openSearch, type Search } from '../search/index.ts';
import type { Home } from '../storage/index.ts';

export interface Workshop {
  readonly search: Search;
  readonly functions: Functions;
  readonly pipelines: Pipelines;
}

export interface OpenWorkshop extends Workshop {
  close(): Promise<void>;
}

export interface WorkshopOptions {
  readonly home: Home;
  readonly models: Models;
  readonly citations: CitationAudit;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly log?: Log | undefined;
  /** Throws for whom may no longer act. */
  readonly admit?: RunnerOptions['admit'];
}

/** The house's own pipelines, then those of the data folder; the first that has an id counts. */
const PIPELINES = join(import.meta.dirname, '../../pipelines');

const DAY = 24 * 60 * 60_000;

export function openWorkshop(options: WorkshopOptions): OpenWorkshop {
  const { home, models, citations, env, clock, admit, log = silentLog } = options;
  const { store } = home;
  const shared = { store, models, env, log, clock, admit };
  const url = env['CONSILIUM_SEARCH_URL'];
  const search = openSearch({
    dir: home.dir,
    log,
    now: clock.now,
    embeddings: env['CONSILIUM_EMBEDDINGS'] !== 'off',
    ...(url !== undefined && url !== '' && { shared: { url } }),
  });
  const functions = createFunctions({ ...shared, search });
  const pipelines = createPipelines({
    ...shared,
    search,
    dirs: [PIPELINES, join(home.dir, 'pipelines')],
    onEnd: ({ run_id, pipeline, output, stages }) =>
      note(run_id, pipeline, output, [...new Set(stages.flatMap(({ speakers }) => speakers))]),
  });
  /** What cites leaves an audit record, as an answer in a chat does. */
  const note = (run: string, name: string, output: unknown, speakers: readonly string[]) => {
    try {
      const entry = auditRun(run, name, output, speakers);
      if (entry !== undefined) citations.write(entry);
    } catch (thrown) {
      log.warn({ run, code: toConsiliumError(thrown).code }, 'the audit of a run could not be written');
    }
  };
  const days = keepDays(env);
  const retire = async () => {
    try {
      const retired = await retireRuns(store, [FUNCTIONS_APP, PIPELINES_APP], days!, clock.now());
      if (retired > 0) log.info({ retired, days }, 'old runs were retired');
    } catch (thrown) {
      log.warn({ code: toConsiliumError(thrown).code }, 'old runs could not be retired');
    }
  };
  let retiring = days === undefined ? Promise.resolve() : retire();
  const daily = setInterval(() => {
    if (days !== undefined) retiring = retiring.then(retire);
  }, DAY);
  daily.unref();
  return {
    search,
    functions: {
      ...functions,
      run: async (...call) => {
        const result = await functions.run(...call);
        note(result.run, result.meta.function, result.output, result.meta.speakers);
        return result;
      },
    },
    pipelines,
    close: async () => {
      clearInterval(daily);
      await Promise.all([functions.idle(), pipelines.idle(), retiring]);
      await search.close();
    },
  };
}
