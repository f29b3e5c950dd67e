/**
 * Budgets in tokens. An input over its budget goes to the function's long preset where it has one, whose context is
 * then the limit; beyond that it is an error or, if asked for, a cut that says exactly what was kept.
 */
import { ConsiliumError } from '../kernel/index.ts';
import type { Preset } from '../models/index.ts';
import { keepsThreads } from '../threads/index.ts';
import type { AgentFunction, FunctionOptions, RunMeta } from './function.ts';
import { doApart } from './thread/index.ts';
import { countTokensGently, cutToTokens } from './tokens.ts';

/** More than any preset's context can hold; such a text is refused before anything is counted. */
export const MAX_CHARACTERS = 4_000_000;

/** What a prompt needs besides the input; a model's context holds prompt and answer. */
const INSTRUCTION = 1024;

export interface Budget {
  readonly input: number;
  readonly output: number;
  /** The input's budget is that of each field. */
  readonly each?: boolean | undefined;
}

export interface Fitted<Input> {
  readonly input: Input;
  readonly preset: Preset;
  readonly tokens: number;
  readonly limit: number;
  readonly truncated?: RunMeta['truncated'];
  readonly warnings: readonly string[];
}

interface Request<Input> {
  readonly fn: AgentFunction<Input>;
  readonly input: Input;
  readonly budget: Budget;
  readonly preset: Preset;
  /** The preset for inputs over the budget. */
  readonly long?: Preset | undefined;
  readonly overflow: FunctionOptions['overflow'];
}

export async function fitInput<Input>(request: Request<Input>): Promise<Fitted<Input>> {
  const { fn, input, budget, preset, long, overflow } = request;
  if (budget.each === true) return fitEach(request);
  const texts = fn.texts(input);
  const reach = reachOf(budget, long);
  const stopAfter = overflow === 'truncate' ? Number.POSITIVE_INFINITY : reach;
  const counts = await countAll(texts, stopAfter);
  const tokens = counts.reduce((sum, count) => sum + count, 0);
  if (tokens <= budget.input) return { input, preset, tokens, limit: budget.input, warnings: [] };
  if (long !== undefined && tokens <= reach)
    return { input, preset: long, tokens, limit: reach, warnings: switched(preset, long, tokens, budget.input) };
  if (overflow !== 'truncate') throw exceeded(tokens, reach, texts[0]?.path);
  return truncate(fn, input, counts, { preset: long ?? preset, limit: reach });
}

/** Tokens of input beyond which nothing is read; of each field, where each has its own budget. */
function reachOf({ input, output, each }: Budget, long: Preset | undefined): number {
  return each === true ? input : Math.max(input, long === undefined ? 0 : long.context - output - INSTRUCTION);
}

/** Words of every language have more tokens than that. */
const CHARACTERS_A_TOKEN = 3;

/** Whether it may well be too long: then it is counted before anything of it is kept. */
export function mayExceed(
  texts: readonly { readonly text: string }[],
  budget: Budget,
  long: Preset | undefined,
): boolean {
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  return characters > reachOf(budget, long) * CHARACTERS_A_TOKEN;
}

/** Each field has the whole budget to itself. */
async function fitEach<Input>({ fn, input, budget, preset, overflow }: Request<Input>): Promise<Fitted<Input>> {
  const texts = fn.texts(input);
  const counts: number[] = [];
  const fields = new Map<string, number>();
  for (const { path, text } of texts) {
    const field = path.split('.')[0]!;
    const before = fields.get(field) ?? 0;
    const count = await countOne(text, overflow === 'truncate' ? Number.POSITIVE_INFINITY : budget.input - before);
    counts.push(count);
    fields.set(field, before + count);
    if (overflow !== 'truncate' && before + count > budget.input) throw exceeded(before + count, budget.input, field);
  }
  const tokens = counts.reduce((sum, count) => sum + count, 0);
  const limit = budget.input * fields.size;
  const over = [...fields].filter(([, count]) => count > budget.input);
  const [first] = texts;
  if (over.length === 0) return { input, preset, tokens, limit, warnings: [] };
  const [path, count] = over.find(([field]) => field !== first?.path) ?? over[0]!;
  if (overflow !== 'truncate' || path !== first?.path) throw exceeded(count, budget.input, path);
  return truncate(fn, input, counts, { preset, limit: tokens - counts[0]! + budget.input });
}

/** Before anything is counted or copied. */
export function refuseHuge(texts: readonly { readonly path: string; readonly text: string }[]): void {
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  if (characters <= MAX_CHARACTERS) return;
  throw new ConsiliumError(
    'BUDGET_EXCEEDED',
    `The input has ${characters} characters; more than ${MAX_CHARACTERS} are not read at all.`,
    {
      hint: 'Split the document, or index it (consilium index) and work on what a search finds.',
      details: { path: texts[0]?.path ?? '', characters, limit_characters: MAX_CHARACTERS },
    },
  );
}

async function countAll(texts: readonly { readonly text: string }[], stopAfter: number): Promise<number[]> {
  const counts: number[] = [];
  let left = stopAfter;
  for (const { text } of texts) {
    const count = await countOne(text, left);
    counts.push(count);
    left -= count;
    if (left < 0) break;
  }
  return counts;
}

/** More than a person writes is counted where nobody waits for it. */
const LONG = 50_000;
/** Of however long a text, so many are counted before a thread has begun. */
const FEW = 10_000;

async function countOne(text: string, stopAfter: number): Promise<number> {
  if (text.length < LONG || stopAfter <= FEW || !keepsThreads()) return countTokensGently(text, stopAfter);
  return (await doApart({ kind: 'count', text, stopAfter }, NEVER)).value as number;
}

const NEVER = new AbortController().signal;

function switched(preset: Preset, long: Preset, tokens: number, limit: number): string[] {
  if (preset.id === long.id) return [];
  return [`The input has ${tokens} tokens, over the ${limit} of ${preset.id}: it went to ${long.id} instead.`];
}

function exceeded(tokens: number, limit: number, path = ''): ConsiliumError {
  return new ConsiliumError('BUDGET_EXCEEDED', `The input has ${tokens} tokens or more; the limit is ${limit}.`, {
    hint: 'Shorten it, or send overflow: "truncate" to work on its beginning.',
    details: { path, tokens, limit },
  });
}

/** Cuts the first text to what the others leave room for. */
function truncate<Input>(
  fn: AgentFunction<Input>,
  input: Input,
  counts: readonly number[],
  { preset, limit }: { preset: Preset; limit: number },
): Fitted<Input> {
  const [first] = fn.texts(input);
  const others = counts.slice(1).reduce((sum, count) => sum + count, 0);
  const room = limit - others;
  if (first === undefined || room < 1) throw exceeded(others + (counts[0] ?? 0), limit, first?.path);
  const cut = cutToTokens(first.text, room);
  const of = counts[0]!;
  return {
    input: fn.withText(input, first.path, cut.text),
    preset,
    tokens: others + cut.tokens,
    limit,
    truncated: { path: first.path, kept: cut.tokens, of, characters: [0, cut.text.length] },
    warnings: [
      `${first.path} was cut: the first ${cut.tokens} of ${of} tokens (characters 0 to ${cut.text.length}) were used.`,
    ],
  };
}
