/** Which preset runs a function: the one asked for, else the one of the quality tier, else what suits the input. */
import { ConsiliumError } from '../kernel/index.ts';
import { findPreset, type Preset } from '../models/index.ts';
import type { FunctionDefinition } from './definitions.ts';
import type { AgentFunction, FunctionOptions } from './function.ts';

export function choosePreset<Input>(
  fn: AgentFunction<Input>,
  definition: FunctionDefinition,
  input: Input,
  { preset, quality }: FunctionOptions,
): Preset {
  if (preset !== undefined) return findPreset(ownPreset(definition, preset) ?? checkId(definition, preset));
  if (quality !== undefined) return findPreset(definition.quality[quality]);
  return findPreset(ownPreset(definition, fn.choosePreset(input)) ?? definition.default_preset);
}

export function longPreset({ long_preset, presets }: FunctionDefinition): Preset | undefined {
  const id = long_preset && presets[long_preset];
  return id === undefined || id === '' ? undefined : findPreset(id);
}

function ownPreset({ presets, default_preset }: FunctionDefinition, name: string): string | undefined {
  if (name === 'default') return default_preset;
  return Object.hasOwn(presets, name) ? presets[name] : undefined;
}

/** A word that is not shaped like an id can only be meant as one of the function's own names. */
function checkId({ presets }: FunctionDefinition, preset: string): string {
  if (/^[a-z]\d{1,2}$/i.test(preset)) return preset.toUpperCase();
  const names = ['default', ...Object.keys(presets).filter((name) => name !== 'default')];
  throw new ConsiliumError('PRESET_UNKNOWN', `There is no preset "${preset.slice(0, 60)}".`, {
    hint: `Use an id like S1 or D4, or one of this function's own: ${names.join(', ')}.`,
    details: { path: 'preset', presets: names },
  });
}
