import { describe, expect, test } from 'vitest';
import { detectCode, readCode, requireGrammar } from './index.ts';

const outline = async (source: string, language: string) => {
  const { symbols, problems } = await readCode(source, requireGrammar(language));
  expect(problems).toEqual([]);
  return symbols.map(({ name, level }) => `${level} ${name}`);
};

describe('what code defines', () => {
  test.each([
    [
      'python',
      '# Licence\n\nclass A:\n    def b(self):\n        def local(): pass\n    class C: pass\n\nasync def d(): pass\n',
      ['1 A', '2 b', '2 C', '1 d'],
    ],
    [
      'typescript',
      'export class A { b = () => 1; c(): void {} }\nexport const d = (x: number) => x;\nconst e = 3;\ninterface F { g(): void; h: number }\n',
      ['1 A', '2 b', '2 c', '1 d', '1 F', '2 g'],
    ],
    [
      'go',
      'package m\ntype S struct{ a int }\nfunc (s *S) Get() int { return s.a }\nfunc main() {}\n',
      ['1 S', '1 Get', '1 main'],
    ],
    [
      'java',
      'class A { int f; A() {} void b() {} enum E { X } interface I { void m(); } }',
      ['1 A', '2 A', '2 b', '2 E', '2 I', '3 m'],
    ],
    [
      'c',
      '#include <a.h>\ntypedef struct { int x; } p_t;\nint f(int a);\nint f(int a) { return a; }\n',
      ['1 p_t', '1 f'],
    ],
    [
      'rust',
      'struct P;\nimpl P { fn n() {} }\ntrait T { fn g(&self); }\nmod m { fn i() {} }\n',
      ['1 P', '2 n', '1 T', '2 g', '1 m', '2 i'],
    ],
    ['shell', 'a() { echo 1; }\nfunction b { echo 2; }\na\n', ['1 a', '1 b']],
    [
      'sql',
      "CREATE TABLE IF NOT EXISTS s.t (id INT PRIMARY KEY, n TEXT);\nCREATE VIEW v AS SELECT id FROM t WHERE n = 'a;b';\n",
      ['1 t', '1 v'],
    ],
  ])('%s', async (language, source, expected) => {
    expect(await outline(source, language)).toEqual(expected);
  });
});

describe('code is known as code', () => {
  test('by what is said, by its name, by the parsers', async () => {
    expect((await detectCode('x = 1', { language: 'python' }))?.language).toBe('python');
    expect((await detectCode('x', { path: 'a/b.rs' }))?.language).toBe('rust');
    expect((await detectCode('def f(a):\n    return a\n\nprint(f(1))\n'))?.language).toBe('python');
    expect(await detectCode('The function returns a value. Import the module first, then call it.')).toBeUndefined();
    expect(await detectCode('# Title\n\nSome *prose* about `code`.\n\n- import it\n')).toBeUndefined();
    for (const language of ['json', 'YAML', 'markdown', 'dockerfile', 'csv'])
      expect(await detectCode('a: 1', { language, path: 'a.py' })).toBeUndefined();
    await expect(detectCode('x', { language: 'klingon' })).rejects.toMatchObject({ code: 'LANGUAGE_UNKNOWN' });
  });

  test.each([
    ['python', 'def f(:\n    pass\n'],
    ['typescript', 'const a = (b => b;\n'],
    ['sql', 'SELECT a, FROM t;'],
    ['sql', 'SELECT a FROM t WHERE;'],
    ['sql', 'CREATE TABLE t (id INT, );'],
    ['sql', 'SELEC a FROM t;'],
    ['go', 'package m\nfunc f( {}\n'],
  ])('%s that does not parse names the line: %j', async (language, source) => {
    const { problems } = await readCode(source, requireGrammar(language));
    expect(problems[0]).toMatchObject({ line: expect.any(Number), near: expect.any(String) });
  });
});
