/** Whose turn it is, with the files that are its own. */
import { type AgentContext, ConsiliumError } from 'consilium/kernel';
import type { AgentRow, Desk } from 'consilium/research';

export function acting(context: AgentContext): { desk: Desk; agent: AgentRow } {
  const desk = context.services.research;
  if (desk === undefined) throw new ConsiliumError('SERVICE_MISSING', 'The research desk is not open here.');
  return { desk, agent: desk.acting(context.session.app) };
}

export async function files(context: AgentContext) {
  const { desk, agent } = acting(context);
  return { space: await desk.workspace(agent), actor: agent.slug };
}

/** Which files this turn touched: the agent's memory refers to them. */
export function touched(context: AgentContext, path: string): void {
  const before = context.state.get('temp:files');
  context.state.set('temp:files', [...new Set([...(Array.isArray(before) ? before : []), path])]);
}
