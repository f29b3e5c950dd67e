/**
 * The table around which the models of a preset sit. Each call of one of them is a step on the log, with what it said,
 * who spoke for it, what it cost and how long it took; a call that fails is a step too. So a run that is taken up again
 * asks nobody twice and comes to the same end.
 */
import { llmAgent } from '../../kernel/agent.ts';
import { ConsiliumError, toConsiliumError } from '../../kernel/errors.ts';
import type { Usage } from '../../kernel/event.ts';
import { callModel, type ModelFailure, type ModelReply } from '../../kernel/model.ts';
import type { Preset } from '../presets.ts';
import type { Models } from '../source.ts';
import { findObject } from './object.ts';
import { type Part, prompts, type Quotation, writePrompt } from './prompts.ts';
import type { ModeDesk, ModeResult, Task } from './task.ts';

/** What a model was asked and said. `problem`: why it cannot be the answer. */
export interface Said {
  readonly seat: number;
  readonly model: string;
  readonly speaker: string;
  readonly text: string;
  readonly problem?: string | undefined;
}

export interface Question {
  readonly part: Part;
  /** Tells apart what happens more than once; the name of the step on the log. */
  readonly step?: string | undefined;
  readonly quotations?: readonly Quotation[] | undefined;
  /** The form of the reply, where it is not the task's answer. */
  readonly reply?: { readonly schema?: Record<string, unknown> | undefined } | undefined;
  readonly problem?: string | undefined;
}

export interface Table {
  readonly preset: Preset;
  readonly task: Task;
  /** Undefined if the model failed: that is then among the warnings. */
  ask(seat: number, question: Question): Promise<Said | undefined>;
  /** The same for an answer to the task: it is checked, and may be repaired once. */
  answer(seat: number, question: Question): Promise<Said | undefined>;
  /** Why a text cannot be the answer. */
  check(text: string): string | undefined;
  warn(message: string): void;
  /** The result: the first of the answers that holds. Throws if there is none. */
  close(answers: readonly (Said | undefined)[], agreement?: number): ModeResult;
}

/** As it stands on the log. */
type Recorded = {
  role: string;
  model: string;
  speaker: string;
  text: string;
  finish: string;
  usage: { inputTokens: number; outputTokens: number };
  ms: number;
  /** Attempts that failed on the way. */
  hops: { speaker: string; code: string; next: string }[];
  error: { code: string; message: string; retryable: boolean; hint: string | null } | null;
};

export function openTable(preset: Preset, task: Task, desk: ModeDesk, models: Models): Table {
  const records: (Recorded | undefined)[] = [];
  const warnings: string[] = [];

  const ask = async (seat: number, question: Question): Promise<Said | undefined> => {
    const place = records.push(undefined) - 1;
    const { part, step = roleOf(part) } = question;
    const model = preset.models[seat]!;
    const record = await desk.step(
      `${preset.id}.${step}`,
      () => speak({ preset, task, desk, models }, model, question),
      ({ usage }) => usage,
    );
    records[place] = record;
    if (record.error !== null) return undefined;
    return { seat, model, speaker: record.speaker, text: record.text };
  };

  const answer = async (seat: number, question: Question): Promise<Said | undefined> => {
    const said = await ask(seat, question);
    if (said === undefined) return undefined;
    const problem = findProblem(task, said.text);
    if (problem === undefined) return said;
    const quotations = [...(question.quotations ?? []), { title: 'your last reply', text: said.text }];
    const step = `${question.step ?? roleOf(question.part)}.repair`;
    const repaired = await ask(seat, { ...question, step, quotations, problem });
    if (repaired === undefined) return { ...said, problem };
    return { ...repaired, problem: findProblem(task, repaired.text) };
  };

  const close = (answers: readonly (Said | undefined)[], agreement?: number): ModeResult => {
    const given = answers.filter((said) => said !== undefined);
    const best = given.find(({ problem }) => problem === undefined);
    const asked = records.filter((record) => record !== undefined);
    if (best === undefined) throw nothingHolds(preset, given, asked);
    const spoken = asked.filter(({ error }) => error === null);
    return {
      text: best.text,
      steps: spoken.map(({ role, model, speaker, usage, ms }) => ({ role, model, speaker, usage, ms })),
      usage: { ...sumUsage(spoken), modelCalls: spoken.length },
      speakers: [...new Set(spoken.map(({ speaker }) => speaker))],
      warnings: [...asked.flatMap(tellTrouble), ...warnings],
      ...(agreement !== undefined && { agreement }),
    };
  };

  const check = (text: string) => findProblem(task, text);
  return { preset, task, ask, answer, check, warn: (message) => void warnings.push(message), close };
}

interface Setting {
  readonly preset: Preset;
  readonly task: Task;
  readonly desk: ModeDesk;
  readonly models: Models;
}

async function speak(setting: Setting, model: string, question: Question): Promise<Recorded> {
  const began = performance.now();
  const hops: Recorded['hops'] = [];
  const role = roleOf(question.part);
  const schema = question.reply === undefined ? setting.task.schema : question.reply.schema;
  const said = { role, model, hops, ms: 0, speaker: '', text: '', finish: '', usage: NOTHING, error: null };
  try {
    const { speaker, finish, usage, content } = await callOnce(setting, model, question, schema, hops);
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    return { ...said, speaker, finish, usage: { ...usage }, text: clean(text, schema !== undefined), ms: since(began) };
  } catch (thrown) {
    setting.desk.signal.throwIfAborted();
    const { code, message, retryable, hint = null } = toConsiliumError(thrown, 'MODEL_FAILED');
    return { ...said, ms: since(began), error: { code, message, retryable, hint } };
  }
}

const NOTHING = { inputTokens: 0, outputTokens: 0 };

/** A server that refuses a schema is asked once more without one: the prompt holds it as well. */
async function callOnce(
  { preset, task, desk, models }: Setting,
  model: string,
  { part, quotations = [], problem }: Question,
  schema: Record<string, unknown> | undefined,
  hops: Recorded['hops'],
): Promise<ModelReply> {
  const agent = llmAgent({ name: `${preset.id}.${roleOf(part)}`, model });
  const prompt = writePrompt(part, task, quotations, { schema, problem });
  const limit = task.maxOutputTokens;
  let refused = false;
  const onFailure = ({ speaker, error, next }: ModelFailure) => {
    hops.push({ speaker, code: error.code, next });
    refused ||= error.code === 'MODEL_ERROR' && [400, 422].includes(Number(error.details?.status));
  };
  const call = (withSchema: boolean) =>
    callModel({
      agent,
      candidates: models.candidates(agent),
      options: {
        prompt,
        ...(limit !== undefined && { maxOutputTokens: limit + prompts().thinking_tokens }),
        ...(withSchema && { responseFormat: { type: 'json' as const, schema: schema!, name: 'answer' } }),
      },
      signal: desk.signal,
      onRetract: () => {},
      onFailure,
    });
  try {
    return await call(schema !== undefined);
  } catch (thrown) {
    if (schema === undefined || !refused || desk.signal.aborted) throw thrown;
    return call(false);
  }
}

function roleOf(part: Part): string {
  return part.slice(part.indexOf('.') + 1);
}

function since(began: number): number {
  return Math.round((performance.now() - began) * 10) / 10;
}

/** Without the thoughts that some models write before their answer, and without what stands around JSON. */
export function clean(text: string, json: boolean): string {
  const spoken = text.replace(/^\s*<think>[\s\S]*?(<\/think>|$)/, '').trim();
  if (!json) return spoken;
  const bare = spoken.replace(/^```(?:json)?\s*|\s*```$/g, '');
  return isJson(bare) ? bare : (findObject(spoken) ?? bare);
}

function findProblem(task: Task, text: string): string | undefined {
  if (text === '') return 'it is empty.';
  if (task.schema !== undefined && !isJson(text)) return 'it is not a JSON document.';
  return task.check?.(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function tellTrouble({ role, model, speaker, finish, hops, error }: Recorded): string[] {
  if (error !== null) return [`${model} did not answer as ${role}: ${error.message}`];
  const failed = hops.map((hop) => `${hop.speaker} ${hop.code}`).join(', ');
  return [
    ...(failed === '' ? [] : [`${speaker} spoke for ${model} after ${failed}.`]),
    ...(finish === 'length' ? [`The ${role} of ${model} was cut off at its token limit.`] : []),
  ];
}

function sumUsage(records: readonly Recorded[]): Usage {
  const sum = { inputTokens: 0, outputTokens: 0 };
  for (const { usage } of records) {
    sum.inputTokens += usage.inputTokens;
    sum.outputTokens += usage.outputTokens;
  }
  return sum;
}

function nothingHolds(preset: Preset, given: readonly Said[], asked: readonly Recorded[]): ConsiliumError {
  const wrong = given.find(({ problem }) => problem !== undefined);
  if (wrong !== undefined)
    return new ConsiliumError('OUTPUT_INVALID', `${preset.id} gave no answer that can be used: ${wrong.problem}`, {
      hint: 'Try again, or choose another preset.',
      details: { preset: preset.id, problem: wrong.problem },
    });
  const errors = asked.flatMap(({ error }) => error ?? []);
  const { code, message, hint } = errors[0]!;
  return new ConsiliumError(code, message, {
    retryable: errors.some(({ retryable }) => retryable),
    ...(hint !== null && { hint }),
    details: { preset: preset.id },
  });
}
