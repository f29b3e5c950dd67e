import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const HOUSE = resolve(import.meta.dirname, '../..');
const IMPORTED = /^(?:import|export)\s(?!type\b)[^;']*?'(\.{1,2}\/[^']+\.ts)'/gm;

function importedBy(entry: string): Set<string> {
  const seen = new Set<string>();
  const open = [join(HOUSE, entry)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, named] of readFileSync(file, 'utf8').matchAll(IMPORTED)) open.push(resolve(dirname(file), named!));
  }
  return new Set([...seen].map((file) => relative(HOUSE, file)));
}

test('a server starts with the doors alone: what only questions need comes with the first of them', () => {
  const imported = importedBy('src/cli/serve.ts');
  expect(imported).toContain('src/server/study.ts');
  for (const room of ['assistant', 'functions', 'knowledge', 'reasoning', 'research', 'search', 'study', 'triggers'])
    expect(imported).not.toContain(`src/${room}/index.ts`);
});
