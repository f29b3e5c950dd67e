/** Pipelines from their files, with every mistake told by file and line before anything runs. */
import { readdirSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import { ConsiliumError } from '../kernel/index.ts';
import { checkFunctions, checkStages } from './check.ts';
import { type Definition, definitionSchema } from './definition.ts';
import { type Plan, planPipeline, type Report } from './plan.ts';
import { type Path, type Problem, readSource } from './source.ts';
import type { Workbench } from './workbench.ts';

export interface Pipeline {
  readonly id: string;
  readonly file: string;
  readonly plan: Plan;
  /** Throws INPUT_INVALID with `details.path`; fills in the defaults. */
  readInput(given: unknown): Record<string, z.core.util.JSONType>;
}

/** Throws PIPELINE_INVALID with all that is wrong. */
export function loadPipeline(file: string, workbench: Workbench): Pipeline {
  const { pipeline, problems } = listOne(file, workbench);
  if (pipeline === undefined) throw invalidPipeline(problems);
  return pipeline;
}

export function invalidPipeline(problems: readonly Problem[]): ConsiliumError {
  const told = problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
  return new ConsiliumError('PIPELINE_INVALID', `The pipeline has mistakes. ${told.join(' ')}`, {
    details: { problems },
  });
}

/** All that is wrong with a file, top to bottom; empty if nothing is. */
export function checkPipeline(file: string, workbench: Workbench): Problem[] {
  return readPipeline(file, workbench).problems;
}

export interface Listed {
  readonly id: string;
  readonly file: string;
  readonly pipeline?: Pipeline | undefined;
  readonly problems: readonly Problem[];
}

/** The pipelines of some folders; a file with mistakes is listed with them. Of two with one id the first counts. */
export function listPipelines(dirs: readonly string[], workbench: Workbench): Listed[] {
  return pipelineShelf(dirs, workbench)();
}

/** Lists again and again, reading only the files that have changed since. */
export function pipelineShelf(dirs: readonly string[], workbench: Workbench): () => Listed[] {
  const read = new Map<string, { stamp: string; listed: Listed }>();
  return () => {
    const listed = new Map<string, Listed>();
    for (const file of dirs.flatMap(filesIn)) {
      const { mtimeMs, size } = statSync(file);
      const stamp = `${mtimeMs} ${size}`;
      if (read.get(file)?.stamp !== stamp) read.set(file, { stamp, listed: listOne(file, workbench) });
      const one = read.get(file)!.listed;
      if (!listed.has(one.id)) listed.set(one.id, one);
    }
    return [...listed.values()];
  };
}

function filesIn(dir: string): string[] {
  try {
    const names = readdirSync(dir).filter((name) => /\.ya?ml$/.test(name));
    return names.sort().map((name) => join(dir, name));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw thrown;
  }
}

function listOne(file: string, workbench: Workbench): Listed {
  const { plan, problems } = readPipeline(file, workbench);
  const id = plan?.definition.id ?? basename(file, extname(file));
  if (plan === undefined || problems.length > 0) return { id, file, problems };
  return { id, file, problems, pipeline: { id, file, plan, readInput: inputReader(plan.definition) } };
}

function readPipeline(file: string, workbench: Workbench): { plan: Plan | undefined; problems: Problem[] } {
  const source = readSource(file);
  const problems = [...source.problems];
  if (problems.length > 0) return { plan: undefined, problems };
  const report: Report = (path, rule, message) => problems.push({ file, line: source.line(path), rule, message });
  const parsed = definitionSchema.safeParse(source.value);
  if (!parsed.success) for (const issue of parsed.error.issues) for (const told of describe(issue)) report(...told);
  // What is left without the mistakes of form is checked too: one reading tells them all.
  const definition = parsed.success
    ? parsed.data
    : definitionSchema.safeParse(without(source.value, parsed.error.issues)).data;
  if (definition === undefined) return { plan: undefined, problems: sort(problems) };
  checkInputSchema(definition, report);
  const plan = planPipeline(definition, report);
  if (plan !== undefined) checkFunctions(plan, workbench, report);
  else checkStages(definition, workbench, report);
  return { plan: parsed.success ? plan : undefined, problems: sort(problems) };
}

/** The same value without what does not fit its shape; lists keep their length, so that places stay places. */
function without(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy = structuredClone(value);
  for (const issue of issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.at(-1)];
    const path = issue.code === 'unrecognized_keys' ? issue.path : issue.path.slice(0, -1);
    const holder = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], copy);
    if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) continue;
    for (const key of keys) if (key !== undefined) delete (holder as Record<PropertyKey, unknown>)[key];
  }
  return copy;
}

function describe(issue: z.core.$ZodIssue): [path: Path, rule: string, message: string][] {
  const where = issue.path.map(String).join('.') || 'A pipeline';
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => [[...issue.path, key], 'unknown_key', `${where} has no "${key}".`]);
  return [[issue.path, 'shape', `${where}: ${issue.message}.`]];
}

function checkInputSchema(definition: Definition, report: Report): void {
  if (definition.input['type'] !== 'object')
    report(['input'], 'input_schema', 'The input is described by a JSON Schema of type object.');
  try {
    z.fromJSONSchema(definition.input as z.core.JSONSchema.JSONSchema);
  } catch (thrown) {
    report(['input'], 'input_schema', `The input is described by a JSON Schema: ${(thrown as Error).message}.`);
  }
}

function sort(problems: Problem[]): Problem[] {
  return problems.sort((a, b) => a.line - b.line);
}

function inputReader({ id, input }: Definition): Pipeline['readInput'] {
  const schema = z.fromJSONSchema(input as z.core.JSONSchema.JSONSchema);
  return (given) => {
    const parsed = schema.safeParse(given);
    if (parsed.success) return parsed.data as ReturnType<Pipeline['readInput']>;
    const [issue] = parsed.error.issues;
    const path = [...issue!.path, ...(issue!.code === 'unrecognized_keys' ? issue!.keys.slice(0, 1) : [])]
      .map(String)
      .join('.');
    throw new ConsiliumError(
      'INPUT_INVALID',
      `The input does not fit ${id}: ${path === '' ? '' : `${path}: `}${issue!.message}.`,
      {
        hint: `${id} takes ${Object.keys((input['properties'] as object | undefined) ?? {}).join(', ')}.`,
        details: { path },
      },
    );
  };
}
