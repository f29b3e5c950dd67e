import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openTempStore, runnerFor } from '../../test/house.ts';
import { scripted } from '../../test/scripted-model.ts';
import { codeAgent, llmAgent } from './agent.ts';
import { cacheKey, qualifiedName } from './artifact.ts';
import { Awaiting, untilReady } from './awaiting.ts';
import { machineUser } from './principal.ts';
import { APP, buildKey, DAY_MS, type Shelves, State, type StateKeys, stateRules, TEMP, USER } from './state.ts';
import { tool } from './tool.ts';

const shelves = (): Shelves => ({ temp: new Map(), session: new Map(), user: new Map(), app: new Map() });

describe('what is called again from its start', () => {
  const shelves = (): Shelves => ({ temp: new Map(), session: new Map(), user: new Map(), app: new Map() });

  test('finds the state as it was, and tells of nothing that it wrote before', async () => {
    const state = new State(shelves());
    state.set('focus', 'kept');
    const seen: unknown[] = [];
    const work = () => {
      seen.push(state.get('focus'), state.get('temp:said'));
      state.set('focus', 'mine');
      state.set('temp:said', true);
      if (seen.length === 2) throw new Awaiting(Promise.resolve());
      return 'done';
    };
    expect(await untilReady(() => state.attempt(work))).toBe('done');
    expect(seen).toEqual(['kept', undefined, 'kept', undefined]);
    expect(state.takeDelta()).toEqual({ delta: { focus: 'mine', 'temp:said': true } });
  });

  test('on a branch too; what an event carries stays, and so does what was written before another fault', async () => {
    const { state } = new State(shelves()).fork();
    const attempt = state.attempt(() => {
      state.set('told', 1);
      expect(state.takeDelta()).toEqual({ delta: { told: 1 } });
      state.set('untold', 2);
      throw new Awaiting(Promise.resolve());
    });
    await expect(attempt).rejects.toBeInstanceOf(Awaiting);
    expect([state.get('told'), state.get('untold'), state.takeDelta()]).toEqual([1, undefined, {}]);
    await expect(state.attempt(() => Promise.reject(state.set('late', 3)))).rejects.toBeUndefined();
    expect(state.get('late')).toBe(3);
  });
});

describe('state', () => {
  test('keys are built by convention', () => {
    expect(buildKey(TEMP, 'extract_structure', 'chapter_1')).toBe('temp:extract_structure:chapter_1');
    expect(buildKey(USER, 'summarize', 'x')).toBe('user:summarize:x');
    expect(buildKey(APP, 'artifact', 'x')).toBe('app:artifact:x');
    expect(buildKey('', 'ns', 'k')).toBe('ns:k');
    const artifact = { namespace: 'pipeline', name: 'summary', version: 3 };
    expect(qualifiedName(artifact)).toBe('pipeline/summary_v3');
    expect(cacheKey(artifact)).toBe('app:artifact:pipeline/summary_v3');
  });

  test('a prefix decides who sees a key and how long', async () => {
    const root = codeAgent({
      name: 'a',
      run: ({ state, message }) => {
        if (message === 'write') state.update({ 'temp:t': 1, s: 1, 'user:u': 1, 'app:a': 1 });
        return ['temp:t', 's', 'user:u', 'app:a'].filter((key) => state.has(key)).join(' ');
      },
    });
    const runner = runnerFor(root, { store: openTempStore() });
    const ask = async (session: string, user: string, message = 'read') =>
      (await runner.ask({ session, principal: machineUser(user), message })).text;
    expect(await ask('one', 'ada', 'write')).toBe('temp:t s user:u app:a');
    expect(await ask('one', 'ada')).toBe('s user:u app:a');
    expect(await ask('two', 'ada')).toBe('user:u app:a');
    expect(await ask('three', 'bob')).toBe('app:a');
  });

  test('what one session of a user writes, the others of that user see at once', async () => {
    const root = codeAgent({
      name: 'a',
      run: ({ state, message }) => {
        if (message !== 'read') state.set('user:word', message);
        return String(state.get('user:word'));
      },
    });
    const runner = runnerFor(root, { store: openTempStore() });
    const ask = async (session: string, message: string, user = 'ada') =>
      (await runner.ask({ session, principal: machineUser(user), message })).text;
    await ask('one', 'first');
    await ask('two', 'second');
    expect(await ask('one', 'read')).toBe('second');
    expect(await ask('three', 'read', 'bob')).toBe('undefined');
  });

  test('user: keys live a day unless told otherwise', () => {
    const state = new State(shelves());
    const now = Date.now();
    state.apply(
      { 'user:old': 1, 'user:short': 1, 'user:new': 1, plain: 1 },
      { 'user:short': 1000 },
      now - DAY_MS + 5_000,
    );
    expect(state.toJSON()).toEqual({ 'user:old': 1, 'user:new': 1, plain: 1 });
    state.apply({ 'user:old': 1 }, undefined, now - DAY_MS - 1);
    expect(state.has('user:old')).toBe(false);
    state.set('user:brief', 'x', { ttlMs: 60_000 });
    expect(state.takeDelta()).toEqual({ delta: { 'user:brief': 'x' }, ttl: { 'user:brief': 60_000 } });
  });

  test('null and undefined remove a key', () => {
    const state = new State(shelves());
    state.set('a', 1);
    state.delete('a');
    state.delete('never');
    expect(state.get('a')).toBeUndefined();
    expect(state.takeDelta()).toEqual({ delta: { a: null } });
    expect(state.takeDelta()).toEqual({});
  });

  test('forks see their origin, not each other', () => {
    const trunk = new State(shelves());
    trunk.set('x', 0);
    const one = trunk.fork();
    const two = trunk.fork();
    one.state.set('x', 1);
    expect([trunk.get('x'), one.state.get('x'), two.state.get('x')]).toEqual([0, 1, 0]);
    const inner = one.state.fork();
    expect(inner.state.get('x')).toBe(1);
    inner.state.delete('x');
    expect([inner.state.has('x'), one.state.has('x')]).toEqual([false, true]);
  });
});

describe('typed keys', () => {
  const keys: StateKeys = {
    case_id: { fits: (value) => typeof value === 'string' && value !== '', wants: 'a case', once: true },
    mood: { fits: (value) => value === 'good' || value === 'bad', wants: 'good or bad' },
  };

  test('are what was declared: right shape, and what is fixed stays', () => {
    const state = new State(shelves(), stateRules(undefined, keys));
    state.update({ case_id: 'c1', mood: 'good', user_location: { country: 'NO', timezone: 'Europe/Oslo' }, free: [1] });
    expect(() => state.set('mood', 'blue')).toThrow(expect.objectContaining({ code: 'STATE_INVALID' }));
    expect(() => state.set('user_location', 'Oslo')).toThrow(/user_location/);
    expect(() => state.set('user_location', { timezone: 'Mars/Base' })).toThrow(/user_location/);
    expect(() => new State(shelves(), stateRules(undefined, keys)).set('case_id', '')).toThrow(/a case/);
    expect(() => state.set('case_id', 'c2')).toThrow(expect.objectContaining({ code: 'STATE_PROTECTED' }));
    expect(() => state.delete('case_id')).toThrow(expect.objectContaining({ code: 'STATE_PROTECTED' }));
    state.set('case_id', 'c1');
    state.delete('mood');
    expect(state.get('mood')).toBeUndefined();
  });

  test('that are fixed stay so within a session, also when a tool tries', async () => {
    const grab = tool({
      name: 'grab',
      description: 'g',
      input: z.object({}),
      execute: (_i, { state }) => state.set('case_id', 'another'),
    });
    const root = llmAgent({
      name: 'a',
      model: scripted((_o, turn) => (turn === 0 ? { call: 'grab' } : 'no')),
      tools: [grab],
    });
    const runner = runnerFor(root, { store: openTempStore(), stateKeys: keys });
    const events = [];
    for await (const signal of runner.run({ session: 's', message: 'go', state: { case_id: 'c1' } }))
      events.push(signal);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'tool_returned',
        output: { kind: 'error', error: expect.objectContaining({ code: 'STATE_PROTECTED' }) },
      }),
    );
    await expect(runner.ask({ session: 's', message: 'go', state: { case_id: 'c2' } })).rejects.toMatchObject({
      code: 'STATE_PROTECTED',
    });
    expect((await runner.store.state('session', 's')).get('case_id')?.value).toBe('c1');
    expect((await runner.ask({ session: 's', message: 'still works' })).outcome).toBe('completed');
  });

  test('the place of a person is kept with the session and grows by what is told later', async () => {
    const root = codeAgent({ name: 'a', run: ({ place }) => JSON.stringify(place) });
    const runner = runnerFor(root, { store: openTempStore(), place: { timezone: 'UTC' } });
    const ask = async (session: string, place?: object) =>
      JSON.parse((await runner.ask({ session, message: 'where', ...(place && { place }) })).text);
    expect(await ask('one')).toEqual({ timezone: 'UTC' });
    expect(await ask('one', { country: 'NO' })).toEqual({ timezone: 'UTC', country: 'NO' });
    expect(await ask('one', { timezone: 'Europe/Oslo' })).toEqual({ timezone: 'Europe/Oslo', country: 'NO' });
    expect(await ask('one')).toEqual({ timezone: 'Europe/Oslo', country: 'NO' });
    expect(await ask('two')).toEqual({ timezone: 'UTC' });
    await expect(ask('one', { timezone: 'Nowhere' })).rejects.toMatchObject({ code: 'PLACE_INVALID' });
  });
});
