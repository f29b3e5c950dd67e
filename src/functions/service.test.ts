import { describe, expect, test } from 'vitest';
import { only, openTempStore, runnerFor } from '../../test/house.ts';
import { scripted } from '../../test/scripted-model.ts';
import { type ConsiliumError, llmAgent, machineUser, type Store } from '../kernel/index.ts';
import { functionTool } from './agent.ts';
import { openBench } from './fixture.ts';
import { keepDays, retireRuns } from './retire.ts';
import { FUNCTIONS_APP } from './service.ts';

const TEXT = 'Raft elects one leader. The leader appends entries to its log. Followers copy the log of the leader.';
/** 460 kB. */
const LONG = 'Build the report of the ward and send it on. '.repeat(10_300);
const KEYWORDS = { content: TEXT, extraction_type: 'keywords' };
const REPLY = JSON.stringify({ items: [{ text: 'leader', confidence: 0.9 }], compressed_summary: 'Raft.' });

describe('functions as a service', () => {
  test('a run is a session of the app "functions" with its steps on the log', async () => {
    const { functions, store } = openBench();
    const { run } = await functions.run('extract-structure', KEYWORDS, { principal: machineUser('ada') });
    expect(await store.session(run)).toMatchObject({ app: 'functions', user: 'ada', open: null });
    expect(only(await store.events(run), 'step_done').map(({ name }) => name)).toEqual(['offline']);
  });

  test('the list says what a form, an address and a document need', () => {
    const listed = openBench().functions.list();
    expect(listed.find(({ name }) => name === 'extract_structure')).toMatchObject({
      kebab: 'extract-structure',
      default_preset: 'S1',
      budget: { input: 16384, output: 2048 },
      offline: true,
      input: { type: 'object', required: ['content', 'extraction_type'], additionalProperties: false },
      output: { type: 'object', required: ['extracted', 'raw_positions', 'compressed_summary'] },
    });
  });

  test("takes the caller's artifacts by reference, keeps its output as one, and finds nobody else's", async () => {
    const { functions, store } = openBench();
    const ada = { principal: machineUser('ada') };
    const kept = await functions.run('extract_structure', KEYWORDS, { ...ada, keep: 'notes/raft' });
    expect(kept.meta.artifact).toBe('notes/raft_v1');
    expect(JSON.parse(new TextDecoder().decode((await store.artifact('ada', 'notes', 'raft', 1))!.data))).toEqual(
      kept.output,
    );
    await store.saveArtifact('ada', {
      ...{ namespace: 'notes', name: 'text', mimeType: 'text/plain', data: new TextEncoder().encode(TEXT) },
    });
    const forms = ['artifact://notes/text_v1', 'artifact://notes/text', { artifact: 'notes/text_v1' }];
    for (const content of forms) {
      const { output } = await functions.run('extract_structure', { ...KEYWORDS, content }, ada);
      expect(output).toEqual(kept.output);
    }
    const summary = { artifact: 'notes/raft_v1', field: 'compressed_summary' };
    await functions.run('extract_structure', { ...KEYWORDS, content: summary }, ada);
    for (const [content, principal] of [
      ['artifact://notes/text_v1', machineUser('eve')],
      ['artifact://notes/text_v9', machineUser('ada')],
      [{ artifact: 'notes/raft_v1', field: 'nothing' }, machineUser('ada')],
    ] as const)
      await expect(functions.run('extract_structure', { ...KEYWORDS, content }, { principal })).rejects.toMatchObject({
        code: 'ARTIFACT_UNKNOWN',
        details: { path: 'content' },
      });
    await expect(functions.run('extract_structure', KEYWORDS, { ...ada, keep: 'notes/raft_v3' })).rejects.toMatchObject(
      {
        code: 'INPUT_INVALID',
      },
    );
  });

  test('the same call is not made twice in a day where that is asked for, and only for its caller', async () => {
    const { functions } = openBench();
    const ask = (user: string, cache: boolean, content = TEXT) =>
      functions.run('extract_structure', { ...KEYWORDS, content }, { principal: machineUser(user), cache });
    const first = await ask('ada', true);
    expect(first.meta.cached).toBeUndefined();
    expect(await ask('ada', true)).toMatchObject({ output: first.output, meta: { cached: first.run } });
    for (const other of [ask('ada', false), ask('eve', true), ask('ada', true, `${TEXT} More.`)])
      expect((await other).meta.cached).toBeUndefined();
  });

  test('a request longer than a message travels as an artifact', async () => {
    const { functions, store } = openBench();
    const given = { content: 'The leader appends entries. '.repeat(40_000), extraction_type: 'keywords' };
    const { meta, run } = await functions.run('extract_structure', given, { overflow: 'truncate' });
    expect(meta.truncated).toMatchObject({ path: 'content' });
    expect(await store.artifacts({ namespace: run })).toMatchObject([{ name: 'request' }]);
    const [started] = only(await store.events(run), 'invocation_started');
    expect(started!.message.length).toBeLessThan(200);
  });

  test.each([
    ['decompose_task', { task: LONG }],
    ['decompose_task', { task: 'Write a report.', context: LONG }],
    ['decompose_task', { task: 'Write a report.', constraints: [LONG] }],
    ['synthesize_outputs', { artifacts: [{ id: 'a', content: LONG }] }],
    ['validate_against_spec', { artifact: LONG, specification: 'It is short.' }],
    ['validate_against_spec', { artifact: 'A text.', specification: LONG }],
    ['cross_reference', { query_artifact: LONG }],
    ['generate_code', { specification: LONG, language: 'python' }],
  ] as const)('what is too long for %s is refused at the edge: nothing of it is kept', async (name, input) => {
    const { functions, store } = openBench();
    await expect(functions.run(name, input)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:BUDGET_EXCEEDED|INPUT_INVALID|MODEL_REQUIRED)$/),
    });
    expect(await store.sessions({ limit: 10 })).toEqual([]);
  });

  test('runs that ended long ago are retired with their inputs; what was kept as an artifact stays', async () => {
    const { functions, store } = openBench();
    const given = { content: 'The leader appends entries. '.repeat(40_000), extraction_type: 'keywords' };
    const { run } = await functions.run('extract_structure', given, { overflow: 'truncate', keep: 'notes/words' });
    const [kept] = (await store.artifacts()).filter(({ namespace }) => namespace !== run);
    const { updated } = (await store.session(run))!;
    const day = 86_400_000;
    expect(await retireRuns(store, [FUNCTIONS_APP], 90, updated + 89 * day)).toBe(0);
    expect(await retireRuns(store, [FUNCTIONS_APP], 90, updated + 91 * day)).toBe(1);
    expect(await store.session(run)).toBeUndefined();
    expect(await store.artifacts()).toMatchObject([{ namespace: kept!.namespace, name: kept!.name }]);
    expect([keepDays({}), keepDays({ CONSILIUM_KEEP_RUNS_DAYS: 'off' })]).toEqual([90, undefined]);
    expect(() => keepDays({ CONSILIUM_KEEP_RUNS_DAYS: 'soon' })).toThrow(/number of days/);
  });

  test('a hundred calls side by side end as one does, and nothing of them is left waiting', async () => {
    const { functions, store } = openBench();
    const runs = await Promise.all(Array.from({ length: 100 }, () => functions.run('extract_structure', KEYWORDS)));
    expect(new Set(runs.map(({ run }) => run)).size).toBe(100);
    expect(new Set(runs.map(({ output }) => JSON.stringify(output))).size).toBe(1);
    await functions.idle();
    expect(await store.unfinished('local')).toEqual([]);
  });

  test('a cancelled run ends as cancelled, with a log that is whole', async () => {
    const controller = new AbortController();
    const { functions, store } = openBench({
      '*': () => {
        controller.abort();
        return new Promise<never>(() => {});
      },
    });
    const error = await functions
      .run('extract_structure', KEYWORDS, { signal: controller.signal, session: 'c1' })
      .catch((thrown: ConsiliumError) => thrown);
    expect(error).toMatchObject({ code: 'CANCELLED' });
    expect(await store.session('c1')).toMatchObject({ open: null });
  });

  test('a run that a dead process left open is finished without asking the model again', async () => {
    const real = openTempStore();
    const first = openBench({ '*': [REPLY] }, dyingAfter(real, 'step_done'));
    await expect(first.functions.run('extract_structure', KEYWORDS, { session: 'r1' })).rejects.toThrow();
    expect((await real.unfinished('local')).map(({ id }) => id)).toEqual(['r1']);

    const second = openBench({ '*': [new Error('asked twice')] }, real);
    expect(await second.functions.resume()).toBe(1);
    expect(await real.unfinished('local')).toEqual([]);
    const said = only(await real.events('r1'), 'said').map(({ text }) => text);
    expect(said.join()).toContain('test:phi-4');
    expect(second.played).toEqual({});
  });
});

describe('functions as tools of agents', () => {
  test('a model calls one and gets its output', async () => {
    const { functions, store } = openBench();
    const model = scripted([{ call: 'extract_structure', input: KEYWORDS }, 'It is about a leader.']);
    const root = llmAgent({ name: 'cook', model, tools: [functionTool('extract-structure')] });
    const runner = runnerFor(root, {
      store,
      services: { functions },
      models: { candidates: () => [{ label: 'test:cook', model }] },
    });
    const { text, session } = await runner.ask({ message: 'What is it about?' });
    expect(text).toBe('It is about a leader.');
    const [returned] = only(await store.events(session), 'tool_returned');
    expect(returned!.output).toMatchObject({ kind: 'value', value: { meta: { speakers: ['offline'] } } });
    expect(JSON.stringify(returned!.output)).toContain('leader');
  });

  test('what does not fit the schema is told to the model', async () => {
    const { functions, store } = openBench();
    const model = scripted([{ call: 'extract_structure', input: { content: '' } }, 'Sorry.']);
    const root = llmAgent({ name: 'cook', model, tools: [functionTool('extract_structure')] });
    const runner = runnerFor(root, {
      store,
      services: { functions },
      models: { candidates: () => [{ label: 'test:cook', model }] },
    });
    const { session } = await runner.ask({ message: 'Go.' });
    const [returned] = only(await store.events(session), 'tool_returned');
    expect(returned!.output).toMatchObject({ kind: 'error', error: { code: 'TOOL_INPUT_INVALID' } });
  });
});

/** A store that takes the first event of the given type and nothing after it: what a kill leaves behind. */
function dyingAfter(store: Store, type: string): Store {
  let dead = false;
  return new Proxy(store, {
    get: (target, key) => {
      if (key !== 'append') return Reflect.get(target, key).bind?.(target) ?? Reflect.get(target, key);
      return (batch: Parameters<Store['append']>[0]) => {
        if (dead) throw new Error('killed');
        dead = batch.events.some((event) => event.type === type);
        return target.append(batch);
      };
    },
  });
}
