import { expect, test } from 'vitest';
import { readArtifact } from '../artifact.ts';
import type { CodeArtifact } from '../deeds/scope.ts';
import { judge } from '../judgement.ts';
import { isOutside } from './outside.ts';
import { paraphrase, splitCompound } from './paraphrases.ts';

const SOURCE = `import { send } from './mail.ts';
export class Box {
  private items: string[] = [];
  label = '';
  put(item: string): void {
    this.items.push(item);
    send(item);
  }
}
`;
const FETCHES = `export async function one(u: string) {
  try {
    return await fetch(u);
  } catch {
    return null;
  }
}
export async function two(u: string) {
  return fetch(u);
}
`;
const LIMITED = `import sys
MAX_LINES = 500
def read(stream):
    lines = stream.read().splitlines()
    if len(lines) > MAX_LINES:
        sys.exit("too many lines")
    return lines
`;
const SENSOR = `#include "sensor.h"
int sensor_read(struct sensor *s) {
    int rc, tries = 0;
    do {
        rc = bus_read(s->bus);
    } while (rc < 0 && ++tries < SENSOR_TRIES);
    return rc;
}
`;
const verdict = async (criterion: string, artifact = SOURCE, path = 'box.ts') =>
  (await judge({ artifact, path, specification: '', invariants: [], acceptance_criteria: [criterion] }))[0]!.verdict;

test('other words for the same criterion', () => {
  expect(paraphrase('SELECT * is avoided.')).toBe('Does not use SELECT *');
  expect(paraphrase('The code stays clear of `any`.')).toBe('The code does not use `any`');
  expect(paraphrase('No variables at file scope.')).toBe('No global variables');
  expect(paraphrase('The type `any` must not appear in this file.')).toBe('Does not use `any`');
  expect(splitCompound('Exports both `put` and `take`.')).toEqual(['Exports `put`', 'Exports `take`']);
  expect(splitCompound('`a`, `b` and `c` are async')).toEqual(['`a` is async', '`b` is async', '`c` is async']);
  expect(splitCompound('Switches between `a` and `b`')).toHaveLength(1);
  expect(splitCompound('Uses the logging module instead of print')).toEqual([
    'Uses the logging module',
    'Does not use print',
  ]);
});

test.each([
  ['No public fields.', 'violated'],
  ['The items field is private.', 'met'],
  ['The label field is private.', 'violated'],
  ['`any` is avoided.', 'met'],
  ['A view is created.', 'violated', 'CREATE TABLE t (id INT);', 'a.sql'],
  ['No DELETE without a WHERE clause.', 'violated', 'DELETE FROM a WHERE b = 1;\nDELETE FROM c;', 'a.sql'],
  [
    'All SQL must use bound parameters.',
    'violated',
    'def f(c, n):\n    c.execute(f"SELECT id FROM a WHERE n = {n}")\n',
    'a.py',
  ],
  [
    'All SQL must use bound parameters.',
    'met',
    'def f(c, n):\n    c.execute("SELECT id FROM a WHERE n = ?", (n,))\n',
    'a.py',
  ],
  ['Errors thrown by fetch are caught inside each function that calls it.', 'violated', FETCHES, 'f.ts'],
  ['Exports both `one` and `two`.', 'met', FETCHES, 'f.ts'],
  ['Exports both `one` and `three`.', 'violated', FETCHES, 'f.ts'],
  ['TLS certificate verification must stay switched on.', 'violated', '#!/bin/sh\ncurl -sk https://host/up\n', 'up.sh'],
  ['A failed read is repeated no more than three times.', 'undecidable', SENSOR, 'sensor.c'],
  ['gets must not be called.', 'violated', 'int main(void) { char b[8]; gets(b); return 0; }', 'a.c'],
  ['There is a way to remove an item.', 'violated'],
  ['There is a way to put an item in.', 'met'],
  ['Every import is used.', 'met'],
  ['Every import is used.', 'violated', 'import os\nimport sys\n\nprint(sys.argv)\n', 'a.py'],
  ['There is a `put` method on Box.', 'met'],
  ['`put` is static.', 'violated'],
  ['Copes with an input of 1,000 lines.', 'violated', LIMITED, 'read.py'],
  ['The first line is a shebang.', 'met', '#!/bin/sh\necho hi\n', 'a.sh'],
  ['`read` returns the number of lines.', 'violated', 'def read(s: str) -> None:\n    print(s)\n', 'a.py'],
  ['No bare `except:` clauses.', 'violated', 'try:\n    f()\nexcept:\n    pass\n', 'a.py'],
  ['All statements run inside a single transaction.', 'met', 'BEGIN;\nDELETE FROM a WHERE b = 1;\nCOMMIT;', 'a.sql'],
  [
    'All statements run inside a single transaction.',
    'violated',
    'DELETE FROM a WHERE b = 1;\nDELETE FROM c WHERE d = 1;',
    'a.sql',
  ],
  ['Every DELETE has a WHERE clause.', 'met', 'DELETE FROM a WHERE b = 1;', 'a.sql'],
])('%s %s', async (criterion, expected, artifact = SOURCE, path = 'box.ts') => {
  expect(await verdict(criterion, artifact, path)).toBe(expected);
});

const PARTS = 'export function open() {}\n\nfunction shut() {}\n\nconst late = () => 1;\nexport { late };\n';
const UNIT =
  'pub struct Unit(u8);\nimpl fmt::Display for Unit { fn fmt(&self, f: &mut F) -> R { Ok(()) } }\npub struct Pair(u8);\n';
const SHAPES =
  'interface Shape {}\nrecord Disc(int r) implements Shape {}\nclass Cube implements Comparable<Cube> {}\n';

test.each([
  ['Exports open.', 'met', PARTS, 'parts.ts'],
  ['Exports shut.', 'violated', PARTS, 'parts.ts'],
  ['`shut` is exported.', 'violated', PARTS, 'parts.ts'],
  ['Exports a function called shut.', 'violated', PARTS, 'parts.ts'],
  ['`late` is exported.', 'met', PARTS, 'parts.ts'],
  ['`Unit` implements `Display`.', 'met', UNIT, 'unit.rs'],
  ['`Pair` implements `Display`.', 'violated', UNIT, 'unit.rs'],
  ['`Disc` implements `Shape`.', 'met', SHAPES, 'Shapes.java'],
  ['`Disc` implements `Comparable`.', 'violated', SHAPES, 'Shapes.java'],
])('to be defined is not to be exported, and what one type implements another may not: %s %s', async (criterion, expected, artifact, path) => {
  expect(await verdict(criterion, artifact, path)).toBe(expected);
});

test('what is defined elsewhere is only known by its use', async () => {
  const { artifact } = await readArtifact({ artifact: SOURCE, path: 'box.ts' });
  const code = artifact as CodeArtifact;
  for (const one of [
    '`send` retries three times',
    'Callers never pass null',
    'Nobody calls `put` in the whole project',
    'Callers of `put` handle what it throws',
    '`put` is never called with an empty item',
    'The `boxes` table has an index on label',
  ])
    expect.soft(isOutside(code, one), one).toBe(true);
  for (const one of ['`send` is called', '`put` calls `send`', 'Box.put returns nothing'])
    expect.soft(isOutside(code, one), one).toBe(false);
});
