import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { filesOf, hashFiles, methodVersion } from './version.ts';

let dir: string;
const write = (name: string, text: string) => writeFileSync(join(dir, name), text);
const version = () => hashFiles(filesOf([join(dir, 'method.ts')]));

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'version-'));
  mkdirSync(join(dir, 'text'));
  write(
    'method.ts',
    "import { z } from 'zod';\nimport type { Far } from './far.ts';\nimport {\n  count,\n} from './text/count.ts';\n",
  );
  write('far.ts', 'export interface Far {}');
  write(
    'text/count.ts',
    "import '../method.ts';\nexport const read = () => load(new URL('./words.yml', import.meta.url));",
  );
  write('text/words.yml', '- the');
  write('method.test.ts', "import './method.ts';");
});

describe('the version of a method', () => {
  test('is made of its code, of the code that it imports and of their data', () => {
    expect(filesOf([join(dir, 'method.ts')]).map((file) => basename(file))).toEqual([
      'method.ts',
      'count.ts',
      'words.yml',
    ]);
  });

  test.each(['method.ts', 'text/count.ts', 'text/words.yml'])('is another when %s changes', (name) => {
    const before = version();
    expect(version()).toBe(before);
    write(name, `${name.endsWith('.yml') ? '- a' : "import './text/count.ts';"}\n`);
    expect(version()).not.toBe(before);
  });

  test.each(['far.ts', 'method.test.ts'])('is the same when %s changes, which does not run', (name) => {
    const before = version();
    write(name, 'export const changed = true;');
    expect(version()).toBe(before);
  });

  test('of the house covers every function, its word lists and the search', () => {
    const files = filesOf([join(import.meta.dirname, 'run.ts')]).map((file) =>
      file.slice(import.meta.dirname.length + 1),
    );
    for (const part of [
      'extraction/entities.yml',
      'summary/extractive.ts',
      'thread/worker.ts',
      'analysis/security.yml',
    ])
      expect(files).toContain(part);
    expect(methodVersion()).toMatch(/^[0-9a-f]{16}$/);
  });
});
