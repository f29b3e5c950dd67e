/**
 * Random trees and models that do anything: no illegal transfer happens, no legal one is lost, nor a message, and every
 * turn ends. The rules are written down here a second time, as the specification says them; who is asked next, what is done
 * and how it ends is worked out from them, and the runner must do exactly that.
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
/** One more than there are: a model names agents that do not exist. */
const agentAmong = (many: number) => fc.nat({ max: many });
const movesAmong = (many: number): fc.Arbitrary<Move> => {
  const agentAt = agentAmong(many);
  return fc.oneof(
    { weight: 6, arbitrary: agentAt.map((to): Move => ({ kind: 'hand', to })) },
    { weight: 1, arbitrary: fc.constant<Move>({ kind: 'say' }) },
    { weight: 2, arbitrary: fc.tuple(agentAt, agentAt).map(([to, then]): Move => ({ kind: 'twice', to, then })) },
    { weight: 2, arbitrary: fc.constant<Move>({ kind: 'tool' }) },
    { weight: 2, arbitrary: agentAt.map((to): Move => ({ kind: 'both', to })) },
    { weight: 1, arbitrary: fc.constantFrom<Move>({ kind: 'nobody' }, { kind: 'nonsense' }, { kind: 'fail' }) },
  );
};
const perAgent = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: MOST + 1, maxLength: MOST + 1 });
const BUILTIN = ['none', 'none', 'none', 'none', 'none', 'none', 'alone', 'beside'] as const;

const plans: fc.Arbitrary<Plan> = fc.noBias(
  fc.nat({ max: MOST }).chain((below) =>
    fc.record({
      parents: fc.tuple(...Array.from({ length: below }, (_, at) => fc.nat({ max: at }))),
      targets: perAgent(fc.uniqueArray(agentAmong(below + 1), { maxLength: 3 })),
      noParent: perAgent(fc.boolean()),
      noPeers: perAgent(fc.boolean()),
      builtin: perAgent(fc.constantFrom(...BUILTIN)),
      moves: fc.array(movesAmong(below + 1), { minLength: 1, maxLength: 24 }),
      transfers: fc.integer({ min: 1, max: 6 }),
    }),
  ),
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

const MODEL_CALLS = 20;

interface Course {
  /** Who is asked, in order; the first is the root. */
  readonly asked: readonly string[];
  readonly handed: readonly string[];
  readonly refused: number;
  readonly notes: readonly string[];
  readonly end: 'said' | 'failed' | 'transfers' | 'calls';
}

/** What must come of a turn that begins with the model's move number `first`. */
function foresee(plan: Plan, first: number): Course {
  const [asked, handed, notes]: [string[], string[], string[]] = [[], [], []];
  let [at, refused] = [0, 0];
  const over = (end: Course['end']): Course => ({ asked, handed, refused, notes, end });
  for (let turn = first; asked.length < MODEL_CALLS; turn++) {
    const move = plan.moves[turn % plan.moves.length]!;
    asked.push(nameOf(at));
    if (move.kind === 'say') return over('said');
    if (move.kind === 'fail') return over('failed');
    if ((move.kind === 'tool' || move.kind === 'both') && plan.builtin[at] !== 'alone') notes.push(`note ${turn + 1}`);
    if (move.kind === 'tool') continue;
    const wished: (number | undefined)[] =
      'to' in move ? [move.to, ...('then' in move ? [move.then] : [])] : [undefined];
    const to = wished.find((one) => one !== undefined && legalTargets(plan, at).has(nameOf(one)));
    if (to === undefined) {
      refused += wished.length;
      continue;
    }
    // What was wished before the legal one was refused; what comes after it is too many, if it is not over before.
    refused += wished.indexOf(to);
    if (handed.length === plan.transfers) return over('transfers');
    refused += wished.length - 1 - wished.indexOf(to);
    handed.push(nameOf(to));
    at = to;
  }
  return over('calls');
}

test('whatever the tree and whatever the models do: no illegal transfer, no lost message, no endless loop', async () => {
  const seen = { handed: 0, refused: 0, said: 0, failed: 0, transfers: 0, calls: 0 };
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const done: string[] = [];
      const { root, asked } = build(plan, done);
      const runner = runnerFor(root, { limits: { transfers: plan.transfers, modelCalls: MODEL_CALLS } });
      // The second message of a session finds the team as the first did, whatever came of that.
      for (const message of ['please do it', 'and this as well']) {
        const [before, did] = [asked.length, done.length];
        const course = foresee(plan, before);
        const turn = runner.run({ session: 's', message });
        const events = await collect(turn);
        const result = await turn.result;
        const own = asked.slice(before);

        expect(own.map(({ agent }) => agent)).toEqual(course.asked);
        expect(only(events, 'transferred').map(({ to }) => to)).toEqual(course.handed);
        expect(only(events, 'transfer_refused')).toHaveLength(course.refused);
        for (const { agent, legal } of only(events, 'transfer_refused'))
          expect(new Set(legal)).toEqual(legalTargets(plan, Number(agent.slice('agent_'.length))));
        expect(done.slice(did)).toEqual(course.notes);

        // It ends once, with an answer or with a reason.
        expect(only(events, 'invocation_finished')).toHaveLength(1);
        if (course.end === 'said')
          expect(result).toMatchObject({ outcome: 'completed', text: `answer ${asked.length}` });
        else expect([result.outcome === 'completed', result.error?.code]).toEqual([false, expect.any(String)]);

        // Whoever was asked saw what the person said.
        for (const { message: heard } of own) expect(heard).toContain(message);
        seen.handed += course.handed.length;
        seen.refused += course.refused;
        seen[course.end]++;
      }
    }),
    { numRuns: 300, endOnFailure: true },
  );
  // It was no walk in the park: each of these happened, and not once.
  for (const [what, times] of Object.entries(seen)) expect([what, times >= 20]).toEqual([what, true]);
});
