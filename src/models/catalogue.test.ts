import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUILT_IN, loadCatalogue, readCatalogue } from './catalogue.ts';

const folder = mkdtempSync(join(tmpdir(), 'models-'));

function write(yaml: string): string {
  const file = join(folder, `${Math.random()}.yml`);
  writeFileSync(file, yaml);
  return file;
}

function problemsOf(yaml: string): string {
  try {
    readCatalogue([BUILT_IN, write(yaml)]);
  } catch (thrown) {
    return (thrown as Error).message;
  }
  return '';
}

test('the built-in catalogue is whole: each alias leads to a model on every provider', () => {
  const catalogue = loadCatalogue({ CONSILIUM_HOME: folder });
  expect(Object.keys(catalogue.providers)).toEqual([
    'google',
    'openai',
    'anthropic',
    'workers-ai',
    'ollama',
    'openai-compatible',
  ]);
  for (const alias of ['gemini-1.5-flash', 'gemini-1.5-pro', 'gemini-2.5-flash', 'gemini-2.5-pro'])
    expect(catalogue.aliases[alias]).toBeDefined();
});

describe("a user's file", () => {
  test('is laid over the built-in one, entry by entry', () => {
    const own = write(
      'aliases: { house-model: { tier: deep, ollama: llama3.3 } }\nproviders: { openai: { tiers: { fast: gpt-x } } }',
    );
    const catalogue = loadCatalogue({ CONSILIUM_MODELS: own });
    expect(catalogue.aliases['house-model']).toEqual({ tier: 'deep', ollama: 'llama3.3' });
    expect(catalogue.providers.openai!.tiers).toEqual({ fast: 'gpt-x', deep: 'gpt-5.4' });
    expect(catalogue.providers.openai!.keys).toEqual(['OPENAI_API_KEY']);
  });

  test('removes an entry with null', () => {
    const own = write('providers: { workers-ai: null }');
    expect(Object.keys(loadCatalogue({ CONSILIUM_MODELS: own }).providers)).not.toContain('workers-ai');
  });

  test('is found in the data folder', () => {
    const home = mkdtempSync(join(tmpdir(), 'home-'));
    writeFileSync(join(home, 'models.yml'), 'default: deep\n');
    expect(loadCatalogue({ CONSILIUM_HOME: home }).default).toBe('deep');
  });

  test('that is empty changes nothing', () => {
    expect(readCatalogue([BUILT_IN, write('')])).toEqual(readCatalogue([BUILT_IN]));
  });

  test('that is named but missing is an error', () => {
    expect(() => loadCatalogue({ CONSILIUM_MODELS: '/nowhere/models.yml' })).toThrow(
      /CONSILIUM_MODELS names .* not there/,
    );
  });
});

describe('a mistake is named with file and line', () => {
  test.each([
    [
      'a wrong kind',
      'providers:\n  mine:\n    kind: gemini\n    tiers: { fast: a, deep: b }\n',
      /\.yml:3: providers\.mine\.kind/,
    ],
    [
      'a missing tier',
      'providers:\n  mine:\n    kind: google\n    tiers: { fast: a }\n',
      /\.yml:4: providers\.mine\.tiers\.deep/,
    ],
    [
      'an unknown field',
      'providers:\n  mine:\n    kind: google\n    colour: red\n    tiers: { fast: a, deep: b }\n',
      /\.yml:2: .*colour/,
    ],
    [
      'an alias of nobody',
      'aliases:\n  ok: { tier: fast }\n  x:\n    tier: fast\n    gogle: y\n',
      /\.yml:5: "gogle" is none of the providers/,
    ],
    ['a default that is no name', '\n\ndefault: quick\n', /\.yml:3: "quick" is neither a tier nor an alias/],
    ['a wrong number', 'retry:\n  attempts: 0\n', /\.yml:2: retry\.attempts/],
    [
      'redefining the engine',
      'providers:\n  offline:\n    kind: openai\n    tiers: { fast: a, deep: b }\n',
      /\.yml:2: "offline" is the built-in/,
    ],
    ['broken YAML', 'providers:\n  a: [\n', /\.yml:\d: /],
    ['not a mapping', '- a\n', /\.yml:1: A catalogue is a mapping/],
  ])('%s', (_name, yaml, message) => {
    expect(problemsOf(yaml)).toMatch(message);
  });

  test('all of them at once', () => {
    expect(problemsOf('default: quick\naliases: { x: { tier: slow } }\nretry: { attempts: -1 }')).toMatch(
      /aliases\.x\.tier.*retry\.attempts|retry\.attempts.*aliases\.x\.tier/,
    );
  });
});

describe('a list of names', () => {
  test('is for servers of one’s own', () => {
    expect(problemsOf('aliases:\n  house-model:\n    tier: deep\n    google: [a, b]\n')).toMatch(
      /\.yml:4: A list of names is for openai-compatible servers; google is none\./,
    );
    expect(problemsOf('aliases: { house-model: { tier: deep, ollama: [] } }')).toContain('house-model.ollama');
  });
});
