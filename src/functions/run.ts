/**
 * Running one function: read the input, choose the preset, keep to the budget, gather, then let models write or the
 * function's own method. Whatever is not deterministic is a step of the desk, so that it is on the log and done once.
 */
import { takeTurn } from '../kernel/breath.ts';
import { ConsiliumError, isPromise, type Json, toConsiliumError, type Usage } from '../kernel/index.ts';
import { hasModels, type Models, modelRequired, type Preset, runPreset, type Task } from '../models/index.ts';
import { type Budget, type Fitted, fitInput, mayExceed, refuseHuge } from './budget.ts';
import { definitionOf, type FunctionDefinition } from './definitions.ts';
import { readDraft } from './draft.ts';
import type { AnyFunction, Desk, FunctionOptions, FunctionResult } from './function.ts';
import { readInput, readOptions } from './input.ts';
import { choosePreset, longPreset } from './preset-choice.ts';
import { MATERIAL_RULE } from './quote.ts';
import { findFunction } from './registry.ts';
import { draftSchema } from './schemas.ts';
import { type Done, doApart, isLong } from './thread/index.ts';
import { countTokens, loadTokens } from './tokens.ts';

export async function runFunction(
  name: string,
  given: unknown,
  options: FunctionOptions,
  desk: Desk,
  models: Models,
): Promise<FunctionResult> {
  const began = performance.now();
  const call = readCall(name, given, options);
  const { fn, definition, asked } = call;
  const budget = budgetOf(call);
  // Many that were stored together go on together: each counts and works in a turn of its own.
  await Promise.all([loadTokens(), takeTurn()]);
  const fitted = await fitCall(call);
  const job: Job = { fn, definition, input: fitted.input, preset: fitted.preset, limit: budget.output, desk, models };
  const gathered = await gather(job);
  const written = await write(job, gathered.value, asked);
  const tokens = measure(fn, written.output);
  const over = tokens > budget.output ? [`The output has ${tokens} tokens, over its budget of ${budget.output}.`] : [];
  return {
    output: written.output,
    meta: {
      function: fn.name,
      preset: fitted.preset.id,
      mode: written.mode,
      speakers: written.speakers,
      usage: written.usage,
      budget: {
        input: { tokens: fitted.tokens, limit: fitted.limit },
        output: { tokens, limit: budget.output },
      },
      ...(fitted.truncated && { truncated: fitted.truncated }),
      warnings: [...fitted.warnings, ...gathered.warnings, ...written.warnings, ...over],
      ms: Math.round(performance.now() - began),
    },
  };
}

/** Everything about a call that can be wrong before anything is counted or run. */
export function readCall(name: string, given: unknown, options: FunctionOptions) {
  const fn = findFunction(name);
  const definition = definitionOf(fn.name);
  const asked = readOptions(options);
  const input = readInput(fn, given);
  refuseHuge(fn.texts(input));
  return { fn, definition, asked, input, preset: choosePreset(fn, definition, input, asked) };
}

type Call = ReturnType<typeof readCall>;

/** Throws where the input is over its budget and may not be cut. */
export function fitCall({ fn, definition, asked, input, preset }: Call): Promise<Fitted<unknown>> {
  const budget = budgetOf({ fn, definition, input });
  return fitInput({ fn, input, budget, preset, long: longPreset(definition), overflow: asked.overflow });
}

/** Whether it may well be refused for its length: worth counting before anything of it is kept. */
export function isDoubtful({ fn, definition, asked, input }: Call): boolean {
  if (asked.overflow === 'truncate') return false;
  return mayExceed(fn.texts(input), budgetOf({ fn, definition, input }), longPreset(definition));
}

function budgetOf({ fn, definition, input }: Pick<Call, 'fn' | 'definition' | 'input'>): Budget {
  return { ...definition.context_budget, output: outputLimit(fn, definition, input) };
}

interface Job {
  readonly fn: AnyFunction;
  readonly definition: FunctionDefinition;
  readonly input: unknown;
  readonly preset: Preset;
  /** Tokens of output. */
  readonly limit: number;
  readonly desk: Desk;
  readonly models: Models;
}

interface Written {
  readonly output: unknown;
  readonly mode: string;
  readonly speakers: readonly string[];
  readonly usage: Usage & { readonly modelCalls: number };
  readonly warnings: readonly string[];
}

function outputLimit(fn: AnyFunction, { context_budget }: FunctionDefinition, input: unknown): number {
  const asked = fn.outputBudget?.(input);
  if (asked === undefined || asked <= context_budget.output) return asked ?? context_budget.output;
  throw new ConsiliumError(
    'BUDGET_EXCEEDED',
    `${asked} tokens of output are asked for; ${fn.name} writes at most ${context_budget.output}.`,
    { details: { path: 'target_tokens', tokens: asked, limit: context_budget.output } },
  );
}

async function gather({ fn, input, desk }: Job): Promise<Noted<Json>> {
  if (fn.gather === undefined) return { value: null, warnings: [] };
  return desk.step('gather', () => noting(desk, async (own) => asJson(await fn.gather!(input, own))));
}

async function write(job: Job, gathered: Json, { engine }: FunctionOptions): Promise<Written> {
  const { fn, desk, models } = job;
  if (engine === 'offline' || !hasModels(models)) return writeOffline(job, gathered, []);
  try {
    return await writeWithModels(job, gathered);
  } catch (thrown) {
    const error = toConsiliumError(thrown);
    if (desk.signal.aborted || fn.offline === undefined || !/^(MODEL|PROVIDER|OUTPUT)_/.test(error.code)) throw thrown;
    return writeOffline(job, gathered, [`No model gave a usable answer (${error.code}): the offline method was used.`]);
  }
}

async function writeOffline(job: Job, gathered: Json, warnings: readonly string[]): Promise<Written> {
  const { fn, input, desk } = job;
  if (fn.offline === undefined) throw modelRequired(fn.name);
  const done = await desk.step('offline', async () => {
    if (isHeavy(job)) return asNoted(await doApart({ kind: 'offline', name: fn.name, input, gathered }, desk.signal));
    await takeTurn();
    return noting(desk, async (own) => asJson(fn.output.parse(await fn.offline!(input, gathered, own))));
  });
  return {
    output: done.value,
    mode: 'offline',
    speakers: ['offline'],
    usage: { inputTokens: 0, outputTokens: 0, modelCalls: 0 },
    warnings: [...warnings, ...done.warnings],
  };
}

function isHeavy({ fn, input }: Job): boolean {
  return fn.isHeavy?.(input) || isLong(fn.texts(input).reduce((sum, { text }) => sum + text.length, 0));
}

function asNoted({ value, warnings }: Done): Noted<Json> {
  return { value, warnings: [...warnings] };
}

async function writeWithModels(job: Job, gathered: Json): Promise<Written> {
  const { fn, definition, input, preset, limit, desk, models } = job;
  const task: Task = {
    system: `${MATERIAL_RULE}\n\n${definition.instruction}`,
    prompt: fn.prompt(input, gathered),
    schema: draftSchema(fn),
    maxOutputTokens: maxOutput(limit),
    check: (text) => problemOf(job, gathered, text),
  };
  const modeDesk = { signal: desk.signal, step: desk.step };
  let result = await runPreset(preset, task, modeDesk, models);
  let finished = await noting(desk, (own) => finish(job, gathered, result.text, own)).catch(toProblem);
  const spent = { ...result.usage };
  const speakers = [...result.speakers];
  const warnings = [...result.warnings];
  if ('problem' in finished) {
    // What only an asynchronous `finish` could see: the mode's own repair did not know of it.
    const step: typeof desk.step = (name, ...rest) => desk.step(`repair.${name}`, ...rest);
    const again = { ...task, prompt: `${task.prompt}\n\nAn earlier answer was refused: ${finished.problem}` };
    result = await runPreset(preset, again, { signal: desk.signal, step }, models);
    finished = await noting(desk, (own) => finish(job, gathered, result.text, own));
    spent.inputTokens += result.usage.inputTokens;
    spent.outputTokens += result.usage.outputTokens;
    spent.modelCalls += result.usage.modelCalls;
    speakers.push(...result.speakers);
    warnings.push(...result.warnings);
  }
  return {
    output: finished.value,
    mode: preset.mode,
    speakers,
    usage: spent,
    warnings: [...warnings, ...finished.warnings],
  };
}

/** Room for the JSON around the words, and for a model that thinks in tokens of its own. */
function maxOutput(limit: number): number {
  return limit + Math.max(512, Math.ceil(limit / 2));
}

/** What is wrong with a reply, as far as that can be said at once. */
function problemOf(job: Job, gathered: Json, text: string): string | undefined {
  try {
    const draft = readDraft(job.fn.draft, text);
    const output = job.fn.finish(job.input, draft, gathered, { ...deskOf(job.desk), warn() {} });
    if (isPromise(output)) {
      output.catch(() => {});
      return undefined;
    }
    checkOutput(job, output);
    return undefined;
  } catch (thrown) {
    return toProblem(thrown).problem;
  }
}

async function finish(job: Job, gathered: Json, text: string, desk: Desk): Promise<unknown> {
  const draft = readDraft(job.fn.draft, text);
  return checkOutput(job, await job.fn.finish(job.input, draft, gathered, desk));
}

function checkOutput({ fn, limit }: Job, output: unknown): Json {
  const parsed = fn.output.safeParse(output);
  if (!parsed.success) {
    const told = parsed.error.issues.map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`);
    throw new ConsiliumError('OUTPUT_INVALID', `The output does not fit: ${told.join('; ')}`);
  }
  const tokens = measure(fn, parsed.data);
  if (tokens > limit)
    throw new ConsiliumError('OUTPUT_INVALID', `The output has ${tokens} tokens; at most ${limit} are allowed.`);
  return asJson(parsed.data);
}

/** An error of the reply is for the model to repair; any other is not. */
function toProblem(thrown: unknown): { problem: string } {
  const error = toConsiliumError(thrown);
  if (error.code !== 'OUTPUT_INVALID') throw thrown;
  return { problem: error.message };
}

function measure(fn: AnyFunction, output: unknown): number {
  return countTokens(fn.measured?.(output) ?? JSON.stringify(output));
}

type Noted<T> = { value: T; warnings: string[] };

/** Runs something with a desk that keeps what it warns of, so that both are recorded together. */
async function noting<T>(desk: Desk, work: (own: Desk) => Promise<T>): Promise<Noted<T>> {
  const warnings: string[] = [];
  const value = await work({ ...deskOf(desk), warn: (message) => void warnings.push(message) });
  return { value, warnings };
}

function deskOf({ search, artifacts, signal, env, step, warn }: Desk): Desk {
  return { search, artifacts, signal, env, step, warn };
}

function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value ?? null)) as Json;
}
