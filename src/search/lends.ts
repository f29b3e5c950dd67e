/** The search index as teams are lent it: the data folder's own, or one that several machines share. */
import { service } from '../lending/index.ts';

export const lends = service({
  name: 'search',
  loads: [new URL('./index.ts', import.meta.url)],
  warms: async () => (await import('../knowledge/index.ts')).knowledgeSteps(),
  open: async ({ home, env, clock, log }) => {
    const url = env['CONSILIUM_SEARCH_URL'];
    return (await import('./index.ts')).openSearch({
      dir: home.dir,
      log,
      now: clock.now,
      keepers: () => home.stores.study().keepers(),
      embeddings: env['CONSILIUM_EMBEDDINGS'] !== 'off',
      ...(url !== undefined && url !== '' && { shared: { url } }),
    });
  },
  close: (search) => search.close(),
});
