/**
 * What a run puts on its log: one step per start, call, end and verdict of a stage, under a name that says which.
 * Everything that can be known of a run (progress, report, cache) is read from these.
 */
import { DAY_MS, type ErrorShape, type Event, type Json, type Usage } from '../kernel/index.ts';
import type { Definition, Stage } from './definition.ts';

/** The app that runs of pipelines belong to in the store. */
export const PIPELINES_APP = 'pipelines';

/** Where a run finds what it was started with: written with its first event. */
export const REQUEST_KEY = 'temp:pipelines:request';

export interface RunRequest {
  readonly definition: Definition;
  readonly input: Json;
  /** Hash of the input as it was given: with the names of artifacts, not with what they hold. */
  readonly asked?: string | undefined;
}

export type Spent = Readonly<Usage> & { readonly modelCalls: number };

export type StageState = 'waiting' | 'running' | 'retrying' | 'done' | 'cached' | 'failed' | 'skipped';

export interface StartRecord {
  readonly state: 'running' | 'retrying';
  readonly calls: number;
}

/** One call of a stage's function. */
export interface CallRecord {
  readonly output: Json;
  /** The run whose result it is, if it was not called for. */
  readonly cached?: string | undefined;
  readonly hash: string;
  readonly preset: string;
  readonly speakers: readonly string[];
  readonly warnings: readonly string[];
  readonly ms: number;
  /** What counts against the budgets: what models took and gave, or offline what the function read and wrote. */
  readonly tokens: number;
  readonly usage: Spent;
}

export interface EndRecord {
  readonly state: 'done' | 'cached' | 'failed' | 'skipped';
  readonly ms: number;
  /** Where the stage is one call. */
  readonly call?: CallRecord | undefined;
  readonly error?: ErrorShape | undefined;
}

/** What a stage with a retry came to. */
export interface VerdictRecord {
  readonly met: boolean;
  /** How much was still wrong. */
  readonly left: number;
  readonly feedback: Json;
}

export interface OutputRecord {
  readonly output: Json;
  readonly artifact?: string | undefined;
  /** The attempts that were kept, by the stage that judged them. */
  readonly kept: Readonly<Record<string, number>>;
}

export type RunRecord =
  | { readonly kind: 'start'; readonly stage: string; readonly attempt: number; readonly value: StartRecord }
  | {
      readonly kind: 'call';
      readonly stage: string;
      readonly attempt: number;
      readonly call: string;
      readonly value: CallRecord;
    }
  | { readonly kind: 'end'; readonly stage: string; readonly attempt: number; readonly value: EndRecord }
  | { readonly kind: 'verdict'; readonly stage: string; readonly attempt: number; readonly value: VerdictRecord }
  | {
      readonly kind: 'artifact';
      readonly stage: string;
      readonly attempt: number;
      readonly value: { readonly artifact: string };
    }
  | { readonly kind: 'output'; readonly value: OutputRecord };

type StageRecord = Exclude<RunRecord, { kind: 'output' }>;

/** `summarize.2.end`, `extract.1.call.outline`; what a function does inside a call has a name below that (`…/draft`). */
export function stepName(kind: StageRecord['kind'], stage: string, attempt: number, call?: string): string {
  return `${stage}.${attempt}.${kind}${call === undefined ? '' : `.${call}`}`;
}

/** What a stage hands on, from what its calls gave: theirs, a field for each, or a list with one for each item. */
export function shapeOutput(stage: Stage, outputs: readonly Json[]): Json {
  const names = Object.keys(stage.calls ?? {});
  const size = Math.max(1, names.length);
  const items = Array.from({ length: outputs.length / size }, (_, at) => {
    const own = outputs.slice(at * size, (at + 1) * size);
    return stage.calls === undefined ? own[0]! : Object.fromEntries(names.map((name, nth) => [name, own[nth]!]));
  });
  return stage.map === undefined ? items[0]! : items;
}

export const OUTPUT_STEP = 'output';

export function readRecord(event: Event): RunRecord | undefined {
  if (event.type !== 'step_done') return undefined;
  if (event.name === OUTPUT_STEP) return { kind: 'output', value: event.value as unknown as OutputRecord };
  const match = /^([a-z][a-z0-9_]*)\.(\d+)\.(start|call|end|verdict|artifact)(?:\.(\w+))?$/.exec(event.name);
  if (match === null) return undefined;
  const [, stage, attempt, kind, call] = match;
  return { kind, stage, attempt: Number(attempt), call, value: event.value } as unknown as RunRecord;
}

export function readRequest(events: readonly Event[]): RunRequest | undefined {
  return events[0]?.delta?.[REQUEST_KEY] as unknown as RunRequest | undefined;
}

/** How long a result stands in for a call with the same input. */
export const MEMORY_MS = DAY_MS;
