/**
 * Who is at work: said once where somebody comes in (a door, a command, a trigger) and asked where something is written, so
 * that the row that tells of it can stand in the transaction of what it tells, whichever way it came.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type AgentContext, findAgent } from './context.ts';
import type { Principal } from './principal.ts';

export interface Acting {
  /** On whose authority. */
  readonly principal: Principal;
  /** Through what: an agent, or the door. */
  readonly actor: string;
  readonly why?: string | undefined;
}

/** `within`: the agent in whose turn it was said; of the two, whoever came last acts. */
interface Said {
  readonly who: Acting | undefined;
  readonly within: AgentContext | undefined;
}

const said = new AsyncLocalStorage<Said>();

/** Whatever `work` writes is this one's deed, until an agent acts for them. */
export function actAs<T>(who: Acting, work: () => T): T {
  return said.run({ who, within: findAgent() }, work);
}

/** What `work` begins is nobody's who happens to be here: a service that is opened at the first call, say. */
export function actForNobody<T>(work: () => T): T {
  return said.run({ who: undefined, within: findAgent() }, work);
}

/** Who writes right now: an agent for whoever talks with it, whoever came in, or the house for whose thing it is (or who is said to have it done). */
export function whoActs(owner: string | Principal): Acting {
  const agent = findAgent();
  const last = said.getStore();
  if (agent !== undefined && agent !== last?.within) {
    const { principal, invocation } = agent;
    const served = { ...principal, onBehalfOf: principal.onBehalfOf ?? principal.user };
    return { principal: served, actor: agent.agent.name, why: `turn ${invocation}` };
  }
  if (last?.who !== undefined) return last.who;
  const house = typeof owner === 'string' ? { user: owner, how: 'system' as const, scopes: [], patients: [] } : owner;
  return { principal: house, actor: 'house' };
}
