import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { everyAgent, llmKeys, teamConfig } from './config.ts';
import { readConfig } from './issue.ts';
import { Kinds } from './kinds.ts';
import { parseSource } from './source.ts';

const agentConfig = new Kinds().schema;
const key = fc.oneof(
  fc.constantFrom(...Object.keys({ ...everyAgent, ...llmKeys }), ...Object.keys(teamConfig.shape)),
  fc.string(),
);
const anyConfig = fc.dictionary(key, fc.jsonValue({ depthSize: 'small' }), { maxKeys: 8 });

test('whatever a config says, it is either right or told, in sentences, with a line of the file', () => {
  fc.assert(
    fc.property(anyConfig, fc.boolean(), (value, isAgent) => {
      const schema = isAgent ? agentConfig : teamConfig;
      const text = stringify(value, { aliasDuplicateObjects: false });
      const source = parseSource('config.yml', text);
      fc.pre(source.problems.length === 0);
      const { problems } = readConfig<unknown>(schema, source);
      expect(problems.length > 0).toBe(!schema.safeParse(source.value).success);
      for (const { line, message } of problems) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(text.split('\n').length);
        expect(message).toMatch(/[.?]$/);
        expect(message).not.toMatch(/not undefined|\[object|Invalid input/);
      }
    }),
  );
});

test('what is right in a config survives what is wrong in it', () => {
  const source = parseSource(
    'config.yml',
    'name: Hub\nmodel: 3\ntols: []\ngenerate_config: { seed: 1, top_p: 9 }\ntools: [a]\n',
  );
  const { config, problems } = readConfig(agentConfig, source);
  expect(config).toEqual({ name: 'Hub', generate_config: { seed: 1 }, tools: ['a'] });
  expect(problems.map(({ rule }) => rule).toSorted()).toEqual(['type', 'unknown_key', 'value']);
});
