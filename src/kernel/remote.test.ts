/** Agents elsewhere stand wherever agents stand: nobody but their transport knows. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { collect, only, openTempStore, runnerFor } from '../../test/house.ts';
import { scripted, transferTo } from '../../test/scripted-model.ts';
import { codeAgent, llmAgent, parallelAgent, type RemoteAgent, remoteAgent, sequentialAgent } from './agent.ts';
import { playedClock } from './clock.ts';
import { ConsiliumError } from './errors.ts';
import { machineUser } from './principal.ts';
import type { Pending } from './question.ts';
import { callInterrupted, type RemotePart, type RemoteRequest, type RemoteTransport } from './remote.ts';
import { tool } from './tool.ts';

type Answer = readonly RemotePart[] | Error | (() => Promise<readonly RemotePart[]>);

/** A remote agent whose transport says these things, call by call, the last again; and what it was asked. */
function far(answers: readonly Answer[], over: Partial<RemoteAgent> = {}) {
  const asked: RemoteRequest[] = [];
  const transport = {
    async *send(request: RemoteRequest) {
      asked.push(request);
      const answer = answers[Math.min(asked.length, answers.length) - 1]!;
      if (answer instanceof Error) throw answer;
      yield* typeof answer === 'function' ? await answer() : answer;
    },
  };
  return { asked, agent: remoteAgent({ name: 'Far', description: 'far away', transport, ...over }) };
}

const says = (text: string): RemotePart => ({ type: 'text', text });
const away = (retryable: boolean) => new ConsiliumError('REMOTE_UNAVAILABLE', 'It is away.', { retryable });

describe('an agent elsewhere', () => {
  test('is handed a conversation like any other, and the person hears its words', async () => {
    const { agent, asked } = far([[says('It is sunny there.')]], { history: 'conversation' });
    const root = llmAgent({ name: 'Desk', model: scripted([transferTo('Far')]), subAgents: [agent] });
    const turn = runnerFor(root).run({ message: 'How is it there?', principal: machineUser('ana') });
    const shown = await collect(turn);
    expect(await turn.result).toMatchObject({
      outcome: 'completed',
      text: 'It is sunny there.',
      route: ['Desk', 'Far'],
    });
    expect(only(shown, 'transferred')).toMatchObject([{ to: 'Far' }]);
    expect(asked).toMatchObject([
      { message: 'How is it there?', principal: { user: 'ana' }, trace: expect.stringMatching(/^00-[0-9a-f]{32}-/) },
    ]);
  });

  test('runs beside others: its words come in declared order, its state is merged, its failure is only its own', async () => {
    const slow = far([
      async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return [says('from far'), { type: 'state', delta: { seen: 'far' } }];
      },
    ]);
    const near = codeAgent({
      name: 'Near',
      run: ({ state }) => {
        state.set('near', true);
        return 'from near';
      },
    });
    const gone = far([away(false)], { name: 'Gone' });
    const store = openTempStore();
    const root = parallelAgent({ name: 'Both', subAgents: [slow.agent, near, gone.agent] });
    const result = await runnerFor(root, { store }).ask({ session: 's', message: 'go' });
    expect(result).toMatchObject({ outcome: 'completed', text: 'from far\n\nfrom near', route: ['Far', 'Near'] });
    expect([...(await store.state('session', 's'))].map(([key, { value }]) => [key, value])).toEqual(
      expect.arrayContaining([
        ['seen', 'far'],
        ['near', true],
      ]),
    );
    expect((await store.events('s')).find(({ type }) => type === 'branches_merged')).toMatchObject({
      failed: ['Gone'],
    });
    expect(result.notes['missing']).toEqual([expect.stringMatching(/^Gone gave no answer \(REMOTE_UNAVAILABLE\)/)]);
  });

  test('that failed beside others is named, however deep it stands', async () => {
    const near = (name: string) => codeAgent({ name, run: () => `from ${name}` });
    const gone = (name: string) => far([away(true)], { name }).agent;
    const inner = (name: string) => parallelAgent({ name, subAgents: [near(`${name}Near`), gone(`${name}Gone`)] });
    const root = parallelAgent({ name: 'Both', subAgents: [inner('One'), inner('Two'), gone('Last')] });
    const result = await runnerFor(root).ask({ message: 'go' });
    const named = (result.notes['missing'] as string[]).map((sentence) => sentence.split(' ')[0]);
    expect(named.toSorted()).toEqual(['Last', 'OneGone', 'TwoGone']);
  });

  test('counts in the limits of the turn: its calls, and the tokens that it says it used', async () => {
    const used = { type: 'usage' as const, usage: { inputTokens: 600, outputTokens: 400 } };
    const costly = far([[says('a'), used]]);
    const twice = (limits: object) => {
      const others = far([[says('b')]], { name: 'Other' });
      const root = sequentialAgent({ name: 'Line', subAgents: [costly.agent, others.agent] });
      return runnerFor(root, { limits }).ask({ message: 'go' });
    };
    expect(await twice({})).toMatchObject({ outcome: 'completed', usage: { inputTokens: 600, outputTokens: 400 } });
    expect(await twice({ remoteCalls: 1 })).toMatchObject({
      outcome: 'failed',
      error: { code: 'LIMIT_REMOTE_CALLS' },
    });
    expect(await twice({ tokens: 1000 })).toMatchObject({ outcome: 'failed', error: { code: 'LIMIT_TOKENS' } });
  });

  test('says whether another try may help, and a turn that fails so is told so', async () => {
    for (const retryable of [true, false]) {
      const { agent } = far([away(retryable)]);
      expect(await runnerFor(agent).ask({ message: 'go' })).toMatchObject({
        outcome: 'failed',
        error: { code: 'REMOTE_UNAVAILABLE', retryable },
      });
    }
  });

  test('that is away is stood in for by the agent that the team names, and the turn says so', async () => {
    const here = codeAgent({ name: 'Here', run: () => 'from here' });
    const { agent } = far([away(true)], { subAgents: [here] });
    const result = await runnerFor(agent).ask({ message: 'go' });
    expect(result).toMatchObject({ outcome: 'completed', text: 'from here', notes: { outcome: 'fallback' } });
    const broken = new ConsiliumError('LEDGER_BROKEN', 'No.', { details: { outage: true } });
    const failed = far([broken], { subAgents: [here] });
    expect(await runnerFor(failed.agent).ask({ message: 'go' })).toMatchObject({ text: 'from here' });
    const refused = far([new ConsiliumError('PARAMETERS_INVALID', 'No.')], { subAgents: [here] });
    expect(await runnerFor(refused.agent).ask({ message: 'go' })).toMatchObject({
      outcome: 'failed',
      error: { code: 'PARAMETERS_INVALID' },
    });
  });

  test('that never answers is given up at its time, by the clock of the house', async () => {
    const clock = playedClock(Date.parse('2026-03-01T08:00:00Z'));
    const { agent, asked } = far([() => new Promise(() => {})], { timeoutMs: 60_000 });
    const turn = runnerFor(agent, { clock }).run({ message: 'go' });
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(asked[0]!.deadline).toBe(clock.now() + 60_000);
    await clock.advance(60_000);
    expect(await turn.result).toMatchObject({
      outcome: 'failed',
      // It was asked, and may have done it.
      error: { code: 'TIMEOUT', retryable: false },
    });
  });
});

test('whoever sent the request has the last word on its deadline: nobody stands in for what may have been done', async () => {
  const clock = playedClock(Date.parse('2026-03-01T08:00:00Z'));
  const lost = new ConsiliumError('TIMEOUT', 'Whether it did "book" is not known.');
  let isAsked = false;
  const transport = {
    async *send({ signal }: RemoteRequest) {
      isAsked = true;
      await new Promise((_, reject) => signal.addEventListener('abort', () => setImmediate(() => reject(lost))));
    },
  };
  const here = codeAgent({ name: 'Here', run: () => 'booked here too' });
  const agent = remoteAgent({ name: 'Far', description: 'far', transport, timeoutMs: 60_000, subAgents: [here] });
  const turn = runnerFor(agent, { clock }).run({ message: 'go' });
  while (!isAsked) await new Promise((resolve) => setImmediate(resolve));
  await clock.advance(60_000);
  expect(await turn.result).toMatchObject({ outcome: 'failed', error: { message: lost.message, retryable: false } });
});

test('whoever asked has so long: an agent elsewhere is given no longer, and time that is over is no cancelling', async () => {
  const clock = playedClock(Date.parse('2026-03-01T08:00:00Z'));
  const { agent, asked } = far([() => new Promise(() => {})]);
  const over = new AbortController();
  const turn = runnerFor(agent, { clock }).run({ message: 'go', withinMs: 2_000, signal: over.signal });
  while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(asked[0]!.deadline).toBe(clock.now() + 2_000);
  over.abort(new ConsiliumError('TIMEOUT', 'Nobody waits any more.', { retryable: true }));
  expect(await turn.result).toMatchObject({ outcome: 'failed', error: { code: 'TIMEOUT' } });
  expect(asked[0]!.signal.reason).toMatchObject({ code: 'TIMEOUT' });
});

describe('a turn whose process died while an agent elsewhere was at work', () => {
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  };
  /** Dies in its first call; what comes after it is asked of the same transport. */
  const dying = (...after: Answer[]) => far([() => new Promise(() => {}), ...after]);

  test('says so to the transport, with the key of then; a call of its own is no repetition', async () => {
    const { agent, asked } = dying([says('done once')]);
    const store = openTempStore();
    void runnerFor(agent, { store }).run({ session: 's', message: 'go' });
    await until(() => asked.length === 1);
    const [resumed] = await runnerFor(agent, { store }).resumeAll();
    expect(resumed).toMatchObject({ outcome: 'completed', text: 'done once' });
    expect(asked.map(({ again }) => again)).toEqual([undefined, true]);
    expect(asked[1]!.idempotencyKey).toBe(asked[0]!.idempotencyKey);
  });

  test('says what is not known where it may not be asked again, and nobody stands in for it', async () => {
    const here = codeAgent({ name: 'Here', run: () => 'from here' });
    const { agent, asked } = far([() => new Promise(() => {}), callInterrupted('Far', 'book')], { subAgents: [here] });
    const store = openTempStore();
    void runnerFor(agent, { store }).run({ session: 's', message: 'go' });
    await until(() => asked.length === 1);
    const [resumed] = await runnerFor(agent, { store }).resumeAll();
    expect(resumed).toMatchObject({
      outcome: 'failed',
      error: { code: 'CALL_INTERRUPTED', retryable: false, message: expect.stringMatching(/"book" is not known/) },
    });
  });

  test('beside others is named with what is not known', async () => {
    const { agent, asked } = dying(callInterrupted('Far', 'book'));
    const near = codeAgent({ name: 'Near', run: () => 'from near' });
    const root = parallelAgent({ name: 'Both', subAgents: [agent, near] });
    const store = openTempStore();
    void runnerFor(root, { store }).run({ session: 's', message: 'go' });
    await until(() => asked.length === 1);
    const [resumed] = await runnerFor(root, { store }).resumeAll();
    expect(resumed!.notes['missing']).toEqual([expect.stringMatching(/"book" is not known/)]);
  });

  test('is not asked again once another stands in for it, whatever that one waits for', async () => {
    const here = codeAgent({
      name: 'Here',
      run: async ({ ask }) => (await ask({ what: 'Sure?', why: 'It is new.', effect: 'It is done.' })).kind,
    });
    const { agent, asked } = far([away(true)], { subAgents: [here] });
    const runner = runnerFor(agent);
    const { pending } = await runner.ask({ session: 's', message: 'go' });
    const answered = await runner.answer(pending!.id, { kind: 'yes' }, machineUser());
    expect(await answered.result).toMatchObject({ text: 'yes', notes: { outcome: 'fallback' } });
    expect(asked).toHaveLength(1);
  });
});

describe('a question of an agent elsewhere', () => {
  const ana = machineUser('ana');
  const question = { what: 'Give it?', why: 'It is a medicine.', effect: 'It is given.' };

  /** Asks, and says then what it was told; `there`: how the question stands where it is. */
  function asking(there: { state: 'open' | 'answered'; isAway?: boolean }) {
    const heard: string[] = [];
    const transport: RemoteTransport = {
      async *send({ resume }) {
        heard.push(resume?.reply.kind ?? 'asked');
        if (resume === undefined) yield { type: 'input_required', question, token: { id: 'p1' } };
        else yield says(`So: ${resume.reply.kind}.`);
      },
      isAsking: async (asked) => {
        heard.push(`look ${JSON.stringify(asked)}`);
        if (there.isAway) throw away(true);
        return there.state === 'open';
      },
      withdraw: async ({ token }) => {
        heard.push(`withdraw ${JSON.stringify(token)}`);
        if (there.isAway) throw away(true);
        if (there.state === 'answered') throw new ConsiliumError('ANSWERED_ALREADY', 'It was answered.');
      },
    };
    const settled: Pending[] = [];
    const agent = remoteAgent({ name: 'Far', description: 'far', transport });
    const runner = runnerFor(agent, { onSettled: (each) => settled.push(...each) });
    const wait = async () => (await runner.ask({ session: 's', message: 'give it', principal: ana })).pending!.id;
    return { heard, settled, runner, wait };
  }

  test('is asked after there; settled there, the turn goes on with what came of it', async () => {
    const there: Parameters<typeof asking>[0] = { state: 'open' };
    const { heard, settled, runner, wait } = asking(there);
    const id = await wait();
    expect(await runner.lookElsewhere(id)).toBe('waits');
    there.isAway = true;
    await expect(runner.lookElsewhere(id)).rejects.toMatchObject({ code: 'REMOTE_UNAVAILABLE' });
    Object.assign(there, { isAway: false, state: 'answered' });
    expect(await runner.lookElsewhere(id)).toBe('settled');
    const look = 'look {"token":{"id":"p1"},"user":"ana","session":"s"}';
    expect(heard).toEqual(['asked', look, look, look, 'elsewhere']);
    expect(await (await runner.follow(id)).result).toMatchObject({ outcome: 'completed', text: 'So: elsewhere.' });
    expect(settled).toMatchObject([{ id, status: 'answered' }]);
    expect(await runner.lookElsewhere(id)).toBe('nowhere');
    await expect(runner.answer(id, { kind: 'yes' }, ana)).rejects.toMatchObject({ code: 'ANSWERED_ALREADY' });
  });

  test('is taken back there before it is here; who cannot be reached keeps nobody from it', async () => {
    for (const isAway of [false, true]) {
      const { heard, settled, runner, wait } = asking({ state: 'open', isAway });
      const id = await wait();
      expect(await runner.cancel(id, ana)).toMatchObject({ outcome: 'cancelled' });
      expect(heard).toEqual(['asked', 'withdraw {"id":"p1"}']);
      expect(settled).toMatchObject([{ id, status: 'cancelled' }]);
      // What was heard there is not told again; what was not, will be.
      expect(settled[0]!.far?.token).toEqual(isAway ? { id: 'p1' } : undefined);
    }
  });

  test('that was answered there is not called off here: what came of it is told', async () => {
    const { runner, wait } = asking({ state: 'answered' });
    const id = await wait();
    await expect(runner.cancel(id, machineUser('ben'))).rejects.toMatchObject({ code: 'ANSWER_FORBIDDEN' });
    await expect(runner.cancel(id, ana)).rejects.toMatchObject({ code: 'ANSWERED_ALREADY' });
    expect(await (await runner.follow(id)).result).toMatchObject({ text: 'So: elsewhere.' });
  });
});

test('what a turn asks beside something that fails is asked no more, and that is told', async () => {
  const asks = tool({
    ...{ name: 'asks', description: 'Asks.', input: z.strictObject({}) },
    execute: async (_, { ask }) => (await ask({ what: 'Do it?', why: 'So.', effect: 'Done.' })).kind,
  });
  const does = tool({
    ...{ name: 'does', description: 'Does.', input: z.strictObject({}) },
    execute: () => 'done',
  });
  const afterTool = [
    (_: unknown, { tool: name }: { tool: string }) => {
      if (name === 'does') throw new ConsiliumError('BROKEN', 'The turn cannot go on.');
    },
  ];
  const model = scripted([
    {
      calls: [
        ['asks', {}],
        ['does', {}],
      ],
    },
  ]);
  const settled: Pending[] = [];
  const root = llmAgent({ name: 'Desk', model, tools: [asks, does], afterTool });
  const runner = runnerFor(root, { onSettled: (each) => settled.push(...each) });
  const ended = await runner.ask({ session: 's', message: 'go' });
  expect(ended.outcome).toBe('failed');
  expect(settled).toMatchObject([{ what: 'Do it?', status: 'cancelled' }]);
  const [asked] = await runner.store.pending({ session: 's' });
  await expect(runner.answer(asked!.id, { kind: 'yes' }, machineUser())).rejects.toMatchObject({
    code: 'PENDING_CANCELLED',
  });
});
