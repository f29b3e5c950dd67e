import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { agentTool, codeAgent, llmAgent, tool } from '../kernel/index.ts';
import { drawTeam, drawText } from './drawing.ts';

const look = tool({ name: 'look', description: 'Looks.', input: z.object({}), execute: () => null });
const helper = codeAgent({ name: 'Helper', run: () => 'done' });
const scout = llmAgent({ name: 'Scout', tools: [look, agentTool({ agent: helper })], transferTargets: ['Axel'] });
const axel = llmAgent({ name: 'Axel', disallowTransferToParent: true, disallowTransferToPeers: false });
const hub = llmAgent({ name: 'Beto', model: 'fast', subAgents: [scout, axel] });
const drawing = drawTeam({ name: 'example', description: 'An example.', root: hub });
const of = (name: string) => drawing.agents.find((agent) => agent.name === name)!;

describe('a team is drawn', () => {
  test('with the rule behind each legal transfer', () => {
    expect(of('Beto').transfers).toEqual([
      { to: 'Scout', because: 'child' },
      { to: 'Axel', because: 'child' },
    ]);
    expect(of('Scout').transfers).toEqual([
      { to: 'Beto', because: 'parent' },
      { to: 'Axel', because: 'declared' },
    ]);
    expect(of('Axel').transfers).toEqual([{ to: 'Scout', because: 'peer' }]);
  });

  test('with tools, models, and agents behind tools', () => {
    expect(of('Beto').model).toBe('fast');
    expect(of('Scout').tools).toEqual([
      { name: 'look', kind: 'function' },
      { name: 'Helper', kind: 'agent' },
    ]);
    expect(of('Helper')).toMatchObject({ toolOf: 'Scout', transfers: [] });
    expect(of('Helper').parent).toBeUndefined();
  });

  test('in a terminal, declared edges apart from those of the tree', () => {
    const text = drawText(drawing);
    expect(text).toContain('Beto [fast]\n├─ Scout  · look\n│  └─ Helper [code, tool of Scout]\n└─ Axel');
    const [, declared] = text.split('Declared transfers:');
    expect(declared).toContain('Scout → Axel');
    expect(declared!.split('Between peers:')[1]).toContain('Axel → Scout');
  });
});
