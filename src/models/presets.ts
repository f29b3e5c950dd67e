/** Presets: models, and how they work together, by the ids of the specification. Reading presets.yml and finding one. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ConsiliumError } from '../kernel/errors.ts';
import { nearest } from './name.ts';
import { describeIssue, locate, readYaml, type YamlFile } from './yaml-file.ts';

export const MODES = ['single', 'critique', 'debate', 'ensemble', 'pipeline'] as const;
export type Mode = (typeof MODES)[number];

const PRESET_FIELDS = ['mode', 'models', 'memory_gb', 'best_for'] as const;
const MODEL_FIELDS = ['memory_gb', 'context'] as const;
const gigabytes = z.number().positive();

const presetSchema = z
  .strictObject({
    mode: z.enum(MODES),
    models: z.array(z.string().min(1)).min(1),
    memory_gb: gigabytes,
    best_for: z.string().min(1),
    origin: z.enum(['spec', 'filled']),
    from_spec: z.array(z.enum(PRESET_FIELDS)).default([]),
  })
  .refine((preset) => (preset.origin === 'spec') === preset.from_spec.length > 0, {
    message: 'from_spec names the fields that the specification gives: some of them for origin spec, else none.',
    path: ['origin'],
  });

const fileSchema = z.strictObject({
  models: z.record(
    z.string(),
    z.strictObject({
      memory_gb: gigabytes,
      context: z.int().positive(),
      from_spec: z.array(z.enum(MODEL_FIELDS)).default([]),
    }),
  ),
  families: z.record(
    z.string().regex(/^[A-Z]$/, 'A family is one capital letter.'),
    z.strictObject({ models: z.int().positive(), modes: z.array(z.enum(MODES)).min(1), best_for: z.string().min(1) }),
  ),
  presets: z.record(z.string().regex(/^[A-Z][1-9]\d*$/, 'An id is a family and a number: D4.'), presetSchema),
});

type PresetFile = z.infer<typeof fileSchema>;

export interface Preset {
  readonly id: string;
  readonly mode: Mode;
  /** Names of the catalogue, in the order in which they speak. */
  readonly models: readonly string[];
  readonly memory_gb: number;
  readonly best_for: string;
  readonly origin: 'spec' | 'filled';
  /** Which fields are the specification's own. */
  readonly from_spec: readonly (typeof PRESET_FIELDS)[number][];
  /** How many tokens the smallest of its models takes, prompt and answer together. */
  readonly context: number;
}

const BUILT_IN = fileURLToPath(new URL('./presets.yml', import.meta.url));
let builtIn: ReadonlyMap<string, Preset> | undefined;

/** Throws PRESET_UNKNOWN with the ids that may have been meant. */
export function findPreset(id: string): Preset {
  const presets = allPresets();
  const found = presets.get(id) ?? presets.get(id.trim().toUpperCase());
  if (found !== undefined) return found;
  const near = nearestIds(id, [...presets.keys()]);
  throw new ConsiliumError('PRESET_UNKNOWN', `There is no preset "${id.slice(0, 40)}".`, {
    hint: `${near.length === 0 ? '' : `Near: ${near.join(', ')}. `}Presets are ${tellRanges(presets)}.`,
    details: { preset: id.slice(0, 40), near },
  });
}

export function listPresets(): readonly Preset[] {
  return [...allPresets().values()];
}

function allPresets(): ReadonlyMap<string, Preset> {
  builtIn ??= new Map(readPresets(BUILT_IN).map((preset) => [preset.id, preset]));
  return builtIn;
}

/** Of the same family the ones with the nearest numbers; else what is spelled alike. */
function nearestIds(id: string, ids: readonly string[]): string[] {
  const [, letter, digits] = /^\s*([A-Za-z])[\s_-]*(\d+)/.exec(id) ?? [];
  if (letter === undefined) return nearest(id.toUpperCase(), ids);
  const kin = ids.filter((other) => other.startsWith(letter.toUpperCase()));
  const distance = (other: string) => Math.abs(Number(other.slice(1)) - Number(digits));
  return kin.sort((a, b) => distance(a) - distance(b)).slice(0, 3);
}

function tellRanges(presets: ReadonlyMap<string, Preset>): string {
  const last = new Map<string, string>();
  for (const id of presets.keys()) last.set(id[0]!, id);
  return [...last].map(([family, id]) => `${family}1–${id}`).join(', ');
}

/** Reads a file of presets; every mistake with its line. */
export function readPresets(path: string): Preset[] {
  const source = readYaml(path, 'A file of presets is a mapping: models, families, presets.', invalid);
  const parsed = fileSchema.safeParse(source.document.toJS());
  if (!parsed.success)
    throw invalid(parsed.error.issues.map((issue) => tell(source, issue.path, describeIssue(issue))));
  const problems = [...findProblems(parsed.data)].map(({ at, problem }) => tell(source, at, problem));
  if (problems.length > 0) throw invalid(problems);
  const { models, presets } = parsed.data;
  return Object.entries(presets).map(([id, preset]) => ({
    id,
    ...preset,
    context: Math.min(...preset.models.map((name) => models[name]!.context)),
  }));
}

function tell(source: YamlFile, at: readonly PropertyKey[], problem: string): string {
  return `${locate([source], at)}: ${problem}`;
}

function* findProblems({ models, families, presets }: PresetFile): Generator<{ at: string[]; problem: string }> {
  for (const [id, preset] of Object.entries(presets)) {
    const at = (field: string) => ['presets', id, field];
    const family = families[id[0]!];
    if (family === undefined) {
      yield {
        at: ['presets', id],
        problem: `${id} belongs to none of the families ${Object.keys(families).join(', ')}.`,
      };
      continue;
    }
    if (preset.models.length !== family.models)
      yield { at: at('models'), problem: `${id} has ${preset.models.length} models; its family has ${family.models}.` };
    if (!family.modes.includes(preset.mode))
      yield { at: at('mode'), problem: `${id} is ${preset.mode}; its family is ${family.modes.join(' or ')}.` };
    const strangers = preset.models.filter((name) => !Object.hasOwn(models, name));
    if (strangers.length > 0) {
      yield { at: at('models'), problem: `${id}: ${strangers.join(', ')} is not among the models above.` };
      continue;
    }
    const sum = preset.models.reduce((total, name) => total + models[name]!.memory_gb, 0);
    if (Math.abs(sum - preset.memory_gb) >= 0.05)
      yield {
        at: at('memory_gb'),
        problem: `${id} says ${preset.memory_gb} GB; its models take ${sum.toFixed(1)} GB.`,
      };
  }
}

function invalid(problems: string[]): ConsiliumError {
  return new ConsiliumError('PRESETS_INVALID', `The presets have mistakes. ${problems.join(' ')}`, {
    details: { problems },
  });
}
