/** The functions as teams are lent them. What a run cites is audited, and runs are retired when they are old. */
import { service } from '../lending/index.ts';
import type { Functions } from './service.ts';

/** What is lent also sees to the end of itself. */
type Lent = Functions & { close(): Promise<void> };

export const lends = service({
  name: 'functions',
  loads: [new URL('./index.ts', import.meta.url), new URL('../citations/index.ts', import.meta.url)],
  runs: ['functions'],
  open: async ({ home, models, env, clock, log, admit, service: opened }) => {
    const [{ createFunctions, FUNCTIONS_APP, retireDaily }, { keepRun }, search] = await Promise.all([
      import('./index.ts'),
      import('../citations/index.ts'),
      opened('search'),
    ]);
    const { store } = home;
    const functions = createFunctions({
      ...{ store, models, env, log, clock, admit, search },
      note: home.noteRuns('run:function'),
    });
    const citations = home.stores.citations();
    const stop = retireDaily({ store, app: FUNCTIONS_APP, env, clock, log });
    const lent: Lent = {
      ...functions,
      run: async (...call) => {
        const result = await functions.run(...call);
        const { function: name, speakers } = result.meta;
        keepRun({ citations, log }, { run: result.run, name, output: result.output, speakers });
        return result;
      },
      close: async () => {
        await functions.idle();
        await stop();
      },
    };
    return lent;
  },
  resume: (functions) => functions.resume(),
  drop: (functions, run) => functions.drop(run),
  close: (functions) => (functions as Lent).close(),
});
