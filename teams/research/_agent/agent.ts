/** What a research agent is: one of these is made for each subject, at run time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AfterAgent, type Agent, llmAgent } from 'consilium/kernel';
import { type AgentRow, noteHanded, type RelayFacts } from 'consilium/research';
import { sendLetter } from './mail.ts';
import offline from './offline.ts';
import * as tools from './tools.ts';

let instruction: string | undefined;

export function researchAgent({ name, description }: Pick<AgentRow, 'name' | 'description'>): Agent {
  instruction ??= readFileSync(join(import.meta.dirname, 'instruction.md'), 'utf8');
  return llmAgent({
    name: 'ResearchAgent',
    description,
    model: 'deep',
    instruction: () => `You are ${JSON.stringify(name)}. ${description}\n\n${instruction}`,
    tools: Object.values(tools.researchTools),
    offline,
    beforeAgent: [sendLetter],
    afterAgent: [noteReported, tellLate],
    generate: { temperature: 0.2 },
  });
}

/**
 * It has come to its end: what its report told is told, and a turn that fails before leaves it to the next. Who was woken and
 * wrote a report without handing it in has it handed in.
 */
const noteReported: AfterAgent = async ({ services, session, principal, invocation, state, message }, text) => {
  const desk = services.research;
  if (desk === undefined || text === '') return;
  const agent = desk.acting(session.app);
  const facts = state.get('temp:facts');
  if (principal.how === 'trigger' && facts !== undefined && state.get('temp:relayed') === undefined)
    await desk.feed.relay({
      ...{ key: `end:${invocation}`, owner: agent.owner, agent: agent.id },
      ...{ message: text, facts: facts as RelayFacts },
    });
  await noteHanded(await desk.study(agent, undefined, message));
};

/** Whoever asked has gone on, where it had to wait for a yes: the answer is handed in. */
const tellLate: AfterAgent = async ({ services, session, principal, invocation }, text) => {
  const desk = services.research;
  if (desk === undefined || principal.how === 'trigger' || text === '') return;
  await desk.handInLate(desk.acting(session.app), invocation, text);
};
