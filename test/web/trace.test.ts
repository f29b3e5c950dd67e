import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, openApp } from '../../src/app/index.ts';
import { buildTree, layOut, type Step } from '../../web/src/trace/tree.ts';
import { tempDir } from '../house.ts';

let app: App;
beforeAll(() => {
  app = openApp({ home: tempDir('trace'), env: {} });
});
afterAll(() => app.close());

test('a turn is a tree: who acted, in order, inner agents under the tool that called them', async () => {
  const { send } = await app.team('front-desk');
  const { session } = await send({ message: 'I have a rash since Sunday and want to be seen' }).result;
  const tree = buildTree(await app.home.store.events(session));
  expect(tree.filter(({ kind }) => kind === 'agent').map(({ title }) => title)).toEqual([
    'Reception',
    'Nurse',
    'Booking',
  ]);
  const nurse = tree.find(({ title }) => title === 'Nurse')!;
  const judged = nurse.children.find(({ kind }) => kind === 'tool')!;
  expect(judged.children.map(({ kind, title }) => [kind, title])).toEqual([['agent', 'Urgency']]);
  expect(judged.details.map(({ name }) => name)).toEqual(expect.arrayContaining(['Asked', 'Gave', 'State']));
  expect(nurse.children.at(-1)).toMatchObject({ kind: 'transfer', title: 'Handed over to Booking' });
  const all = (steps: Step[]): Step[] => steps.flatMap((step) => [step, ...all(step.children)]);
  for (const step of all(tree)) expect(step.start).toBeGreaterThanOrEqual(0);
});

describe('what was refused', () => {
  const place = { seq: 2, time: 5, invocation: 'i', key: 'A#s0.0', agent: 'A', branch: '' };
  test('is on the tree with its reason', () => {
    const [step] = buildTree([
      { ...place, type: 'transfer_refused', call: 'c', to: 'B', why: 'B is not a peer.', legal: ['C'] },
    ]);
    expect(step).toMatchObject({ kind: 'refused', details: [{ text: 'B is not a peer. Allowed: C.' }] });
  });
});

test('Cypher is laid out a clause a line', () => {
  expect(
    layOut('MATCH (p:Patient)  OPTIONAL MATCH (p)-[:HAS]->(o) WHERE o.name = 1 RETURN o ORDER BY o.time LIMIT 5'),
  ).toBe('MATCH (p:Patient)\nOPTIONAL MATCH (p)-[:HAS]->(o)\nWHERE o.name = 1\nRETURN o\nORDER BY o.time\nLIMIT 5');
});
