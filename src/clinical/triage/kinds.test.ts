import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkKindFiles } from './kind-schema.ts';
import { leaningOf } from './kinds.ts';

const read = (file: string) => readFileSync(new URL(`../data/${file}`, import.meta.url), 'utf8');

describe('the files behind triage', () => {
  test('are in order', () => {
    expect(checkKindFiles()).toEqual([]);
  });

  test.each([
    ['triage.yml', 'a line without a pattern', 'patterns: |\n  nothing', /triage\.yml:\d+: A line is `name = pattern`/],
    [
      'triage.yml',
      'a pattern of an unknown one',
      'patterns: |\n  x = {nobody}',
      /triage\.yml:\d+: No pattern is named "nobody"/,
    ],
    ['triage.yml', 'a broken pattern', 'patterns: |\n  x = (a', /triage\.yml:\d+: /],
    ['kind-weights.yml', 'a weight too few', 'rows: |\n  word|1|2', /kind-weights\.yml:\d+: A weight is/],
  ])('%s: %s is told with its line', (file, _, line, message) => {
    const block = line.slice(0, line.indexOf('\n'));
    const mistakes = checkKindFiles((name) => (name === file ? read(name).replace(block, line) : read(name)));
    expect(mistakes).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });
});

describe('the leaning of a message', () => {
  test('is towards health where a word of illness is meant, and away where it is not', () => {
    expect(leaningOf('what is a stroke').health).toBeGreaterThan(0);
    expect(leaningOf('the server had a stroke, restart it').health).toBeLessThan(0);
  });

  test('is towards the writer where it is their own', () => {
    expect(leaningOf('is my potassium low').own).toBeGreaterThan(0);
    expect(leaningOf('what is potassium good for').own).toBeLessThan(0);
  });

  test('is a number for any text, and always the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { health, own } = leaningOf(text);
        expect(Number.isFinite(health) && Number.isFinite(own)).toBe(true);
        expect(leaningOf(text)).toEqual({ health, own });
      }),
      { numRuns: 50 },
    );
  });
});
