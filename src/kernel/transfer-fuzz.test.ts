/**
 * Random trees and models that do anything: no illegal transfer happens, no message is lost, every turn ends. The rules are
 * written down here a second time, as the specification says them, and held against what the runner let happen.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { collect, only, runnerFor } from '../../test/house.ts';
import { type Line, lastText, scripted } from '../../test/scripted-model.ts';
import { type LlmAgent, llmAgent } from './agent.ts';
import { builtinTool, tool } from './tool.ts';

interface Plan {
  /** The parent of each agent but the first: one that comes before it. */
  readonly parents: readonly number[];
  readonly targets: readonly (readonly number[])[];
  readonly noParent: readonly boolean[];
  readonly noPeers: readonly boolean[];
  readonly builtin: readonly ('none' | 'alone' | 'beside')[];
  readonly moves: readonly Move[];
  readonly transfers: number;
}

type Move =
  | { kind: 'say' }
  | { kind: 'hand'; to: number }
  | { kind: 'twice'; to: number; then: number }
  | { kind: 'tool' }
  | { kind: 'both'; to: number }
  | { kind: 'nobody' }
  | { kind: 'nonsense' }
  | { kind: 'fail' };

const MOST = 7;
const agentAt = fc.nat({ max: MOST });
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: agentAt.map((to): Move => ({ kind: 'hand', to })) },
  { weight: 2, arbitrary: fc.constant<Move>({ kind: 'say' }) },
  { weight: 1, arbitrary: fc.tuple(agentAt, agentAt).map(([to, then]): Move => ({ kind: 'twice', to, then })) },
  { weight: 2, arbitrary: fc.constant<Move>({ kind: 'tool' }) },
  { weight: 1, arbitrary: agentAt.map((to): Move => ({ kind: 'both', to })) },
  { weight: 1, arbitrary: fc.constantFrom<Move>({ kind: 'nobody' }, { kind: 'nonsense' }, { kind: 'fail' }) },
);
const perAgent = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: MOST + 1, maxLength: MOST + 1 });

const plans: fc.Arbitrary<Plan> = fc.nat({ max: MOST }).chain((many) =>
  fc.record({
    parents: fc.tuple(...Array.from({ length: many }, (_, at) => fc.nat({ max: at }))),
    targets: perAgent(fc.uniqueArray(agentAt, { maxLength: 3 })),
    noParent: perAgent(fc.boolean()),
    noPeers: perAgent(fc.boolean()),
    builtin: perAgent(
      fc.constantFrom('none', 'none', 'none', 'alone', 'beside') as fc.Arbitrary<Plan['builtin'][number]>,
    ),
    moves: fc.array(move, { minLength: 1, maxLength: 24 }),
    transfers: fc.integer({ min: 1, max: 6 }),
  }),
);

const nameOf = (at: number) => `agent_${at}`;

/** The rules as the specification has them. */
function legalTargets({ parents, targets, noParent, noPeers, builtin }: Plan, at: number): Set<string> {
  const many = parents.length + 1;
  const legal = new Set<number>();
  // A provider that takes its tool only alone leaves no room for the tool that transfers.
  if (builtin[at] === 'alone') return new Set();
  for (let child = 1; child < many; child++) if (parents[child - 1] === at) legal.add(child);
  const parent = at === 0 ? undefined : parents[at - 1];
  if (parent !== undefined) {
    if (!noParent[at]) legal.add(parent);
    if (!noPeers[at]) for (let peer = 1; peer < many; peer++) if (parents[peer - 1] === parent) legal.add(peer);
  }
  for (const target of targets[at]!) if (target < many) legal.add(target);
  legal.delete(at);
  return new Set([...legal].map(nameOf));
}

function build(plan: Plan, done: string[]): { root: LlmAgent; asked: { agent: string; message: string }[] } {
  const { parents, targets, noParent, noPeers, builtin, moves } = plan;
  const many = parents.length + 1;
  const asked: { agent: string; message: string }[] = [];
  let turn = 0;
  const note = tool({
    name: 'note',
    description: 'Notes.',
    input: z.object({ text: z.string() }),
    execute: ({ text }) => {
      done.push(text);
      return text;
    },
  });
  const hand = (to: number): [string, unknown] => ['transfer_to_agent', { agent_name: nameOf(to) }];
  const lineOf = (one: Move): Line => {
    if (one.kind === 'hand') return { calls: [hand(one.to)] };
    if (one.kind === 'twice') return { calls: [hand(one.to), hand(one.then)] };
    if (one.kind === 'tool') return { calls: [['note', { text: `note ${turn}` }]] };
    if (one.kind === 'both') return { calls: [['note', { text: `note ${turn}` }], hand(one.to)] };
    if (one.kind === 'nobody') return { calls: [['transfer_to_agent', {}]] };
    if (one.kind === 'nonsense') return { calls: [['transfer_to_agent', '{"agent_name":']] };
    return one.kind === 'fail' ? new Error('The model is gone.') : `answer ${turn}`;
  };
  const agents: LlmAgent[] = [];
  for (let at = many - 1; at >= 0; at--)
    agents[at] = llmAgent({
      name: nameOf(at),
      description: `is number ${at}`,
      model: scripted((options) => {
        asked.push({ agent: nameOf(at), message: lastText(options, 'user') });
        return lineOf(moves[turn++ % moves.length]!);
      }),
      tools:
        builtin[at] === 'alone'
          ? [builtinTool('google.google_search')]
          : builtin[at] === 'beside'
            ? [builtinTool('openai.web_search'), note]
            : [note],
      subAgents: agents.filter((_, child) => child > at && parents[child - 1] === at),
      transferTargets: targets[at]!.filter((target) => target < many && target !== at).map(nameOf),
      disallowTransferToParent: noParent[at]!,
      disallowTransferToPeers: noPeers[at]!,
    });
  return { root: agents[0]!, asked };
}

test('whatever the tree and whatever the models do: no illegal transfer, no lost message, no endless loop', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const done: string[] = [];
      const { root, asked } = build(plan, done);
      const limits = { transfers: plan.transfers, modelCalls: 20 };
      const turn = runnerFor(root, { limits }).run({ session: 's', message: 'please do it' });
      const events = await collect(turn);
      const result = await turn.result;

      const handed = only(events, 'transferred');
      for (const { agent, to } of handed)
        expect([...legalTargets(plan, Number(agent.slice('agent_'.length)))]).toContain(to);
      expect(handed.length).toBeLessThanOrEqual(plan.transfers);
      for (const { agent, legal } of only(events, 'transfer_refused'))
        expect(new Set(legal)).toEqual(legalTargets(plan, Number(agent.slice('agent_'.length))));

      // It ends once, with an answer or with a reason.
      expect(only(events, 'invocation_finished')).toHaveLength(1);
      expect(asked.length).toBeLessThanOrEqual(limits.modelCalls + 1);
      if (result.outcome === 'completed') expect(result.text).toMatch(/^answer \d+$/);
      else expect(result.error?.code).toBeTruthy();

      // Whoever was asked saw what the person said, and every call was answered.
      for (const { message } of asked) expect(message).toContain('please do it');
      const called = only(events, 'tool_called').filter((event) => event.tool === 'note');
      const returned = new Set(only(events, 'tool_returned').map(({ agent, call }) => `${agent} ${call}`));
      if (result.outcome === 'completed')
        for (const { agent, call } of called) expect(returned).toContain(`${agent} ${call}`);
      expect(new Set(done).size).toBe(done.length);
    }),
    { numRuns: 300, endOnFailure: true },
  );
});
