/**
 * Tools: what a model may call. A function of ours, a provider's own (`builtin`), or another agent.
 * Running one never throws: whatever goes wrong becomes an output that the model can act on.
 */
import { untilAborted } from './abort.ts';
import type { Agent } from './agent.ts';
import { isWaiting } from './ask.ts';
import { untilReady } from './awaiting.ts';
import type { Clock } from './clock.ts';
import type { AgentContext, ToolContext } from './context.ts';
import { ConsiliumError, toConsiliumError } from './errors.ts';
import type { Json, MaybePromise, ToolOutput } from './event.ts';
import { checkValue, type Schema } from './schema.ts';

export type Tool = FunctionTool | BuiltinTool | AgentTool;

export interface FunctionTool<Input = unknown> {
  readonly kind: 'function';
  readonly name: string;
  readonly description: string;
  readonly input: Schema<Input>;
  // Written as a method so that a tool of a narrower input fits a list of tools; the input is validated before.
  execute(input: Input, context: ToolContext): MaybePromise<unknown>;
  /** Safe to run again after a crash. If not, the model is told that it was interrupted. */
  readonly idempotent: boolean;
  readonly timeoutMs: number;
  readonly maxResultBytes: number;
}

/** A tool the provider runs itself. With some providers it cannot stand beside others: see `standsAlone`. */
export interface BuiltinTool {
  readonly kind: 'builtin';
  /** `google.google_search`, `openai.web_search`. */
  readonly id: `${string}.${string}`;
  readonly name: string;
  readonly args: Record<string, unknown>;
}

export interface AgentTool {
  readonly kind: 'agent';
  readonly name: string;
  readonly description: string;
  readonly agent: Agent;
  /** What the model fills in; the agent gets it as its message. Default: `{request: string}`. */
  readonly input: Schema;
  /** Present on a SafeAgentTool. */
  readonly safe?: SafeOptions | undefined;
}

export type SafeStatus = 'pending' | 'running' | 'empty' | 'success' | 'error';

export interface SafeOptions {
  /** What the caller gets when the agent's model or remote end fails. */
  readonly fallbackResponse: string;
  /** What the caller gets when the agent said nothing. */
  readonly emptyResponse: string;
  readonly resultKey?: string | undefined;
  readonly statusKey?: string | undefined;
  readonly errorKey?: string | undefined;
  /** The status before the first run and after a reset. */
  readonly initialStatus: SafeStatus;
  /** Puts the person's own message into `last_user_message` for the inner agent. */
  readonly preserveRequest: boolean;
  /** Clears result and error before each run. */
  readonly resetState: boolean;
  /** May answer instead of the agent, for example for a video's address. */
  readonly intercept?: Intercept | undefined;
}

export type Intercept = (
  found: { urls: readonly string[]; request: string },
  context: AgentContext,
) => MaybePromise<string | undefined>;

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_MAX_RESULT_BYTES = 256 * 1024;

type ToolGiven<Input> = Pick<FunctionTool<Input>, 'name' | 'description' | 'input' | 'execute'> &
  Partial<Pick<FunctionTool<Input>, 'idempotent' | 'timeoutMs' | 'maxResultBytes'>>;

export function tool<Input>(given: ToolGiven<Input>): FunctionTool<Input> {
  return {
    kind: 'function',
    name: given.name,
    description: given.description,
    input: given.input,
    execute: given.execute,
    idempotent: given.idempotent ?? false,
    timeoutMs: given.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxResultBytes: given.maxResultBytes ?? DEFAULT_MAX_RESULT_BYTES,
  };
}

/** Providers that refuse a built-in tool beside any other ("At most one tool is supported"): no transfer can be offered then. */
const ALONE = new Set(['google', 'vertex']);

export function standsAlone(id: string): boolean {
  return ALONE.has(id.slice(0, id.indexOf('.')));
}

export function builtinTool(id: BuiltinTool['id'], args: Record<string, unknown> = {}): BuiltinTool {
  return { kind: 'builtin', id, name: id.slice(id.indexOf('.') + 1), args };
}

/** Lets an agent in a loop say that the work is done. */
export const exitLoop: FunctionTool = tool({
  name: 'exit_loop',
  description: 'Ends the loop: call it when the work is good and needs no further round.',
  input: emptyInput(),
  idempotent: true,
  execute: (_input, context) => {
    context.escalate();
    return 'The loop ends.';
  },
});

/** Parses and validates what the model wrote as arguments. */
export async function readInput(
  tool: FunctionTool | AgentTool,
  written: string,
): Promise<{ input: unknown } | ToolOutput> {
  let parsed: unknown;
  try {
    parsed = written.trim() === '' ? {} : JSON.parse(written);
  } catch (thrown) {
    return failed('TOOL_INPUT_INVALID', `The arguments of ${tool.name} are not JSON: ${(thrown as Error).message}`);
  }
  const checked = await checkValue(tool.input, parsed);
  if (!checked.ok) return failed('TOOL_INPUT_INVALID', `The arguments of ${tool.name} do not fit: ${checked.problem}`);
  return { input: checked.value };
}

/** Runs a function tool within its time; the signal in its context fires on cancellation and on time-out. */
export async function runFunction(
  tool: FunctionTool,
  input: unknown,
  makeContext: (signal: AbortSignal) => ToolContext,
  signal: AbortSignal,
  clock: Clock,
): Promise<ToolOutput> {
  if (signal.aborted) throw signal.reason;
  const own = new AbortController();
  const onAbort = () => own.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  let late: ConsiliumError | undefined;
  const callOff = clock.after(tool.timeoutMs, () => {
    late = new ConsiliumError('TOOL_TIMEOUT', `${tool.name} gave no result within ${tool.timeoutMs} ms.`, {
      retryable: true,
    });
    own.abort(late);
  });
  try {
    const value = await untilAborted(
      untilReady(() => tool.execute(input, makeContext(own.signal))),
      own.signal,
    );
    return { kind: 'value', value: toJson(tool.name, value) };
  } catch (thrown) {
    if (late !== undefined && thrown === late) return { kind: 'error', error: late.toJSON() };
    if (signal.aborted) throw signal.reason;
    if (isWaiting(thrown)) throw thrown;
    return { kind: 'error', error: toConsiliumError(thrown, 'TOOL_FAILED').toJSON() };
  } finally {
    callOff();
    signal.removeEventListener('abort', onAbort);
  }
}

/** What a tool returned, as JSON. Anything that JSON cannot say is an error here rather than a surprise in the log. */
function toJson(name: string, value: unknown): Json {
  if (value === undefined) return null;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  try {
    const text = JSON.stringify(value);
    if (text === undefined) throw new TypeError(`a ${typeof value}`);
    return JSON.parse(text) as Json;
  } catch (thrown) {
    throw new ConsiliumError(
      'TOOL_RESULT_INVALID',
      `${name} returned something that is not JSON: ${(thrown as Error).message}`,
    );
  }
}

export function failed(code: string, message: string, details?: Record<string, unknown>): ToolOutput {
  return { kind: 'error', error: new ConsiliumError(code, message, { ...(details && { details }) }).toJSON() };
}

function emptyInput(): Schema {
  return {
    '~standard': {
      version: 1,
      vendor: 'consilium',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => ({ type: 'object', properties: {}, additionalProperties: false }) },
    },
  };
}
