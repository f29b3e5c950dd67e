/** A run as its log tells it: at any time, from any process, also after a restart. */
import { type Unsupported, unsupportedIn } from '../citations/index.ts';
import type { ErrorShape, Event, Json, SessionRow } from '../kernel/index.ts';
import { planPipeline } from './plan.ts';
import {
  type CallRecord,
  type RunRecord,
  readRecord,
  readRequest,
  type Spent,
  type StageState,
  shapeOutput,
} from './records.ts';

export type RunState = 'running' | 'completed' | 'failed' | 'cancelled';

export interface StageReport {
  readonly id: string;
  readonly function: string;
  readonly description?: string | undefined;
  readonly state: StageState;
  readonly attempts: number;
  readonly ms: number;
  readonly tokens: number;
  readonly cached: boolean;
  readonly depends_on: readonly string[];
  /** Calls made of those there are, where it is more than one. */
  readonly calls?: { readonly done: number; readonly of: number } | undefined;
  readonly speakers: readonly string[];
  readonly artifact?: string | undefined;
  readonly error?: ErrorShape | undefined;
}

export interface RunReport {
  readonly run_id: string;
  readonly pipeline: string;
  readonly version: number;
  readonly user: string;
  readonly state: RunState;
  readonly input?: Json | undefined;
  readonly output?: Json | undefined;
  readonly artifact?: string | undefined;
  readonly stages: readonly StageReport[];
  /** What each attempt of a stage with a retry came to, and which was kept. */
  readonly attempts: readonly {
    readonly stage: string;
    readonly attempt: number;
    readonly met: boolean;
    readonly left: number;
    readonly feedback: Json;
    readonly kept: boolean;
  }[];
  readonly usage: Spent;
  readonly warnings: readonly string[];
  /** Statements of an output that cites, which nothing supports; offsets into the field. */
  readonly unsupported?: readonly (Unsupported & { readonly field: string })[] | undefined;
  readonly started: number;
  readonly ended?: number | undefined;
  readonly error?: ErrorShape | undefined;
}

/** One thing that happened, for whoever watches. `seq` is its place on the log. */
export type Progress = { readonly run_id: string; readonly seq: number; readonly time: number } & (
  | { readonly type: 'run'; readonly state: RunState; readonly error?: ErrorShape | undefined }
  | {
      readonly type: 'stage';
      readonly stage: string;
      readonly state: StageState;
      readonly attempt: number;
      readonly ms?: number | undefined;
      readonly tokens?: number | undefined;
      readonly cached?: boolean | undefined;
      readonly calls?: { readonly done: number; readonly of: number } | undefined;
      readonly error?: ErrorShape | undefined;
    }
);

export function reportRun(row: SessionRow, events: readonly Event[]): RunReport | undefined {
  const request = readRequest(events);
  const plan = request && planPipeline(request.definition, () => {});
  if (request === undefined || plan === undefined) return undefined;
  const records = events.map(readRecord).filter((record) => record !== undefined);
  const end = events.findLast((event) => event.type === 'invocation_finished');
  const state: RunState = end === undefined ? 'running' : end.outcome;
  const result = records.findLast((record) => record.kind === 'output')?.value;
  const kept = result?.kept ?? {};
  const stages = plan.definition.stages.map((stage) => {
    const own = records.filter((record) => record.kind !== 'output').filter((record) => record.stage === stage.id);
    return {
      ...reportStage(own, state, end?.error),
      id: stage.id,
      function: stage.function,
      description: stage.description,
      depends_on: plan.stages.get(stage.id)!.dependsOn,
    };
  });
  const calls = records.flatMap(callsIn);
  const unsupported = unsupportedIn(result?.output);
  return {
    run_id: row.id,
    pipeline: plan.definition.id,
    version: plan.definition.version,
    user: row.user,
    state,
    input: request.input,
    output: result?.output,
    artifact: result?.artifact,
    stages,
    attempts: records.flatMap((record) =>
      record.kind === 'verdict'
        ? [
            {
              stage: record.stage,
              attempt: record.attempt,
              ...record.value,
              kept: kept[record.stage] === record.attempt,
            },
          ]
        : [],
    ),
    usage: sum(calls.map(({ call }) => call.usage)),
    warnings: [...new Set(calls.flatMap(({ stage, call }) => call.warnings.map((warning) => `${stage}: ${warning}`)))],
    ...(unsupported.length > 0 && { unsupported }),
    started: events[0]!.time,
    ended: end?.time,
    error: end?.error,
  };
}

/** What a stage came to in its last attempt that came to something. */
export function readStageOutput(events: readonly Event[], id: string): Json | undefined {
  const stage = readRequest(events)?.definition.stages.find((candidate) => candidate.id === id);
  const records = events.map(readRecord).filter((record) => record !== undefined && record.kind !== 'output');
  const own = records.filter((record) => record.stage === id);
  const end = own.findLast((record) => record.kind === 'end' && /^(done|cached)$/.test(record.value.state));
  if (stage === undefined || end?.kind !== 'end') return undefined;
  if (end.value.call !== undefined) return end.value.call.output;
  const names = Object.keys(stage.calls ?? {});
  const place = (call: string) => {
    const [, item = '0', name = ''] = /^(\d+)?_?(.*)$/.exec(call) ?? [];
    return Number(item) * (names.length + 1) + names.indexOf(name);
  };
  const calls = own.filter((record) => record.kind === 'call').filter(({ attempt }) => attempt === end.attempt);
  const sorted = calls.sort((a, b) => place(a.call) - place(b.call));
  return shapeOutput(
    stage,
    sorted.map(({ value }) => value.output),
  );
}

type StageRecord = Exclude<RunRecord, { kind: 'output' }>;

function reportStage(
  records: readonly StageRecord[],
  run: RunState,
  failure: ErrorShape | undefined,
): Omit<StageReport, 'id' | 'function' | 'depends_on'> {
  const attempts = Math.max(0, ...records.map(({ attempt }) => attempt));
  const last = records.filter(({ attempt }) => attempt === attempts);
  const start = last.find((record) => record.kind === 'start')?.value;
  const end = last.find((record) => record.kind === 'end')?.value;
  const made = last.flatMap(callsIn);
  const state = end?.state ?? stateWithoutEnd(start?.state, run);
  const of = start?.calls ?? 0;
  const artifact = records.findLast((record) => record.kind === 'artifact')?.value.artifact;
  const error = end?.error ?? (state === 'failed' ? failure : undefined);
  return {
    state,
    attempts,
    ms: total(records.map((record) => (record.kind === 'end' ? record.value.ms : 0))),
    tokens: total(records.flatMap(callsIn).map(({ call }) => call.tokens)),
    cached: state === 'cached',
    speakers: [...new Set(made.flatMap(({ call }) => call.speakers))],
    ...(of > 1 && { calls: { done: made.length, of } }),
    ...(artifact !== undefined && { artifact }),
    ...(error !== undefined && { error }),
  };
}

/** What was under way when the run was stopped did not get there; what had not begun never will. */
function stateWithoutEnd(started: 'running' | 'retrying' | undefined, run: RunState): StageState {
  if (run === 'running') return started ?? 'waiting';
  return started === undefined ? 'skipped' : 'failed';
}

function callsIn(record: RunRecord): { stage: string; call: CallRecord }[] {
  if (record.kind === 'call') return [{ stage: record.stage, call: record.value }];
  return record.kind === 'end' && record.value.call ? [{ stage: record.stage, call: record.value.call }] : [];
}

/** Turns events into progress; keeps count of the calls of a stage. One for each reader. */
export function progressReader(run_id: string): (event: Event) => Progress | undefined {
  const counts = new Map<string, { done: number; of: number; tokens: number }>();
  return (event) => {
    const place = { run_id, seq: event.seq, time: event.time };
    if (event.type === 'invocation_started') return { ...place, type: 'run', state: 'running' };
    if (event.type === 'invocation_finished')
      return { ...place, type: 'run', state: event.outcome, ...(event.error && { error: event.error }) };
    const record = readRecord(event);
    if (record === undefined || record.kind === 'output') return undefined;
    const { stage, attempt } = record;
    const at = { ...place, type: 'stage', stage, attempt } as const;
    if (record.kind === 'start') {
      counts.set(stage, { done: 0, of: record.value.calls, tokens: 0 });
      return { ...at, state: record.value.state };
    }
    const count = counts.get(stage) ?? { done: 0, of: 1, tokens: 0 };
    for (const { call } of callsIn(record)) {
      count.done++;
      count.tokens += call.tokens;
    }
    const calls = count.of > 1 ? { calls: { done: count.done, of: count.of } } : {};
    if (record.kind === 'call')
      return { ...at, state: attempt === 1 ? 'running' : 'retrying', tokens: count.tokens, ...calls };
    if (record.kind !== 'end') return undefined;
    const { state, ms, error } = record.value;
    return { ...at, state, ms, tokens: count.tokens, cached: state === 'cached', ...calls, ...(error && { error }) };
  };
}

function sum(spent: readonly Spent[]): Spent {
  return {
    modelCalls: total(spent.map(({ modelCalls }) => modelCalls)),
    inputTokens: total(spent.map(({ inputTokens }) => inputTokens)),
    outputTokens: total(spent.map(({ outputTokens }) => outputTokens)),
  };
}

function total(numbers: readonly number[]): number {
  return Math.round(numbers.reduce((all, one) => all + one, 0) * 1000) / 1000;
}
