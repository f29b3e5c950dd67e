import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { collect, only, openTempStore, runnerFor } from '../../test/house.ts';
import { type Line, scripted } from '../../test/scripted-model.ts';
import { type Agent, codeAgent, llmAgent, parallelAgent, remoteAgent } from './agent.ts';
import { agentTool, safeAgentTool } from './agent-tool.ts';
import { Awaiting } from './awaiting.ts';
import { playedClock } from './clock.ts';
import type { AgentContext } from './context.ts';
import { ConsiliumError } from './errors.ts';
import { machineUser, type Principal } from './principal.ts';
import type { Question, Reply } from './question.ts';
import type { RemoteRequest } from './remote.ts';
import type { RunnerOptions } from './runner.ts';
import type { Store } from './store.ts';
import { tool } from './tool.ts';

const QUESTION: Question = {
  what: 'Send the mail?',
  why: 'You asked for it.',
  effect: 'Ben gets it.',
  undo: 'Not at all.',
};
const START = Date.parse('2026-03-01T08:00:00Z');
const ana = machineUser('ana');

/** An agent with a tool that asks before it does something, and what it did. */
function mailer(question: Question = QUESTION) {
  const did: Reply[] = [];
  const send = tool({
    name: 'send',
    description: 'Sends.',
    input: z.strictObject({}),
    execute: async (_input, { ask }) => {
      const reply = await ask(question);
      if (reply.kind === 'yes') did.push(reply);
      return `${reply.kind}${reply.text === undefined ? '' : `: ${reply.text}`}`;
    },
  });
  const model = scripted((options, turn) => answerTo(options, turn));
  return { did, model, root: llmAgent({ name: 'Mailer', model, tools: [send] }) };
}

/** Calls the tool where the person asks for it; else says what came of it, or hello. */
function answerTo(options: { prompt: readonly { role: string; content: unknown }[] }, _turn: number): Line {
  const last = options.prompt.at(-1)!;
  if (last.role === 'tool')
    return `Done: ${JSON.stringify((last.content as { output: unknown }[]).map((p) => p.output))}`;
  return JSON.stringify(last.content).includes('mail') ? { call: 'send' } : 'Hello.';
}

function house(root: Agent, over: Partial<RunnerOptions> = {}, store: Store = openTempStore()) {
  const clock = playedClock(START);
  /** As after a restart: nothing but the store is left. */
  const restart = () => runnerFor(root, { store, clock, ...over });
  return { store, clock, restart, runner: restart() };
}

const openQuestions = (store: Store) => store.pending({ status: 'open' });

/** As with work in a thread: not there when it is asked for first, and there for whoever is called again. */
function comesLate() {
  let isThere = false;
  return () => {
    if (isThere) return;
    isThere = true;
    throw new Awaiting(Promise.resolve());
  };
}

describe('a turn that asks', () => {
  test('code that is called again from its start asks and commits once', async () => {
    const did: string[] = [];
    const late = [comesLate(), comesLate(), comesLate(), comesLate()];
    const send = tool({
      name: 'send',
      description: 'Sends.',
      input: z.strictObject({}),
      execute: async (_input, { ask, commit }) => {
        late[0]!();
        const first = await commit('draft', () => did.push('draft'));
        late[1]!();
        const { kind } = await ask(QUESTION);
        late[2]!();
        const second = await commit('draft', () => did.push('sent'));
        late[3]!();
        return `${kind} ${first} ${second}`;
      },
    });
    const model = scripted((options, turn) => answerTo(options, turn));
    const { runner, store } = house(llmAgent({ name: 'Mailer', model, tools: [send] }));
    await runner.ask({ message: 'mail', principal: ana });
    const [question] = await openQuestions(store);
    const turn = await runner.answer(question!.id, { kind: 'yes' }, ana);
    expect((await turn.result).text).toContain('yes 1 2');
    expect(did).toEqual(['draft', 'sent']);
    expect(await openQuestions(store)).toEqual([]);
  });

  test('a callback that is called again from its start commits once, and the next one in a place of its own', async () => {
    const did: string[] = [];
    const noting = (what: string) => {
      const late = comesLate();
      return async ({ commit }: { commit: AgentContext['commit'] }) => {
        await commit('note', () => did.push(what));
        late();
        return undefined;
      };
    };
    const root = codeAgent({
      ...{ name: 'Code', run: () => 'done' },
      beforeAgent: [noting('one'), noting('two')],
    });
    const { runner } = house(root);
    expect((await runner.ask({ message: 'go', principal: ana })).text).toBe('done');
    expect(did).toEqual(['one', 'two']);
  });

  test('waits as a result, goes on with the answer, and does the thing once', async () => {
    const { root, did } = mailer();
    const { runner, store } = house(root);
    const first = await runner.ask({ session: 's', message: 'mail Ben', principal: ana });
    expect(first).toMatchObject({ outcome: 'waiting', text: '', pending: { ...QUESTION, id: expect.any(String) } });
    expect(first.error).toBeUndefined();
    expect(did).toEqual([]);
    expect(await store.session('s')).toMatchObject({ open: null });
    const turn = await runner.answer(first.pending!.id, { kind: 'yes' }, ana);
    const shown = await collect(turn);
    const second = await turn.result;
    expect(second).toMatchObject({ outcome: 'completed', invocation: first.invocation, route: ['Mailer'] });
    expect(second.text).toContain('yes');
    expect(only(shown, 'answered')).toHaveLength(1);
    expect(did).toMatchObject([{ kind: 'yes', by: 'ana', at: START }]);
    expect(await openQuestions(store)).toEqual([]);
    expect((await store.events('s')).map(({ seq }) => seq)).toEqual((await store.events('s')).map((_, at) => at + 1));
  });

  test('survives the process: another one finds the question and goes on', async () => {
    const { root, did } = mailer();
    const { runner, restart, store } = house(root);
    await runner.ask({ session: 's', message: 'mail Ben', principal: ana });
    const next = restart();
    expect(await next.resumeAll()).toEqual([]);
    const [pending] = await openQuestions(store);
    const result = await (await next.answer(pending!.id, { kind: 'no', text: 'not today' }, ana)).result;
    expect(result).toMatchObject({ outcome: 'completed' });
    expect(result.text).toContain('no: not today');
    expect(did).toEqual([]);
  });

  test('is not trampled by an ordinary message, and the model sees the two apart', async () => {
    const { root, model } = mailer();
    const { runner, store } = house(root);
    const { pending } = await runner.ask({ session: 's', message: 'mail Ben', principal: ana });
    const meanwhile = await runner.ask({ session: 's', message: 'good morning', principal: ana });
    expect(meanwhile).toMatchObject({ outcome: 'completed', text: 'Hello.' });
    expect(JSON.stringify(model.seen.at(-1)!.prompt)).toContain('waits for the answer of a person');
    expect(await openQuestions(store)).toHaveLength(1);
    await (await runner.answer(pending!.id, { kind: 'yes' }, ana)).result;
    const roles = model.seen.at(-1)!.prompt.map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'user', 'assistant', 'tool']);
    await runner.ask({ session: 's', message: 'good night', principal: ana });
    const told = JSON.stringify(model.seen.at(-1)!.prompt);
    expect(told).not.toContain('interrupted');
    expect(told).not.toContain('waits for');
    expect(told.indexOf('good morning')).toBeLessThan(told.indexOf('mail Ben'));
  });

  test('is answered by a plain yes or no, or a choice, in its session; by nothing else', async () => {
    const { root, did } = mailer({ ...QUESTION, choices: ['Later'] });
    const { runner } = house(root);
    const ask = (message: string, principal: Principal = ana) => runner.ask({ session: 's', message, principal });
    const { invocation } = await ask('mail Ben');
    expect(await ask('Yes!')).toMatchObject({ invocation, outcome: 'completed' });
    expect(did).toHaveLength(1);
    expect((await ask('yes')).invocation).not.toBe(invocation);
    await ask('mail Ben');
    expect((await ask('later')).text).toContain('text: Later');
    const third = await ask('mail Ben');
    expect((await ask('yes please do, and tell me a joke')).invocation).not.toBe(third.invocation);
    expect(did).toHaveLength(1);
  });

  test('is not answered by a plain word to something else: it is shown again, and the next word is its answer', async () => {
    const { root, did } = mailer({ ...QUESTION, choices: ['Later'] });
    const { runner, restart, store } = house(root);
    const ask = (message: string, key?: string, by = runner) =>
      by.ask({ session: 's', message, principal: ana, ...(key !== undefined && { key }) });
    const { invocation, pending } = await ask('mail Ben');
    for (const word of ['yes', 'no', 'later']) {
      expect(await ask('good morning')).toMatchObject({ text: 'Hello.' });
      expect(await ask(word, word)).toMatchObject({ invocation, outcome: 'waiting', pending });
      expect(did).toEqual([]);
      expect(await openQuestions(store)).toHaveLength(1);
    }
    expect(await ask('later', 'later')).toMatchObject({ outcome: 'waiting', pending });
    expect(await ask('yes', undefined, restart())).toMatchObject({ invocation, outcome: 'completed' });
    expect(did).toHaveLength(1);
  });

  test('leaves a plain word to the team that has asked something since, and says that it waits', async () => {
    const did: string[] = [];
    const root = codeAgent({
      name: 'Asker',
      run: async ({ message, ask }) => {
        if (message.startsWith('do')) did.push(`${message}: ${(await ask({ ...QUESTION, what: message })).kind}`);
        else if (message !== 'hello') return `Heard: ${message}.`;
        else return 'Does your chest hurt?';
        return 'Done.';
      },
    });
    const { runner, store } = house(root);
    const ask = (message: string) => runner.ask({ session: 's', message, principal: ana });
    await ask('do one');
    await ask('hello');
    expect(await ask('yes')).toMatchObject({ text: 'Heard: yes.', stillWaits: { what: 'do one' } });
    await ask('do two');
    await ask('yes');
    expect(did).toEqual(['do two: yes']);
    expect(await ask('yes')).toMatchObject({ outcome: 'waiting', pending: { what: 'do one' } });
    await ask('no');
    expect(did).toEqual(['do two: yes', 'do one: no']);
    expect(await openQuestions(store)).toEqual([]);
  });

  test.each([
    ['Added **Lunch with Sam?** on Friday.', false],
    ['You wrote: "shall I?" So I did nothing.', false],
    ['See https://example.org/?q=1 for it.', false],
    ['**Does your chest hurt?**\n\n*Information, not a diagnosis.*', true],
    ['Which one? There are two.', true],
  ])('%j: whether a plain word is for the team is %s', async (said, isFor) => {
    const root = codeAgent({
      name: 'Asker',
      run: async ({ message, ask }) => {
        if (message === 'do') return `Done: ${(await ask(QUESTION)).kind}.`;
        return message === 'hello' ? said : `Heard: ${message}.`;
      },
    });
    const { runner } = house(root);
    const ask = (message: string) => runner.ask({ session: 's', message, principal: ana });
    await ask('do');
    await ask('hello');
    expect((await ask('yes')).outcome).toBe(isFor ? 'completed' : 'waiting');
  });

  test('goes on by the credential that its own user shows last, with the rights it began with', async () => {
    const seen: Principal[] = [];
    const root = codeAgent({
      name: 'Asker',
      run: async ({ ask, step, principal }) => {
        await ask(QUESTION);
        await step('act', () => seen.push(principal));
        return 'Done.';
      },
    });
    const gone = new Set<string>();
    const admit = ({ via }: Principal) => {
      if (via !== undefined && gone.has(via)) throw new ConsiliumError('TOKEN_INVALID', 'Gone.');
    };
    const by = (user: string, via: string): Principal => ({
      user,
      how: 'token',
      via,
      scopes: ['chat'],
      patients: null,
    });
    const { store, restart } = house(root, { admit });
    const asked = async (session: string) => {
      const runner = restart();
      gone.clear();
      await runner.ask({ session, message: 'go', principal: by('ana', 'old') });
      gone.add('old');
      const id = (await store.pending({ session, status: 'open' }))[0]!.id;
      return { id, runner };
    };
    const own = await asked('own');
    const wide = { ...by('ana', 'new'), scopes: null };
    expect(await (await own.runner.answer(own.id, { kind: 'yes' }, wide)).result).toMatchObject({
      outcome: 'completed',
    });
    expect(seen).toEqual([by('ana', 'new')]);
    const same = await asked('same');
    expect(await (await same.runner.answer(same.id, { kind: 'yes' }, by('ana', 'old'))).result).toMatchObject({
      error: { code: 'TOKEN_INVALID' },
    });
    expect(seen).toHaveLength(1);
  });

  test('is answered only once, only by whom it asks, only in time; each has its error', async () => {
    const { root, did } = mailer({ ...QUESTION, until: START + 60_000 });
    const { runner, clock } = house(root);
    const wait = async () => (await runner.ask({ message: 'mail Ben', principal: ana })).pending!.id;
    const answer = async (id: string, principal: Principal = ana) =>
      (await runner.answer(id, { kind: 'yes' }, principal)).result;
    const first = await wait();
    await expect(answer(first, machineUser('ben'))).rejects.toMatchObject({ code: 'ANSWER_FORBIDDEN' });
    await expect(answer(first, { ...ana, how: 'trigger' })).rejects.toMatchObject({ code: 'ANSWER_FORBIDDEN' });
    await expect(answer('nothing')).rejects.toMatchObject({ code: 'PENDING_UNKNOWN' });
    const both = await Promise.allSettled([answer(first), answer(first)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(answer(first)).rejects.toMatchObject({ code: 'ANSWERED_ALREADY' });
    expect(did).toHaveLength(1);
    const second = await wait();
    clock.set(START + 60_000);
    await expect(answer(second)).rejects.toMatchObject({ code: 'ANSWER_TOO_LATE' });
    const [expired] = await runner.expire();
    expect(expired).toMatchObject({ outcome: 'completed', text: expect.stringContaining('expired') });
    await expect(answer(second)).rejects.toMatchObject({ code: 'ANSWER_TOO_LATE' });
    expect(await runner.expire()).toEqual([]);
    expect(did).toHaveLength(1);
  });

  test('may ask somebody else than the session’s own', async () => {
    const { root } = mailer({ ...QUESTION, who: ['ben'] });
    const { runner } = house(root);
    const { pending } = await runner.ask({ message: 'mail Ben', principal: ana });
    await expect(runner.answer(pending!.id, { kind: 'yes' }, ana)).rejects.toMatchObject({ code: 'ANSWER_FORBIDDEN' });
    expect((await (await runner.answer(pending!.id, { kind: 'yes' }, machineUser('ben'))).result).outcome).toBe(
      'completed',
    );
  });

  test('can be cancelled, and is taken back with the message that is replaced', async () => {
    const { root, did } = mailer();
    const { runner, store } = house(root);
    const first = await runner.ask({ session: 's', message: 'mail Ben', principal: ana });
    expect(await runner.cancel(first.pending!.id, ana)).toMatchObject({
      outcome: 'cancelled',
      invocation: first.invocation,
    });
    await expect(runner.answer(first.pending!.id, { kind: 'yes' }, ana)).rejects.toMatchObject({
      code: 'PENDING_CANCELLED',
    });
    const second = await runner.ask({ session: 's', message: 'mail Ben again', principal: ana });
    await runner.ask({ session: 's', message: 'hello', principal: ana, replaces: second.invocation });
    await expect(runner.answer(second.pending!.id, { kind: 'yes' }, ana)).rejects.toMatchObject({
      code: 'PENDING_CANCELLED',
    });
    expect(await openQuestions(store)).toEqual([]);
    expect(did).toEqual([]);
  });

  test('that caught what it should let pass waits all the same', async () => {
    const stubborn = tool({
      name: 'send',
      description: 's',
      input: z.strictObject({}),
      execute: async (_input, { ask }) => (await ask(QUESTION).catch(() => ({ kind: 'yes' }))).kind,
    });
    const code = codeAgent({
      name: 'Code',
      run: async ({ ask }) => (await ask(QUESTION).catch(() => ({ kind: '?' }))).kind,
    });
    for (const root of [llmAgent({ name: 'a', model: scripted(answerTo), tools: [stubborn] }), code]) {
      const { runner } = house(root);
      expect(await runner.ask({ message: 'mail' })).toMatchObject({ outcome: 'waiting' });
    }
  });

  test('says nothing to ask for nothing', async () => {
    const { root } = mailer({ ...QUESTION, why: ' ' });
    const { runner } = house(root);
    expect((await runner.ask({ message: 'mail' })).text).toContain('QUESTION_INVALID');
  });

  test('a tool that died after the answer was interrupted, not waiting: it is not done twice', async () => {
    const { runner, store, restart } = house(dying());
    const { pending } = await runner.ask({ session: 's', message: 'mail', principal: ana });
    await runner.answer(pending!.id, { kind: 'yes' }, ana);
    await until(async () => only(await store.events('s'), 'reply_taken').length > 0);
    const [resumed] = await restart().resumeAll();
    expect(resumed!.text).toContain('TOOL_INTERRUPTED');
  });
});

/** A tool that asks and then never ends, as if the process had died in it. */
function dying(): Agent {
  const send = tool({
    name: 'send',
    description: 's',
    input: z.strictObject({}),
    execute: async (_input, { ask }) => {
      await ask(QUESTION);
      return new Promise(() => {});
    },
  });
  return llmAgent({ name: 'a', model: scripted(answerTo), tools: [send] });
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}

describe('others that ask', () => {
  const asker = (name: string) =>
    codeAgent({ name, run: async ({ ask }) => `${name} ${(await ask({ ...QUESTION, what: name })).kind}` });

  test('branches: each question waits, what is done is done once, and the rest is merged at the end', async () => {
    let ran = 0;
    const busy = codeAgent({
      name: 'Busy',
      run: ({ state }) => {
        ran++;
        state.set('busy', ran);
        return 'busy';
      },
    });
    const root = parallelAgent({ name: 'All', subAgents: [asker('A'), busy, asker('B')] });
    const { runner, restart, store } = house(root);
    expect((await runner.ask({ session: 's', message: 'go', principal: ana })).outcome).toBe('waiting');
    const [a, b] = await openQuestions(store);
    const half = await (await restart().answer(b!.id, { kind: 'no' }, ana)).result;
    expect(half).toMatchObject({ outcome: 'waiting', pending: { id: a!.id } });
    const whole = await (await restart().answer(a!.id, { kind: 'yes' }, ana)).result;
    expect(whole).toMatchObject({ outcome: 'completed', text: 'A yes\n\nbusy\n\nB no' });
    expect(ran).toBe(1);
    expect((await store.state('session', 's')).get('busy')?.value).toBe(1);
  });

  test('of two questions, a plain word answers the one that was shown', async () => {
    const root = parallelAgent({ name: 'All', subAgents: [asker('A'), asker('B')] });
    const { runner } = house(root);
    const ask = (message: string) => runner.ask({ session: 's', message, principal: ana });
    const shown = (await ask('go')).pending!.id;
    const next = await ask('yes');
    expect(next).toMatchObject({ outcome: 'waiting' });
    expect(next.pending!.id).not.toBe(shown);
    expect((await ask('no')).text).toBe('A yes\n\nB no');
  });

  test('agents behind tools, safe ones too, and callbacks before a tool', async () => {
    for (const wrap of [
      agentTool,
      (given: { agent: Agent }) => safeAgentTool({ ...given, fallbackResponse: 'sorry' }),
    ]) {
      const root = llmAgent({
        name: 'Boss',
        model: scripted((options) =>
          options.prompt.at(-1)!.role === 'tool' ? answerTo(options, 0) : { call: 'Inner', input: { request: 'x' } },
        ),
        tools: [wrap({ agent: asker('Inner') })],
      });
      const { runner } = house(root);
      const { pending } = await runner.ask({ message: 'go', principal: ana });
      expect((await (await runner.answer(pending!.id, { kind: 'yes' }, ana)).result).text).toContain('Inner yes');
    }
    const did: string[] = [];
    const root = llmAgent({
      name: 'a',
      model: scripted(answerTo),
      tools: [
        tool({ name: 'send', description: 's', input: z.strictObject({}), execute: () => void did.push('sent') }),
      ],
      beforeTool: [async ({ ask }) => ((await ask(QUESTION)).kind === 'yes' ? undefined : { output: 'refused' })],
    });
    const { runner } = house(root);
    const answerWith = async (kind: 'yes' | 'no') => {
      const { pending } = await runner.ask({ message: 'mail', principal: ana });
      return (await (await runner.answer(pending!.id, { kind }, ana)).result).text;
    };
    expect(await answerWith('no')).toContain('refused');
    expect(did).toEqual([]);
    await answerWith('yes');
    expect(did).toEqual(['sent']);
  });

  test('a code agent may ask twice; steps before it are not done again', async () => {
    let steps = 0;
    const root = codeAgent({
      name: 'Code',
      run: async ({ ask, step, state }) => {
        state.set('temp:seen', true);
        await step('once', () => ++steps);
        const one = await ask({ ...QUESTION, what: 'one' });
        const two = await ask({ ...QUESTION, what: 'two' });
        return `${one.kind} ${two.text}`;
      },
    });
    const { restart, runner } = house(root);
    const first = await runner.ask({ session: 's', message: 'go', principal: ana });
    const second = await (await restart().answer(first.pending!.id, { kind: 'yes' }, ana)).result;
    expect(second).toMatchObject({ outcome: 'waiting', pending: { what: 'two' } });
    const third = await (await restart().answer(second.pending!.id, { kind: 'text', text: 'blue' }, ana)).result;
    expect(third).toMatchObject({ text: 'yes blue', notes: { seen: true } });
    expect(steps).toBe(1);
  });

  test('state that changed meanwhile is not turned back by the turn that goes on', async () => {
    const root = codeAgent({
      name: 'Code',
      run: async ({ ask, state, step, message }) => {
        state.set('word', message);
        await step('write', () => null);
        if (message === 'ask') await ask(QUESTION);
        return String(state.get('word'));
      },
    });
    const { runner, store } = house(root);
    const { pending } = await runner.ask({ session: 's', message: 'ask', principal: ana });
    await runner.ask({ session: 's', message: 'other', principal: ana });
    await (await runner.answer(pending!.id, { kind: 'yes' }, ana)).result;
    expect((await store.state('session', 's')).get('word')?.value).toBe(
      (await runner.ask({ session: 's', message: 'other', principal: ana })).text,
    );
  });

  test('a remote agent: its question is the turn’s, its token goes back with the reply', async () => {
    const heard: RemoteRequest[] = [];
    const far = remoteAgent({
      name: 'Far',
      action: 'book',
      transport: {
        async *send(request) {
          heard.push(request);
          if (request.resume === undefined) yield { type: 'input_required', question: QUESTION, token: { task: 7 } };
          else {
            yield { type: 'progress', text: 'booking' };
            yield { type: 'text', text: `booked: ${request.resume.reply.kind}` };
            yield { type: 'usage', usage: { inputTokens: 3, outputTokens: 4 } };
          }
        },
      },
    });
    const { restart, runner, clock } = house(far);
    const { pending } = await runner.ask({ session: 's', message: 'book it', principal: ana });
    const result = await (await restart().answer(pending!.id, { kind: 'yes' }, ana)).result;
    expect(result).toMatchObject({ text: 'booked: yes', usage: { inputTokens: 3, outputTokens: 4, modelCalls: 0 } });
    expect(heard).toHaveLength(2);
    expect(heard[0]).toMatchObject({ principal: ana, action: 'book', message: 'book it', history: [], session: 's' });
    expect(heard[0]!.deadline).toBeGreaterThan(clock.now());
    expect(heard[0]!.trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(heard[1]!.resume).toMatchObject({ token: { task: 7 }, reply: { kind: 'yes', by: 'ana' } });
    expect(heard[1]!.idempotencyKey).not.toBe(heard[0]!.idempotencyKey);
  });
});
