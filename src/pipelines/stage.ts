/** One stage: its inputs filled, its calls made (one, several by name, or one for each item), its result on the log. */
import type { Desk, FunctionOptions } from '../functions/function.ts';
import { untilAborted } from '../kernel/abort.ts';
import {
  type ArtifactAccess,
  buildKey,
  type CodeContext,
  ConsiliumError,
  fromShape,
  type Json,
  type MaybePromise,
  TEMP,
  toConsiliumError,
  type Usage,
} from '../kernel/index.ts';
import type { Models } from '../models/index.ts';
import type { Search } from '../search/search.ts';
import { type Allowance, allowance, deadline } from './budget.ts';
import { hashCall, type Logs, recall, remember } from './cache.ts';
import type { Stage } from './definition.ts';
import type { Call, PlannedStage } from './plan.ts';
import { type CallRecord, type EndRecord, type StartRecord, shapeOutput, stepName } from './records.ts';
import { fill, holds, type Scope } from './reference.ts';
import type { StageFunction, StageResult, Workbench } from './workbench.ts';

/** What all stages of a run share. */
export interface Run {
  readonly context: CodeContext;
  readonly pipeline: string;
  readonly parts: Parts;
  readonly tokens: Allowance;
  readonly signal: AbortSignal;
  /** Hashes and the attempt that called them: what was not good enough is not taken from the cache again. */
  readonly tried: Map<string, number>;
  readonly logs: Logs;
}

export interface Parts {
  readonly functions: Workbench;
  readonly models: Models;
  readonly search: Search;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type StageEnd =
  | { readonly state: 'done' | 'cached'; readonly output: Json }
  | { readonly state: 'skipped' }
  | { readonly state: 'failed'; readonly error: ConsiliumError };

export async function runStage(run: Run, planned: PlannedStage, scope: Scope, attempt: number): Promise<StageEnd> {
  const { stage } = planned;
  if (planned.when !== undefined && !holds(fill(planned.when, scope))) {
    await step<EndRecord>(run, stepName('end', stage.id, attempt), () => ({ state: 'skipped', ms: 0 }));
    return { state: 'skipped' };
  }
  const calls = planCalls(planned, scope);
  const state = attempt === 1 ? 'running' : 'retrying';
  const count = calls instanceof ConsiliumError ? 0 : calls.length;
  await step<StartRecord>(run, stepName('start', stage.id, attempt), () => ({ state, calls: count }));
  const time = deadline(`Stage ${stage.id}`, run.signal, stage.budget.ms);
  const job: Job = {
    ...run,
    signal: time.signal,
    planned,
    attempt,
    began: performance.now(),
    budgets: [allowance(`Stage ${stage.id}`, stage.budget.tokens), run.tokens],
  };
  try {
    if (calls instanceof ConsiliumError) return await endMany(job, calls);
    return isAlone(planned)
      ? await runAlone(job, calls[0]!)
      : await endMany(job, await settle(job, makeCalls(job, calls)));
  } finally {
    time.clear();
  }
}

/** One run of one stage. */
interface Job extends Run {
  readonly planned: PlannedStage;
  readonly attempt: number;
  readonly began: number;
  readonly budgets: readonly Allowance[];
}

function isAlone({ stage }: PlannedStage): boolean {
  return stage.map === undefined && stage.calls === undefined;
}

/** A stage of one call: the step that ends it holds the call as well. */
async function runAlone(job: Job, call: PlannedCall): Promise<StageEnd> {
  const { stage } = job.planned;
  const name = stepName('end', stage.id, job.attempt);
  let counted = false;
  const record = await endStep(job, async () => {
    const made = await settle(job, makeCall(job, call, `${stepName('call', stage.id, job.attempt)}/`));
    if (made instanceof ConsiliumError) return failed(job, made);
    counted = true;
    const over = spend(job, made);
    return over === undefined ? { ...done(job, [made]), call: made } : { ...failed(job, over), call: made };
  });
  const made = record.call;
  if (made !== undefined) {
    if (!counted) spend(job, made);
    remember(job.context, stage, name, made);
  }
  return record.error === undefined
    ? handOff(job, record, [made!])
    : { state: 'failed', error: fromShape(record.error) };
}

async function endMany(job: Job, made: CallRecord[] | ConsiliumError): Promise<StageEnd> {
  const record = await endStep(job, () => (made instanceof ConsiliumError ? failed(job, made) : done(job, made)));
  if (record.error !== undefined) return { state: 'failed', error: fromShape(record.error) };
  return handOff(job, record, made as CallRecord[]);
}

/** A stage that ran out of time still says so: only the end of the whole run keeps it from that. */
function endStep({ context, planned, attempt }: Job, work: () => MaybePromise<EndRecord>): Promise<EndRecord> {
  return step({ context, signal: context.signal }, stepName('end', planned.stage.id, attempt), work);
}

function done(job: Job, made: readonly CallRecord[]): EndRecord {
  const cached = made.length > 0 && made.every((call) => call.cached !== undefined);
  return { state: cached ? 'cached' : 'done', ms: since(job.began) };
}

function failed(job: Job, error: ConsiliumError): EndRecord {
  return { state: 'failed', ms: since(job.began), error: nameStage(error, job.planned.stage).toJSON() };
}

/** The handoff cache: what later stages, callbacks and the log find under the name of the stage. */
function handOff({ context, pipeline, planned }: Job, record: EndRecord, made: readonly CallRecord[]): StageEnd {
  const { stage } = planned;
  const output = shapeOutput(
    stage,
    made.map((call) => call.output),
  );
  context.state.set(buildKey(TEMP, pipeline, stage.id), output);
  return { state: record.state === 'cached' ? 'cached' : 'done', output };
}

/** Counts what a call took; what to stop with if that was too much. */
function spend({ budgets, tried, attempt }: Job, call: CallRecord): ConsiliumError | undefined {
  if (!tried.has(call.hash)) tried.set(call.hash, attempt);
  const over = budgets.map((budget) => budget.spend(call.tokens));
  return over.find((error) => error !== undefined);
}

interface PlannedCall {
  readonly name: string;
  readonly inputs: Call['inputs'];
  readonly scope: Scope;
  /** Places of the calls whose outputs it needs. */
  readonly after: readonly number[];
}

function planCalls({ stage, calls, over, waits }: PlannedStage, scope: Scope): PlannedCall[] | ConsiliumError {
  if (over === undefined) return calls.map(({ name, inputs }) => ({ name: name ?? '', inputs, scope, after: [] }));
  const items = fill(over, scope) ?? [];
  if (!Array.isArray(items))
    return new ConsiliumError('STAGE_INVALID', `Stage ${stage.id} is to be mapped over something that is not a list.`);
  const { most } = stage.map!;
  if (items.length > most)
    return new ConsiliumError('STAGE_TOO_WIDE', `Stage ${stage.id} has ${items.length} items, but takes ${most}.`, {
      details: { items: items.length, limit: most },
    });
  const after = waits === undefined ? undefined : readWaits(items, fill(waits, scope));
  if (after === 'circle')
    return new ConsiliumError('STAGE_INVALID', `The items of stage ${stage.id} wait for one another in a circle.`);
  return items.flatMap((item, index) =>
    calls.map(({ name, inputs }) => ({
      after: after?.[index] ?? [],
      name: name === undefined ? String(index) : `${index}_${name}`,
      inputs,
      scope: { ...scope, item, index },
    })),
  );
}

/** For each item the places of those it waits for; ids that no item has are nobody's. */
function readWaits(items: readonly Json[], needs: Json | undefined): number[][] | 'circle' {
  const ids = items.map((item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) ? String(item['id'] ?? '') : '',
  );
  const given = typeof needs === 'object' && needs !== null && !Array.isArray(needs) ? needs : {};
  const after = ids.map((id) => {
    const list = id === '' ? [] : (given[id] ?? []);
    return Array.isArray(list) ? list.map((need) => ids.indexOf(String(need))).filter((at) => at >= 0) : [];
  });
  const done = new Set<number>();
  for (let grown = true; grown; ) {
    grown = false;
    for (const [at, waits] of after.entries())
      if (!done.has(at) && waits.every((need) => done.has(need))) {
        done.add(at);
        grown = true;
      }
  }
  return done.size === ids.length ? after : 'circle';
}

/** Makes the calls side by side, as many at a time as the stage allows. One that fails lets those in flight finish. */
async function makeCalls(job: Job, calls: readonly PlannedCall[]): Promise<CallRecord[]> {
  const { stage } = job.planned;
  const made: CallRecord[] = [];
  const open = new Set(calls.keys());
  let failure: ConsiliumError | undefined;
  let ended = Promise.withResolvers<void>();
  const work = async () => {
    while (open.size > 0 && failure === undefined) {
      const at = [...open].find((one) => calls[one]!.after.every((need) => made[need] !== undefined));
      if (at === undefined) {
        await ended.promise;
        continue;
      }
      open.delete(at);
      try {
        made[at] = await makeRecorded(job, withNeeds(calls[at]!, made));
      } catch (thrown) {
        failure ??= nameItem(toConsiliumError(thrown), calls[at]!);
      }
      ended.resolve();
      ended = Promise.withResolvers<void>();
    }
  };
  const side = Math.min(stage.map?.concurrency ?? calls.length, calls.length);
  await Promise.all(Array.from({ length: side }, work));
  if (failure !== undefined) throw failure;
  return made;
}

/** What the calls that it waited for came to is in its scope. */
function withNeeds(call: PlannedCall, made: readonly CallRecord[]): PlannedCall {
  return { ...call, scope: { ...call.scope, needs: call.after.map((need) => made[need]!.output) } };
}

async function makeRecorded(job: Job, call: PlannedCall): Promise<CallRecord> {
  const { stage } = job.planned;
  const spent = job.budgets.map((budget) => budget.exhausted()).find((error) => error !== undefined);
  if (spent !== undefined) throw spent;
  const name = stepName('call', stage.id, job.attempt, call.name);
  const record = await step(job, name, () => makeCall(job, call, `${name}/`));
  remember(job.context, stage, name, record);
  const over = spend(job, record);
  if (over !== undefined) throw over;
  return record;
}

async function makeCall(run: Job, call: PlannedCall, prefix: string): Promise<CallRecord> {
  const { context, parts, signal } = run;
  const { stage } = run.planned;
  const fn = findFunction(parts, stage);
  const input = fill({ kind: 'object', fields: call.inputs }, call.scope)!;
  const options = optionsOf(stage);
  const hash = await hashCall(fn, options, input, parts);
  const known =
    stage.cache === 'none' || run.tried.has(hash) ? undefined : await recall(context, stage, hash, run.logs);
  if (known !== undefined) return known;
  const began = performance.now();
  const { output, meta } = await untilAborted(fn.run(input, options, deskOf(run, prefix)), signal);
  return {
    output: JSON.parse(JSON.stringify(output ?? null)) as Json,
    hash: isSecondBest(meta, parts, options) ? '' : hash,
    preset: meta.preset,
    speakers: meta.speakers,
    warnings: meta.warnings,
    ms: since(began),
    tokens: tokensOf(meta),
    usage: meta.usage,
  };
}

function findFunction({ functions }: Parts, stage: Stage): StageFunction {
  const fn = functions.find(stage.function);
  if (fn !== undefined) return fn;
  throw new ConsiliumError('FUNCTION_UNKNOWN', `There is no function "${stage.function}" any more.`);
}

function optionsOf({ preset, quality, overflow, engine }: Stage): FunctionOptions {
  return {
    ...(preset !== undefined && { preset }),
    ...(quality !== undefined && { quality }),
    ...(overflow !== undefined && { overflow }),
    ...(engine !== undefined && { engine }),
  };
}

/** The offline method stood in for models that were to answer: good enough for this run, not to be kept. */
function isSecondBest({ speakers }: StageResult['meta'], { models }: Parts, { engine }: FunctionOptions): boolean {
  return engine !== 'offline' && models.describe().chosen !== 'offline' && speakers.includes('offline');
}

function tokensOf({ usage, budget }: StageResult['meta']): number {
  return usage.modelCalls > 0 ? usage.inputTokens + usage.outputTokens : budget.input.tokens + budget.output.tokens;
}

function deskOf(run: Run, prefix: string): Desk {
  const { parts, signal } = run;
  return {
    search: parts.search,
    env: parts.env,
    signal,
    artifacts: artifactsOf(run, prefix),
    // What the offline method came to is the call's own result, and recorded as such.
    step: (name, work, usageOf) =>
      name === 'offline' ? Promise.resolve(work()) : step(run, `${prefix}${name}`, work, usageOf),
    // What a function warns of is in its result; it may quote the input, so it is not for the log.
    warn: () => {},
  };
}

/** Saved once each, under the call's own names: which calls are made again after a crash must not shift the others. */
function artifactsOf(run: Run, prefix: string): ArtifactAccess {
  const { store, session } = run.context;
  let saves = 0;
  return {
    load: async (namespace, name, version) => store.artifact(session.user, namespace, name, version),
    save: async (input) => {
      const { namespace, name } = input;
      const version = await step(
        run,
        `${prefix}artifact.${saves++}`,
        async () => (await store.saveArtifact(session.user, input)).version,
      );
      return (await store.artifact(session.user, namespace, name, version))!;
    },
  };
}

/** A step of the log that neither begins nor ends once the run was stopped. */
export function step<T>(
  run: Pick<Run, 'context' | 'signal'>,
  name: string,
  work: () => MaybePromise<T>,
  usageOf?: (value: T) => Usage,
): Promise<T> {
  run.signal.throwIfAborted();
  const checked = async () => {
    const value = await work();
    run.context.signal.throwIfAborted();
    return value as Json;
  };
  return run.context.step(name, checked, usageOf && ((value) => usageOf(value as T))) as Promise<T>;
}

/** What a stage came to or failed with; if the whole run was stopped, that is not the stage's failure. */
async function settle<T>(run: Run, work: Promise<T>): Promise<T | ConsiliumError> {
  try {
    return await work;
  } catch (thrown) {
    run.context.signal.throwIfAborted();
    return toConsiliumError(thrown);
  }
}

function nameItem(error: ConsiliumError, { scope: { index } }: PlannedCall): ConsiliumError {
  return index === undefined ? error : withDetails(error, error.message, { item: index });
}

function nameStage(error: ConsiliumError, stage: Stage): ConsiliumError {
  const item = error.details?.['item'];
  const where = item === undefined ? `Stage ${stage.id}` : `Stage ${stage.id}, item ${item}`;
  const message = error.message.startsWith(`Stage ${stage.id}`) ? error.message : `${where}: ${error.message}`;
  return withDetails(error, message, { stage: stage.id, function: stage.function });
}

function withDetails(error: ConsiliumError, message: string, details: Record<string, unknown>): ConsiliumError {
  const { code, hint, retryable } = error;
  return new ConsiliumError(code, message, {
    retryable,
    details: { ...error.details, ...details },
    cause: error,
    ...(hint !== undefined && { hint }),
  });
}

/** Milliseconds since then, to the microsecond. */
function since(began: number): number {
  return Math.round((performance.now() - began) * 1000) / 1000;
}
