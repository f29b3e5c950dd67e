/** The functions as data: functions.yml says what each is for, who runs it, within which budget and on which words. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readDataFile } from './data-file.ts';
import { FUNCTION_NAMES, type FunctionName } from './function.ts';

const presetId = z.string().regex(/^[SDTQP]\d{1,2}$/, 'A preset is named like S1, D4 or T10.');
const tokens = z.int().positive();

const definitionSchema = z.strictObject({
  description: z.string().min(1),
  default_preset: presetId,
  /** The function's own names for presets. `default` always means `default_preset`. */
  presets: z.record(z.string().regex(/^[a-z][a-z_]*$/), presetId),
  /** The name of the preset that takes inputs over the budget, up to its models' context. */
  long_preset: z.string().optional(),
  quality: z.strictObject({ light: presetId, standard: presetId, high: presetId }),
  tools: z.array(z.string()),
  /** `each`: the input's budget is that of each field, not of all together. */
  context_budget: z.strictObject({ input: tokens, output: tokens, each: z.boolean().default(false) }),
  instruction: z.string().min(1),
});

export type FunctionDefinition = z.infer<typeof definitionSchema>;

const definitionsSchema = z
  .strictObject(
    Object.fromEntries(FUNCTION_NAMES.map((name) => [name, definitionSchema])) as Record<
      FunctionName,
      typeof definitionSchema
    >,
  )
  .superRefine((definitions, context) => {
    for (const [name, { long_preset, presets, default_preset }] of Object.entries(definitions)) {
      if (long_preset !== undefined && presets[long_preset] === undefined)
        context.addIssue({
          code: 'custom',
          path: [name, 'long_preset'],
          message: `"${long_preset}" is none of its presets.`,
        });
      if (presets['default'] !== undefined && presets['default'] !== default_preset)
        context.addIssue({
          code: 'custom',
          path: [name, 'presets', 'default'],
          message: 'differs from default_preset.',
        });
    }
  });

export const DEFINITIONS_FILE = fileURLToPath(new URL('./functions.yml', import.meta.url));

export function readDefinitions(file: string): Record<FunctionName, FunctionDefinition> {
  return readDataFile(file, definitionsSchema, 'FUNCTIONS_INVALID');
}

let read: Record<FunctionName, FunctionDefinition> | undefined;

export function definitionOf(name: FunctionName): FunctionDefinition {
  read ??= readDefinitions(DEFINITIONS_FILE);
  return read[name];
}
