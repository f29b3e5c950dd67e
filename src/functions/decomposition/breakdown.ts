/** The breakdown without a model: pieces of the task, each given to a function, joined by what they say and need. */
import { words } from '../analysis/prose.ts';
import type { FunctionName } from '../function.ts';
import { countTokens } from '../tokens.ts';
import { findMeant, readConstraint } from './constraints.ts';
import { type Piece, takeApart } from './pieces.ts';
import type { Plan, Subtask } from './plan.ts';
import { assign, costOf, vocabulary } from './vocabulary.ts';

export interface Request {
  readonly task: string;
  readonly constraints: readonly string[];
  readonly available: readonly FunctionName[];
  readonly context: string;
}

export interface Breakdown extends Plan {
  readonly warnings: readonly string[];
}

export function breakDown({ task, constraints, available, context }: Request): Breakdown {
  const rules = constraints.map((text) => ({ text, rule: readConstraint(text) }));
  const excluded = rules.flatMap(({ rule }) => (rule.kind === 'exclude' ? rule.functions : []));
  const allowed = available.filter((name) => !excluded.includes(name));
  const warnings: string[] = [];
  if (allowed.length === 0) warnings.push('The constraints exclude every available function; they were not applied.');
  const agents = allowed.length === 0 ? available : allowed;
  const limit = Math.min(...rules.flatMap(({ rule }) => (rule.kind === 'count' ? [rule.limit] : [])), 20);
  const parts = takeApart(task);
  const pieces = joinPieces(parts.pieces, Math.max(1, limit));
  const notes = [...parts.rules, ...rules.flatMap(({ rule, text }) => (rule.kind === 'note' ? [text] : []))];
  const subtasks = pieces.map((piece, index) => makeSubtask(piece, index, agents, notes, context));
  const dependencies = connect(
    pieces,
    subtasks,
    rules.some(({ rule }) => rule.kind === 'sequential'),
  );
  for (const { text, rule } of rules)
    if (rule.kind === 'order' && !applyOrder(rule, subtasks, dependencies)) warnings.push(`Not applied: ${text}`);
  const total = subtasks.reduce((sum, one) => sum + one.estimated_tokens, 0);
  for (const { rule } of rules)
    if (rule.kind === 'tokens' && total > rule.limit)
      warnings.push(`The plan is estimated at ${total} tokens; the constraint allows ${rule.limit}.`);
  const inputs = subtasks.map((one) => ({
    ...one,
    inputs: dependencies[one.id]!.length > 0 ? dependencies[one.id]! : ['task'],
  }));
  return { subtasks: inputs, dependencies, warnings };
}

/** Fewer subtasks than pieces: what is left over becomes part of the last. */
function joinPieces(pieces: readonly Piece[], limit: number): Piece[] {
  if (pieces.length <= limit) return [...pieces];
  const rest = pieces.slice(limit - 1).map(({ text }) => text);
  return [...pieces.slice(0, limit - 1), { text: rest.join('; then '), joint: pieces[limit - 1]!.joint }];
}

function makeSubtask(
  { text }: Piece,
  index: number,
  agents: readonly FunctionName[],
  notes: readonly string[],
  context: string,
): Subtask {
  const agent = assign(text, agents);
  const told = notes.length === 0 ? '' : ` Keep to: ${notes.join('; ')}.`;
  const description = `${text.charAt(0).toUpperCase()}${text.slice(1)}.${told}`;
  return {
    id: `t${index + 1}`,
    title: titleOf(text),
    description,
    agent_function: agent,
    estimated_tokens: costOf(agent) + countTokens(description) + Math.min(1000, countTokens(context)),
  };
}

function titleOf(text: string): string {
  const short = text.split(/\s+/).slice(0, 8).join(' ');
  return `${short.charAt(0).toUpperCase()}${short.slice(1)}${short.length < text.length ? '…' : ''}`;
}

/** Of what is asked for in one breath, gatherers run side by side, and those who judge or combine wait for all. */
function connect(
  pieces: readonly Piece[],
  subtasks: readonly Subtask[],
  sequential: boolean,
): Record<string, string[]> {
  const needs: Record<string, string[]> = {};
  for (const [index, subtask] of subtasks.entries()) {
    const before = subtasks.slice(0, index);
    const previous = before.at(-1);
    if (previous === undefined) needs[subtask.id] = [];
    else if (sequential) needs[subtask.id] = [previous.id];
    else if (COMBINES.has(subtask.agent_function) || pieces[index]!.joint === 'then')
      needs[subtask.id] = leavesOf(before, needs);
    else if (pieces[index]!.joint === 'also') needs[subtask.id] = [...needs[previous.id]!];
    else if (usesEarlier(subtask, previous, pieces[index]!)) needs[subtask.id] = [previous.id];
    else needs[subtask.id] = [];
  }
  return needs;
}

const COMBINES = new Set<FunctionName>(['synthesize_outputs', 'validate_against_spec']);
const GATHERS = new Set<FunctionName>(['extract_structure', 'cross_reference']);

/** Those on which nobody waits yet. */
function leavesOf(before: readonly Subtask[], needs: Readonly<Record<string, readonly string[]>>): string[] {
  const waited = new Set(Object.values(needs).flat());
  return before.filter(({ id }) => !waited.has(id)).map(({ id }) => id);
}

/** Whether a piece speaks of what the one before it makes, or of the same things. */
function usesEarlier(subtask: Subtask, previous: Subtask, { begins }: Piece): boolean {
  const said = ` ${words(subtask.description).join(' ')} `;
  const { refers, functions } = vocabulary();
  if (refers.some((word) => said.includes(` ${word} `))) return true;
  if (said.includes(` ${functions[previous.agent_function].makes} `)) return true;
  // Said in one breath, one thing comes after the other.
  return !begins || !(GATHERS.has(subtask.agent_function) && GATHERS.has(previous.agent_function));
}

/** Adds the edge unless that would close a circle; false where it cannot be followed. */
function applyOrder(
  { first, second }: { readonly first: string; readonly second: string },
  subtasks: readonly Subtask[],
  dependencies: Record<string, string[]>,
): boolean {
  const earlier = findMeant(first, subtasks);
  const later = findMeant(
    second,
    subtasks.filter((one) => one !== earlier),
  );
  if (earlier === undefined || later === undefined) return false;
  if (reaches(earlier.id, later.id, dependencies)) {
    // The task's own order says the opposite: the constraint is the stronger word.
    for (const id of Object.keys(dependencies))
      dependencies[id] = dependencies[id]!.filter((need) => !(need === later.id && id === earlier.id));
    if (reaches(earlier.id, later.id, dependencies)) return false;
  }
  dependencies[later.id] = [...new Set([...dependencies[later.id]!, earlier.id])];
  return true;
}

/** Whether `from` waits for `to`, directly or through others. */
function reaches(from: string, to: string, dependencies: Readonly<Record<string, readonly string[]>>): boolean {
  const open = [...(dependencies[from] ?? [])];
  const seen = new Set<string>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(dependencies[next] ?? []));
  }
  return false;
}
