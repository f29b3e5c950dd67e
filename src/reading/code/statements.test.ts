import { expect, test } from 'vitest';
import { requireGrammar } from './grammar.ts';
import { readStatements } from './statements.ts';

async function told(source: string, language: string): Promise<string[]> {
  const found = await readStatements(source, requireGrammar(language));
  return found.map(({ text, under }) => [...under, text].join(' > '));
}

test('a statement stands under the heads of what it is in', async () => {
  expect(await told('def f(a):\n  if a < 0:\n    raise ValueError("a")\n  return a\n', 'python')).toEqual([
    'def f(a):',
    'def f(a): > if a < 0:',
    'def f(a): > if a < 0: > raise ValueError("a")',
    'def f(a): > return a',
  ]);
});

test('what is done otherwise is told as such', async () => {
  expect(await told('function f(a) { if (a) { b(); } else { c(); } }', 'typescript')).toContain(
    'function f(a) > else of if (a) > c();',
  );
});

test.each([
  ['go', 'package a\nfunc f() {\n\tx := 1\n\treturn\n}\n', 'func f() > return'],
  ['java', 'class A { int f() { return 1; } }', 'class A > int f() > return 1;'],
  ['c', 'int f(void) { if (a) return 1; return 0; }', 'int f(void) > if (a) return 1;'],
  ['rust', 'fn f() -> u8 { let a = 1; a }', 'fn f() -> u8 > a'],
  ['shell', 'f() {\n  rm x\n}\n', 'f() > rm x'],
  ['sql', 'CREATE TABLE t (a INT NOT NULL, b TEXT);', 'CREATE TABLE t ( > a INT NOT NULL'],
  ['sql', 'SELECT a FROM t WHERE b > 3 ORDER BY a;', 'SELECT a > WHERE b > 3'],
])('%s', async (language, source, expected) => {
  expect(await told(source, language)).toContain(expected);
});

test('nothing but comments, and what does not parse', async () => {
  expect(await told('// nothing\n', 'typescript')).toEqual([]);
  expect((await told('function ((( {', 'typescript')).length).toBeLessThan(5);
});
