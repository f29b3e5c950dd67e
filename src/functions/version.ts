/**
 * What the functions' methods are made of, as one hash: their code and data, all of the house that they import, and the
 * search that they are lent. A result that was made by other code is not the same result, so caches put it into their
 * keys. By construction: nobody has to remember to raise a number.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ENTRIES = ['run.ts', '../search/index.ts'].map((path) => join(import.meta.dirname, path));
/** Names the versions of everything from elsewhere. */
const PACKAGE = join(import.meta.dirname, '../../package.json');

let own: string | undefined;

export function methodVersion(): string {
  own ??= hashFiles([...filesOf(ENTRIES), PACKAGE]);
  return own;
}

export function hashFiles(files: readonly string[]): string {
  const hash = createHash('sha256');
  // By their place to each other, so that another checkout of the same code is the same version.
  for (const file of [...files].sort())
    hash.update(`${relative(import.meta.dirname, file)}\n`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** Some files and whatever they name by a relative path, code and data, and so on from there. */
export function filesOf(entries: readonly string[]): string[] {
  const found = new Set(entries);
  for (const file of found) {
    if (!file.endsWith('.ts')) continue;
    const dir = dirname(file);
    const text = readFileSync(file, 'utf8').replace(TYPES_ONLY, '');
    for (const [, path] of text.matchAll(RELATIVE)) {
      const named = join(dir, path!);
      if (!found.has(named) && isFile(named)) found.add(named);
    }
  }
  return [...found];
}

/** They are gone when the code runs. */
const TYPES_ONLY = /^(?:import|export) type [^;]*;/gm;
const RELATIVE = /['"](\.{1,2}\/[^'"\n]+\.(?:ts|yml|json))['"]/g;

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
