/**
 * What an agent function is: a typed, stateless executor. It reads its input, writes its output, and remembers nothing.
 * What it may use of the world it gets as a `Desk`; the same function runs on models and, where it has one, by an
 * offline method of its own.
 */
import type { z } from 'zod';
import type { Unsupported } from '../citations/index.ts';
import type { ArtifactAccess, Json, MaybePromise, Step, Usage } from '../kernel/index.ts';
import type { Search } from '../search/search.ts';

export const FUNCTION_NAMES = [
  'extract_structure',
  'summarize_content',
  'generate_code',
  'analyze_artifact',
  'validate_against_spec',
  'synthesize_outputs',
  'decompose_task',
  'cross_reference',
] as const;

export type FunctionName = (typeof FUNCTION_NAMES)[number];

/** What a function's file exports: its types and its methods. Words, presets, tools and budgets are in functions.yml. */
export interface AgentFunction<Input = never, Output = unknown> {
  readonly name: FunctionName;
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  /** Which named preset of functions.yml suits this input (`default`, `long_input`, `security`…). */
  choosePreset(input: Input): string;
  /** The texts that count against the input budget, by field path; the first is the one that may be truncated. */
  texts(input: Input): readonly { readonly path: string; readonly text: string }[];
  /** The same input with that field's text replaced: how a truncation is made. */
  withText(input: Input, path: string, text: string): Input;
  /** How many tokens of output this input asks for, where the input says so (`target_tokens`). */
  outputBudget?(input: Input): number | undefined;
  /** What is gathered before anybody writes: retrieval, analysers. Runs for models and offline alike. */
  gather?(input: Input, desk: Desk): Promise<Json>;
  /** What a model is asked for; the function's instruction from functions.yml goes before it as the system prompt. */
  prompt(input: Input, gathered: Json): string;
  /** What of the output a model writes, as a schema; the rest is computed in `finish`. */
  readonly draft: z.ZodType;
  /** Checks and completes what a model wrote. May throw OUTPUT_INVALID with what is wrong: the model gets one repair. */
  finish(input: Input, draft: unknown, gathered: Json, desk: Desk): MaybePromise<Output>;
  /** Whether the offline method may take long however short the input is; it then runs in a thread. */
  isHeavy?(input: Input): boolean;
  /** What of the output counts against the output budget. Absent: all of it, as JSON. */
  measured?(output: Output): string;
  /**
   * The deterministic method. Absent: the function answers MODEL_REQUIRED where no model is configured. It may run in a
   * thread of its own, so it has only what it is given.
   */
  offline?(input: Input, gathered: Json, desk: Pick<Desk, 'warn'>): MaybePromise<Output>;
}

/** A function as the room keeps it, whatever its types: `runFunction` parses the input before anything else sees it. */
export type AnyFunction = AgentFunction<unknown, unknown>;

/** Types checked where a function is written, forgotten where it is listed. */
export function defineFunction<Input, Output>(fn: AgentFunction<Input, Output>): AnyFunction {
  return fn as unknown as AnyFunction;
}

/** What a running function may use. */
export interface Desk {
  readonly search: Search;
  readonly artifacts: ArtifactAccess;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly step: Step;
  /** Told to whoever reads the result: what was cut, what was not found, who could not be reached. */
  warn(message: string): void;
}

export type Quality = 'light' | 'standard' | 'high';

export interface FunctionOptions {
  /** A preset's id (`D4`) or one of the function's own names for one (`security`). */
  readonly preset?: string | undefined;
  readonly quality?: Quality | undefined;
  /** What happens to an input over budget. Default `error`. */
  readonly overflow?: 'error' | 'truncate' | undefined;
  /** `offline` insists on the deterministic method. */
  readonly engine?: 'offline' | undefined;
  /** The caller's own result of the same call is given again, for a day. Default false. */
  readonly cache?: boolean | undefined;
  /** The output is kept as the caller's artifact of this name (`namespace/name`), in a new version. */
  readonly keep?: string | undefined;
}

export interface FunctionResult<Output = unknown> {
  readonly output: Output;
  readonly meta: RunMeta;
}

export interface RunMeta {
  readonly function: FunctionName;
  readonly preset: string;
  readonly mode: string;
  /** `offline`, or the models that spoke, in order. */
  readonly speakers: readonly string[];
  readonly usage: Usage & { readonly modelCalls: number };
  readonly budget: {
    readonly input: { readonly tokens: number; readonly limit: number };
    readonly output: { readonly tokens: number; readonly limit: number };
  };
  /** Present if the input was cut: which field, how many tokens of how many were kept, which characters. */
  readonly truncated?: { path: string; kept: number; of: number; characters: [number, number] } | undefined;
  readonly warnings: readonly string[];
  /** The run that the result comes from, where the call was made before. */
  readonly cached?: string | undefined;
  /** Where the output is kept: `namespace/name_v1`. */
  readonly artifact?: string | undefined;
  /** Statements of an output that cites, which nothing supports; offsets into the field. */
  readonly unsupported?: readonly (Unsupported & { readonly field: string })[] | undefined;
  readonly ms: number;
}
