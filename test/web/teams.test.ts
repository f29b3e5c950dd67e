/** The picture of a team over a chat: what was handed over and what was refused, from the log of a turn that was run. */
import { expect, test } from 'vitest';
import { llmAgent } from '../../src/kernel/index.ts';
import type { TeamDrawing } from '../../src/teams/drawing.ts';
import type { Event } from '../../web/src/api.ts';
import { drawArcs, layRows, sayLegend } from '../../web/src/teams/arcs.ts';
import { readMoves } from '../../web/src/teams/moves.ts';
import { runnerFor } from '../house.ts';
import { scripted, transferTo } from '../scripted-model.ts';

const agent = (name: string, parent?: string) => ({
  ...{ name, description: name, kind: 'llm', tools: [], transfers: [] },
  ...(parent !== undefined && { parent }),
});
const DRAWING = {
  ...{ name: 'desk', description: '', root: 'hub', services: [] },
  agents: [agent('hub'), agent('scout', 'hub'), agent('coder', 'hub')],
} as unknown as TeamDrawing;

async function play(moves: Parameters<typeof scripted>[0]): Promise<readonly Event[]> {
  const scout = llmAgent({ name: 'scout', model: scripted(moves), disallowTransferToPeers: true });
  const coder = llmAgent({ name: 'coder', model: scripted(['Done.']) });
  const hub = llmAgent({ name: 'hub', model: scripted([transferTo('scout')]), subAgents: [scout, coder] });
  const runner = runnerFor(hub);
  await runner.ask({ session: 's', message: 'go' });
  return (await runner.store.events('s')) as unknown as readonly Event[];
}

const ROWS = layRows(DRAWING);

test('each refusal is an arc and a line of its own, with the reason, names that do not exist too', async () => {
  const ghosts = ['ghost', 'phantom', ''].map((name): [string, unknown] => ['transfer_to_agent', { agent_name: name }]);
  const moves = readMoves(await play([transferTo('coder'), transferTo('coder'), { calls: ghosts }, 'Done.']));
  const arcs = drawArcs(ROWS, moves);
  expect(arcs.map(({ kind, say }) => `${kind} ${say}`)).toEqual([
    'happened hub → scout, 1 time',
    'refused scout → coder, 2 times',
    'refused scout → ghost, 1 time',
    'refused scout → phantom, 1 time',
    'refused scout → nobody named, 1 time',
  ]);
  expect(arcs[1]!.why).toBe('scout may not transfer to coder. It may transfer to: hub.');
  expect(arcs[2]!.why).toContain('ghost, which does not exist');
  expect(new Set(arcs.map(({ id }) => id)).size).toBe(arcs.length);
});

test('the same way handed over once and refused once is told as both', async () => {
  const hub: [string, unknown] = ['transfer_to_agent', { agent_name: 'hub' }];
  const arcs = drawArcs(ROWS, readMoves(await play([{ calls: [hub, hub] }, 'Done.'])));
  const back = arcs.filter(({ say }) => say.startsWith('scout → hub, 1 time'));
  expect(back.map(({ kind }) => kind)).toEqual(['happened', 'refused']);
  expect(back[1]!.why).toBe('Only one transfer at a time: hub goes on.');
  expect(new Set(arcs.map(({ id }) => id)).size).toBe(arcs.length);
});

test('over a chat in which nobody handed over it says so, and does not draw the rules as if they had happened', () => {
  const declared = { ...DRAWING.agents[1]!, transfers: [{ to: 'coder', because: 'declared' as const }] };
  const rows = layRows({ ...DRAWING, agents: [DRAWING.agents[0]!, declared, DRAWING.agents[2]!] });
  expect(drawArcs(rows, [])).toEqual([]);
  expect(sayLegend([], [])).toBe('In this chat nobody handed over.');
  expect(drawArcs(rows, undefined)).toMatchObject([{ kind: 'declared', say: 'scout → coder' }]);
});
