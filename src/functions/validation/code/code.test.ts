import { describe, expect, test } from 'vitest';
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

const FILES = [
  {
    path: 'parts.ts',
    source: 'export function open() {}\n\nfunction shut() {}\n\nconst late = () => 1;\nexport { late };\n',
    met: ['Exports open.', '`late` is exported.'],
    violated: [
      'Exports shut.',
      '`shut` is exported.',
      'Exports a function called shut.',
      'Exports a class.',
      'A regular expression is used.',
    ],
  },
  {
    path: 'unit.rs',
    source:
      'pub struct Unit(u8);\nimpl fmt::Display for Unit { fn fmt(&self, f: &mut F) -> R { Ok(()) } }\npub struct Pair(u8);\n',
    met: ['`Unit` implements `Display`.'],
    violated: ['`Pair` implements `Display`.'],
  },
  {
    path: 'Shapes.java',
    source:
      'interface Shape {}\nrecord Disc(int r) implements Shape {}\nclass Cube implements Comparable<Cube> { void turnAll() {} }\n',
    met: ['`Disc` implements `Shape`.', '`Cube` has a method named `turnAll`.'],
    violated: ['`Disc` implements `Comparable`.', '`Cube` has a method named `turn`.', 'Cube has a turn method.'],
  },
  {
    path: 'Store.java',
    source:
      'class Store {\n  int count() throws Exception {\n    try (Connection c = source.getConnection();\n         Statement s = c.createStatement()) {\n      return s.executeUpdate("x");\n    }\n  }\n  void leave() throws Exception {\n    Connection c = source.getConnection();\n  }\n}\n',
    met: [],
    violated: ['Connections and statements are closed by try-with-resources.'],
  },
  {
    path: 'fetch.go',
    source:
      'package a\n\nimport (\n\t"net/http"\n\t"time"\n)\n\nvar client = &http.Client{Timeout: 4 * time.Second}\n\nfunc Fetch(u string) { client.Get(u) }\n',
    met: ['HTTP requests are made with a client that has a timeout.'],
    violated: [],
  },
  {
    path: 'bare.go',
    source: 'package a\n\nimport "net/http"\n\nfunc Fetch(u string) { http.Get(u) }\n',
    met: [],
    violated: ['Every request has a timeout.'],
  },
  {
    path: 'ring.h',
    source: '#ifndef RING_H\n#define RING_H\nvoid ring(int n);\n#endif\n',
    met: ['The header is protected against being included twice.', 'Has an include guard.'],
    violated: [],
  },
  { path: 'open.h', source: 'void ring(int n);\n', met: [], violated: ['The header may be included more than once.'] },
  {
    path: 'meters.py',
    source: 'from _bisect import insort\nimport re\n\ndef by(readings, skip=[]):\n    return re.match("a", readings)\n',
    met: ['Uses only the standard library.'],
    violated: [
      'No parameter has a mutable object as its default.',
      'A regular expression is never used.',
      'The search is recursive.',
    ],
  },
] as const;

describe.each(FILES)('what a part is and what it has: $path', ({ path, source, met, violated }) => {
  const asked = [...met.map((one) => [one, 'met'] as const), ...violated.map((one) => [one, 'violated'] as const)];
  test.each(asked)('%s %s', async (criterion, expected) => {
    expect(await verdict(criterion, source, path)).toBe(expected);
  });
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
