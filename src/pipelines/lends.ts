/** The pipelines as teams are lent them: the house's own, then those of the data folder. */
import { join } from 'node:path';
import { service } from '../lending/index.ts';
import type { Pipelines } from './pipelines.ts';

/** The first that has an id counts. */
const HOUSE = join(import.meta.dirname, '../../pipelines');

/** What is lent also sees to the end of itself. */
type Lent = Pipelines & { close(): Promise<void> };

export const lends = service({
  name: 'pipelines',
  loads: [new URL('./index.ts', import.meta.url)],
  warms: async () => (await import('../functions/index.ts')).schemaSteps(),
  runs: ['pipelines'],
  open: async ({ home, models, env, clock, log, admit, service: opened }) => {
    const [{ createPipelines, PIPELINES_APP }, { retireDaily }, { keepRun }, search] = await Promise.all([
      import('./index.ts'),
      import('../functions/index.ts'),
      import('../citations/index.ts'),
      opened('search'),
    ]);
    const { store } = home;
    const citations = home.stores.citations();
    const pipelines = createPipelines({
      ...{ store, models, env, log, clock, admit, search },
      note: home.noteRuns('run:pipeline'),
      dirs: [HOUSE, join(home.dir, 'pipelines')],
      onEnd: ({ run_id: run, pipeline: name, output, stages }) =>
        keepRun(
          { citations, log },
          { run, name, output, speakers: [...new Set(stages.flatMap(({ speakers }) => speakers))] },
        ),
    });
    const stop = retireDaily({ store, app: PIPELINES_APP, env, clock, log });
    return Object.assign(pipelines, {
      close: async () => {
        await pipelines.idle();
        await stop();
      },
    }) satisfies Lent;
  },
  // They are not waited for.
  resume: async (pipelines) => (await pipelines.resumeAll()).length,
  forget: async (open, { id, app, user }) => {
    if (app === 'pipelines') await (await open()).forget(id, user);
  },
  drop: (pipelines, run) => pipelines.drop(run),
  close: (pipelines) => (pipelines as Lent).close(),
});
