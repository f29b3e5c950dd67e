/** What a research agent is: one of these is made for each subject, at run time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AfterAgent, type Agent, llmAgent } from 'consilium/kernel';
import type { AgentRow } from 'consilium/research';
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
    afterAgent: [tellLate],
    generate: { temperature: 0.2 },
  });
}

/** Whoever asked has gone on, where it had to wait for a yes: the answer is handed in. */
const tellLate: AfterAgent = async ({ services, session, principal, invocation }, text) => {
  const desk = services.research;
  if (desk === undefined || principal.how === 'trigger' || text === '') return;
  await desk.handInLate(desk.acting(session.app), invocation, text);
};
