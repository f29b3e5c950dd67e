import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { collect, openTempStore, runnerFor } from '../../test/house.ts';
import { type Line, scripted } from '../../test/scripted-model.ts';
import { codeAgent, llmAgent } from './agent.ts';
import { ConsiliumError } from './errors.ts';
import { type Batch, conflict, type Store } from './store.ts';
import { tool } from './tool.ts';

/** A turn of one agent whose model is here or elsewhere, and what of it was stored when. */
function house(options: { isLocal: boolean; idempotent?: boolean; append?: (batch: Batch, store: Store) => void }) {
  const inner = openTempStore();
  const batches: string[][] = [];
  const atTheTool: string[][] = [];
  const store: Store = {
    ...inner,
    append: (batch) => {
      options.append?.(batch, inner);
      batches.push(batch.events.map(({ type }) => type));
      return inner.append(batch);
    },
  };
  const look = tool({
    name: 'look',
    description: 'Looks.',
    input: z.strictObject({}),
    idempotent: options.idempotent ?? true,
    execute: () => {
      atTheTool.push(batches.flat());
      return 'seen';
    },
  });
  const lines: Line[] = [{ call: 'look' }, 'There it is.'];
  const model = scripted(lines);
  const models = { candidates: () => [{ label: 'm', model, isLocal: options.isLocal }] };
  const runner = runnerFor(llmAgent({ name: 'a', model: 'fast', tools: [look] }), { store, models });
  return { runner, store, batches, atTheTool };
}

const BEFORE_WORDS = ['invocation_started', 'agent_started', 'model_replied', 'tool_called', 'tool_returned'];

describe('what is stored when', () => {
  test('the message is stored before anything is done; what the process can do again, in one piece before words', async () => {
    const { runner, batches } = house({ isLocal: true });
    const turn = runner.run({ session: 's', message: 'look' });
    const shown: string[] = [];
    for await (const signal of turn) {
      if (signal.type === 'text_delta' && !shown.includes('text_delta'))
        expect(batches).toEqual([BEFORE_WORDS.slice(0, 2), BEFORE_WORDS.slice(2)]);
      shown.push(signal.type);
    }
    expect(shown.slice(0, 6)).toEqual([...BEFORE_WORDS, 'text_delta']);
    expect(batches.flat()).toEqual([...BEFORE_WORDS, 'model_replied', 'agent_finished', 'invocation_finished']);
  });

  test('what a model elsewhere said is stored before anything else is done', async () => {
    const { runner, atTheTool } = house({ isLocal: false });
    await runner.ask({ message: 'look' });
    expect(atTheTool).toEqual([['invocation_started', 'agent_started', 'model_replied', 'tool_called']]);
  });

  test('a call that must not be made twice is on the log before it is made', async () => {
    const { runner, atTheTool } = house({ isLocal: true, idempotent: false });
    await runner.ask({ message: 'look' });
    expect(atTheTool).toEqual([['invocation_started', 'agent_started', 'model_replied', 'tool_called']]);
  });

  test('a turn that waits is on the log by the end of the round', async () => {
    const asked = Promise.withResolvers<void>();
    const told = Promise.withResolvers<string>();
    const model = scripted(() => {
      asked.resolve();
      return told.promise;
    });
    const models = { candidates: () => [{ label: 'm', model, isLocal: true }] };
    const store = openTempStore();
    const runner = runnerFor(llmAgent({ name: 'a', model: 'fast' }), { store, models });
    const turn = runner.run({ session: 's', message: 'hello' });
    await asked.promise;
    await new Promise((done) => setImmediate(done));
    expect((await store.events('s')).map(({ type }) => type)).toEqual(['invocation_started', 'agent_started']);
    told.resolve('Hello.');
    expect((await turn.result).text).toBe('Hello.');
  });

  test('words of a turn that cannot be stored are not shown', async () => {
    const full = () => {
      throw new ConsiliumError('STORAGE_FULL', 'The disk is full.');
    };
    const { runner } = house({ isLocal: true, append: full });
    const turn = runner.run({ message: 'look' });
    expect(await collect(turn)).toEqual([]);
    expect(await turn.result).toMatchObject({ outcome: 'failed', error: { code: 'STORAGE_FULL' } });
  });

  test('a store that takes its time is waited for: words come after what was before them', async () => {
    const inner = openTempStore();
    const store: Store = {
      ...inner,
      append: async (batch) => {
        await new Promise((done) => setImmediate(done));
        await inner.append(batch);
      },
    };
    const models = { candidates: () => [{ label: 'm', model: scripted(['some words']), isLocal: true }] };
    const turn = runnerFor(llmAgent({ name: 'a', model: 'fast' }), { store, models }).run({ message: 'hello' });
    const shown = (await collect(turn)).map(({ type }) => type);
    expect(shown.slice(0, 3)).toEqual(['invocation_started', 'agent_started', 'text_delta']);
    expect(shown.at(-1)).toBe('invocation_finished');
    expect(shown.filter((type) => type === 'text_delta')).toHaveLength(2);
  });

  test('what is kept of an answer elsewhere is stored with its end, or neither is', async () => {
    const { runner, store } = house({ isLocal: true });
    const closed: string[] = [];
    const isFull = () => {
      throw new ConsiliumError('STORAGE_FULL', 'The disk is full.');
    };
    const result = await runner.ask({ session: 's', message: 'look', closing: ({ text }) => void closed.push(text) });
    expect([result.outcome, closed]).toEqual(['completed', ['There it is.']]);
    const failed = await runner.ask({ session: 't', message: 'look', closing: isFull });
    expect(failed).toMatchObject({ outcome: 'failed', error: { code: 'STORAGE_FULL' } });
    const types = (await store.events('t')).map(({ type }) => type);
    expect(types).not.toContain('invocation_finished');
  });
});

describe('what does no harm when it is done twice', () => {
  /** Code that says what of its turn was stored when it ran, and whether it waits in between. */
  function counting(given: { append?: (batch: Batch) => void; waits?: boolean } = {}) {
    const inner = openTempStore();
    const batches: string[][] = [];
    const append = (batch: Batch) => {
      given.append?.(batch);
      batches.push(batch.events.map(({ type }) => type));
      return inner.append(batch);
    };
    const seen: string[][] = [];
    const run = async () => {
      if (given.waits) await new Promise((done) => setTimeout(done, 5));
      seen.push(batches.flat());
      return 'done';
    };
    const runner = runnerFor(codeAgent({ name: 'a', run }), { store: { ...inner, append } });
    return { runner, batches, seen };
  }
  const ALL = ['invocation_started', 'agent_started', 'said', 'agent_finished', 'invocation_finished'];

  test('is stored in one piece, with its end', async () => {
    const { runner, batches, seen } = counting();
    expect(await runner.ask({ message: 'hello', key: 'k', repeatable: true })).toMatchObject({ text: 'done' });
    expect(batches).toEqual([ALL]);
    expect(seen).toEqual([[]]);
    expect(await runner.ask({ message: 'hello', key: 'k', repeatable: true })).toMatchObject({ text: 'done' });
    expect(seen).toHaveLength(1);
  });

  test('is stored soon where its end is far; anything else, before it begins', async () => {
    const slow = counting({ waits: true });
    await slow.runner.ask({ message: 'hello', repeatable: true });
    expect(slow.seen).toEqual([ALL.slice(0, 2)]);
    const other = counting();
    await other.runner.ask({ message: 'hello' });
    expect(other.seen).toEqual([ALL.slice(0, 2)]);
  });

  test('is not answered where it could not be stored', async () => {
    const full = () => {
      throw new ConsiliumError('STORAGE_FULL', 'The disk is full.');
    };
    const { runner } = counting({ append: full });
    const result = await runner.ask({ message: 'hello', repeatable: true });
    expect(result).toMatchObject({ outcome: 'failed', error: { code: 'STORAGE_FULL' } });
  });

  test.each([false, true])('is done again where another was first (it waits: %s)', async (waits) => {
    let others = 1;
    const { runner, batches, seen } = counting({
      waits,
      append: ({ session }) => {
        if (others-- > 0) throw conflict(session.id, 'its log does not end there');
      },
    });
    expect(await runner.ask({ message: 'hello', session: 's', repeatable: true })).toMatchObject({ text: 'done' });
    expect([seen.length, batches.flat()]).toEqual([2, ALL]);
  });
});
