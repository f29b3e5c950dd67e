/** Patterns that a long word makes slow: an address that is looked for from every letter of it takes the square of its length. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const HOUSE = resolve(import.meta.dirname, '..');
/** A class without a bound before an @, with nothing that says where a word begins. */
const UNBOUNDED = /\\w[^\]\n]{0,12}\]\+@/;

test('no pattern looks for an e-mail address from every letter of a word', () => {
  const files = ['src', 'teams', 'examples'].flatMap((folder) =>
    readdirSync(join(HOUSE, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.(?:ts|yml)$/.test(file))
      .map((file) => join(folder, file)),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => UNBOUNDED.test(readFileSync(join(HOUSE, file), 'utf8')))).toEqual([]);
});
