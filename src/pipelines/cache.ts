/**
 * Results by what they were made from: function and version, preset, who would answer, what is indexed, and the input.
 * Under that hash the user's state (`user:`, for a day) holds a compressed stage's result itself, and for any other the
 * run and step whose log has it, so that nothing large is kept twice.
 */
import { createHash } from 'node:crypto';
import type { FunctionOptions } from '../functions/function.ts';
import { buildKey, type CodeContext, type Event, type Json, type MaybePromise, USER } from '../kernel/index.ts';
import type { Models } from '../models/index.ts';
import type { Search } from '../search/search.ts';
import type { Stage } from './definition.ts';
import { type CallRecord, MEMORY_MS, readRecord } from './records.ts';
import type { StageFunction } from './workbench.ts';

export async function hashCall(
  fn: StageFunction,
  options: FunctionOptions,
  input: Json,
  { models, search }: { models: Models; search: Search },
): Promise<string> {
  const indexed = fn.searches
    ? (await search.scopes()).map(({ scope, files, chunks, embedded, updated }) => ({
        scope,
        files,
        chunks,
        embedded,
        updated: updated ?? 0,
      }))
    : [];
  const from = [fn.name, fn.version, { ...options }, answering(models), indexed, input];
  return hashOf(from);
}

const described = new WeakMap<Models, Json>();

/** Who would be asked, and by which names: the same for as long as the process lives. */
function answering(models: Models): Json {
  let known = described.get(models);
  if (known === undefined) {
    const { chain, providers } = models.describe();
    known = [...chain, ...providers.filter(({ ready }) => ready).map(({ name, fast, deep }) => [name, fast, deep])];
    described.set(models, known);
  }
  return known;
}

export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex').slice(0, 32);
}

type Entry = { readonly call: CallRecord } | { readonly run: string; readonly step: string };

/** A result that can stand in for the call, marked with the run it comes from. */
export async function recall(
  context: CodeContext,
  stage: Stage,
  hash: string,
  logs: Logs,
): Promise<CallRecord | undefined> {
  const entry = context.state.get(keyOf(stage, hash)) as unknown as (Entry & { run: string }) | undefined;
  if (entry === undefined) return undefined;
  const call = 'call' in entry ? entry.call : await readCall(context, entry, logs);
  if (call === undefined || call.hash !== hash) return undefined;
  return { ...call, cached: entry.run, ms: 0, tokens: 0, usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0 } };
}

/** To be called once the step is on the log. */
export function remember(context: CodeContext, stage: Stage, step: string, call: CallRecord): void {
  if (stage.cache === 'none' || call.cached !== undefined) return;
  const run = context.session.id;
  const entry = stage.cache === 'compression' ? { run, call } : { run, step };
  context.state.set(keyOf(stage, call.hash), entry as unknown as Json, { ttlMs: MEMORY_MS });
}

/** `user:{function}:{hash}`: the same call is the same call, whichever pipeline makes it. */
function keyOf(stage: Stage, hash: string): string {
  return buildKey(USER, stage.function, hash);
}

/** Logs of other runs that this one has looked into, so that each is read once. */
export type Logs = Map<string, MaybePromise<Event[]>>;

async function readCall(
  { store }: CodeContext,
  { run, step }: { run: string; step: string },
  logs: Logs,
): Promise<CallRecord | undefined> {
  if (!logs.has(run)) logs.set(run, store.events(run));
  const events = await logs.get(run)!;
  const event = events.find((candidate) => candidate.type === 'step_done' && candidate.name === step);
  const record = event && readRecord(event);
  return record?.kind === 'end' ? record.value.call : record?.kind === 'call' ? record.value : undefined;
}

/** The same text for the same value, whatever the order of its keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
