import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openTempStore, runnerFor } from '../../test/house.ts';
import { scripted } from '../../test/scripted-model.ts';
import { codeAgent, llmAgent } from './agent.ts';
import { cacheKey, qualifiedName } from './artifact.ts';
import { APP, buildKey, DAY_MS, readTeamState, type Shelves, State, TEMP, TOPIC_NODE_TYPES, USER } from './state.ts';
import { tool } from './tool.ts';

const shelves = (): Shelves => ({ temp: new Map(), session: new Map(), user: new Map(), app: new Map() });

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
      (await runner.ask({ session, user, message })).text;
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
      (await runner.ask({ session, user, message })).text;
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

describe('the state of a team', () => {
  test('has typed keys, and topics from a closed list', () => {
    const state = new State(shelves());
    state.update({
      patient_id: 'p1',
      user_id: 'u1',
      user_location: { country: 'NO' },
      session_topic_node_uuid: 'n1',
      session_topic_node_type: 'EncounterNode',
    });
    expect(readTeamState(state)).toEqual({
      patient_id: 'p1',
      user_id: 'u1',
      user_location: { country: 'NO' },
      session_topic_node_uuid: 'n1',
      session_topic_node_type: 'EncounterNode',
    });
    expect(TOPIC_NODE_TYPES).toHaveLength(9);
    expect(() => state.set('session_topic_node_type', 'InvoiceNode')).toThrow(
      expect.objectContaining({ code: 'STATE_INVALID' }),
    );
    expect(() => state.set('user_location', 'Oslo')).toThrow(/user_location/);
    expect(() => new State(shelves()).set('patient_id', '')).toThrow(/patient id/);
    state.delete('session_topic_node_type');
    expect(readTeamState(state).session_topic_node_type).toBeUndefined();
  });

  test('never changes its patient within a session, not even when a tool tries', async () => {
    const grab = tool({
      name: 'grab',
      description: 'g',
      input: z.object({}),
      execute: (_i, { state }) => state.set('patient_id', 'somebody-else'),
    });
    const root = llmAgent({
      name: 'a',
      model: scripted((_o, turn) => (turn === 0 ? { call: 'grab' } : 'no')),
      tools: [grab],
    });
    const runner = runnerFor(root, { store: openTempStore() });
    const events = [];
    for await (const signal of runner.run({ session: 's', message: 'go', state: { patient_id: 'p1' } }))
      events.push(signal);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'tool_returned',
        output: { kind: 'error', error: expect.objectContaining({ code: 'STATE_PROTECTED' }) },
      }),
    );
    await expect(runner.ask({ session: 's', message: 'go', state: { patient_id: 'p2' } })).rejects.toMatchObject({
      code: 'STATE_PROTECTED',
    });
    expect((await runner.store.state('session', 's')).get('patient_id')?.value).toBe('p1');
    expect((await runner.ask({ session: 's', message: 'still works' })).outcome).toBe('completed');
  });
});
