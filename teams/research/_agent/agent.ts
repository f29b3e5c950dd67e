/** What a research agent is: one of these is made for each subject, at run time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Agent, llmAgent } from 'consilium/kernel';
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
    generate: { temperature: 0.2 },
  });
}
