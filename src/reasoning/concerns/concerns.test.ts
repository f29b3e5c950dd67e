import { describe, expect, test } from 'vitest';
import { examplesOf, inputOf } from './examples.ts';
import { concerns, openRules } from './index.ts';

const rules = openRules();
const ids = (example: Parameters<typeof inputOf>[0]) => concerns(inputOf(example)).map(({ id }) => id);

describe.each([...new Set(rules.map(({ family }) => family))])('rules of %s', (family) => {
  for (const rule of rules.filter((one) => one.family === family)) {
    test(`${rule.id} holds for its examples`, () => {
      for (const example of examplesOf(rule).examples) expect(ids(example), JSON.stringify(example)).toContain(rule.id);
    });
    test(`${rule.id} is silent for its counter-examples`, () => {
      for (const example of examplesOf(rule).counter)
        expect(ids(example), JSON.stringify(example)).not.toContain(rule.id);
    });
  }
});
