/** The catalogue of models: reading models.yml and what a user lays over it, with errors that name file and line. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ConsiliumError } from '../kernel/errors.ts';
import { describeIssue, locate, readYaml, type YamlFile } from './yaml-file.ts';

export type Env = Readonly<Record<string, string | undefined>>;

const KINDS = ['google', 'openai', 'anthropic', 'openai-compatible'] as const;
export const TIERS = ['fast', 'deep'] as const;
export type Tier = (typeof TIERS)[number];

const variable = z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'Names of variables are written in capitals.');
const perTier = <T extends z.ZodType>(value: T) => z.strictObject({ fast: value, deep: value });

const providerSchema = z.strictObject({
  kind: z.enum(KINDS),
  /** Variables that may hold the key; the first that is set is used. */
  keys: z.array(variable).default([]),
  key_optional: z.boolean().default(false),
  /** Variables that must be set as well. */
  needs: z.array(variable).default([]),
  /** For providers without a key: chosen unasked only where one of these is set. */
  present_when: z.array(variable).default([]),
  base_url: z.string().optional(),
  /** A server of one's own: a call to it never falls back to a provider that is not. */
  private: z.boolean().default(false),
  tiers: perTier(z.string().min(1)),
  /** How long a call may take, instead of what the tier says. */
  timeout_ms: z.int().positive().optional(),
  /** Provider options sent with each call, by the provider package's own names. */
  options: z.record(z.string(), z.record(z.string(), z.json())).optional(),
});

/** A list is for servers of one's own, where nobody knows the model's name: the first that the server lists is called. */
const nameThere = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
const aliasSchema = z.object({ tier: z.enum(TIERS) }).catchall(nameThere);

const catalogueSchema = z.strictObject({
  providers: z.record(z.string(), providerSchema),
  default: z.string(),
  tiers: perTier(z.strictObject({ timeout_ms: z.int().positive() })),
  retry: z.strictObject({
    attempts: z.int().positive(),
    initial_delay_ms: z.int().nonnegative(),
    max_delay_ms: z.int().nonnegative(),
  }),
  /** What a tool is for → kind of provider → its id there. */
  builtins: z.record(z.string(), z.partialRecord(z.enum(KINDS), z.string().regex(/^[\w-]+\.\w+$/))),
  aliases: z.record(z.string(), aliasSchema),
});

export type Catalogue = z.infer<typeof catalogueSchema>;
export type ProviderEntry = z.infer<typeof providerSchema>;
export type ProviderKind = ProviderEntry['kind'];

export const BUILT_IN = fileURLToPath(new URL('./models.yml', import.meta.url));

/** The catalogue of this machine: ours, with the user's file laid over it. */
export function loadCatalogue(env: Env = {}): Catalogue {
  const own = findOwnFile(env);
  return readCatalogue(own === undefined ? [BUILT_IN] : [BUILT_IN, own]);
}

/** Reads files of which each later one is laid over those before it. */
export function readCatalogue(files: readonly string[]): Catalogue {
  const sources = files.map((file) => readYaml(file, 'A catalogue is a mapping: providers, aliases, tiers.', invalid));
  let merged: unknown = {};
  for (const source of sources) merged = overlay(merged, source.document.toJS());
  const parsed = catalogueSchema.safeParse(merged);
  if (parsed.success) forgetRemoved(parsed.data, sources);
  if (!parsed.success)
    throw invalid(parsed.error.issues.map((issue) => `${locate(sources, issue.path)}: ${describeIssue(issue)}`));
  const problems = Array.from(checkNames(parsed.data), ({ path, problem }) => `${locate(sources, path)}: ${problem}`);
  if (problems.length > 0) throw invalid(problems);
  return parsed.data;
}

function findOwnFile(env: Env): string | undefined {
  if (env.CONSILIUM_MODELS) {
    if (existsSync(env.CONSILIUM_MODELS)) return env.CONSILIUM_MODELS;
    throw new ConsiliumError('MODELS_INVALID', `CONSILIUM_MODELS names ${env.CONSILIUM_MODELS}, which is not there.`, {
      hint: 'Correct the path, or unset CONSILIUM_MODELS to use the built-in catalogue.',
    });
  }
  const atHome = join(env.CONSILIUM_HOME || '.consilium', 'models.yml');
  return existsSync(atHome) ? atHome : undefined;
}

/** Mappings are merged, everything else is replaced; `null` removes an entry. */
function overlay(below: unknown, above: unknown): unknown {
  if (above === undefined || above === null) return below;
  if (!isRecord(below) || !isRecord(above)) return above;
  const merged = { ...below };
  for (const [key, value] of Object.entries(above))
    if (value === null) delete merged[key];
    else merged[key] = overlay(below[key], value);
  return merged;
}

/** Who takes a provider out need not go through the aliases that name it. */
function forgetRemoved({ providers, aliases }: Catalogue, sources: readonly YamlFile[]): void {
  const once = sources.flatMap(({ document }) => Object.keys((document.toJS() as Partial<Catalogue>)?.providers ?? {}));
  const removed = once.filter((name) => !Object.hasOwn(providers, name));
  for (const entry of Object.values(aliases)) for (const name of removed) delete entry[name];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function* checkNames(catalogue: Catalogue): Generator<{ path: string[]; problem: string }> {
  const providers = Object.keys(catalogue.providers);
  for (const [alias, entry] of Object.entries(catalogue.aliases)) {
    if (/[:\s]/.test(alias)) yield { path: ['aliases', alias], problem: `"${alias}": no colon or space in an alias.` };
    for (const [key, name] of Object.entries(entry)) {
      if (key === 'tier') continue;
      const path = ['aliases', alias, key];
      if (!providers.includes(key))
        yield { path, problem: `"${key}" is none of the providers (${providers.join(', ')}).` };
      else if (Array.isArray(name) && catalogue.providers[key]!.kind !== 'openai-compatible')
        yield { path, problem: `A list of names is for openai-compatible servers; ${key} is none.` };
    }
  }
  const known = [...TIERS, ...Object.keys(catalogue.aliases)];
  if (!known.includes(catalogue.default))
    yield { path: ['default'], problem: `"${catalogue.default}" is neither a tier nor an alias.` };
  if (Object.hasOwn(catalogue.providers, 'offline'))
    yield { path: ['providers', 'offline'], problem: '"offline" is the built-in engine and cannot be redefined.' };
}

function invalid(problems: string[]): ConsiliumError {
  return new ConsiliumError('MODELS_INVALID', `The model catalogue has mistakes. ${problems.join(' ')}`, {
    hint: 'Mend the line that is named, or move the file away: the built-in catalogue holds without it.',
    details: { problems },
  });
}
