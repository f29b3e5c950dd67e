import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepRows, readRows } from './rows.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rows-'));
  file = join(dir, 'words.yml');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const kept = () => join(dir, 'kept');
const onlyKept = () => {
  const names = readdirSync(kept());
  expect(names).toHaveLength(1);
  return join(kept(), names[0]!);
};

test('rows are read as the YAML says, and from what was kept of it the next time', () => {
  writeFileSync(file, 'says: [one, 2, yes]\nempty:\n');
  const rows = { says: ['one', 2, 'yes'], empty: null };
  expect(readRows(file, kept())).toEqual(rows);
  expect(readRows(pathToFileURL(file), kept())).toEqual(rows);
  const [head] = readFileSync(onlyKept(), 'utf8').split('\n');
  writeFileSync(onlyKept(), `${head}\n{"from":"kept"}`);
  expect(readRows(file, kept())).toEqual({ from: 'kept' });
});

test('a file that has changed is read anew, and only its newest text is kept', () => {
  writeFileSync(file, 'a: 1\n');
  readRows(file, kept());
  writeFileSync(file, 'a: 2\n');
  expect(readRows(file, kept())).toEqual({ a: 2 });
  expect(readFileSync(onlyKept(), 'utf8')).toContain('{"a":2}');
});

test('what was kept and spoiled is read anew from the YAML', () => {
  writeFileSync(file, 'a: 1\n');
  readRows(file, kept());
  const text = readFileSync(onlyKept(), 'utf8');
  writeFileSync(onlyKept(), text.slice(0, -3));
  expect(readRows(file, kept())).toEqual({ a: 1 });
  expect(readFileSync(onlyKept(), 'utf8')).toBe(text);
});

test('what JSON cannot hold is never kept', () => {
  writeFileSync(file, 'most: .inf\nnone: .nan\n');
  for (let time = 0; time < 2; time++) expect(readRows(file, kept())).toEqual({ most: Infinity, none: NaN });
  expect(() => readdirSync(kept())).toThrow();
});

test('a folder that cannot be written is no reason not to read', () => {
  writeFileSync(file, 'a: 1\n');
  const blocked = join(dir, 'blocked');
  writeFileSync(blocked, 'a file where the folder should be');
  chmodSync(blocked, 0o400);
  expect(readRows(file, join(blocked, 'kept'))).toEqual({ a: 1 });
});

test('YAML that is wrong is told with its file and line', () => {
  writeFileSync(file, 'a: [1\n');
  expect(() => readRows(file, kept())).toThrow(`${file}:2: `);
});

test('a folder is kept whole, once; what nobody serves or can read is left', () => {
  for (const [name, text] of [
    ['words.yml', 'a: 1'],
    ['deep/more.yml', 'b: 2'],
    ['eval/cases.yml', 'c: 3'],
    ['broken.yml', 'd: ['],
  ] as const) {
    mkdirSync(join(dir, 'rows', name, '..'), { recursive: true });
    writeFileSync(join(dir, 'rows', name), text);
  }
  expect([...keepRows(join(dir, 'rows'), kept())]).toHaveLength(2);
  expect(readdirSync(kept())).toHaveLength(2);
  expect([...keepRows(join(dir, 'rows'), kept())]).toHaveLength(0);
  writeFileSync(join(dir, 'rows/words.yml'), 'a: 2');
  utimesSync(join(dir, 'rows/words.yml'), new Date('2100-01-01'), new Date('2100-01-01'));
  expect([...keepRows(join(dir, 'rows'), kept())]).toHaveLength(1);
  expect(readRows(join(dir, 'rows/words.yml'), kept())).toEqual({ a: 2 });
});
