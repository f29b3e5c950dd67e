/**
 * An agent that may run on other machines. In the learner's house it asks its copies there, where an address is set; as a
 * service of its own, or where none is set, it does the work itself, by the same function. A copy that is away is said so, and
 * what it sends is checked before anybody sees it.
 */
import { hostname } from 'node:os';
import { type AgentContext, type CodeContext, type Json, toConsiliumError } from 'consilium/kernel';
import { sayFailure, sayLeftOut } from 'consilium/study';

export interface Elsewhere<T> {
  /** The remote sub-agent, and the variable that says where it is. */
  readonly service: string;
  readonly variable: string;
  /** Where its answer is left. */
  readonly answerKey: string;
  check(answer: unknown): T;
  /** How much of it is not shown although the rest is. */
  leftOut?(value: T): number;
  here(): T | Promise<T>;
}

export interface Worked<T> {
  readonly value: T;
  /** Why it was done here though it should have been done elsewhere. */
  readonly notice?: string;
}

/** Whether the agent is the root of this turn: then another machine asked it, and all it needs came along. */
export function isServed({ session, agent }: Pick<AgentContext, 'session' | 'agent'>): boolean {
  return session.app.endsWith(`/${agent.name}`);
}

export async function elsewhereOrHere<T>(context: CodeContext, given: Elsewhere<T>): Promise<Worked<T>> {
  if (isServed(context) || !context.env[given.variable]) return { value: await given.here() };
  const { agent, state, signal } = context;
  try {
    await context.runAgent(given.service);
    const answer = state.get(given.answerKey) ?? null;
    const value = given.check(answer);
    const before = state.get('temp:source_agents');
    const name = `${agent.name}@${copyOf(answer, context.env[given.variable])}`;
    state.set('temp:source_agents', [...(Array.isArray(before) ? before : []), name]);
    const notice = (given.leftOut?.(value) ?? 0) > 0 ? sayLeftOut(agent.name) : undefined;
    if (notice !== undefined) state.set('temp:stand_in', notice);
    return { value, ...(notice !== undefined && { notice }) };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const { code, message } = toConsiliumError(thrown);
    const value = await given.here();
    const notice = `${sayFailure(agent.name, code)} This was worked out on this machine instead.`;
    state.update({ 'temp:outcome': 'fallback', 'temp:stand_in': notice });
    context.log.warn({ agent: agent.name, code, length: message.length }, 'a remote agent was stood in for');
    return { value, notice };
  }
}

/** What this copy is called, to be told from the others: the name of the pod or machine, unless it was given one. */
export function instanceName({ env }: Pick<AgentContext, 'env'>): string {
  return (env['CONSILIUM_INSTANCE'] ?? hostname()).slice(0, 80);
}

/** Which copy answered: as it calls itself, else where it is where there is but one. */
function copyOf(answer: Json, addressed: string | undefined): string {
  const given = recordOf(answer)['served_by'];
  if (typeof given === 'string' && /^[\w.:-]{1,80}$/.test(given)) return given;
  const addresses = (addressed ?? '').split(',');
  return addresses.length === 1 ? (URL.parse(addresses[0]!.trim())?.host ?? 'elsewhere') : 'elsewhere';
}

/** The record that a request brought, or that the agent's own callback left. */
export function recordAt({ state }: Pick<AgentContext, 'state'>, key: string): Record<string, Json> {
  return recordOf(state.get(key) ?? null);
}

function recordOf(value: Json): Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
