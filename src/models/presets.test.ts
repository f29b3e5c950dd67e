import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { llmAgent } from '../kernel/agent.ts';
import { BUILT_IN, readCatalogue } from './catalogue.ts';
import { readPrompts } from './modes/prompts.ts';
import { findPreset, listPresets, readPresets } from './presets.ts';
import { createModels } from './source.ts';

const folder = mkdtempSync(join(tmpdir(), 'presets-'));
const built = readFileSync(new URL('./presets.yml', import.meta.url), 'utf8');

test('the families are those of the specification, all of them', () => {
  const ids = (family: string, many: number) => Array.from({ length: many }, (_one, i) => `${family}${i + 1}`);
  expect(listPresets().map(({ id }) => id)).toEqual([
    ...ids('S', 8),
    ...ids('D', 10),
    ...ids('T', 10),
    ...ids('Q', 5),
    ...ids('P', 3),
  ]);
  const size = { S: 1, D: 2, T: 3, Q: 4, P: 5 } as Record<string, number>;
  for (const { id, models } of listPresets()) expect(models, id).toHaveLength(size[id[0]!]!);
});

test.each([
  ['S1', 'single', ['phi-4'], 8.4],
  ['S2', 'single', ['deepseek-r1-7b'], 4.7],
  ['S3', 'single', ['qwen2.5-7b'], 4.5],
  ['S4', 'single', ['llama-3.2-3b'], 2.0],
  ['S5', 'single', ['phi-3-medium-128k'], 8.6],
  ['D3', 'debate', ['phi-4', 'deepseek-r1-7b'], 13.1],
  ['D4', 'critique', ['qwen2.5-7b', 'deepseek-r1-7b'], 9.2],
  ['T1', 'pipeline', ['llama-3.2-3b', 'qwen2.5-7b', 'phi-4'], 14.9],
  ['T4', 'debate', ['phi-4', 'deepseek-r1-7b', 'qwen2.5-7b'], 17.6],
] as const)('%s is what the specification says', (id, mode, models, memory_gb) => {
  expect(findPreset(id)).toMatchObject({ mode, models, memory_gb, origin: 'spec' });
  expect(findPreset(id).from_spec).toContain('memory_gb');
});

test('S6 is granite for long code', () => {
  expect(findPreset('S6')).toMatchObject({ models: ['granite-8b-code-128k'], origin: 'spec', context: 128_000 });
});

test('what the specification does not name is marked as filled', () => {
  const named = listPresets().flatMap(({ id, origin }) => (origin === 'spec' ? [id] : []));
  expect(named).toEqual(['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'D3', 'D4', 'T1', 'T4']);
});

test('the context of a preset is that of its smallest model', () => {
  expect(findPreset('S5').context).toBe(131_072);
  expect(findPreset('D3').context).toBe(16_384);
});

test('every model of a preset means something on every provider', () => {
  const catalogue = readCatalogue([BUILT_IN]);
  const cloud = createModels({ env: { OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'k' }, catalogue });
  const names = new Set(listPresets().flatMap(({ models }) => models));
  for (const name of names) {
    expect(Object.keys(catalogue.aliases[name]!), name).toEqual(
      expect.arrayContaining(['ollama', 'openai-compatible']),
    );
    const labels = cloud.candidates(llmAgent({ name: 'a', model: name })).map(({ label }) => label);
    expect(labels).toEqual([expect.stringMatching(/^google:gemini/), expect.stringMatching(/^openai:gpt/)]);
  }
});

describe('finding one', () => {
  test('does not mind the case', () => expect(findPreset(' d4 ').id).toBe('D4'));

  test.each([
    ['S9', ['S8', 'S7', 'S6']],
    ['d-11', ['D10', 'D9', 'D8']],
    ['X1', []],
    ['', []],
    ['__proto__', []],
  ])('%j is unknown, with the nearest', (id, near) => {
    expect(() => findPreset(id)).toThrow(
      expect.objectContaining({ code: 'PRESET_UNKNOWN', details: { preset: id, near } }),
    );
  });
});

describe('a mistake is told with its file and line', () => {
  const problem = (find: string, replace: string) => {
    const file = join(folder, 'p.yml');
    expect(built).toContain(find);
    const written = built.replace(find, replace);
    writeFileSync(file, written);
    const line = (text: string) => written.slice(0, written.indexOf(text)).split('\n').length;
    try {
      readPresets(file);
    } catch (thrown) {
      return { message: (thrown as Error).message.replaceAll(folder, ''), line };
    }
    throw new Error('nothing was thrown');
  };

  test.each([
    [
      'a preset with a model too many',
      'models: [mistral-nemo-12b], m',
      'models: [phi-4, phi-4], m',
      'S8 has 2 models; its family has 1.',
    ],
    [
      'a mode that the family does not have',
      'S8: { mode: single',
      'S8: { mode: debate',
      'S8 is debate; its family is single.',
    ],
    [
      'a sum that is wrong',
      'models: [mistral-nemo-12b], memory_gb: 7.5',
      'models: [mistral-nemo-12b], memory_gb: 7.6',
      'S8 says 7.6 GB; its models take 7.5 GB.',
    ],
    [
      'a model that is not there',
      'models: [mistral-nemo-12b], m',
      'models: [mistral], m',
      'S8: mistral is not among the models above.',
    ],
    [
      'a filled one that claims to be the specification’s',
      'several languages", origin: filled',
      'several languages", origin: spec',
      'presets.S8.origin: from_spec names the fields',
    ],
    ['a family that is not there', '  S8: {', '  X8: {', 'X8 belongs to none of the families S, D, T, Q, P.'],
    ['an id that is none', '  S8: {', '  S08: {', 'An id is a family and a number'],
    ['a field that is none', 'S8: {', 'S8: { modus: single, ', 'Unrecognized key: "modus"'],
  ])('%s', (_what, find, replace, said) => {
    const { message, line } = problem(find, replace);
    expect(message).toContain(said);
    expect(message).toContain(`/p.yml:${line(replace.trimStart())}: `);
  });

  test('and so is one in the prompts', () => {
    const file = join(folder, 'prompts.yml');
    const prompts = readFileSync(new URL('./modes/prompts.yml', import.meta.url), 'utf8');
    writeFileSync(file, prompts.replace('{problem}', 'something').replace('[draft, finish]', '[draft, polish]'));
    expect(() => readPrompts(file)).toThrow(/prompts\.yml:\d+: repair: [\s\S]*prompts\.yml:\d+: pipeline\.2\.1: /);
    writeFileSync(file, prompts.replace('  single.answer: {}\n', ''));
    expect(() => readPrompts(file)).toThrow(/parts\.single\.answer/);
  });
});
