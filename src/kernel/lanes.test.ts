import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openTempStore, runnerFor } from '../../test/house.ts';
import { scripted } from '../../test/scripted-model.ts';
import { codeAgent, llmAgent, parallelAgent, sequentialAgent } from './agent.ts';
import { Lanes } from './lanes.ts';
import { tool } from './tool.ts';

describe('who waits in the lanes', () => {
  test('goes on in this order: those who begin, those who speak, those who tidy up; in each lane the oldest turn first', async () => {
    const lanes = new Lanes({ now: () => 0 });
    const gone: string[] = [];
    await Promise.all([
      lanes.tidy(2).then(() => gone.push('tidy 2')),
      lanes.tidy(1).then(() => gone.push('tidy 1')),
      lanes.speak(4).then(() => gone.push('speak 4')),
      lanes.speak(3).then(() => gone.push('speak 3')),
      lanes.begin().then(() => gone.push('begin a')),
      lanes.begin().then(() => gone.push('begin b')),
    ]);
    expect(gone).toEqual(['begin a', 'begin b', 'speak 3', 'speak 4', 'tidy 1', 'tidy 2']);
  });

  test('goes on one in each round of the event loop, so that others are heard in between', async () => {
    const lanes = new Lanes();
    let round = 0;
    let isDone = false;
    const count = () => {
      round++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const rounds = await Promise.all([lanes.begin(), lanes.begin(), lanes.tidy(0)].map((go) => go.then(() => round)));
    isDone = true;
    expect(new Set(rounds).size).toBe(3);
  });

  test('is passed by a newcomer at any time', async () => {
    const lanes = new Lanes({ now: () => 0 });
    const gone: string[] = [];
    const books = [1, 2, 3].map((n) => lanes.tidy(0).then(() => gone.push(`book ${n}`)));
    await books[0];
    await lanes.begin().then(() => gone.push('begin'));
    await Promise.all(books);
    expect(gone).toEqual(['book 1', 'begin', 'book 2', 'book 3']);
  });

  test('is not passed for ever: for each newcomer a piece of a turn that is older than the patience is done', async () => {
    const lanes = new Lanes({ patienceMs: 100, now: () => 1_000 });
    const gone: string[] = [];
    const books = [0, 1, 950].map((began) => lanes.tidy(began).then(() => gone.push(`of ${began}`)));
    const begin = ['a', 'b', 'c', 'd'].map((name) => lanes.begin().then(() => gone.push(name)));
    await Promise.all([...books, ...begin]);
    expect(gone).toEqual(['a', 'of 0', 'b', 'of 1', 'c', 'd', 'of 950']);
  });

  test('is not joined by ever more: beyond a number of them nobody begins', async () => {
    const lanes = new Lanes({ most: 3, now: () => 0 });
    const gone: string[] = [];
    const books = [1, 2, 3, 4].map((n) => lanes.tidy(n).then(() => gone.push(`book ${n}`)));
    await Promise.all([...books, lanes.begin().then(() => gone.push('begin'))]);
    expect(gone).toEqual(['book 1', 'book 2', 'begin', 'book 3', 'book 4']);
  });
});

describe('turns that share the lanes', () => {
  /** Speaks at once; beside it a silent one keeps books, in pieces. */
  const house = () => {
    const happened: string[] = [];
    const lanes = new Lanes({ patienceMs: Number.POSITIVE_INFINITY });
    const books = codeAgent({
      name: 'books',
      speaks: false,
      run: async ({ session, giveWay }) => {
        for (let page = 1; page <= 3; page++) {
          await giveWay();
          happened.push(`${session.id} page ${page}`);
        }
        return 'kept';
      },
    });
    const speaker = llmAgent({ name: 'speaker', model: scripted(['some words for you']) });
    const root = parallelAgent({ name: 'root', subAgents: [speaker, books] });
    const runner = runnerFor(root, { store: openTempStore(), lanes });
    const send = async (session: string) => {
      await lanes.begin();
      const turn = runner.run({ session, message: 'hello' });
      for await (const signal of turn)
        if (signal.type === 'text_delta' && signal.offset === 0) happened.push(`${session} speaks`);
      happened.push(`${session} ends`);
    };
    return { happened, send, runner };
  };
  const pages = (session: string) => [`${session} page 1`, `${session} page 2`, `${session} page 3`, `${session} ends`];

  test('all speak before one of them keeps books; then they end one after another', async () => {
    const { happened, send } = house();
    await Promise.all(['one', 'two', 'three'].map(send));
    expect(happened).toEqual([
      'one speaks',
      'two speaks',
      'three speaks',
      ...pages('one'),
      ...pages('two'),
      ...pages('three'),
    ]);
  });

  test('who comes while another keeps books speaks before these are done', async () => {
    const { happened, send } = house();
    let late: Promise<void> | undefined;
    const push = happened.push.bind(happened);
    happened.push = (line) => {
      if (line === 'one page 1') late = send('late');
      return push(line);
    };
    await send('one');
    await late;
    expect(happened.indexOf('late speaks')).toBeLessThan(happened.indexOf('one page 2'));
    expect(happened.slice(-4)).toEqual(pages('late'));
  });

  test('a turn that is heard already waits with the rest of its answer', async () => {
    const lanes = new Lanes({ patienceMs: Number.POSITIVE_INFINITY });
    const happened: string[] = [];
    const look = tool({ name: 'look', description: 'Looks.', input: z.strictObject({}), execute: () => 'seen' });
    const script = [{ call: 'look', text: 'Let me see.' }, 'There it is.'];
    const send = async (session: string) => {
      const agent = llmAgent({ name: 'a', model: scripted(script), tools: [look] });
      const runner = runnerFor(sequentialAgent({ name: 'root', subAgents: [agent] }), { lanes });
      await lanes.begin();
      for await (const signal of runner.run({ session, message: 'hello' }))
        if (signal.type === 'text_delta' && signal.offset === 0) happened.push(`${session}: ${signal.text.trim()}`);
    };
    await Promise.all(['one', 'two'].map(send));
    expect(happened).toEqual(['one: Let', 'two: Let', 'one: There', 'two: There']);
  });

  test('what an agent said without a model is shown before the books are kept', async () => {
    const lanes = new Lanes();
    const happened: string[] = [];
    const books = codeAgent({
      name: 'books',
      speaks: false,
      run: async ({ giveWay }) => {
        await giveWay();
        happened.push('books');
        return '';
      },
    });
    const warned = llmAgent({ name: 'warner', model: scripted(['never asked']), beforeAgent: [() => 'Call now.'] });
    const runner = runnerFor(parallelAgent({ name: 'root', subAgents: [warned, books] }), { lanes });
    for await (const signal of runner.run({ message: 'hello' })) if (signal.type === 'said') happened.push(signal.text);
    expect(happened.slice(0, 2)).toEqual(['Call now.', 'books']);
  });

  test('a cancelled turn ends, and what waits behind it goes on', async () => {
    const { happened, send, runner } = house();
    const cancelled = runner.run({ session: 'gone', message: 'hello' });
    for await (const signal of cancelled) if (signal.type === 'text_delta') cancelled.cancel();
    expect((await cancelled.result).outcome).toBe('cancelled');
    await send('next');
    expect(happened.slice(-4)).toEqual(pages('next'));
  });
});
