/**
 * Functions among agents: each as a code agent of the kernel, so that a run has a log, survives a crash and can be
 * cancelled; and each as a tool that a model may call.
 */
import {
  type CodeAgent,
  type CodeContext,
  ConsiliumError,
  codeAgent,
  type FunctionTool,
  tool,
} from '../kernel/index.ts';
import type { Models } from '../models/index.ts';
import type { Search } from '../search/search.ts';
import { readArtifactName } from './artifact-input.ts';
import { callKey, recallCall, rememberCall } from './cache.ts';
import { definitionOf } from './definitions.ts';
import type { Desk, FunctionName, FunctionResult } from './function.ts';
import { readRequest } from './input.ts';
import { findFunction } from './registry.ts';
import { runFunction } from './run.ts';

/** What functions use of the house. */
export interface FunctionParts {
  readonly models: Models;
  readonly search: Search;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Runs one function from a JSON message: its fields, or `{input, preset?, …}`; says the result as JSON. */
export function functionAgent(name: FunctionName, parts: FunctionParts): CodeAgent {
  return codeAgent({
    name,
    description: definitionOf(name).description,
    run: async (context) => {
      const { input, options } = readRequest(await readMessage(context));
      const key = options.cache ? await context.step('key', () => callKey(name, input, options, parts)) : undefined;
      const known = key === undefined ? undefined : recallCall(context, key);
      const result = known ?? (await runFunction(name, input, options, deskFor(context, parts), parts.models));
      if (key !== undefined && known === undefined) rememberCall(context, key, result);
      return JSON.stringify(await keepOutput(context, result, options.keep));
    },
  });
}

async function keepOutput(
  context: CodeContext,
  result: FunctionResult,
  keep: string | undefined,
): Promise<FunctionResult> {
  if (keep === undefined) return result;
  const { namespace, name } = readArtifactName(keep, 'keep');
  const { version } = await context.artifacts.save({
    namespace,
    name,
    mimeType: 'application/json',
    data: new TextEncoder().encode(JSON.stringify(result.output, null, 1)),
  });
  return { ...result, meta: { ...result.meta, artifact: `${namespace}/${name}_v${version}` } };
}

/** The function as a tool for agents. Each call is a run of its own, on its own log, done by the house's functions. */
export function functionTool(name: string): FunctionTool {
  const fn = findFunction(name);
  return tool({
    name: fn.name,
    description: `${definitionOf(fn.name).description}. Answers with its output and what there is to know about the run.`,
    input: fn.input,
    idempotent: true,
    timeoutMs: 10 * 60_000,
    execute: async (input, { services, principal, signal }) => {
      if (services.functions === undefined)
        throw new ConsiliumError('FUNCTIONS_MISSING', 'This application lends its agents no functions.');
      const { output, meta, run } = await services.functions.run(fn.name, input, { principal, signal });
      return { ...(output as object), meta: { run, speakers: meta.speakers, warnings: meta.warnings } };
    },
  });
}

/** The desk of a run inside a code agent; `prefix` keeps the steps of several functions in one run apart. */
export function deskFor(context: CodeContext, parts: FunctionParts, prefix = ''): Desk {
  return {
    search: parts.search,
    artifacts: context.artifacts,
    signal: context.signal,
    env: parts.env,
    step: (name, ...rest) => context.step(`${prefix}${name}`, ...rest),
    warn: () => {},
  };
}

/** Where requests that were too long for a message were kept before each stood with its run. */
const FORMER_NAMESPACE = 'functions';

async function readMessage(context: CodeContext): Promise<unknown> {
  const { request_artifact: name, ...message } = parseMessage(context.message);
  if (typeof name !== 'string') return withoutName(message);
  const load = (namespace: string) => context.artifacts.load(namespace, name);
  const artifact = (await load(context.session.id)) ?? (await load(FORMER_NAMESPACE));
  if (artifact === undefined) throw new ConsiliumError('ARTIFACT_UNKNOWN', `There is no artifact ${name}.`);
  return withoutName(parseMessage(new TextDecoder().decode(artifact.data)));
}

/** Who is to run it has been read already. */
function withoutName({ function: _, ...request }: Record<string, unknown>): unknown {
  return request;
}

function parseMessage(text: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {}
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  throw new ConsiliumError('INPUT_INVALID', 'The message of a function is one JSON object.', { details: { path: '' } });
}
