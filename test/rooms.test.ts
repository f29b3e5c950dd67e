/** What rooms may not reach for by themselves: they are handed their surroundings and their stores. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Not part of what runs in a house: tests, their helpers, evaluations. */
const ASIDE = /\.test\.ts$|\/fixtures?(\.ts|\/)|\/(eval|_eval|crash|tck)\/|\/tck\.ts$|^src\/clinical\/eval/;

function holding(sign: RegExp): string[] {
  return globSync(['src/**/*.ts', 'teams/**/*.ts', 'examples/*/**/*.ts'], {
    cwd: ROOT,
    exclude: ['**/node_modules/**', 'examples/adk/**'],
  })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !ASIDE.test(file) && sign.test(readFileSync(join(ROOT, file), 'utf8')))
    .toSorted();
}

test('only the command line and the app, once, read the environment of the process', () => {
  expect(
    holding(/\bprocess\.env\b|\benv\b[^;\n]*\} from 'node:process'/).filter((file) => !file.startsWith('src/cli/')),
  ).toEqual(['src/app/index.ts']);
});

test('SQL is written in storage, record and graph, and where a Postgres is spoken to', () => {
  const SQL =
    /\b(?:SELECT [^;'"`/]*?\bFROM|INSERT (?:OR \w+ )?INTO \w|UPDATE \w+ SET|DELETE FROM \w|CREATE (?:TABLE|INDEX) \w)/;
  const homes = new Set(
    holding(SQL).map((file) =>
      file
        .split('/')
        .slice(0, 3)
        .join('/')
        .replace(/\/[^/]+\.ts$/, ''),
    ),
  );
  const below = [...homes].filter((place) => !/^src\/(?:storage|record|graph)\b/.test(place));
  expect(below).toEqual(['src/search/shared']);
});
