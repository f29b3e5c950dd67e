import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findPreset } from '../models/index.ts';
import { DEFINITIONS_FILE, definitionOf, readDefinitions } from './definitions.ts';
import { FUNCTION_NAMES } from './function.ts';

/** The tables of the specification. */
const BUDGETS = {
  extract_structure: [16384, 2048],
  summarize_content: [8192, 4096],
  generate_code: [4096, 8192],
  analyze_artifact: [16384, 2048],
  validate_against_spec: [4096, 1024],
  synthesize_outputs: [8192, 4096],
  decompose_task: [4096, 2048],
  cross_reference: [2048, 4096],
};
const MATRIX = {
  extract_structure: ['S1', 'S4', 'S1', 'S5'],
  summarize_content: ['D4', 'S4', 'D4', 'T1'],
  generate_code: ['D4', 'S3', 'D4', 'T1'],
  analyze_artifact: ['D4', 'S3', 'D4', 'D3'],
  validate_against_spec: ['D4', 'S4', 'D4', 'D3'],
  synthesize_outputs: ['S1', 'S1', 'S1', 'D3'],
  decompose_task: ['S2', 'S2', 'D3', 'T4'],
  cross_reference: ['S4', 'S4', 'S4', 'S4'],
};

describe('functions.yml', () => {
  test.each(FUNCTION_NAMES)('%s has the budget, the default and the quality matrix of the specification', (name) => {
    const { context_budget, default_preset, quality } = definitionOf(name);
    expect([context_budget.input, context_budget.output]).toEqual(BUDGETS[name]);
    expect([default_preset, quality.light, quality.standard, quality.high]).toEqual(MATRIX[name]);
  });

  test('names the presets as the specification does, and every one of them exists', () => {
    const named = Object.fromEntries(FUNCTION_NAMES.map((name) => [name, definitionOf(name).presets]));
    expect(named).toEqual({
      extract_structure: { default: 'S1', code_heavy: 'S6', long_input: 'S5' },
      summarize_content: { short_input: 'S4', long_input: 'S5', technical: 'D4' },
      generate_code: { simple: 'S3', quality: 'D4', long_file: 'S6' },
      analyze_artifact: { code: 'D4', security: 'D3', quick: 'S3' },
      validate_against_spec: { default: 'D4', high_stakes: 'D3' },
      synthesize_outputs: { default: 'S1', code: 'D4', debate_reconciliation: 'D3' },
      decompose_task: { default: 'S2', complex: 'D3' },
      cross_reference: { ranking: 'S4' },
    });
    for (const name of FUNCTION_NAMES) {
      const { presets, quality, default_preset } = definitionOf(name);
      for (const id of [default_preset, ...Object.values(presets), ...Object.values(quality)])
        expect(findPreset(id).id).toBe(id);
    }
  });

  test('a mistake is told with file and line', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'functions-')), 'functions.yml');
    const text = readFileSync(DEFINITIONS_FILE, 'utf8').replace('default_preset: S2', 'default_preset: fastest');
    writeFileSync(file, text);
    const line = text.split('\n').findIndex((one) => one.includes('fastest')) + 1;
    expect(() => readDefinitions(file)).toThrow(`${file}:${line}: decompose_task.default_preset: A preset is named`);
  });

  test('broken YAML is told with its line, a missing function by its name', () => {
    const dir = mkdtempSync(join(tmpdir(), 'functions-'));
    writeFileSync(join(dir, 'broken.yml'), 'extract_structure:\n  presets: {a: b\n');
    expect(() => readDefinitions(join(dir, 'broken.yml'))).toThrow(/broken\.yml:\d+/);
    writeFileSync(join(dir, 'empty.yml'), 'extract_structure: {}\n');
    expect(() => readDefinitions(join(dir, 'empty.yml'))).toThrow(/cross_reference/);
  });
});
