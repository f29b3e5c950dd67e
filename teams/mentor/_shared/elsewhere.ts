/**
 * An agent that may run on other machines. In the learner's house it asks its copies there, where an address is set; as a
 * service of its own, or where none is set, it does the work itself, by the same function. A copy that is away is said so, and
 * what it sends is checked before anybody sees it.
 */
import { type AgentContext, type CodeContext, type Json, toConsiliumError } from 'consilium/kernel';

export interface Elsewhere<T> {
  /** The remote sub-agent, and the variable that says where it is. */
  readonly service: string;
  readonly variable: string;
  /** Where its answer is left. */
  readonly answerKey: string;
  check(answer: unknown): T;
  here(): T;
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
  if (isServed(context) || !process.env[given.variable]) return { value: given.here() };
  const { agent, state, signal } = context;
  try {
    await context.runAgent(given.service);
    return { value: given.check(state.get(given.answerKey) ?? null) };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const { code, message } = toConsiliumError(thrown);
    const value = given.here();
    const notice =
      code === 'REMOTE_NONSENSE'
        ? `${agent.name} sent something that cannot be right, and it is not shown. This was worked out on this machine instead.`
        : `${agent.name} could not be reached (${code}). This was worked out on this machine instead.`;
    state.update({ 'temp:outcome': 'fallback', 'temp:stand_in': notice });
    context.log.warn({ agent: agent.name, code, length: message.length }, 'a remote agent was stood in for');
    return { value, notice };
  }
}

/** The record that a request brought, or that the agent's own callback left. */
export function recordAt({ state }: Pick<AgentContext, 'state'>, key: string): Record<string, Json> {
  const value = state.get(key);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
