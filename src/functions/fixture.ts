/** For tests: the house's functions over real storage, with models that are played by scripts or not there at all. */
import { openTempStore } from '../../test/house.ts';
import { type Script, type ScriptedModel, scripted } from '../../test/scripted-model.ts';
import type { Store } from '../kernel/index.ts';
import { createModels, type Models } from '../models/index.ts';
import type { Search } from '../search/search.ts';
import { createFunctions, type Functions } from './service.ts';

export interface Bench {
  readonly functions: Functions;
  readonly store: Store;
  /** Each model as the presets name it, once it was asked. */
  readonly played: Record<string, ScriptedModel>;
}

/** Without scripts there is no model; with some, `*` plays whoever has none of his own. */
export function openBench(scripts?: Record<string, Script>, store: Store = openTempStore()): Bench {
  const played: Record<string, ScriptedModel> = {};
  const models = scripts === undefined ? createModels({ env: { AI_PROVIDER: 'offline' } }) : playedBy(scripts, played);
  return { functions: createFunctions({ store, models, search: nothingIndexed, env: {} }), store, played };
}

function playedBy(scripts: Record<string, Script>, played: Record<string, ScriptedModel>): Models {
  return {
    candidates: ({ model }) => {
      const name = String(model);
      played[name] ??= scripted(scripts[name] ?? scripts['*'] ?? [new Error('not there')]);
      return [{ label: `test:${name}`, model: played[name], retry: { attempts: 1 } }];
    },
    check: () => {},
    describe: () => ({ chosen: 'test', chain: ['test', 'offline'], providers: [] }),
  };
}

/** An index with nothing in it. */
export const nothingIndexed: Search = {
  search: async () => ({ hits: [], total: 0, ms: 0, warnings: [] }),
  contents: async () => [],
  copyTo: async () => {},
  index: async ({ scope }) => ({
    scope,
    files: 0,
    unchanged: 0,
    removed: 0,
    chunks: 0,
    skipped: [],
    partly: [],
    ms: 0,
  }),
  watch: async () => ({ close: async () => {} }),
  scopes: async () => [],
  drop: async () => {},
  close: async () => {},
};
