/** Texts that nobody writes and somebody sends: each kept an earlier version busy for minutes. */
import { expect, test } from 'vitest';
import { detectCode, readDocument } from '../reading/index.ts';
import { analyse } from './analysis/analysis.ts';
import { findKeywords } from './extraction/keywords.ts';
import { findOutline } from './extraction/outline.ts';
import { pieceOf } from './summary/render.ts';
import { readAsCode, synthesizeCode } from './synthesis/code.ts';
import { fold } from './synthesis/statement.ts';
import { looksLikeCode } from './text/kind.ts';
import { splitUnits } from './text/sentences.ts';

const SIZE = 300_000;
const fill = (unit: string, size = SIZE) => unit.repeat(Math.ceil(size / unit.length));

test('blank lines without end are no code', async () => {
  expect(looksLikeCode(`a${fill('\n')}b`)).toBe(false);
  expect(await detectCode(`a${fill('\n')}b`)).toBeUndefined();
});

test('a paragraph of addresses has no keywords', () => {
  expect(findKeywords(readDocument(fill('http://a.b/c?d=e ')), 'general')).toEqual([]);
});

test('a heading with more blanks than words', () => {
  const heading = `# a${fill(' ')}b`;
  expect(findOutline(readDocument(heading), 'general').map(({ text }) => text)).toEqual(['a b']);
  expect(pieceOf(splitUnits(heading)[0]!).text).toBe('a b');
});

test('a heading with more marks than words', async () => {
  const request = {
    artifact: `# ${fill('#')}a`,
    artifact_type: 'document',
    analyses: ['quality'],
    checklist: [],
  } as const;
  expect((await analyse(request)).metrics).toMatchObject({ headings: 1 });
  expect(splitUnits(`## A${fill(' ')}${fill('#')}`)[0]!.text).toBe('A');
  expect(splitUnits('# Learn C#')[0]!.text).toBe('Learn C#');
});

test('dots that end nothing', () => {
  expect(fold(`${fill('.')}a.`)).toBe(`${fill('.')}a`);
});

test('thousands of imports that nothing uses', async () => {
  const artifact = Array.from({ length: 4_000 }, (_, index) => `import module${index}\n`).join('');
  const asked = { artifact_type: 'code', language: 'python', analyses: ['dependencies'], checklist: [] } as const;
  const unused = (await analyse({ artifact: `${artifact}module7.run()\n`, ...asked })).findings.filter(
    ({ rule }) => rule === 'unused-import',
  );
  expect(unused).toHaveLength(3_999);
});

test('a script longer than anybody writes is measured, and ESLint left out of it', async () => {
  const asked = { artifact_type: 'code', language: 'javascript', analyses: ['quality'], checklist: [] } as const;
  const { metrics, warnings } = await analyse({ artifact: fill('a;\n', 120_000), ...asked });
  expect(metrics).toMatchObject({ lines: 40_001 });
  expect(warnings).toEqual([expect.stringContaining('the artifact has 120000 characters, it reads at most 100000')]);
});

test('a program that a tool has put into one line is measured, and ESLint left out of it', async () => {
  const artifact = Array.from({ length: 400 }, (_, i) => `function f${i}(a,b){return a>b?g(a-${i}):b&&h(b)};`).join('');
  const asked = { artifact_type: 'code', language: 'javascript', analyses: ['quality'], checklist: [] } as const;
  const { metrics, warnings } = await analyse({ artifact, ...asked });
  expect(metrics).toMatchObject({ lines: 1 });
  expect(warnings).toEqual([expect.stringContaining('no source that somebody wrote')]);
});

test('keys of YAML that are keys of keys', async () => {
  const asked = { artifact_type: 'config', language: 'yaml', analyses: ['quality'], checklist: [] } as const;
  expect((await analyse({ artifact: '? '.repeat(2_400), ...asked })).metrics).toMatchObject({ format: 'yaml' });
});

const config = { artifact_type: 'config', analyses: ['quality'], checklist: [] } as const;

test('a map with more keys than anybody writes, one of them twice', async () => {
  const keys = Array.from({ length: 12_000 }, (_, index) => `key${index}: v\n`).join('');
  const { findings } = await analyse({ artifact: `${keys}key7: w\n`, language: 'yaml', ...config });
  expect(findings).toMatchObject([{ rule: 'duplicate-key', location: { line: 12_001 } }]);
});

test('quotes that are never closed', async () => {
  for (const language of ['yaml', 'json'])
    expect((await analyse({ artifact: fill('\\"'), language, ...config })).metrics).toMatchObject({ format: language });
});

test('a text that is nothing but mistakes names the first of them', async () => {
  const { findings } = await analyse({ artifact: fill('[^1]'), language: 'yaml', ...config });
  expect(findings.length).toBeLessThan(30);
  expect(findings.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^\d+ more mistakes follow/));
});

test('aliases that would unfold to thousands of millions are not unfolded', async () => {
  const names = [...'abcdefghijk'];
  const laughs = names.map((name, index) => `${name}: &${name} [${fill(`*${names[index - 1] ?? name}, `, 36)}0]`);
  laughs[0] = 'a: &a [ha, ha, ha]';
  expect((await analyse({ artifact: laughs.join('\n'), language: 'yaml', ...config })).metrics).toMatchObject({
    format: 'yaml',
  });
});

test('JSON deeper than any stack, and keys that would change what objects are', async () => {
  const deep = `${'['.repeat(75_000)}${']'.repeat(75_000)}`;
  expect((await analyse({ artifact: deep, language: 'json', ...config })).findings).toMatchObject([
    { rule: 'parse-error' },
  ]);
  await analyse({
    artifact: '{"__proto__": {"polluted": 1}, "constructor": {"polluted": 1}}',
    language: 'json',
    ...config,
  });
  expect({}).not.toHaveProperty('polluted');
});

test('decorators without anything to decorate do not parse, and nothing is made of them', async () => {
  const artifacts = ['one', 'two'].map((id) => ({ id, content: fill('@a\n'), language: 'python' }));
  await expect(synthesizeCode((await readAsCode(artifacts))!, 'flag')).rejects.toMatchObject({ code: 'CODE_INVALID' });
});
