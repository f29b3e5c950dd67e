/** The pipelines as the application lends them: one run is one session of the app `pipelines` in the store. */

import { hasReference, type LoadArtifact, resolveArtifacts } from '../functions/artifact-input.ts';
import {
  type CompactionPolicy,
  ConsiliumError,
  codeAgent,
  createRunner,
  type Event,
  findAgent,
  fromShape,
  isPromise,
  type Json,
  type Log,
  type MaybePromise,
  machineUser,
  mayUse,
  newId,
  type Principal,
  type Runner,
  type RunnerOptions,
  type SessionRow,
  type Store,
  type Turn,
} from '../kernel/index.ts';
import { hashOf } from './cache.ts';
import type { Definition } from './definition.ts';
import { invalidPipeline, type Listed, type Pipeline, pipelineShelf } from './load.ts';
import { PIPELINES_APP, REQUEST_KEY, type RunRequest, readRequest } from './records.ts';
import { type Progress, progressReader, type RunReport, type RunState, readStageOutput, reportRun } from './report.ts';
import { runPipeline } from './run.ts';
import type { Problem } from './source.ts';
import type { Parts } from './stage.ts';
import { houseFunctions, type Workbench } from './workbench.ts';

declare module '../kernel/context.ts' {
  interface Services {
    readonly pipelines?: Pipelines;
  }
}

export interface PipelinesOptions extends Omit<Parts, 'functions'>, Pick<RunnerOptions, 'clock' | 'admit' | 'note'> {
  readonly store: Store;
  /** Folders of YAML files; the first that has an id counts. */
  readonly dirs: readonly string[];
  /** Default: the eight functions of the house. */
  readonly functions?: Workbench | undefined;
  readonly log?: Log | undefined;
  /** Told of each run that ended in this process, however it ended. Must not throw. */
  readonly onEnd?: ((report: RunReport) => void) | undefined;
  /** How many runs there may be at a time; one more is refused with PIPELINES_BUSY. */
  readonly most?: number | undefined;
}

export interface Pipelines {
  list(): PipelineInfo[];
  /** Throws PIPELINE_UNKNOWN, PIPELINE_INVALID, INPUT_INVALID, INPUT_TOO_LARGE or PIPELINES_BUSY before anything runs. */
  start(id: string, input: unknown, options?: StartOptions): PipelineRun;
  /** From the log; undefined if there is no such run, or it is somebody else's. */
  run(id: string, options?: { user?: string | undefined }): Promise<RunReport | undefined>;
  runs(filter?: RunFilter): Promise<RunSummary[]>;
  /** What a stage of a run came to, its last attempt. */
  stageOutput(run: string, stage: string): Promise<Json | undefined>;
  /** What has happened since `after`, then what happens, until the run ends or stops being run here. */
  watch(id: string, options?: { after?: number | undefined }): AsyncIterable<Progress>;
  /** Resolves with its end; false if it is not running here. `also`: stored with that end; throws where it could not be. */
  cancel(id: string, also?: () => void): Promise<boolean>;
  /** Goes on with the runs that a dead process left open, all at once. */
  resumeAll(): Promise<PipelineRun[]>;
  /** Deletes what a run made, before the run itself is deleted. */
  forget(run: string, user: string): Promise<void>;
  /** Drops what is held in memory of a run that was deleted. */
  drop(run: string): void;
  /** Waits until nothing runs. */
  idle(): Promise<void>;
}

export interface PipelineInfo {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly version: number;
  readonly file: string;
  /** JSON Schema. */
  readonly input_schema: Definition['input'];
  readonly stages: readonly {
    readonly id: string;
    readonly function: string;
    readonly description?: string | undefined;
    readonly preset?: string | undefined;
    readonly depends_on: readonly string[];
    readonly map: boolean;
    readonly retry_from?: string | undefined;
    readonly cache: string;
  }[];
  /** Why it cannot be run, if it cannot. */
  readonly problems: readonly Problem[];
}

export interface StartOptions {
  /** Who has it run; without it, whoever the agent that calls works for, else the machine's own user. They need the scope `work`. */
  readonly principal?: Principal | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The same key of the same user is the same run, however often it is started. */
  readonly key?: string | undefined;
}

export interface PipelineRun extends AsyncIterable<Progress> {
  readonly id: string;
  /** When it is on the log; rejects if it could not begin (an artifact that it names is not there). */
  readonly begun: Promise<void>;
  /** The end of the run, however it ended. Rejects only if it could not begin, or could not be stored. */
  readonly result: Promise<RunReport>;
  cancel(): void;
}

export interface RunFilter {
  readonly pipeline?: string | undefined;
  readonly user?: string | undefined;
  readonly state?: RunState | undefined;
  readonly limit?: number | undefined;
}

export type RunSummary = Pick<RunReport, 'run_id' | 'pipeline' | 'user' | 'state' | 'started' | 'ended' | 'error'>;

export function createPipelines(options: PipelinesOptions): Pipelines {
  const { store, models, search, env } = options;
  const parts: Parts = { functions: options.functions ?? houseFunctions(models), models, search, env };
  const root = codeAgent({
    name: 'pipeline',
    speaks: false,
    run: async (context) => void (await runPipeline(context, parts)),
  });
  const runner = createRunner({
    app: PIPELINES_APP,
    root,
    store,
    models,
    compaction: NEVER,
    // One, so that what runs share (a user's cache) stays in memory between them.
    keepSessions: 1,
    limits: RUN_LIMITS,
    ...(options.log && { log: options.log }),
    ...(options.clock && { clock: options.clock }),
    admit: options.admit,
    note: options.note,
  });
  return new PipelineDesk(options, parts, runner);
}

/** A run is one turn: there is no conversation to shorten. */
const NEVER: CompactionPolicy = { isDue: () => false, keepTurns: 1, summarize: () => '' };
/** A run has budgets of its own, by stage and in all: these are for one that has lost its way. */
const RUN_LIMITS = { wallMs: 2 * 60 * 60_000, modelCalls: 10_000, tokens: 200_000_000 };
const MOST_RUNS = 1000;
/** Far above what the largest context takes (128k tokens); what is longer is not read, counted or stored. */
const LONGEST_INPUT = 4_000_000;

class PipelineDesk implements Pipelines {
  readonly #listed: () => readonly Listed[];
  readonly #store: Store;
  readonly #runner: Runner;
  readonly #most: number;
  readonly #onEnd: (report: RunReport) => void;
  readonly #live = new Map<string, Live>();

  constructor(options: PipelinesOptions, { functions }: Parts, runner: Runner) {
    this.#listed = pipelineShelf(options.dirs, functions);
    this.#store = options.store;
    this.#runner = runner;
    this.#most = options.most ?? MOST_RUNS;
    this.#onEnd = options.onEnd ?? (() => {});
  }

  list(): PipelineInfo[] {
    return this.#listed().map(describe);
  }

  start(name: string, given: unknown, options: StartOptions = {}): PipelineRun {
    // A run that an agent has made belongs to its conversation: it is deleted with that.
    const around = findAgent();
    const { principal = around?.principal ?? machineUser(), signal, key } = options;
    const { user } = principal;
    if (!mayUse(principal, 'work'))
      throw new ConsiliumError('SCOPE_MISSING', `Pipelines need the scope work, which ${user} does not have here.`);
    const { id, plan, readInput } = findPipeline(this.#listed(), name);
    refuseHuge(given);
    // What is only named is read when the run begins; until then the name stands for it.
    const named = hasReference(given);
    const run = key === undefined ? newId() : `run-${hashOf([user, id, key])}`;
    const asked = hashOf(named ? given : readInput(given));
    const live = this.#live.get(run);
    if (live !== undefined) {
      if (live.asked !== undefined && live.asked !== asked) throw conflict(id);
      return live.handle;
    }
    const beginWith = (whole: unknown) => {
      refuseHuge(whole);
      const request: RunRequest = { definition: plan.definition, input: readInput(whole) as Json, asked };
      return this.#runner.run({
        message: id,
        session: run,
        outer: around?.session.id,
        principal,
        signal,
        stream: false,
        state: { [REQUEST_KEY]: request as unknown as Json },
      });
    };
    const load: LoadArtifact = (...place) => this.#store.artifact(user, ...place);
    const begin = () => (named ? resolveArtifacts(given, load).then(beginWith) : beginWith(given));
    return this.#launch(run, key === undefined ? begin : () => this.#goOn(run, id, asked, begin), asked);
  }

  async run(id: string, { user }: { user?: string | undefined } = {}): Promise<RunReport | undefined> {
    const row = await this.#row(id, user);
    return row && reportRun(row, await this.#store.events(id));
  }

  async runs({ pipeline, user, state, limit = 50 }: RunFilter = {}): Promise<RunSummary[]> {
    const all = pipeline === undefined && state === undefined;
    const rows = await this.#store.sessions({
      app: PIPELINES_APP,
      limit: all ? limit : MOST_LISTED,
      ...(user !== undefined && { user }),
    });
    const found: RunSummary[] = [];
    for (const row of rows) {
      if (found.length === limit) break;
      if (pipeline !== undefined && row.title !== pipeline) continue;
      const summary = await this.#summarize(row);
      if (state === undefined || summary.state === state) found.push(summary);
    }
    return found;
  }

  async stageOutput(run: string, stage: string): Promise<Json | undefined> {
    return (await this.#row(run)) && readStageOutput(await this.#store.events(run), stage);
  }

  async *watch(id: string, { after = 0 }: { after?: number | undefined } = {}): AsyncGenerator<Progress> {
    const turn = await this.#live.get(id)?.turn;
    // Watched before the log is read, and an event is on the log before it is shown: none is missed.
    const live = turn?.[Symbol.asyncIterator]();
    try {
      const read = progressReader(id);
      let last = 0;
      const tell = function* (event: Event) {
        last = event.seq;
        const progress = read(event);
        if (progress !== undefined && progress.seq > after) yield progress;
      };
      for (const event of await this.#store.events(id)) yield* tell(event);
      for (let next = await live?.next(); next !== undefined && !next.done; next = await live?.next())
        if ('seq' in next.value && next.value.seq > last) yield* tell(next.value);
    } finally {
      await live?.return?.();
    }
  }

  async cancel(id: string, also?: () => void): Promise<boolean> {
    const turn = await this.#live.get(id)?.turn;
    if (turn?.cancel(also) !== true) return false;
    const { outcome, error } = await turn.result;
    if (error?.code.startsWith('STORAGE_')) throw fromShape(error);
    return outcome === 'cancelled';
  }

  async resumeAll(): Promise<PipelineRun[]> {
    const rows = (await this.#runner.unfinished()).filter(({ id }) => !this.#live.has(id));
    return rows.map(({ id }) => this.#launch(id, () => this.#runner.resume(id)));
  }

  async forget(run: string, user: string): Promise<void> {
    const made = (await this.#store.artifacts({ owner: user })).filter(({ metadata }) => metadata['run'] === run);
    for (const { namespace, name, version } of made) await this.#store.deleteArtifact(user, namespace, name, version);
  }

  drop(run: string): void {
    this.#runner.forget(run);
  }

  async idle(): Promise<void> {
    while (this.#live.size > 0) await Promise.allSettled([...this.#live.values()].map(({ handle }) => handle.result));
  }

  /** `begin` opens the turn; none if the run has ended already. */
  #launch(id: string, begin: () => MaybePromise<Turn | undefined>, asked?: string): PipelineRun {
    if (this.#live.size >= this.#most)
      throw new ConsiliumError('PIPELINES_BUSY', `${this.#most} pipelines are running; another cannot begin now.`, {
        retryable: true,
        hint: 'Try again in a moment.',
      });
    const opened = begin();
    const turn = Promise.resolve(opened);
    const result = turn.then((running) => this.#follow(id, running)).finally(() => this.#live.delete(id));
    const begun = isPromise(opened) ? opened.then(untilStored) : untilStored(opened);
    for (const one of [result, begun]) one.catch(() => {}); // whoever cares awaits it
    const handle: PipelineRun = {
      id,
      begun,
      result,
      cancel: () => void turn.then((running) => running?.cancel()).catch(() => {}),
      [Symbol.asyncIterator]: () => this.watch(id)[Symbol.asyncIterator](),
    };
    this.#live.set(id, { handle, turn, asked });
    return handle;
  }

  async #follow(id: string, turn: Turn | undefined): Promise<RunReport> {
    const ended = await turn?.result;
    if (ended?.error?.code.startsWith('STORAGE_')) throw fromShape(ended.error);
    const report = (await this.run(id)) as RunReport;
    if (turn !== undefined) this.#onEnd(report);
    return report;
  }

  /** A run with a key: begun if there is none, gone on with if it was left open, and left alone if it has ended. */
  async #goOn(
    run: string,
    pipeline: string,
    asked: string,
    begin: () => MaybePromise<Turn>,
  ): Promise<Turn | undefined> {
    const row = await this.#store.session(run);
    if (row === undefined) return begin();
    const request = readRequest(await this.#store.events(run, { limit: 1 }));
    if ((request?.asked ?? hashOf(request?.input)) !== asked) throw conflict(pipeline);
    return row.open === null ? undefined : this.#runner.resume(run);
  }

  async #row(id: string, user?: string): Promise<SessionRow | undefined> {
    const row = await this.#store.session(id);
    return row?.app === PIPELINES_APP && (user === undefined || row.user === user) ? row : undefined;
  }

  async #summarize(row: SessionRow): Promise<RunSummary> {
    const about = { run_id: row.id, pipeline: row.title, user: row.user, started: row.created };
    if (row.open !== null) return { ...about, state: 'running' };
    const [last] = await this.#store.events(row.id, { after: row.lastSeq - 1 });
    if (last?.type !== 'invocation_finished') return { ...about, state: 'failed', ended: row.updated };
    return { ...about, state: last.outcome, ended: last.time, ...(last.error && { error: last.error }) };
  }
}

const MOST_LISTED = 1000;

/** A run that goes on in this process. */
interface Live {
  readonly handle: PipelineRun;
  readonly turn: Promise<Turn | undefined>;
  /** Hash of its input, where it was started here. */
  readonly asked: string | undefined;
}

/** What is shown of a turn is on the log; what ended before that never was. */
function untilStored(turn: Turn | undefined): Promise<void> {
  if (turn === undefined) return Promise.resolve();
  return new Promise((resolve, reject) => {
    turn.listen(() => resolve());
    turn.result.then(
      ({ error }) => (error?.code.startsWith('STORAGE_') ? reject(fromShape(error)) : resolve()),
      reject,
    );
  });
}

function findPipeline(listed: readonly Listed[], name: string): Pipeline {
  const found = listed.find(({ id }) => id === name);
  if (found?.pipeline !== undefined) return found.pipeline;
  if (found !== undefined) throw invalidPipeline(found.problems);
  throw new ConsiliumError('PIPELINE_UNKNOWN', `There is no pipeline "${name.slice(0, 60)}".`, {
    hint: `There are ${listed.map(({ id }) => id).join(', ') || 'none'}.`,
    details: { pipelines: listed.map(({ id }) => id) },
  });
}

function refuseHuge(given: unknown): void {
  const size = JSON.stringify(given ?? null).length;
  if (size <= LONGEST_INPUT) return;
  throw new ConsiliumError('INPUT_TOO_LARGE', `The input has ${size} characters; at most ${LONGEST_INPUT} are read.`, {
    hint: 'Split the document, or index it and let a stage search in it.',
    details: { characters: size, limit: LONGEST_INPUT },
  });
}

function conflict(pipeline: string): ConsiliumError {
  return new ConsiliumError('IDEMPOTENCY_CONFLICT', `This key was used for a run of ${pipeline} with another input.`, {
    hint: 'Use a new key for a new input.',
  });
}

function describe({ id, file, pipeline, problems }: Listed): PipelineInfo {
  if (pipeline === undefined)
    return { id, file, title: id, description: '', version: 0, input_schema: {}, stages: [], problems };
  const { definition, stages } = pipeline.plan;
  return {
    id,
    file,
    title: definition.title ?? id,
    description: definition.description,
    version: definition.version,
    input_schema: definition.input,
    stages: definition.stages.map((stage) => ({
      id: stage.id,
      function: stage.function,
      description: stage.description,
      preset: stage.preset,
      depends_on: stages.get(stage.id)!.dependsOn,
      map: stage.map !== undefined,
      retry_from: stage.retry?.from,
      cache: stage.cache,
    })),
    problems,
  };
}
