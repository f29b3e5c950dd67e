/** The functions as the application lends them: one run is one session of the app `functions`. */
import { unsupportedIn } from '../citations/index.ts';
import { takeTurn } from '../kernel/breath.ts';
import {
  type CodeAgent,
  type CompactionPolicy,
  ConsiliumError,
  codeAgent,
  createRunner,
  findAgent,
  fromShape,
  type Log,
  machineUser,
  mayUse,
  newId,
  type Principal,
  type RunnerOptions,
  type Store,
} from '../kernel/index.ts';
import { hasModels, modelRequired } from '../models/index.ts';
import { type FunctionParts, functionAgent } from './agent.ts';
import { resolveArtifacts } from './artifact-input.ts';
import { definitionOf } from './definitions.ts';
import type { AnyFunction, FunctionName, FunctionOptions, FunctionResult } from './function.ts';
import { allFunctions, kebab } from './registry.ts';
import { fitCall, isDoubtful, readCall } from './run.ts';
import { inputSchema, outputSchema } from './schemas.ts';

declare module '../kernel/context.ts' {
  interface Services {
    readonly functions?: Functions;
  }
}

export interface Functions {
  readonly parts: FunctionParts;
  /** Errors are thrown: INPUT_INVALID and the like before anything is on the log, the others as the run ended. */
  run(name: string, input: unknown, options?: RunOptions): Promise<FunctionResult & { readonly run: string }>;
  list(): FunctionInfo[];
  /** Finishes the runs that a dead process left open, and says how many. */
  resume(): Promise<number>;
  /** Drops what is held in memory of a run that was deleted. */
  drop(run: string): void;
  /** Waits until nothing runs. */
  idle(): Promise<void>;
}

export interface RunOptions extends FunctionOptions {
  readonly signal?: AbortSignal | undefined;
  /** Who has it run; without it, whoever the agent that calls works for, else the machine's own user. They need the scope `work`. */
  readonly principal?: Principal | undefined;
  /** The id of the run; a new one by default. */
  readonly session?: string | undefined;
}

export interface FunctionInfo {
  readonly name: FunctionName;
  /** As in its address: `extract-structure`. */
  readonly kebab: string;
  readonly description: string;
  readonly default_preset: string;
  readonly presets: Readonly<Record<string, string>>;
  readonly quality: Readonly<Record<'light' | 'standard' | 'high', string>>;
  readonly tools: readonly string[];
  readonly budget: { readonly input: number; readonly output: number };
  readonly input: Record<string, unknown>;
  readonly output: Record<string, unknown>;
  readonly offline: boolean;
}

export function createFunctions(
  given: FunctionParts &
    Pick<RunnerOptions, 'clock' | 'admit' | 'note'> & { readonly store: Store; readonly log?: Log },
): Functions {
  const { store, log, clock, admit, note } = given;
  const parts: FunctionParts = { models: given.models, search: given.search, env: given.env };
  const house = { app: FUNCTIONS_APP, root: rootAgent(parts), store, models: parts.models, clock, admit, note };
  const runner = createRunner({ ...house, compaction: NEVER, keepSessions: 0, ...(log && { log }) });
  return {
    parts,
    run: async (name, given, options = {}) => {
      // A run that an agent has made belongs to its conversation, whichever tool calls: it is deleted with that.
      const around = findAgent();
      const { signal, principal = around?.principal ?? machineUser(), session = newId(), ...asked } = options;
      if (!mayUse(principal, 'work'))
        throw new ConsiliumError(
          'SCOPE_MISSING',
          `Functions need the scope work, which ${principal.user} does not have here.`,
        );
      const input = await resolveArtifacts(given, (...named) => store.artifact(principal.user, ...named));
      // Many may come at once: each is read in a turn of its own.
      await takeTurn();
      const call = readCall(name, input, asked);
      const { fn } = call;
      if (call.fn.offline === undefined && (asked.engine === 'offline' || !hasModels(parts.models)))
        throw modelRequired(call.fn.name);
      // Of what is refused for its length nothing is kept, and nobody waits for it.
      if (isDoubtful(call)) await fitCall(call);
      const message = await toMessage(store, principal.user, session, { function: fn.name, ...asked, input });
      const result = await runner.ask({ message, session, outer: around?.session.id, principal, signal });
      if (result.error !== undefined) throw fromShape(result.error);
      const { output, meta } = JSON.parse(result.text) as FunctionResult;
      const unsupported = unsupportedIn(output);
      return { output, meta: { ...meta, ...(unsupported.length > 0 && { unsupported }) }, run: session };
    },
    list: () => allFunctions().map(describe),
    resume: async () => (await runner.resumeAll()).length,
    drop: (run) => runner.forget(run),
    idle: () => runner.idle(),
  };
}

/** The app that runs of functions belong to in the store. */
export const FUNCTIONS_APP = 'functions';

/** Hands a message to the function that it names. */
function rootAgent(parts: FunctionParts): CodeAgent {
  return codeAgent({
    name: FUNCTIONS_APP,
    subAgents: allFunctions().map(({ name }) => functionAgent(name, parts)),
    run: async (context) => context.runAgent(functionOf(context.message)),
  });
}

function functionOf(message: string): string {
  const named = (JSON.parse(message) as { function?: unknown }).function;
  return typeof named === 'string' ? named : '';
}

/** A run is one turn: there is no conversation to shorten. */
const NEVER: CompactionPolicy = { isDue: () => false, keepTurns: 1, summarize: () => '' };

/** Below the kernel's limit of a million characters a message is the request itself; above, it names where that is. */
const LONGEST_MESSAGE = 900_000;

async function toMessage(store: Store, user: string, run: string, request: Record<string, unknown>): Promise<string> {
  const message = JSON.stringify(request);
  if (message.length <= LONGEST_MESSAGE) return message;
  await takeTurn();
  // In the run's own namespace: what is deleted with the run.
  const name = 'request';
  await store.saveArtifact(user, {
    namespace: run,
    name,
    mimeType: 'application/json',
    data: new TextEncoder().encode(message),
  });
  await takeTurn();
  return JSON.stringify({ function: request['function'], request_artifact: name });
}

function describe(fn: AnyFunction): FunctionInfo {
  const { description, default_preset, presets, quality, tools, context_budget } = definitionOf(fn.name);
  return {
    name: fn.name,
    kebab: kebab(fn.name),
    description,
    default_preset,
    presets,
    quality,
    tools,
    budget: context_budget,
    input: inputSchema(fn),
    output: outputSchema(fn),
    offline: fn.offline !== undefined,
  };
}
