/**
 * A run of a pipeline: groups of stages as soon as what they wait for is done, side by side where they can be; a stage
 * that is not satisfied sends its group back with feedback. Runs inside a code agent of the kernel, over its log.
 */
import { APP, buildKey, type CodeContext, ConsiliumError, type Json, qualifiedName } from '../kernel/index.ts';
import { allowance, deadline } from './budget.ts';
import { hashOf } from './cache.ts';
import type { Definition } from './definition.ts';
import { type Group, type Plan, type PlannedStage, planPipeline } from './plan.ts';
import {
  OUTPUT_STEP,
  type OutputRecord,
  REQUEST_KEY,
  type RunRequest,
  stepName,
  type VerdictRecord,
} from './records.ts';
import { fill, holds, type Scope } from './reference.ts';
import { type Parts, type Run, runStage, step } from './stage.ts';

export async function runPipeline(context: CodeContext, parts: Parts): Promise<void> {
  const { definition, input } = context.state.get(REQUEST_KEY) as unknown as RunRequest;
  const { id, budget } = definition;
  const plan = replan(definition);
  const time = deadline(`The run of ${id}`, context.signal, budget.ms);
  const tokens = allowance(`The run of ${id}`, budget.tokens);
  const run: Run = { context, pipeline: id, parts, tokens, signal: time.signal, tried: new Map(), logs: new Map() };
  const board: Board = { run, plan, input, outputs: new Map(), failures: [], kept: {} };
  try {
    await runGroups(board);
    await conclude(board);
  } finally {
    time.clear();
  }
}

/** What is known while a run goes on. */
interface Board {
  readonly run: Run;
  readonly plan: Plan;
  readonly input: Json;
  readonly outputs: Map<string, Json>;
  readonly failures: ConsiliumError[];
  /** Which attempt was kept, by the stage that judged it. */
  readonly kept: Record<string, number>;
}

function replan(definition: Definition): Plan {
  const problems: string[] = [];
  const plan = planPipeline(definition, (_path, _rule, message) => problems.push(message));
  if (plan !== undefined) return plan;
  throw new ConsiliumError('PIPELINE_INVALID', `The pipeline has mistakes. ${problems.join(' ')}`);
}

async function runGroups(board: Board): Promise<void> {
  const ends = new Map<string, Promise<boolean>>();
  const running = board.plan.groups.map((group) => {
    const before = Promise.all(group.after.map((id) => ends.get(id)!));
    const end = before.then((fine) => fine.every(Boolean) && runGroup(board, group));
    for (const id of group.stages) ends.set(id, end);
    return end;
  });
  // All are waited for, also after a failure: nobody is left running, and what they came to is kept.
  const settled = await Promise.allSettled(running);
  const rejected = settled.find((outcome) => outcome.status === 'rejected');
  if (rejected !== undefined) throw rejected.reason;
}

/** Whether those that wait for it may go on. */
async function runGroup(board: Board, group: Group): Promise<boolean> {
  const judge = board.plan.stages.get(group.stages.at(-1)!)!;
  const tries: Try[] = [];
  let retry: Json = { attempt: 1 };
  for (let attempt = 1; ; attempt++) {
    const fine = await runAttempt(board, group, attempt, retry);
    if (judge.retry === undefined) return fine;
    if (!fine) return restore(board, judge, tries);
    if (!board.outputs.has(judge.stage.id)) return true;
    const verdict = await judgeAttempt(board, judge, attempt);
    board.kept[judge.stage.id] = attempt;
    if (verdict.met) return true;
    tries.push({ attempt, left: verdict.left, outputs: outputsOf(board, group) });
    if (attempt > judge.stage.retry!.most) return giveUp(board, judge, tries);
    retry = {
      attempt: attempt + 1,
      feedback: verdict.feedback,
      previous: board.outputs.get(judge.stage.retry!.from) ?? null,
    };
  }
}

interface Try {
  readonly attempt: number;
  readonly left: number;
  readonly outputs: readonly (readonly [stage: string, output: Json])[];
}

/** Runs the stages of a group once, each as soon as those it waits for are done. */
async function runAttempt(board: Board, group: Group, attempt: number, retry: Json): Promise<boolean> {
  const ends = new Map<string, Promise<boolean>>();
  for (const id of group.stages) {
    const planned = board.plan.stages.get(id)!;
    const before = Promise.all(planned.dependsOn.map((other) => ends.get(other) ?? true));
    const end = before.then((fine) => fine.every(Boolean) && runOne(board, planned, attempt, retry));
    ends.set(id, end);
  }
  const settled = await Promise.allSettled(ends.values());
  const rejected = settled.find((outcome) => outcome.status === 'rejected');
  if (rejected !== undefined) throw rejected.reason;
  return settled.every((outcome) => outcome.status === 'fulfilled' && outcome.value);
}

async function runOne(board: Board, planned: PlannedStage, attempt: number, retry: Json): Promise<boolean> {
  const { id } = planned.stage;
  const over = board.run.tokens.exhausted();
  if (over !== undefined) {
    board.failures.push(over);
    return false;
  }
  const end = await runStage(board.run, planned, scopeOf(board, retry), attempt);
  if (end.state === 'failed') board.failures.push(end.error);
  else if (end.state === 'skipped') board.outputs.delete(id);
  else board.outputs.set(id, end.output);
  return end.state !== 'failed';
}

function scopeOf({ input, outputs }: Board, retry?: Json): Scope {
  return { input, stages: outputs, ...(retry !== undefined && { retry }) };
}

async function judgeAttempt(board: Board, { stage, retry }: PlannedStage, attempt: number): Promise<VerdictRecord> {
  const scope = scopeOf(board);
  return step(board.run, stepName('verdict', stage.id, attempt), () => {
    const left = fill(retry!.fewest, scope);
    return {
      met: holds(fill(retry!.until, scope)),
      left: Array.isArray(left) ? left.length : Number(left ?? 0),
      feedback: fill(retry!.feedback, scope) ?? null,
    };
  });
}

function outputsOf({ outputs }: Board, { stages }: Group): Try['outputs'] {
  return stages.flatMap((id) => (outputs.has(id) ? [[id, outputs.get(id)!] as const] : []));
}

/** No attempt was good enough: the one with the least wrong is kept, and why it is not enough is said. */
function giveUp(board: Board, { stage }: PlannedStage, tries: readonly Try[]): boolean {
  const best = restoreBest(board, stage.id, tries);
  if (stage.retry!.exhausted === 'keep') return true;
  board.failures.push(
    new ConsiliumError(
      'VALIDATION_FAILED',
      `Stage ${stage.id} was not satisfied in ${tries.length} attempt${tries.length === 1 ? '' : 's'}; the best, attempt ${best.attempt}, leaves ${best.left} open.`,
      {
        hint: 'The output is the best attempt; `attempts` says what each left open.',
        details: { stage: stage.id, attempts: tries.length, best_attempt: best.attempt, left: best.left },
      },
    ),
  );
  return false;
}

/** A later attempt failed altogether: the best of those before it stands. */
function restore(board: Board, { stage }: PlannedStage, tries: readonly Try[]): boolean {
  if (tries.length > 0) restoreBest(board, stage.id, tries);
  return false;
}

function restoreBest(board: Board, judge: string, tries: readonly Try[]): Try {
  const best = tries.toSorted((a, b) => a.left - b.left || a.attempt - b.attempt)[0]!;
  for (const [id, output] of best.outputs) board.outputs.set(id, output);
  board.kept[judge] = best.attempt;
  return best;
}

/** The output, kept as an artifact where the pipeline says so; after a failure only what an attempt had come to. */
async function conclude(board: Board): Promise<void> {
  const { run, plan, failures, kept } = board;
  const [failure] = failures;
  if (failure === undefined) for (const planned of plan.stages.values()) await keepStage(board, planned);
  if (failure === undefined || Object.keys(kept).length > 0) {
    const output = fill({ kind: 'object', fields: plan.output }, scopeOf(board))!;
    const artifact = failure === undefined ? await keepOutput(board, output) : undefined;
    await step<OutputRecord>(run, OUTPUT_STEP, () => ({ output, kept, ...(artifact !== undefined && { artifact }) }));
  }
  if (failure !== undefined) throw failure;
}

/** A stage whose result is an artifact of its own. */
async function keepStage(board: Board, { stage }: PlannedStage): Promise<void> {
  const output = board.outputs.get(stage.id);
  if (stage.cache !== 'artifact' || output === undefined) return;
  const attempt = attemptOf(board, stage.id);
  await step(board.run, stepName('artifact', stage.id, attempt), async () => ({
    artifact: await keep(board, stage.id, 'application/json', JSON.stringify(output), { stage: stage.id }),
  }));
}

function attemptOf({ plan, kept }: Board, stage: string): number {
  const judge = plan.groups.find(({ stages }) => stages.includes(stage))!.stages.at(-1)!;
  return kept[judge] ?? 1;
}

async function keepOutput(board: Board, output: Json): Promise<string | undefined> {
  const { plan, run, input } = board;
  const { artifact } = plan.definition;
  if (artifact === undefined) return undefined;
  const content = plan.artifact === undefined ? output : (fill(plan.artifact, scopeOf(board)) ?? null);
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const { artifact: name } = await step(run, 'artifact', async () => ({
    artifact: await keep(board, artifact.name, artifact.mime_type, text, { input: hashOf(input) }),
  }));
  return name;
}

/** Saves a version and points to it from `app:{pipeline}:{name}`, where everybody finds the newest. */
async function keep(
  { run, plan }: Board,
  name: string,
  mimeType: string,
  text: string,
  about: Record<string, Json>,
): Promise<string> {
  const { context, pipeline } = run;
  const metadata = { run: context.session.id, user: context.session.user, version: plan.definition.version, ...about };
  const data = new TextEncoder().encode(text);
  const saved = await context.store.saveArtifact(context.session.user, {
    namespace: pipeline,
    name,
    mimeType,
    data,
    metadata,
  });
  const qualified = qualifiedName(saved);
  context.state.set(buildKey(APP, pipeline, name), { artifact: qualified, checksum: saved.checksum });
  return qualified;
}
