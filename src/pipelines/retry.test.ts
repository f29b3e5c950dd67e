import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ConsiliumError } from '../kernel/index.ts';
import { benchOf, type House, openHouse, small } from './fixture.ts';

const houses: House[] = [];
afterEach(async () => {
  for (const house of houses.splice(0)) await house.close();
});

/** Writes a draft, adding what it is told is missing, as far as it is able to. */
function bench(able: readonly string[], failAt = Number.POSITIVE_INFINITY) {
  const drafts: string[] = [];
  let written = 0;
  const functions = benchOf({
    write: small({
      input: z.strictObject({
        topic: z.string(),
        must: z.array(z.string()).default([]),
        before: z.string().optional(),
      }),
      output: z.object({ draft: z.string() }),
      run: ({ topic, must, before }) => {
        written++;
        if (written === failAt) throw new ConsiliumError('PEN_BROKEN', 'The pen broke.', { retryable: true });
        const draft = [topic, ...must.filter((word) => able.includes(word))].join(' ');
        drafts.push(before === undefined ? draft : `${draft} (was: ${before})`);
        return { draft };
      },
    }),
    judge: small({
      input: z.strictObject({ draft: z.string(), wants: z.array(z.string()) }),
      output: z.object({ valid: z.boolean(), violations: z.array(z.object({ missing: z.string() })) }),
      run: ({ draft, wants }) => {
        const violations = wants.filter((word) => !draft.includes(word)).map((missing) => ({ missing }));
        return { valid: violations.length === 0, violations };
      },
    }),
  });
  return { drafts, functions };
}

const writing = (exhausted = 'fail') => `id: writing
description: Writes until the judge is satisfied.
input:
  type: object
  properties:
    topic: { type: string }
    wants: { type: array, items: { type: string } }
  required: [topic, wants]
stages:
  - id: write
    function: write
    cache: artifact
    inputs:
      topic: \${input.topic}
      must:
        - ...\${retry.feedback}
      before: \${retry.previous.draft}
  - id: judge
    function: judge
    inputs:
      draft: \${stages.write.draft}
      wants: \${input.wants}
    retry:
      from: write
      until: \${stages.judge.valid}
      most: 2
      feedback: \${stages.judge.violations[*].missing}
      fewest: \${stages.judge.violations}
      exhausted: ${exhausted}
  - id: after
    function: write
    inputs:
      topic: \${stages.write.draft}
output:
  draft: \${stages.write.draft}
  valid: \${stages.judge.valid}
  after: \${stages.after.draft}
artifact:
  name: text
`;

const start = (functions: ReturnType<typeof bench>['functions'], wants: string[], exhausted?: string) => {
  const house = openHouse(functions, { 'writing.yml': writing(exhausted) });
  houses.push(house);
  return { ...house, result: house.pipelines.start('writing', { topic: 'tea', wants }).result };
};

describe('a stage that is not satisfied', () => {
  test('sends an earlier one back with what is wrong, until it is', async () => {
    const { drafts, functions } = bench(['hot', 'sweet']);
    const { result, pipelines } = start(functions, ['hot', 'sweet']);
    const report = await result;
    expect(drafts).toEqual(['tea', 'tea hot sweet (was: tea)', 'tea hot sweet']);
    expect(report).toMatchObject({
      state: 'completed',
      output: { draft: 'tea hot sweet', valid: true, after: 'tea hot sweet' },
      attempts: [
        { stage: 'judge', attempt: 1, met: false, left: 2, feedback: ['hot', 'sweet'], kept: false },
        { stage: 'judge', attempt: 2, met: true, left: 0, kept: true },
      ],
    });
    expect(report.stages.map(({ id, state, attempts }) => `${id} ${state} ${attempts}`)).toEqual([
      'write done 2',
      'judge done 2',
      'after done 1',
    ]);
    const seen: string[] = [];
    for await (const event of pipelines.watch(report.run_id))
      if (event.type === 'stage' && event.stage === 'write') seen.push(`${event.state} ${event.attempt}`);
    expect(seen).toEqual(['running 1', 'done 1', 'retrying 2', 'done 2']);
  });

  test('and never will be stops at its limit, with the best attempt and why', async () => {
    const { drafts, functions } = bench(['hot']);
    const report = await start(functions, ['hot', 'sweet', 'free']).result;
    expect(drafts).toHaveLength(3);
    expect(report).toMatchObject({
      state: 'failed',
      error: {
        code: 'VALIDATION_FAILED',
        message: 'Stage judge was not satisfied in 3 attempts; the best, attempt 2, leaves 2 open.',
        stage: 'judge',
        attempts: 3,
        best_attempt: 2,
      },
      output: { draft: 'tea hot', valid: false },
      attempts: [
        { attempt: 1, left: 3, kept: false },
        { attempt: 2, left: 2, feedback: ['sweet', 'free'], kept: true },
        { attempt: 3, left: 3, kept: false },
      ],
    });
    expect(report.artifact).toBeUndefined();
    expect(report.stages[2]).toMatchObject({ id: 'after', state: 'skipped' });
  });

  test('may be overruled by the file: the best attempt is then the result', async () => {
    const { functions } = bench(['hot']);
    const { result, store } = start(functions, ['hot', 'sweet'], 'keep');
    const report = await result;
    expect(report).toMatchObject({
      state: 'completed',
      output: { draft: 'tea hot', valid: false, after: 'tea hot' },
      artifact: 'writing/text_v1',
    });
    expect(report.error).toBeUndefined();
    const kept = await store.artifact('local', 'writing', 'write');
    expect(JSON.parse(new TextDecoder().decode(kept!.data))).toEqual({ draft: 'tea hot' });
  });

  test('and fails in a later attempt leaves the best of those before', async () => {
    const { functions } = bench(['hot'], 3);
    const report = await start(functions, ['hot', 'sweet']).result;
    expect(report).toMatchObject({
      state: 'failed',
      error: { code: 'PEN_BROKEN', stage: 'write' },
      output: { draft: 'tea hot', valid: false },
    });
  });

  test('is asked anew where the retry changes nothing: a cached answer was not good enough', async () => {
    const { drafts, functions } = bench([]);
    const same = writing()
      .replace('      before: ${retry.previous.draft}\n', '')
      .replace('        - ...${retry.feedback}\n', '        - x\n');
    const house = openHouse(functions, { 'writing.yml': same });
    houses.push(house);
    await house.pipelines.start('writing', { topic: 'tea', wants: ['hot'] }).result;
    expect(drafts).toEqual(['tea', 'tea', 'tea']);
    await house.pipelines.start('writing', { topic: 'tea', wants: ['hot'] }).result;
    expect(drafts).toHaveLength(5);
  });
});

test('two retries that wait for each other’s drafts are refused', () => {
  const { functions } = bench([]);
  const stage = (id: string, other: string) => `  - id: ${id}
    function: judge
    inputs:
      draft: \${stages.write_${id}.draft}
      wants: \${stages.write_${other}.draft}
    retry:
      from: write_${id}
      until: \${stages.${id}.valid}
      fewest: \${stages.${id}.violations}
`;
  const file = `id: knot
description: x
input: { type: object }
stages:
  - { id: write_a, function: write, inputs: { topic: a } }
  - { id: write_b, function: write, inputs: { topic: b } }
${stage('a', 'b')}${stage('b', 'a')}output: {}
`;
  const house = openHouse(functions, { 'knot.yml': file });
  houses.push(house);
  expect(house.pipelines.list()[0]!.problems).toMatchObject([{ rule: 'retry_overlap' }]);
});
