/** To stop looking: who is meant, by subject or by order, and what goes on. */
import type { AgentContext } from 'consilium/kernel';
import type { OfflineResult, OfflineStep } from 'consilium/models';
import { type AgentRow, meansAll, topicOf } from 'consilium/research';
import { deskOf } from './tools.ts';

/** All that are meant, one after the other where something is scheduled; then who that was. Nothing where one at most is meant. */
export async function stopSeveral(
  context: AgentContext,
  request: string,
  results: readonly OfflineResult[],
): Promise<OfflineStep | undefined> {
  const desk = deskOf(context);
  const { user } = context.principal;
  const isAll = meansAll(request);
  const stopped = new Set(
    results.filter(({ tool }) => tool === 'message_agent').map(({ input }) => (input as { agent_id: string }).agent_id),
  );
  const following = isAll || !names(request) ? [] : await desk.findFollowing(request, user);
  const fitting = isAll ? desk.agents(user) : desk.findAll(request, user);
  const done = desk.agents(user).filter(({ id }) => stopped.has(id));
  const agents = [...new Map([...fitting, ...following, ...done].map((agent) => [agent.id, agent])).values()];
  if (!isAll && agents.length < 2) {
    const isByOrder = stopped.size === 0 && agents[0] !== undefined && fitting.length === 0;
    return isByOrder ? ask(agents[0]!.id, request) : undefined;
  }
  for (const agent of agents)
    if (!stopped.has(agent.id) && (await desk.watching(agent)).length > 0)
      return ask(agent.id, isAll ? 'Stop looking.' : request);
  const told = agents.filter(({ id }) => stopped.has(id)).map(({ name }) => `- ${name}`);
  return {
    say:
      told.length === 0
        ? 'Nothing was scheduled, so there is nothing to stop. What was found stays.'
        : `**${isAll ? 'Nothing is looked at again any more' : 'I no longer look at these'}.** Stopped:\n\n${told.join('\n')}${await tellGoingOn(context, agents)}\n\nWhat was found stays; say how often to look to begin again.`,
  };
}

/** It names something: not all is meant. */
function names(request: string): boolean {
  const { subjects, words, trials } = topicOf(request);
  return subjects.length + words.length + trials.length > 0;
}

/** What else they follow goes on, and is said. */
async function tellGoingOn(context: AgentContext, agents: readonly AgentRow[]): Promise<string> {
  const lines: string[] = [];
  for (const agent of agents)
    for (const line of await deskOf(context).watching(agent)) lines.push(`- **${agent.name}**: ${line}`);
  return lines.length === 0 ? '' : `\n\nStill followed:\n\n${lines.join('\n')}`;
}

export function ask(agent_id: string, message: string): OfflineStep {
  return { call: 'message_agent', input: { agent_id, message } };
}
