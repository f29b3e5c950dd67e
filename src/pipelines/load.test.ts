import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { benchOf, small } from './fixture.ts';
import { checkPipeline, listPipelines, loadPipeline } from './load.ts';

const functions = benchOf({
  count: small({
    input: z.strictObject({ text: z.string(), unit: z.enum(['words', 'letters']).default('words') }),
    output: z.object({ total: z.number(), found: z.array(z.object({ word: z.string() })) }),
    run: () => ({ total: 0, found: [] }),
  }),
  judge: small({
    input: z.strictObject({ total: z.number() }),
    output: z.object({ valid: z.boolean(), violations: z.array(z.string()) }),
    run: () => ({ valid: true, violations: [] }),
  }),
});

const dir = mkdtempSync(join(tmpdir(), 'pipelines-check-'));
let files = 0;
const check = (text: string) => {
  const file = join(dir, `${files++}.yml`);
  writeFileSync(file, text);
  return checkPipeline(file, functions).map(({ line, rule, message }) => `${line} ${rule}: ${message}`);
};

const good = `id: counting
description: Counts.
input:
  type: object
  properties:
    text: { type: string }
    more: { type: array, items: { type: string } }
  required: [text]
  additionalProperties: false
stages:
  - id: count
    function: count
    inputs:
      text: \${input.text}
  - id: each
    function: count
    map:
      over: \${stages.count.found}
    inputs:
      text: \${item.word}
  - id: judge
    function: judge
    inputs:
      total: \${stages.count.total}
    retry:
      from: count
      until: \${stages.judge.valid}
      fewest: \${stages.judge.violations}
output:
  total: \${stages.count.total}
  words: \${stages.each[*].total}
`;

test('five mistakes of different kinds are five', () => {
  const wrong = good
    .replace('description: Counts.', 'descripton: Counts.\ntitel: x\ndescription: Counts.')
    .replace('from: count', 'from: nowhere')
    .replace('total: ${stages.count.total}\n    retry', 'total: ${stages.cuont.total}\n    retry')
    .replace('function: count\n    inputs', 'function: cont\n    inputs');
  expect(check(wrong).map((told) => told.split(':')[0])).toEqual([
    '2 unknown_key',
    '3 unknown_key',
    '14 unknown_function',
    '26 unknown_stage',
    '28 unknown_stage',
  ]);
});

test('five mistakes beside a stage given twice are six', () => {
  const wrong = good
    .replace('description: Counts.', 'titel: x\ndescription: Counts.')
    .replace('- id: each', '- id: count')
    .replace('text: ${input.text}', () => 'text: x\n      unit: miles\n      txet: y')
    .replace('from: count', 'from: nowhere')
    .replace('function: judge', 'function: jugde');
  const rules = check(wrong).map((told) => /^\d+ (\w+)/.exec(told)![1]);
  for (const rule of ['unknown_key', 'wrong_input', 'unknown_input', 'duplicate_stage', 'unknown_function'])
    expect.soft(rules, rule).toContain(rule);
  expect(rules.filter((rule) => rule === 'unknown_stage').length).toBeGreaterThan(0);
});

test('a pipeline without mistakes has none', () => {
  expect(check(good)).toEqual([]);
});

describe('a mistake is told with its line', () => {
  test.each<[what: string, from: string, to: string, told: RegExp]>([
    [
      'feedback from a stage that may not be done',
      'until: ${stages.judge.valid}',
      'until: ${stages.judge.valid}\n      feedback: ${stages.each[*].total}',
      /^28 retry_unreachable: "judge" does not wait for "each"/,
    ],
    ['not YAML', 'stages:\n', 'stages: [\n', /^\d+ yaml: This is not YAML/],
    ['a key given twice', 'description: Counts.', 'description: a\ndescription: b', /^3 yaml: .*unique/],
    ['an unknown key', 'description: Counts.', 'descripton: Counts.\ndescription: x', /^2 unknown_key: .*descripton/],
    ['a wrong shape', 'description: Counts.', 'description: [1]', /^2 shape: description/],
    ['a wrong id', 'id: counting', 'id: Counting!', /^1 shape: id: must be written in small letters/],
    [
      'an unknown function',
      '    function: judge',
      '    function: jugde',
      /^22 unknown_function: There is no function "jugde"\. There are count, judge/,
    ],
    [
      'an unknown preset',
      '    function: judge',
      '    function: judge\n    preset: D99',
      /^23 unknown_preset: There is no preset "D99"/,
    ],
    ['a stage given twice', '- id: each', '- id: count', /^15 duplicate_stage: There are two stages "count"/],
    [
      'an unknown stage',
      'total: ${stages.count.total}\n    retry',
      'total: ${stages.cuont.total}\n    retry',
      /^24 unknown_stage: "judge" refers to a stage "cuont"/,
    ],
    [
      'a stage to retry that is not there',
      'from: count',
      'from: nobody',
      /^26 unknown_stage: There is no stage "nobody"/,
    ],
    ['a retry of a stage that does not matter', 'from: count', 'from: each', /^26 retry_unreachable/],
    [
      'an unknown stage in the output',
      '${stages.each[*].total}',
      '${stages.eech[*].total}',
      /^31 unknown_stage: There is no stage "eech"/,
    ],
    [
      'a reference that leads nowhere',
      '${stages.count.found}',
      '${stages.count.fuond}',
      /^18 wrong_reference: .*has no "fuond", only total, found/,
    ],
    [
      'a field of a number',
      'total: ${stages.count.total}\n  words',
      'total: ${stages.count.total.x}\n  words',
      /^30 wrong_reference: .*a number, which has no fields/,
    ],
    [
      'an input of the pipeline that is not there',
      '${input.text}',
      '${input.txt}',
      /^14 wrong_reference: .*has no "txt", only text, more/,
    ],
    ['an item outside of a map', '${input.text}', '${item.text}', /^14 wrong_reference: .*no item outside of a map/],
    [
      'a retry outside of one',
      'text: ${item.word}',
      'text: ${retry.feedback}',
      /^20 wrong_reference: .*not part of a retry/,
    ],
    ['a map over what is no list', 'over: ${stages.count.found}', 'over: ${stages.count.total}', /^18 not_a_list/],
    ['a reference that cannot be read', '${input.text}', '${input.text', /^14 wrong_reference: .*not closed/],
    [
      'an input the function does not know',
      'text: ${item.word}',
      'text: ${item.word}\n      txet: x',
      /^21 unknown_input: count has no input "txet"/,
    ],
    [
      'an input the function needs',
      '      text: ${input.text}',
      '      unit: words',
      /^13 missing_input: "count" does not say what count needs: text/,
    ],
    [
      'a value the function does not take',
      '      text: ${input.text}',
      '      text: x\n      unit: miles',
      /^15 wrong_input: "unit" of count/,
    ],
    ['an input that is no schema', 'type: object', 'type: text', /^3 input_schema/],
  ])('%s', (_what, from, to, told) => {
    expect(good).toContain(from);
    expect(check(good.replace(from, () => to))[0]).toMatch(told);
  });

  test('stages that wait for each other are refused with the way around', () => {
    const cyclic = good
      .replace('text: ${input.text}', () => 'text: ${stages.each[0].total}')
      .replace('    map:\n      over: ${stages.count.found}\n', '')
      .replace('${item.word}', () => '${stages.count.total}');
    expect(check(cyclic)).toEqual([
      expect.stringMatching(/^14 cycle: The stages wait for each other: count → each → count\.$/),
    ]);
  });

  test('all of them at once, top to bottom', () => {
    const twice = good.replace('function: judge', 'function: jugde').replace('${item.word}', () => '${item.wrod}');
    expect(check(twice)).toEqual([
      expect.stringMatching(/^20 wrong_reference/),
      expect.stringMatching(/^22 unknown_function/),
    ]);
  });

  test('many stages that all depend on each other are sorted at once', () => {
    const stages = Array.from({ length: 50 }, (_, n) => {
      const sum = n === 0 ? '1' : `x${Array.from({ length: n }, (_v, at) => `\${stages.s${at}.total}`).join('')}`;
      return `  - { id: s${n}, function: count, inputs: { text: "${sum}" } }`;
    });
    const text = `id: wide\ndescription: x\ninput: { type: object }\nstages:\n${stages.join('\n')}\noutput: {}\n`;
    expect(check(text)).toEqual([]);
  });
});

test('loading a file with mistakes says them all; listing goes on without it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pipelines-list-'));
  writeFileSync(join(folder, 'a.yml'), good);
  writeFileSync(
    join(folder, 'b.yml'),
    good.replace('id: counting', 'id: broken').replace('function: judge', 'function: x'),
  );
  writeFileSync(join(folder, 'c.yml'), good);
  writeFileSync(join(folder, 'notes.txt'), 'not a pipeline');
  expect(() => loadPipeline(join(folder, 'b.yml'), functions)).toThrow(/b\.yml:22: There is no function "x"/);
  expect(() => loadPipeline(join(folder, 'missing.yml'), functions)).toThrow(/cannot be read/);
  const listed = listPipelines([folder, join(folder, 'nowhere')], functions);
  expect(listed.map(({ id, problems, pipeline }) => [id, problems.length, pipeline !== undefined])).toEqual([
    ['counting', 0, true],
    ['broken', 1, false],
  ]);
});

test('an input is read by its schema: defaults filled in, mistakes told with their path', () => {
  const file = join(dir, 'input.yml');
  writeFileSync(
    file,
    good
      .replace('text: { type: string }', 'text: { type: string, default: hello }')
      .replace('  required: [text]\n', ''),
  );
  const { readInput } = loadPipeline(file, functions);
  expect(readInput({})).toEqual({ text: 'hello' });
  expect(() => readInput({ text: 3 })).toThrow(
    expect.objectContaining({ code: 'INPUT_INVALID', details: { path: 'text' } }),
  );
  expect(() => readInput({ more: ['a', 1] })).toThrow(expect.objectContaining({ details: { path: 'more.1' } }));
  expect(() => readInput({ txt: 'a' })).toThrow(expect.objectContaining({ details: { path: 'txt' } }));
  expect(() => readInput('text')).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
});
