/** The workshop: search, functions and pipelines on one data folder. Opened when somebody first needs it. */
import { join } from 'node:path';
import { createFunctions, type Functions } from '../functions/index.ts';
import type { Log } from '../kernel/index.ts';
import type { Models } from '../models/index.ts';
import { createPipelines, type Pipelines } from '../pipelines/index.ts';
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
  readonly env: NodeJS.ProcessEnv;
  readonly log?: Log | undefined;
}

/** The house's own pipelines, then those of the data folder; the first that has an id counts. */
const PIPELINES = join(import.meta.dirname, '../../pipelines');

export function openWorkshop({ home, models, env, log }: WorkshopOptions): OpenWorkshop {
  const { store } = home;
  const shared = { store, models, env, ...(log && { log }) };
  const search = openSearch({ dir: home.dir, log, embeddings: env['CONSILIUM_EMBEDDINGS'] !== 'off' });
  const functions = createFunctions({ ...shared, search });
  const pipelines = createPipelines({ ...shared, search, dirs: [PIPELINES, join(home.dir, 'pipelines')] });
  return {
    search,
    functions,
    pipelines,
    close: async () => {
      await Promise.all([functions.idle(), pipelines.idle()]);
      await search.close();
    },
  };
}
