import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ConsiliumError, type Event, machineUser } from '../kernel/index.ts';
import { benchOf, type House, openHouse, small } from './fixture.ts';
import type { Progress } from './report.ts';
import type { Workbench } from './workbench.ts';

const houses: House[] = [];
afterEach(async () => {
  for (const house of houses.splice(0)) await house.close();
});

function house(functions: Workbench, files: Record<string, string>, options: { most?: number } = {}): House {
  const opened = openHouse(functions, files, options);
  houses.push(opened);
  return opened;
}

/** Small functions, and a note of every call that was really made. */
function bench(over: { tokens?: number; onShout?: (text: string, signal: AbortSignal) => Promise<void> | void } = {}) {
  const calls: string[] = [];
  const functions = benchOf({
    split: small({
      input: z.strictObject({ text: z.string() }),
      output: z.object({ words: z.array(z.string()) }),
      run: ({ text }) => {
        calls.push(`split ${text}`);
        return { words: text.split(' ') };
      },
    }),
    shout: small({
      input: z.strictObject({ text: z.string(), mark: z.string().default('!') }),
      output: z.object({ loud: z.string() }),
      tokens: over.tokens,
      run: async ({ text, mark }, { signal }) => {
        calls.push(`shout ${text}`);
        await over.onShout?.(text, signal);
        return { loud: text.toUpperCase() + mark };
      },
    }),
    join: small({
      input: z.strictObject({ parts: z.array(z.string()), note: z.string().optional() }),
      output: z.object({ text: z.string() }),
      run: ({ parts, note = '' }) => {
        calls.push(`join ${parts.join(' ')}${note}`);
        return { text: parts.join(' ') + note };
      },
    }),
  });
  return { calls, functions };
}

const input = `input:
  type: object
  properties:
    text: { type: string }
    mark: { type: string, default: "!" }
    quiet: { type: boolean }
  required: [text]
  additionalProperties: false
`;

const shouting = `id: shouting
description: Splits a text, shouts each word, joins them.
${input}stages:
  - id: split
    function: split
    inputs:
      text: \${input.text}
  - id: shout
    function: shout
    cache: compression
    map:
      over: \${stages.split.words}
      concurrency: 2
    inputs:
      text: \${item}
      mark: \${input.mark}
  - id: aside
    function: shout
    when: \${input.quiet}
    inputs:
      text: quiet
  - id: join
    function: join
    cache: artifact
    inputs:
      parts: \${stages.shout[*].loud}
      note: \${stages.aside.loud ?? ""}
output:
  text: \${stages.join.text}
  words: \${stages.split.words}
artifact:
  name: shouted
  mime_type: text/plain
  content: \${stages.join.text}
`;

const collect = async (run: AsyncIterable<Progress>) => {
  const seen: Progress[] = [];
  for await (const progress of run) seen.push(progress);
  return seen;
};
const say = (progress: Progress) =>
  progress.type === 'run' ? `run ${progress.state}` : `${progress.stage} ${progress.state}`;

describe('a run', () => {
  test('goes through its stages and reports them', async () => {
    const { calls, functions } = bench();
    const { pipelines } = house(functions, { 'a.yml': shouting });
    const report = await pipelines.start('shouting', { text: 'tea is hot' }, { principal: machineUser('ada') }).result;
    expect(report).toMatchObject({
      pipeline: 'shouting',
      user: 'ada',
      state: 'completed',
      input: { text: 'tea is hot', mark: '!' },
      output: { text: 'TEA! IS! HOT!', words: ['tea', 'is', 'hot'] },
      artifact: 'shouting/shouted_v1',
      usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
      attempts: [],
      warnings: [],
    });
    expect(report.error).toBeUndefined();
    expect(report.stages).toMatchObject([
      { id: 'split', function: 'split', state: 'done', attempts: 1, tokens: 10, cached: false, depends_on: [] },
      { id: 'shout', state: 'done', attempts: 1, tokens: 30, calls: { done: 3, of: 3 }, depends_on: ['split'] },
      { id: 'aside', state: 'skipped', attempts: 1, tokens: 0 },
      { id: 'join', state: 'done', artifact: 'shouting/join_v1', depends_on: ['shout', 'aside'] },
    ]);
    expect(calls).toEqual(['split tea is hot', 'shout tea', 'shout is', 'shout hot', 'join TEA! IS! HOT!']);
    expect(await pipelines.run(report.run_id)).toEqual(report);
  });

  test('is watched while it happens, by anybody, from any point, and from the log when it is over', async () => {
    const { functions } = bench();
    const { pipelines } = house(functions, { 'a.yml': shouting });
    const run = pipelines.start('shouting', { text: 'tea is' });
    const [first, second] = await Promise.all([collect(run), collect(pipelines.watch(run.id))]);
    expect(first.map(say)).toEqual([
      'run running',
      'split running',
      'aside skipped',
      'split done',
      'shout running',
      'shout running',
      'shout running',
      'shout done',
      'join running',
      'join done',
      'run completed',
    ]);
    expect(second).toEqual(first);
    expect(await collect(pipelines.watch(run.id))).toEqual(first);
    expect(await collect(pipelines.watch(run.id, { after: first[8]!.seq }))).toEqual(first.slice(9));
    expect(first[7]).toMatchObject({
      stage: 'shout',
      state: 'done',
      tokens: 20,
      calls: { done: 2, of: 2 },
      cached: false,
    });
  });

  test('leaves its results where the conventions say: temp, user for a day, app', async () => {
    const { functions } = bench();
    const { pipelines, store } = house(functions, { 'a.yml': shouting });
    const { run_id } = await pipelines.start('shouting', { text: 'tea' }, { principal: machineUser('ada') }).result;
    const deltas = Object.assign({}, ...(await store.events(run_id)).map(({ delta }: Event) => delta ?? {}));
    expect(deltas).toMatchObject({
      'temp:shouting:split': { words: ['tea'] },
      'temp:shouting:shout': [{ loud: 'TEA!' }],
      'temp:shouting:join': { text: 'TEA!' },
      'app:shouting:shouted': { artifact: 'shouting/shouted_v1' },
      'app:shouting:join': { artifact: 'shouting/join_v1' },
    });
    const mine = await store.state('user', 'pipelines/ada');
    const kept = [...mine].find(([key]) => key.startsWith('user:shout:'))!;
    expect(kept[1].value).toMatchObject({ run: run_id, call: { output: { loud: 'TEA!' } } });
    expect(kept[1].expires! - Date.now()).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
    expect([...mine].find(([key]) => key.startsWith('user:split:'))![1].value).toEqual({
      run: run_id,
      step: 'split.1.end',
    });
    const saved = await store.artifact('ada', 'shouting', 'shouted');
    expect(new TextDecoder().decode(saved!.data)).toBe('TEA!');
    expect(saved).toMatchObject({ version: 1, mimeType: 'text/plain', metadata: { run: run_id, user: 'ada' } });
    expect(await pipelines.stageOutput(run_id, 'shout')).toEqual([{ loud: 'TEA!' }]);
  });

  test('is listed with its state, and nobody sees another’s', async () => {
    const { functions } = bench();
    const { pipelines } = house(functions, {
      'a.yml': shouting,
      'b.yml': shouting.replace('id: shouting', 'id: other'),
    });
    expect(pipelines.list().map(({ id }) => id)).toEqual(['shouting', 'other']);
    const a = await pipelines.start('shouting', { text: 'a' }, { principal: machineUser('ada') }).result;
    const b = await pipelines.start('other', { text: 'b' }, { principal: machineUser('bob') }).result;
    const ids = async (filter: object) => (await pipelines.runs(filter)).map(({ run_id }) => run_id).sort();
    expect(await ids({})).toEqual([a.run_id, b.run_id].sort());
    expect(await ids({ user: 'ada' })).toEqual([a.run_id]);
    expect(await ids({ pipeline: 'other' })).toEqual([b.run_id]);
    expect(await ids({ state: 'failed' })).toEqual([]);
    expect(await pipelines.run(a.run_id, { user: 'bob' })).toBeUndefined();
    expect(await pipelines.run('nobody')).toBeUndefined();
  });

  test('with a key is one run, however often it is started', async () => {
    const { calls, functions } = bench();
    const { pipelines } = house(functions, { 'a.yml': shouting });
    const first = pipelines.start('shouting', { text: 'tea' }, { key: 'k' });
    expect(pipelines.start('shouting', { text: 'tea' }, { key: 'k' }).id).toBe(first.id);
    expect(() => pipelines.start('shouting', { text: 'milk' }, { key: 'k' })).toThrow(/another input/);
    const report = await first.result;
    expect(await pipelines.start('shouting', { text: 'tea' }, { key: 'k' }).result).toEqual(report);
    await expect(pipelines.start('shouting', { text: 'milk' }, { key: 'k' }).result).rejects.toThrow(/another input/);
    expect(calls).toHaveLength(3);
    expect(pipelines.start('shouting', { text: 'tea' }, { key: 'k', principal: machineUser('ada') }).id).not.toBe(
      first.id,
    );
  });

  test('takes an artifact by its name: the same name is the same input, and only the own ones are found', async () => {
    const { functions } = bench();
    const { pipelines } = house(functions, { 'a.yml': shouting });
    await pipelines.start('shouting', { text: 'tea is hot' }).result;
    const named = { text: 'artifact://shouting/shouted_v1' };
    const first = await pipelines.start('shouting', named, { key: 'k' }).result;
    expect(first).toMatchObject({ input: { text: 'TEA! IS! HOT!' }, output: { text: 'TEA!! IS!! HOT!!' } });
    expect(await pipelines.start('shouting', named, { key: 'k' }).result).toEqual(first);
    const whole = { text: { artifact: 'shouting/shouted_v2' } };
    expect((await pipelines.start('shouting', whole).result).input).toEqual({ text: 'TEA!! IS!! HOT!!', mark: '!' });
    const others = pipelines.start('shouting', named, { principal: machineUser('ada') });
    await expect(others.begun).rejects.toMatchObject({ code: 'ARTIFACT_UNKNOWN' });
    await expect(others.result).rejects.toMatchObject({ code: 'ARTIFACT_UNKNOWN' });
  });

  test('does not begin with a wrong name, a wrong input, one too large, or when too many are running', async () => {
    const { functions } = bench();
    const { pipelines } = house(functions, { 'a.yml': shouting, 'b.yml': 'id: broken\n' }, { most: 1 });
    expect(() => pipelines.start('shoutin', {})).toThrow(expect.objectContaining({ code: 'PIPELINE_UNKNOWN' }));
    expect(() => pipelines.start('b', {})).toThrow(expect.objectContaining({ code: 'PIPELINE_INVALID' }));
    expect(() => pipelines.start('shouting', { text: 1 })).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
    const large = 'x'.repeat(50_000_000);
    expect(() => pipelines.start('shouting', { text: large })).toThrow(
      expect.objectContaining({ code: 'INPUT_TOO_LARGE' }),
    );
    expect(await pipelines.runs()).toEqual([]);
    const only = pipelines.start('shouting', { text: 'a' });
    expect(() => pipelines.start('shouting', { text: 'b' })).toThrow(
      expect.objectContaining({ code: 'PIPELINES_BUSY', retryable: true }),
    );
    await only.result;
    expect((await pipelines.start('shouting', { text: 'b' }).result).state).toBe('completed');
  });
});

describe('an unchanged stage', () => {
  test('is not run twice: only what depends on a change is', async () => {
    const { calls, functions } = bench();
    const { pipelines } = house(functions, { 'a.yml': shouting });
    await pipelines.start('shouting', { text: 'tea is' }).result;
    calls.length = 0;
    const again = await pipelines.start('shouting', { text: 'tea is' }).result;
    expect(again.stages.map(({ state }) => state)).toEqual(['cached', 'cached', 'skipped', 'cached']);
    expect(again.output).toEqual({ text: 'TEA! IS!', words: ['tea', 'is'] });
    expect(calls).toEqual([]);
    const longer = await pipelines.start('shouting', { text: 'tea is hot' }).result;
    expect(calls).toEqual(['split tea is hot', 'shout hot', 'join TEA! IS! HOT!']);
    expect(longer.stages.map(({ state }) => state)).toEqual(['done', 'done', 'skipped', 'done']);
    calls.length = 0;
    const marked = await pipelines.start('shouting', { text: 'tea is', mark: '?' }).result;
    expect(marked.stages.map(({ state, tokens }) => [state, tokens])).toEqual([
      ['cached', 0],
      ['done', 20],
      ['skipped', 0],
      ['done', 10],
    ]);
    expect(calls).toEqual(['shout tea', 'shout is', 'join TEA? IS?']);
  });

  test('is run again for another user, and where the file says that nothing is to be kept', async () => {
    const { calls, functions } = bench();
    const { pipelines } = house(functions, {
      'a.yml': shouting,
      'b.yml': shouting
        .replace('id: shouting', 'id: forgetful')
        .replaceAll('    function: ', '    cache: none\n    function: ')
        .replace('    cache: compression\n', '')
        .replace('    cache: artifact\n', ''),
    });
    await pipelines.start('shouting', { text: 'tea' }, { principal: machineUser('ada') }).result;
    await pipelines.start('shouting', { text: 'tea' }, { principal: machineUser('bob') }).result;
    expect(calls).toHaveLength(6);
    await pipelines.start('forgetful', { text: 'tea' }, { principal: machineUser('ada') }).result;
    await pipelines.start('forgetful', { text: 'tea' }, { principal: machineUser('ada') }).result;
    expect(calls).toHaveLength(12);
  });

  test('is run again once the run that knew its result is deleted', async () => {
    const { calls, functions } = bench();
    const { pipelines, store } = house(functions, { 'a.yml': shouting });
    const { run_id } = await pipelines.start('shouting', { text: 'tea' }).result;
    await store.deleteSession(run_id);
    calls.length = 0;
    const again = await pipelines.start('shouting', { text: 'tea' }).result;
    // The compressed stage is with the user; the others were on the log that is gone.
    expect(calls).toEqual(['split tea', 'join TEA!']);
    expect(again.stages.map(({ state }) => state)).toEqual(['done', 'cached', 'skipped', 'done']);
  });
});

describe('a stage that fails', () => {
  const failing = {
    onShout: (text: string) => {
      if (text === 'bad') throw new ConsiliumError('WORD_BAD', 'That word is not shouted.', { hint: 'Use another.' });
    },
  };

  test('is named in the error; what depends on it is left out, what does not goes on', async () => {
    const { calls, functions } = bench(failing);
    const twoWays = shouting.replace(
      '  - id: join',
      `  - id: apart\n    function: join\n    inputs:\n      parts: \${stages.split.words}\n  - id: join`,
    );
    const { pipelines } = house(functions, { 'a.yml': twoWays });
    const report = await pipelines.start('shouting', { text: 'good bad' }).result;
    expect(report).toMatchObject({
      state: 'failed',
      error: {
        code: 'WORD_BAD',
        message: 'Stage shout, item 1: That word is not shouted.',
        hint: 'Use another.',
        stage: 'shout',
        item: 1,
      },
    });
    expect(report.output).toBeUndefined();
    expect(report.stages.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'split done',
      'shout failed',
      'aside skipped',
      'apart done',
      'join skipped',
    ]);
    expect(report.stages[1]).toMatchObject({ error: { code: 'WORD_BAD' }, calls: { done: 1, of: 2 } });
    expect((await pipelines.runs({ state: 'failed' }))[0]).toMatchObject({
      run_id: report.run_id,
      error: { stage: 'shout' },
    });
    calls.length = 0;
    await pipelines.start('shouting', { text: 'good bad' }).result;
    expect(calls).toEqual(['shout bad']);
  });

  test('with more items than it takes fails before any is begun', async () => {
    const { calls, functions } = bench();
    const { pipelines } = house(functions, { 'a.yml': shouting.replace('concurrency: 2', 'most: 2') });
    const report = await pipelines.start('shouting', { text: 'a b c' }).result;
    expect(report.error).toMatchObject({ code: 'STAGE_TOO_WIDE', stage: 'shout', items: 3, limit: 2 });
    expect(calls).toEqual(['split a b c']);
  });
});

describe('a budget', () => {
  const withBudget = (budget: string) =>
    shouting.replace('    cache: compression\n', `    cache: compression\n    budget: ${budget}\n`);

  test('of tokens stops a stage that takes more, and keeps what is done', async () => {
    const { calls, functions } = bench({ tokens: 100 });
    const { pipelines } = house(functions, {
      'a.yml': withBudget('{ tokens: 250 }').replace('concurrency: 2', 'concurrency: 1'),
    });
    const report = await pipelines.start('shouting', { text: 'a b c d e' }).result;
    expect(report).toMatchObject({
      state: 'failed',
      error: { code: 'BUDGET_EXCEEDED', stage: 'shout', tokens: 300, limit: 250 },
    });
    expect(calls).toEqual(['split a b c d e', 'shout a', 'shout b', 'shout c']);
    await pipelines.start('shouting', { text: 'a b c' }).result;
    expect(calls.slice(4)).toEqual(['split a b c', 'join A! B! C!']);
  });

  test('of one call is told too, and the call is not lost', async () => {
    const { calls, functions } = bench({ tokens: 100 });
    const file = (tokens: number) =>
      `id: once\ndescription: x\n${input}stages:\n  - id: once\n    function: shout\n    budget: { tokens: ${tokens} }\n    inputs:\n      text: \${input.text}\noutput:\n  text: \${stages.once.loud}\n`;
    const { pipelines } = house(functions, { 'a.yml': file(99), 'b.yml': file(100).replace('id: once', 'id: enough') });
    const report = await pipelines.start('once', { text: 'a' }).result;
    expect(report).toMatchObject({ state: 'failed', error: { code: 'BUDGET_EXCEEDED', stage: 'once', limit: 99 } });
    const enough = await pipelines.start('enough', { text: 'a' }).result;
    expect(enough).toMatchObject({ state: 'completed', stages: [{ state: 'cached' }] });
    expect(calls).toEqual(['shout a']);
  });

  test('of the whole run counts all stages', async () => {
    const { calls, functions } = bench({ tokens: 100 });
    const { pipelines } = house(functions, {
      'a.yml': shouting.replace('stages:', 'budget: { tokens: 110 }\nstages:'),
    });
    const report = await pipelines.start('shouting', { text: 'a' }).result;
    expect(report).toMatchObject({ state: 'failed', error: { code: 'BUDGET_EXCEEDED', limit: 110, tokens: 110 } });
    expect(calls).toEqual(['split a', 'shout a']);
    expect(report.stages.map(({ state }) => state)).toEqual(['done', 'done', 'skipped', 'skipped']);
  });

  test('of time stops a stage that does not heed it', async () => {
    const { functions } = bench({ onShout: () => new Promise(() => {}) });
    const { pipelines } = house(functions, { 'a.yml': withBudget('{ ms: 30 }') });
    const report = await pipelines.start('shouting', { text: 'a b' }).result;
    expect(report.error).toMatchObject({ code: 'BUDGET_EXCEEDED', stage: 'shout', limit: 30 });
    expect(report.stages.map(({ state }) => state)).toEqual(['done', 'failed', 'skipped', 'skipped']);
  });

  test('of time holds for the run as well', async () => {
    const { functions } = bench({ onShout: () => new Promise(() => {}) });
    const { pipelines } = house(functions, { 'a.yml': shouting.replace('stages:', 'budget: { ms: 30 }\nstages:') });
    const report = await pipelines.start('shouting', { text: 'a b' }).result;
    expect(report).toMatchObject({ state: 'failed', error: { code: 'BUDGET_EXCEEDED', limit: 30 } });
  });
});

describe('a run that is cancelled', () => {
  test('in the middle of a map stops all calls and keeps what was done', async () => {
    const stopped: string[] = [];
    const begun = Promise.withResolvers<void>();
    const { calls, functions } = bench({
      onShout: (text, signal) => {
        if (text === 'a') return;
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped.push(text);
            reject(signal.reason);
          });
          if (text === 'c') begun.resolve();
        });
      },
    });
    const { pipelines, store } = house(functions, { 'a.yml': shouting });
    const run = pipelines.start('shouting', { text: 'a b c d e' });
    await begun.promise;
    expect(await pipelines.cancel(run.id)).toBe(true);
    const report = await run.result;
    expect(report).toMatchObject({ state: 'cancelled', error: { code: 'CANCELLED' } });
    expect(report.stages.map(({ state }) => state)).toEqual(['done', 'failed', 'skipped', 'skipped']);
    expect(report.stages[1]).toMatchObject({ calls: { done: 1, of: 5 }, error: { code: 'CANCELLED' } });
    expect(stopped).toEqual(['b', 'c']);
    expect(calls).toEqual(['split a b c d e', 'shout a', 'shout b', 'shout c']);
    await pipelines.idle();
    expect((await store.events(run.id)).at(-1)).toMatchObject({ type: 'invocation_finished', outcome: 'cancelled' });
    expect(await pipelines.cancel(run.id)).toBe(false);
    expect(await pipelines.cancel('nobody')).toBe(false);
  });

  test('by the signal it was given', async () => {
    const stop = new AbortController();
    const { functions } = bench({ onShout: () => stop.abort() });
    const { pipelines } = house(functions, { 'a.yml': shouting });
    const report = await pipelines.start('shouting', { text: 'a b' }, { signal: stop.signal }).result;
    expect(report.state).toBe('cancelled');
  });
});

test('a stage of several calls has a field for each', async () => {
  const { calls, functions } = bench();
  const several = `id: several
description: x
${input}stages:
  - id: both
    function: shout
    inputs:
      text: \${input.text}
    calls:
      loud: {}
      louder: { mark: "!!!" }
output:
  all: \${stages.both}
  louder: \${stages.both.louder.loud}
`;
  const { pipelines } = house(functions, { 'a.yml': several });
  const report = await pipelines.start('several', { text: 'tea' }).result;
  expect(report.output).toEqual({ all: { loud: { loud: 'TEA!' }, louder: { loud: 'TEA!!!' } }, louder: 'TEA!!!' });
  expect(report.stages[0]).toMatchObject({ calls: { done: 2, of: 2 } });
  expect(calls).toHaveLength(2);
  expect(await pipelines.stageOutput(report.run_id, 'both')).toEqual((report.output as { all: object }).all);
  expect(await pipelines.stageOutput(report.run_id, 'nobody')).toBeUndefined();
});

test('a hundred runs at a time all end, and nothing of them stays behind', async () => {
  const { functions } = bench();
  const { pipelines } = house(functions, { 'a.yml': shouting });
  const runs = Array.from({ length: 100 }, (_, n) => pipelines.start('shouting', { text: `tea ${n}` }));
  const reports = await Promise.all(runs.map(({ result }) => result));
  expect(reports.map(({ output }) => output)).toEqual(
    reports.map((_, n) => ({ text: `TEA! ${n}!`, words: ['tea', String(n)] })),
  );
  expect(await Promise.all(runs.map(({ id }) => pipelines.cancel(id)))).not.toContain(true);
});
