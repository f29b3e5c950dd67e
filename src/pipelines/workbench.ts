/** What stages run on: functions by name, with what a pipeline's file has to know of them. One door for all execution. */
import { z } from 'zod';
import {
  type AnyFunction,
  allFunctions,
  type Desk,
  definitionOf,
  type FunctionOptions,
  type FunctionResult,
  inputSchema,
  kebab,
  methodVersion,
  outputSchema,
  runFunction,
} from '../functions/index.ts';
import type { Json } from '../kernel/index.ts';
import { findPreset, type Models } from '../models/index.ts';
import { hashOf } from './cache.ts';
import type { Schema } from './definition.ts';

export interface Workbench {
  readonly names: readonly string[];
  find(name: string): StageFunction | undefined;
}

export interface StageFunction {
  readonly name: string;
  /** Changes when the function's method does: results of another version are not taken from the cache. */
  readonly version: string;
  readonly input: Schema;
  readonly output: Schema;
  /** What its input would take, field by field, for values that stand in the file. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  /** Whether there is a preset of that name for it; throws PRESET_UNKNOWN with what there is. */
  checkPreset(preset: string): void;
  /** Its answer depends on what is indexed. */
  readonly searches: boolean;
  run(input: Json, options: FunctionOptions, desk: Desk): Promise<StageResult>;
}

export type StageResult = Pick<FunctionResult, 'output'> & {
  readonly meta: Pick<FunctionResult['meta'], 'preset' | 'speakers' | 'usage' | 'budget' | 'warnings'>;
};

/** The eight functions of the house. */
export function houseFunctions(models: Models, methods: () => string = methodVersion): Workbench {
  const benches = new Map(allFunctions().map((fn) => [fn.name as string, bench(fn, models, methods)]));
  return {
    names: [...benches.keys()],
    find: (name) => benches.get(name) ?? [...benches.values()].find((fn) => kebab(fn.name) === name),
  };
}

function bench(fn: AnyFunction, models: Models, methods: () => string): StageFunction {
  const definition = definitionOf(fn.name);
  let version: string | undefined;
  const [input, output] = [inputSchema(fn) as Schema, outputSchema(fn) as Schema];
  return {
    name: fn.name,
    // Read when it is first asked for: the files behind it are many.
    get version() {
      version ??= hashOf([definition, input, output, methods()]).slice(0, 12);
      return version;
    },
    input,
    output,
    fields: fn.input instanceof z.ZodObject ? (fn.input.shape as Record<string, z.ZodType>) : {},
    checkPreset: (preset) => {
      if (preset !== 'default' && !Object.hasOwn(definition.presets, preset)) findPreset(preset);
    },
    searches: definition.tools.some((tool) => tool === 'semantic_search' || tool === 'cross_reference'),
    run: (given, options, desk) => runFunction(fn.name, given, options, desk, models),
  };
}
