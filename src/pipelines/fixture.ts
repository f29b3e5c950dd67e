/** For tests: pipelines over small functions written here, on a real store, and the files they are read from. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Desk } from '../functions/index.ts';
import type { Store } from '../kernel/index.ts';
import { createModels, findPreset } from '../models/index.ts';
import { openSearch, type Search } from '../search/index.ts';
import { openDatabase, openSqliteStore } from '../storage/handle.ts';
import type { Schema } from './definition.ts';
import { createPipelines, type Pipelines } from './pipelines.ts';
import type { StageFunction, Workbench } from './workbench.ts';

/** A function of one's own: what it takes, what it gives, and what it does. */
export interface Small<Input extends z.ZodRawShape, Output extends z.ZodRawShape> {
  readonly input: z.ZodObject<Input>;
  readonly output: z.ZodObject<Output>;
  readonly tokens?: number | undefined;
  readonly searches?: boolean | undefined;
  run(
    input: z.infer<z.ZodObject<Input>>,
    desk: Desk,
  ): Promise<z.infer<z.ZodObject<Output>>> | z.infer<z.ZodObject<Output>>;
}

export function small<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  fn: Small<Input, Output>,
): (name: string) => StageFunction {
  return (name) => ({
    name,
    version: '1',
    input: z.toJSONSchema(fn.input, { io: 'input' }) as unknown as Schema,
    output: z.toJSONSchema(fn.output) as unknown as Schema,
    fields: fn.input.shape as unknown as Record<string, z.ZodType>,
    checkPreset: (preset) => void findPreset(preset),
    searches: fn.searches ?? false,
    run: async (input, options, desk) => {
      const output = await fn.run(fn.input.parse(input), desk);
      const tokens = fn.tokens ?? 10;
      return {
        output,
        meta: {
          preset: options.preset ?? 'S1',
          speakers: ['offline'],
          usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
          budget: { input: { tokens, limit: 1000 }, output: { tokens: 0, limit: 1000 } },
          warnings: [],
        },
      };
    },
  });
}

export function benchOf(functions: Record<string, (name: string) => StageFunction>): Workbench {
  const made = new Map(Object.entries(functions).map(([name, make]) => [name, make(name)]));
  return { names: [...made.keys()], find: (name) => made.get(name) };
}

export interface House {
  readonly dir: string;
  readonly store: Store;
  readonly search: Search;
  readonly pipelines: Pipelines;
  close(): Promise<void>;
}

/** A house of its own folder, or of a folder left behind by another. */
export function openHouse(
  functions: Workbench | undefined,
  files: Record<string, string>,
  {
    dir = mkdtempSync(join(tmpdir(), 'pipelines-')),
    env = { AI_PROVIDER: 'offline' },
    most,
  }: { dir?: string; env?: Record<string, string>; most?: number } = {},
): House {
  const folder = join(dir, 'pipelines');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const store = openSqliteStore(openDatabase(join(dir, 'test.db')));
  const search = openSearch({ dir, embeddings: false });
  const models = createModels({ env });
  const pipelines = createPipelines({ store, models, search, env, functions, most, dirs: [folder] });
  const close = async () => {
    await pipelines.idle();
    await search.close();
    await store.close();
  };
  return { dir, store, search, pipelines, close };
}
